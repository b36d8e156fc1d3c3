/** Where injected variables go among the container's own. */
import { references } from '../kubernetes/expansion.ts';
import type { EnvPlacement } from '../krm/options.ts';
import { nameOf, type Value, type ValueMap } from '../yaml/value.ts';

/**
 * The list with the added variables in their places; neither the own variables nor the added ones change their order
 * among themselves at one place. `auto` puts a variable before the first of the container's own that refers to it and
 * otherwise at the end, since the kubelet expands `$(NAME)` in the order of the list.
 */
export function placeVariables(
  own: readonly Value[],
  added: readonly ValueMap[],
  placement: EnvPlacement,
): readonly Value[] {
  if (placement === 'append') return [...own, ...added];
  if (placement === 'prepend') return [...added, ...own];
  const places = placesOf(own, added);
  return [...own, undefined].flatMap((variable, index) => [
    ...added.filter((_, which) => places[which] === index),
    ...(variable === undefined ? [] : [variable]),
  ]);
}

/** For each added variable the index of the own variable that it goes before; `own.length` for the end. */
function placesOf(own: readonly Value[], added: readonly ValueMap[]): readonly number[] {
  const referred = own.map((variable) => new Set(referencesOf(variable)));
  const places = added.map((variable) => {
    const first = referred.findIndex((names) => names.has(nameOf(variable)));
    return first === -1 ? own.length : first;
  });
  // What an added variable itself refers to, among the added ones before it, must come no later than it does.
  for (let user = added.length - 1; user >= 0; user--) {
    const names = new Set(referencesOf(added[user] ?? null));
    for (let used = 0; used < user; used++) {
      if (names.has(nameOf(added[used]))) places[used] = Math.min(places[used] ?? 0, places[user] ?? 0);
    }
  }
  return places;
}

function referencesOf(variable: Value): readonly string[] {
  const value = typeof variable === 'object' && variable !== null && 'value' in variable ? variable.value : undefined;
  return typeof value === 'string' ? references(value) : [];
}
