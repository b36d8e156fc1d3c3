/** Which items of a list stay when it becomes another list. */
import { at, isList, isMap, nameOf, scalarText, type Value, type ValueMap } from './value.ts';

/** For every item of `desired`, the index of the item of `current` that it is made from, or undefined for a new one. */
export type Alignment = readonly (number | undefined)[];

/** Fields that identify an entry of a Kubernetes list; the first one that is there counts. */
const IDENTIFYING = ['mountPath', 'devicePath', 'name', 'containerPort', 'ip', 'key'];

/**
 * Pairs the items of two lists by identity, in order: a longest common subsequence, so that what is in both keeps
 * its text and only the rest is removed or inserted. What has no identity and stands between the same neighbours in
 * both lists is paired by position.
 */
export function align(current: readonly Value[], desired: readonly Value[]): Alignment {
  const result: (number | undefined)[] = Array.from({ length: desired.length });
  const same = (from: number, to: number): boolean => {
    const [a, b] = [current[from], desired[to]];
    return a !== undefined && b !== undefined && (a === b || identity(a) === identity(b));
  };
  let head = 0;
  while (same(head, head)) {
    result[head] = head;
    head++;
  }
  let [from, to] = [current.length, desired.length];
  while (from > head && to > head && same(from - 1, to - 1)) result[--to] = --from;
  const pairs = commonSubsequence(current.slice(head, from).map(identity), desired.slice(head, to).map(identity));
  let [nextFrom, nextTo] = [head, head];
  for (const [a, b] of [...pairs, [from - head, to - head] as const]) {
    pairByPosition(current, desired, result, [nextFrom, nextTo], [head + a, head + b]);
    if (head + b < to) result[head + b] = head + a;
    [nextFrom, nextTo] = [head + a + 1, head + b + 1];
  }
  return result;
}

/** Pairs collections without an identity of their own in a range of both lists where nothing else corresponds. */
function pairByPosition(
  current: readonly Value[],
  desired: readonly Value[],
  result: (number | undefined)[],
  [from, to]: readonly [number, number],
  [fromEnd, toEnd]: readonly [number, number],
): void {
  for (let a = from, b = to; a < fromEnd && b < toEnd; a++, b++) {
    if (isNameless(current[a]) && isNameless(desired[b])) result[b] = a;
  }
}

function isNameless(value: Value | undefined): boolean {
  return isList(value) || (isMap(value) && nameIn(value) === undefined);
}

function identity(value: Value): string {
  return (isMap(value) ? nameIn(value) : undefined) ?? JSON.stringify(value);
}

/** By which field and name a mapping is known: an entry of a list, or a Kubernetes object. */
function nameIn(value: ValueMap): string | undefined {
  const field = IDENTIFYING.find((name) => typeof value[name] === 'string' || typeof value[name] === 'number');
  if (field !== undefined) return `${field}=${scalarText(value[field])}`;
  const object = nameOf(value['metadata']);
  if (object === '') return undefined;
  return [value['kind'], at(value, 'metadata', 'namespace')].map(scalarText).concat(object).join('/');
}

function commonSubsequence(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const length = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const best = a[i] === b[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
      (lengths[i] as Uint32Array)[j] = best;
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
