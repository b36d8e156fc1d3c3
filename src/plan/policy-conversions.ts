/** The policies with their references to ConfigData converted, once for all templates of a namespace. */
import type { DataObjects } from '../config-data/data-objects.ts';
import type { Options } from '../options.ts';
import type { Policy } from '../policies/policy.ts';
import { convertPolicy, type ConvertedPolicy } from './convert-template.ts';

export class PolicyConversions {
  readonly #data: DataObjects;
  readonly #mode: Options['configData'];
  readonly #known = new Map<string | undefined, Map<Policy, ConvertedPolicy>>();

  constructor(data: DataObjects, { configData }: Pick<Options, 'configData'>) {
    this.#data = data;
    this.#mode = configData;
  }

  in(policy: Policy, namespace: string | undefined): ConvertedPolicy {
    let ofNamespace = this.#known.get(namespace);
    if (ofNamespace === undefined) this.#known.set(namespace, (ofNamespace = new Map()));
    let converted = ofNamespace.get(policy);
    if (converted === undefined) {
      converted = convertPolicy(policy, { data: this.#data, namespace, mode: this.#mode });
      ofNamespace.set(policy, converted);
    }
    return converted;
  }
}
