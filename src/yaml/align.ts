/** Which items of a list stay when it becomes another list. */
import { isMap, scalarText, type Value } from './value.ts';

/** For every item of `desired`, the index of the item of `current` that it is made from, or undefined for a new one. */
export type Alignment = readonly (number | undefined)[];

/** Fields that identify an entry of a Kubernetes list; the first one that is there counts. */
const IDENTIFYING = ['mountPath', 'devicePath', 'name', 'containerPort', 'ip', 'key'];

/**
 * Pairs the items of two lists by identity, in order: a longest common subsequence, so that what is in both keeps
 * its text and only the rest is removed or inserted.
 */
export function align(current: readonly Value[], desired: readonly Value[]): Alignment {
  const from = current.map(identity);
  const to = desired.map(identity);
  const result: (number | undefined)[] = Array.from({ length: to.length });
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) {
    result[head] = head;
    head++;
  }
  let tail = 0;
  while (tail < from.length - head && tail < to.length - head && from.at(-1 - tail) === to.at(-1 - tail)) {
    tail++;
    result[to.length - tail] = from.length - tail;
  }
  const middle = commonSubsequence(from.slice(head, from.length - tail), to.slice(head, to.length - tail));
  for (const [a, b] of middle) result[head + b] = head + a;
  return result;
}

function identity(value: Value): string {
  if (isMap(value)) {
    const field = IDENTIFYING.find((name) => typeof value[name] === 'string' || typeof value[name] === 'number');
    if (field !== undefined) return `${field}=${scalarText(value[field])}`;
  }
  return JSON.stringify(value);
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
