/** The environments of containers, from what the items say of ConfigMaps, Secrets and Services. */
import type { ObjectIndex } from '../krm/object-index.ts';
import type { Options } from '../options.ts';
import { evaluateEnvironment, type Environment } from '../kubernetes/environment.ts';
import { Services } from '../kubernetes/service-variables.ts';
import { at, type ValueMap } from '../yaml/value.ts';
import type { DataObjects } from './data-objects.ts';

export class Environments {
  readonly #objects: ObjectIndex;
  readonly #data: DataObjects;
  readonly #options: Pick<Options, 'namespace'>;
  #services: Services | undefined;

  constructor(objects: ObjectIndex, data: DataObjects, options: Pick<Options, 'namespace'>) {
    this.#objects = objects;
    this.#data = data;
    this.#options = options;
  }

  /** The environment of a container of a pod template in a namespace. */
  of(container: ValueMap, template: ValueMap, namespace: string | undefined): Environment {
    const enableServiceLinks = at(template, 'spec', 'enableServiceLinks') !== false;
    this.#services ??= new Services(
      this.#objects.all('v1 Service').map(({ value }) => value),
      this.#options.namespace,
    );
    const services = this.#services.variablesFor(namespace ?? this.#options.namespace, enableServiceLinks);
    return evaluateEnvironment(container, services, (kind, name) => this.#data.find(kind, name, namespace));
  }
}
