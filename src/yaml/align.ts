/** Which items of a list stay when it becomes another list. */
import { at, isList, isMap, nameOf, Numeral, sameValue, scalarText, type Value, type ValueMap } from './value.ts';

/** For every item of `desired`, the index of the item of `current` that it is made from, or undefined for a new one. */
export type Alignment = readonly (number | undefined)[];

/** Fields that identify an entry of a Kubernetes list; the first one that is there counts. */
const IDENTIFYING = ['mountPath', 'devicePath', 'name', 'containerPort', 'ip', 'key'];

/**
 * Pairs the items of two lists, in order: a longest common subsequence by name, so that what is in both keeps its
 * text and only the rest is removed or inserted; of several with one name those that are equal. What has no name and
 * stands between the same neighbours in both lists is paired by position.
 */
export function align(current: readonly Value[], desired: readonly Value[]): Alignment {
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
  const pairs = commonSubsequence(current.slice(head, from), desired.slice(head, to));
  let [nextFrom, nextTo] = [head, head];
  for (const [a, b] of [...pairs, [from - head, to - head] as const]) {
    pairByPosition(current, desired, result, [nextFrom, nextTo], [head + a, head + b]);
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
  [from, to]: readonly [number, number],
  [fromEnd, toEnd]: readonly [number, number],
): void {
  for (let a = from, b = to; a < fromEnd && b < toEnd; a++, b++) {
    if ((isNameless(current[a]) && isNameless(desired[b])) || isOfAnotherKind(current[a], desired[b])) result[b] = a;
  }
}

/** An object that keeps its name and becomes one of another kind. */
function isOfAnotherKind(a: Value | undefined, b: Value | undefined): boolean {
  const [before, after] = [nameOf(at(a, 'metadata')), nameOf(at(b, 'metadata'))];
  return before !== '' && before === after && sameValue(at(a, 'metadata') ?? null, at(b, 'metadata') ?? null);
}

function isNameless(value: Value | undefined): boolean {
  return isList(value) || (isMap(value) && nameIn(value) === undefined);
}

/** By which field and name a mapping is known: an entry of a list, or a Kubernetes object. */
function nameIn(value: ValueMap): string | undefined {
  const field = IDENTIFYING.find((name) => isNameable(value[name]));
  if (field !== undefined) return `${field}=${scalarText(value[field])}`;
  const object = nameOf(value['metadata']);
  if (object === '') return undefined;
  return [value['kind'], at(value, 'metadata', 'namespace')].map(scalarText).concat(object).join('/');
}

function isNameable(value: Value | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number' || value instanceof Numeral;
}

function commonSubsequence(a: readonly Value[], b: readonly Value[]): (readonly [number, number])[] {
  if (a.length === 0 || b.length === 0) return [];
  const namesOfA = a.map((value) => (isMap(value) ? nameIn(value) : undefined));
  const namesOfB = b.map((value) => (isMap(value) ? nameIn(value) : undefined));
  // The number of pairs counts first, then how many of them are equal.
  const pair = Math.min(a.length, b.length) + 1;
  const worth = (i: number, j: number): number => {
    if (namesOfA[i] !== namesOfB[j]) return 0;
    if (sameValue(a[i] ?? null, b[j] ?? null)) return pair + 1;
    return namesOfA[i] === undefined ? 0 : pair;
  };
  const best = Array.from({ length: a.length + 1 }, () => new Float64Array(b.length + 1));
  const bestAt = (i: number, j: number): number => best[i]?.[j] ?? 0;
  const withPair = (i: number, j: number): number => {
    const here = worth(i, j);
    return here === 0 ? 0 : here + bestAt(i + 1, j + 1);
  };
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      (best[i] as Float64Array)[j] = Math.max(withPair(i, j), bestAt(i + 1, j), bestAt(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (bestAt(i, j) === bestAt(i + 1, j)) i++;
    else if (bestAt(i, j) === bestAt(i, j + 1)) j++;
    else pairs.push([i++, j++]);
  }
  return pairs;
}
