/** Objects of one name in one namespace: copies of one another, or a mistake. */
import { sameValue } from '../yaml/value.ts';
import { withoutBookkeeping } from './annotations.ts';
import type { Resource } from './resource.ts';

export interface Copies {
  /** The first object of every name and namespace. */
  readonly first: readonly Resource[];
  /** Those that differ from the first one of their name. */
  readonly differing: readonly { readonly first: Resource; readonly other: Resource }[];
}

/**
 * Tells copies of one object, which orchestrators make of the file that declares the function, from different objects of
 * one name. `namespace` is that of objects that name none.
 */
export function withoutCopies(resources: readonly Resource[], namespace: string | undefined): Copies {
  const byName = new Map<string, Resource>();
  const differing: { first: Resource; other: Resource }[] = [];
  for (const resource of resources) {
    const key = JSON.stringify([resource.ref.namespace ?? namespace ?? null, resource.ref.name]);
    const first = byName.get(key);
    if (first === undefined) byName.set(key, resource);
    else if (!sameValue(withoutBookkeeping(first.value), withoutBookkeeping(resource.value))) {
      differing.push({ first, other: resource });
    }
  }
  return { first: [...byName.values()], differing };
}
