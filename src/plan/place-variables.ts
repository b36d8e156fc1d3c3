/** Where injected variables go among the container's own. */
import { referencesOf } from '../kubernetes/variable-order.ts';
import type { EnvPlacement } from '../options.ts';
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
  return [...own, undefined].flatMap((variable, index) => [
    ...ordered.filter((_, which) => places[which] === index),
    ...(variable === undefined ? [] : [variable]),
  ]);
}

/** The variables with each behind those that it refers to; otherwise in their order. */
function inOrderOfUse<T extends Placed>(variables: readonly T[]): readonly T[] {
  if (variables.every(({ value }) => referencesOf(value).length === 0)) return variables;
  const byName = new Map(variables.map((variable) => [nameOf(variable.value), variable]));
  const ordered = new Set<T>();
  const begun = new Set<T>();
  const place = (variable: T): void => {
    if (begun.has(variable)) return;
    begun.add(variable);
    for (const name of referencesOf(variable.value)) {
      const used = byName.get(name);
      if (used) place(used);
    }
    ordered.add(variable);
  };
  for (const variable of variables) place(variable);
  return [...ordered];
}

/** For each added variable the index of the own variable that it goes before; `own.length` for the end. */
function placesOf(own: readonly Placed[], added: readonly Placed[]): readonly number[] {
  const referred = own.map(({ value }) => referencesOf(value));
  const places = added.map(({ value }) => {
    const name = nameOf(value);
    const first = referred.findIndex((names) => names.includes(name));
    return first === -1 ? own.length : first;
  });
  // What an added variable itself refers to must come no later than it does.
  for (let user = added.length - 1; user >= 0; user--) {
    const names = referencesOf(added[user]?.value);
    for (let used = 0; used < user; used++) {
      if (names.includes(nameOf(added[used]?.value))) places[used] = Math.min(places[used] ?? 0, places[user] ?? 0);
    }
  }
  return places;
}
