/** Where injected variables go among the container's own. */
import { referencesOf } from '../kubernetes/variable-order.ts';
import type { EnvPlacement } from '../options.ts';
import { addTo } from '../yaml/multi-map.ts';
import { nameOf, type Value } from '../yaml/value.ts';

/** A variable, and what else is known of it. */
interface Placed {
  readonly value: Value;
}

/**
 * The list with the added variables in their places; the container's own keep their order. `auto` puts a variable
 * before the first that refers to it, added or own, and otherwise at the end, since the kubelet expands `$(NAME)` in
 * the order of the list; what refers to each other in a cycle keeps its order.
 */
export function placeVariables<T extends Placed>(
  own: readonly T[],
  added: readonly T[],
  placement: EnvPlacement,
): readonly T[] {
  if (placement === 'append') return [...own, ...added];
  if (placement === 'prepend') return [...inOrderOfUse(added), ...own];
  const ordered = inOrderOfUse(added);
  const places = placesOf(own, ordered);
  if (places.every((place) => place === own.length)) return [...own, ...ordered];
  const before = new Map<number, T[]>();
  for (const [which, variable] of ordered.entries()) addTo(before, places[which] ?? own.length, variable);
  const placed = own.flatMap((variable, index) => [...(before.get(index) ?? []), variable]);
  return [...placed, ...(before.get(own.length) ?? [])];
}

/** The variables with each behind those that it refers to; otherwise in their order. */
function inOrderOfUse<T extends Placed>(variables: readonly T[]): readonly T[] {
  if (variables.every(({ value }) => referencesOf(value).length === 0)) return variables;
  const byName = new Map(variables.map((variable) => [nameOf(variable.value), variable]));
  const ordered: T[] = [];
  const begun = new Set<T>();
  for (const first of variables) {
    // With a stack of its own: a chain of variables may be longer than that of calls.
    const path = begun.has(first) ? [] : [{ variable: first, rest: referencesOf(first.value).values() }];
    begun.add(first);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const next = here.rest.next();
      if (next.done) {
        ordered.push(here.variable);
        path.pop();
        continue;
      }
      const used = byName.get(next.value);
      if (used === undefined || begun.has(used)) continue;
      begun.add(used);
      path.push({ variable: used, rest: referencesOf(used.value).values() });
    }
  }
  return ordered;
}

/**
 * For each added variable the index of the own variable that it goes before; `own.length` for the end. No two of the
 * added ones have one name.
 */
function placesOf(own: readonly Placed[], added: readonly Placed[]): readonly number[] {
  const firstUsers = new Map<string, number>();
  for (const [index, { value }] of own.entries()) {
    for (const name of referencesOf(value)) if (!firstUsers.has(name)) firstUsers.set(name, index);
  }
  const places = added.map(({ value }) => firstUsers.get(nameOf(value)) ?? own.length);
  const indices = new Map(added.map(({ value }, index) => [nameOf(value), index]));
  // What an added variable itself refers to must come no later than it does.
  for (let user = added.length - 1; user >= 0; user--) {
    for (const name of referencesOf(added[user]?.value)) {
      const used = indices.get(name) ?? user;
      if (used < user) places[used] = Math.min(places[used] ?? 0, places[user] ?? 0);
    }
  }
  return places;
}
