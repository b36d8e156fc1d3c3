/** Objects of one kind and name, one after the other in as many namespaces. */
import { addTo } from '../yaml/multi-map.ts';
import type { Resource } from './resource.ts';

export class Namesakes {
  readonly all: Resource[] = [];
  /** The namespaces that they name. */
  readonly namespaces = new Set<string>();
  readonly #defaultNamespace: string | undefined;
  readonly #byNamespace = new Map<string | undefined, Resource[]>();

  /** `defaultNamespace` is that of objects that name none; undefined leaves it open. */
  constructor(defaultNamespace: string | undefined) {
    this.#defaultNamespace = defaultNamespace;
  }

  add(resource: Resource): void {
    const { namespace } = resource.ref;
    this.all.push(resource);
    if (namespace !== undefined) this.namespaces.add(namespace);
    addTo(this.#byNamespace, namespace ?? this.#defaultNamespace, resource);
  }

  /** Those in a namespace; for undefined those of which it is not known. */
  in(namespace: string | undefined): readonly Resource[] {
    return this.#byNamespace.get(namespace) ?? [];
  }

  /**
   * Those that a reference from an object finds that names a namespace or none: the ones in it, or else those that may come
   * to be in it.
   */
  reachedFrom(namespace: string | undefined): readonly Resource[] {
    const wanted = namespace ?? this.#defaultNamespace;
    const exact = this.in(wanted);
    if (exact.length > 0) return exact;
    return wanted === undefined ? this.all : this.in(undefined);
  }
}
