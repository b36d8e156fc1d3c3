/** The environments of containers, from what the items say of ConfigMaps, Secrets and Services. */
import type { ObjectIndex } from '../krm/object-index.ts';
import type { Options } from '../options.ts';
import { evaluateEnvironment, type Environment } from '../kubernetes/environment.ts';
import { serviceVariables, type ServiceVariables } from '../kubernetes/service-variables.ts';
import { at, type ValueMap } from '../yaml/value.ts';
import type { DataObjects } from './data-objects.ts';

export class Environments {
  readonly #objects: ObjectIndex;
  readonly #data: DataObjects;
  readonly #options: Pick<Options, 'namespace'>;
  readonly #services = new Map<string, ServiceVariables>();

  constructor(objects: ObjectIndex, data: DataObjects, options: Pick<Options, 'namespace'>) {
    this.#objects = objects;
    this.#data = data;
    this.#options = options;
  }

  /** The environment of a container of a pod template in a namespace. */
  of(container: ValueMap, template: ValueMap, namespace: string | undefined): Environment {
    const enableServiceLinks = at(template, 'spec', 'enableServiceLinks') !== false;
    return evaluateEnvironment(container, this.#servicesFor(namespace, enableServiceLinks), (kind, name) =>
      this.#data.find(kind, name, namespace),
    );
  }

  #servicesFor(ofPod: string | undefined, enableServiceLinks: boolean): ServiceVariables {
    const key = `${ofPod ?? ''} ${enableServiceLinks}`;
    let services = this.#services.get(key);
    if (services === undefined) {
      const { namespace } = this.#options;
      const scope = { namespace: ofPod ?? namespace, defaultNamespace: namespace, enableServiceLinks };
      services = serviceVariables(
        this.#objects.all('v1 Service').map(({ value }) => value),
        scope,
      );
      this.#services.set(key, services);
    }
    return services;
  }
}
