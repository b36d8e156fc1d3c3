/** The longest common subsequence of two lists of names, in n log n time (Hunt and Szymanski). */
import { countFirst } from './binary-search.ts';
import { addTo } from './multi-map.ts';

/** An index in the one list and an index in the other. */
type Pair = readonly [a: number, b: number];

/**
 * Pairs of indices of equal names, rising in both lists: as many as there can be, and of as many the ones with the most
 * pairs for which `isEqual` holds. Of several such choices it is the one whose pairs come last in `a`, then in `b`.
 */
export function commonSubsequence(
  a: readonly string[],
  b: readonly string[],
  isEqual: (a: number, b: number) => boolean,
): readonly Pair[] {
  if (a.length === 0 || b.length === 0) return [];
  const pair = Math.min(a.length, b.length) + 1;
  const [inA, inB] = [indicesByName(a), indicesByName(b)];
  const behind = new GreatestBehind(b.length);
  /** By what a pair is worth with the best that can follow it: such pairs, the last ones first. */
  const byWorth = new Map<number, { readonly pair: Pair; readonly worth: number }[]>();
  for (let i = a.length - 1; i >= 0; i--) {
    const candidates = copiesNear(i, inA.get(a[i] ?? '') ?? [], inB.get(a[i] ?? '') ?? []);
    const row = candidates.toReversed().map((j) => {
      const worth = isEqual(i, j) ? pair + 1 : pair;
      return { pair: [i, j] as const, worth, total: worth + behind.after(j) };
    });
    for (const { pair: found, worth, total } of row) {
      behind.add(found[1], total);
      addTo(byWorth, total, { pair: found, worth });
    }
  }
  const pairs: Pair[] = [];
  let [fromA, fromB] = [0, 0];
  for (let total = behind.after(-1); total > 0;) {
    const next = byWorth.get(total)?.find(({ pair: [i, j] }) => i >= fromA && j >= fromB);
    if (next === undefined) throw new Error('the best choice has no next pair');
    pairs.push(next.pair);
    [fromA, fromB] = [next.pair[0] + 1, next.pair[1] + 1];
    total -= next.worth;
  }
  return pairs;
}

function indicesByName(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const indices = new Map<string, number[]>();
  for (const [index, name] of names.entries()) addTo(indices, name, index);
  return indices;
}

/** From this many copies of a name on, in both lists, not all of them are considered as pairs of one another. */
const MANY_COPIES = 32;

/**
 * The copies in the one list that the copy at an index of the other may be paired with: all, or where there are many those
 * that are the so many-th give or take a few. So a list of nothing but copies takes no longer than any other.
 */
function copiesNear(index: number, own: readonly number[], others: readonly number[]): readonly number[] {
  const fewer = Math.min(own.length, others.length);
  if (fewer <= MANY_COPIES) return others;
  const reach = Math.max(Math.floor(MANY_COPIES ** 2 / fewer), 2);
  const number = countFirst(own, (copy) => copy < index);
  return others.slice(Math.max(number - reach, 0), number + reach + 1);
}

/** Numbers at indices, and the greatest of those behind an index; both in logarithmic time (a Fenwick tree). */
class GreatestBehind {
  readonly #tree: Float64Array;

  constructor(length: number) {
    this.#tree = new Float64Array(length + 1);
  }

  add(index: number, value: number): void {
    const tree = this.#tree;
    for (let at = tree.length - 1 - index; at < tree.length; at += at & -at) {
      tree[at] = Math.max(tree[at] ?? 0, value);
    }
  }

  /** 0 where there is none. */
  after(index: number): number {
    let greatest = 0;
    for (let at = this.#tree.length - 2 - index; at > 0; at -= at & -at)
      greatest = Math.max(greatest, this.#tree[at] ?? 0);
    return greatest;
  }
}
