/** The objects among the items that others refer to, read when they are first asked for. */
import { nameIn } from './head.ts';
import { addTo } from '../yaml/multi-map.ts';
import { Namesakes } from './namesakes.ts';
import type { Resource } from './resource.ts';
import { lookAt, type Item, type Source } from './source.ts';

/** An item that may hold an object of a kind. */
export interface ObjectItem {
  readonly source: Source;
  readonly item: Item;
}

export class ObjectIndex {
  readonly #items: ReadonlyMap<string, readonly ObjectItem[]>;
  readonly #defaultNamespace: string | undefined;
  /** The objects that were read, by kind, and by kind and name. */
  readonly #read = new Map<string, Resource[]>();
  readonly #namesakes = new Map<string, Map<string, Namesakes>>();
  /** By kind the items that were not read, each under its name. */
  readonly #unread = new Map<string, Map<string, ObjectItem[]>>();

  /**
   * `resources`: objects that have been read, of any kind. `items`: those that have not, by {@link objectKind}; lists
   * are not among them. `defaultNamespace` is that of objects that name none.
   */
  constructor(
    resources: readonly Resource[],
    items: ReadonlyMap<string, readonly ObjectItem[]>,
    defaultNamespace: string | undefined,
  ) {
    this.#items = items;
    this.#defaultNamespace = defaultNamespace;
    for (const resource of resources) {
      this.#add(objectKind(resource.ref.apiVersion, resource.ref.kind), resource);
    }
  }

  /** The objects of a kind (`v1 Secret`) and name, in every namespace. */
  named(kind: string, name: string): Namesakes {
    const unread = this.#unreadOf(kind);
    // Under the empty name are those whose lines do not show it.
    for (const key of new Set([name, ''])) {
      for (const one of unread.get(key) ?? []) this.#readItem(kind, one);
      unread.delete(key);
    }
    return this.#namesakes.get(kind)?.get(name) ?? new Namesakes(this.#defaultNamespace);
  }

  /** Whether there are objects of a kind, or may be. */
  hasAny(kind: string): boolean {
    return (this.#items.get(kind)?.length ?? 0) > 0 || (this.#read.get(kind)?.length ?? 0) > 0;
  }

  /** All objects of a kind. */
  all(kind: string): readonly Resource[] {
    const unread = this.#unreadOf(kind);
    for (const one of [...unread.values()].flat()) this.#readItem(kind, one);
    unread.clear();
    return this.#read.get(kind) ?? [];
  }

  #unreadOf(kind: string): Map<string, ObjectItem[]> {
    let unread = this.#unread.get(kind);
    if (unread === undefined) {
      unread = new Map();
      for (const one of this.#items.get(kind) ?? []) {
        const { head } = one.item;
        addTo(unread, (head && nameIn(one.source.envelope.bytes, head)) ?? '', one);
      }
      this.#unread.set(kind, unread);
    }
    return unread;
  }

  #readItem(kind: string, { source, item }: ObjectItem): void {
    for (const resource of lookAt(source, item)) this.#add(kind, resource);
  }

  #add(kind: string, resource: Resource): void {
    addTo(this.#read, kind, resource);
    const { name } = resource.ref;
    let byName = this.#namesakes.get(kind);
    if (byName === undefined) this.#namesakes.set(kind, (byName = new Map()));
    let namesakes = byName.get(name);
    if (namesakes === undefined) byName.set(name, (namesakes = new Namesakes(this.#defaultNamespace)));
    namesakes.add(resource);
  }
}

/** How a kind is told from others of its name: `v1 Service` is not Knative's. */
export function objectKind(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}
