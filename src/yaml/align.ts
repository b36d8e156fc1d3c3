/** Which items of a list stay when it becomes another list. */
import { commonSubsequence } from './common-subsequence.ts';
import {
  at,
  canonicalText,
  isList,
  isMap,
  nameOf,
  Numeral,
  sameValue,
  scalarText,
  type Value,
  type ValueMap,
} from './value.ts';

/** For every item of `desired`, the index of the item of `current` that it is made from, or undefined for a new one. */
export type Alignment = readonly (number | undefined)[];

/** Fields that identify an entry of a Kubernetes list; the first one that is there counts. */
const IDENTIFYING = ['mountPath', 'devicePath', 'name', 'containerPort', 'ip', 'key'];

/**
 * Pairs the items of two lists, in order: a longest common subsequence by name, so that what is in both keeps its
 * text and only the rest is removed or inserted; of several with one name those that are equal. What has no name and
 * stands between the same neighbours in both lists is paired by position. Takes n log n time for n items.
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
  const pairs = commonSubsequence(
    current.slice(head, from).map(identityOf),
    desired.slice(head, to).map(identityOf),
    (a, b) => same(head + a, head + b),
  );
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

/** What two items have to have in common to be taken for the same: the name or, without one, everything. */
function identityOf(value: Value): string {
  const name = isMap(value) ? nameIn(value) : undefined;
  return name === undefined ? canonicalText(value) : `called ${name}`;
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
