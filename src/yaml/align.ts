/** Which items of a list stay when it becomes another list. */
import { commonSubsequence } from './common-subsequence.ts';
import { canonicalText, isList, isMap, sameValue, type Value, type ValueMap } from './value.ts';

/** For every item of `desired`, the index of the item of `current` that it is made from, or undefined for a new one. */
export type Alignment = readonly (number | undefined)[];

/** How the items of lists are told apart, which depends on what the lists are. */
export interface ItemIdentity {
  /** The name of an item, by which it is found in the other list; undefined where it has none. */
  readonly nameIn: (item: ValueMap) => string | undefined;
  /** Whether an item has become another one that has another name now. */
  readonly isRenamed: (before: ValueMap, after: ValueMap) => boolean;
}

/**
 * Pairs the items of two lists, in order: a longest common subsequence by name, so that what is in both keeps its
 * text and only the rest is removed or inserted; of several with one name those that are equal. What has no name and
 * stands between the same neighbours in both lists is paired by position. Takes n log n time for n items.
 */
export function align(current: readonly Value[], desired: readonly Value[], identity: ItemIdentity): Alignment {
  const result: (number | undefined)[] = Array.from({ length: desired.length });
  const same = (from: number, to: number): boolean => {
    const [a, b] = [current[from], desired[to]];
    return a !== undefined && b !== undefined && sameValue(a, b);
  };
  let head = 0;
  while (same(head, head)) {
    result[head] = head;
    head++;
  }
  let [from, to] = [current.length, desired.length];
  while (from > head && to > head && same(from - 1, to - 1)) result[--to] = --from;
  const pairs = commonSubsequence(
    current.slice(head, from).map((item) => keyOf(item, identity)),
    desired.slice(head, to).map((item) => keyOf(item, identity)),
    (a, b) => same(head + a, head + b),
  );
  let [nextFrom, nextTo] = [head, head];
  for (const [a, b] of [...pairs, [from - head, to - head] as const]) {
    pairByPosition(current, desired, result, identity, [nextFrom, nextTo], [head + a, head + b]);
    if (head + b < to) result[head + b] = head + a;
    [nextFrom, nextTo] = [head + a + 1, head + b + 1];
  }
  return result;
}

/** Pairs by position what has no identity of its own, or another one now, in a range of both lists where nothing else corresponds. */
function pairByPosition(
  current: readonly Value[],
  desired: readonly Value[],
  result: (number | undefined)[],
  identity: ItemIdentity,
  [from, to]: readonly [number, number],
  [fromEnd, toEnd]: readonly [number, number],
): void {
  for (let a = from, b = to; a < fromEnd && b < toEnd; a++, b++) {
    const [before, after] = [current[a], desired[b]];
    const isRenamed = isMap(before) && isMap(after) && identity.isRenamed(before, after);
    if (isRenamed || (isNameless(before, identity) && isNameless(after, identity))) result[b] = a;
  }
}

function isNameless(value: Value | undefined, { nameIn }: ItemIdentity): boolean {
  return isList(value) || (isMap(value) && nameIn(value) === undefined);
}

/** What two items have to have in common to be taken for the same: the name or, without one, everything. */
function keyOf(value: Value, { nameIn }: ItemIdentity): string {
  const name = isMap(value) ? nameIn(value) : undefined;
  return name === undefined ? canonicalText(value) : `called ${name}`;
}
