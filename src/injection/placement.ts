/** Where injected variables go among the container's own. */
import { referencesOf } from '../kubernetes/variable-order.ts';
import type { EnvPlacement } from '../krm/options.ts';
import { addTo } from '../yaml/multi-map.ts';
import { nameOf, type Value, type ValueMap } from '../yaml/value.ts';

/**
 * The list with the added variables in their places; the container's own keep their order. `auto` puts a variable
 * before the first that refers to it, added or own, and otherwise at the end, since the kubelet expands `$(NAME)` in
 * the order of the list; what refers to each other in a circle keeps its order.
 */
export function placeVariables(
  own: readonly Value[],
  added: readonly ValueMap[],
  placement: EnvPlacement,
): readonly Value[] {
  if (placement === 'append') return [...own, ...added];
  if (placement === 'prepend') return [...inOrderOfUse(added), ...own];
  const ordered = inOrderOfUse(added);
  const places = placesOf(own, ordered);
  if (places.every((place) => place === own.length)) return [...own, ...ordered];
  const before = new Map<number, ValueMap[]>();
  for (const [which, variable] of ordered.entries()) addTo(before, places[which] ?? own.length, variable);
  const placed = own.flatMap((variable, index) => [...(before.get(index) ?? []), variable]);
  return [...placed, ...(before.get(own.length) ?? [])];
}

/** The variables with each behind those that it refers to; otherwise in their order. */
function inOrderOfUse(variables: readonly ValueMap[]): readonly ValueMap[] {
  if (variables.every((variable) => referencesOf(variable).length === 0)) return variables;
  const byName = new Map(variables.map((variable) => [nameOf(variable), variable]));
  const ordered: ValueMap[] = [];
  const begun = new Set<ValueMap>();
  for (const first of variables) {
    // With a stack of its own: a chain of variables may be longer than that of calls.
    const path = begun.has(first) ? [] : [{ variable: first, rest: referencesOf(first).values() }];
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
      path.push({ variable: used, rest: referencesOf(used).values() });
    }
  }
  return ordered;
}

/**
 * For each added variable the index of the own variable that it goes before; `own.length` for the end. No two of the
 * added ones have one name.
 */
function placesOf(own: readonly Value[], added: readonly ValueMap[]): readonly number[] {
  const firstUsers = new Map<string, number>();
  for (const [index, variable] of own.entries()) {
    for (const name of referencesOf(variable)) if (!firstUsers.has(name)) firstUsers.set(name, index);
  }
  const places = added.map((variable) => firstUsers.get(nameOf(variable)) ?? own.length);
  const indices = new Map(added.map((variable, index) => [nameOf(variable), index]));
  // What an added variable itself refers to must come no later than it does.
  for (let user = added.length - 1; user >= 0; user--) {
    for (const name of referencesOf(added[user])) {
      const used = indices.get(name) ?? user;
      if (used < user) places[used] = Math.min(places[used] ?? 0, places[user] ?? 0);
    }
  }
  return places;
}
