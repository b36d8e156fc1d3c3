/** The policies with their references to ConfigData converted, once for all templates of a namespace. */
import type { DataObjects } from '../config-data/data-objects.ts';
import type { Options } from '../options.ts';
import type { Policy } from '../policies/policy.ts';
import { convertPolicy, type ConvertedPolicy } from './convert-template.ts';

export class PolicyConversions {
  readonly #data: DataObjects;
  readonly #mode: Options['configData'];
  readonly #known = new Map<string, ConvertedPolicy>();

  constructor(data: DataObjects, { configData }: Pick<Options, 'configData'>) {
    this.#data = data;
    this.#mode = configData;
  }

  in(policy: Policy, namespace: string | undefined): ConvertedPolicy {
    const key = JSON.stringify([policy.namespace ?? null, policy.name, namespace ?? null]);
    let known = this.#known.get(key);
    if (known === undefined) {
      known = convertPolicy(policy, { data: this.#data, namespace, mode: this.#mode });
      this.#known.set(key, known);
    }
    return known;
  }
}
