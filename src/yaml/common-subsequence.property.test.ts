import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonSubsequence } from './common-subsequence.ts';

/** A name, and what tells entries of one name apart. */
type Entry = readonly [name: string, content: number];

const entry: fc.Arbitrary<Entry> = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.nat({ max: 2 }));
const entries = fc.array(entry, { maxLength: 24 });

/** A list, and what becomes of it when entries go, come, change their content or move. */
const edited = fc.tuple(entries, fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat(), entry), { maxLength: 5 })).map(
  ([before, changes]) =>
    [
      before,
      changes.reduce<readonly Entry[]>((list, [kind, place, [name, content]]) => {
        const at = place % (list.length + 1);
        const there = list[at];
        if (kind === 0 || there === undefined) return list.toSpliced(at, 0, [name, content]);
        if (kind === 1) return list.toSpliced(at, 1);
        if (kind === 2) return list.with(at, [there[0], content]);
        return list.toSpliced(at, 1).toSpliced(content, 0, there);
      }, before),
    ] as const,
);

describe('the common subsequence of two lists', () => {
  test('is the one that a table of all pairs gives', () => {
    fc.assert(
      fc.property(fc.oneof(edited, fc.tuple(entries, entries)), ([a, b]) => {
        expect(pairsOf(a, b)).toEqual(pairsByTable(a, b));
      }),
    );
  });

  test('asks about few pairs of long lists, of different names and of one', { timeout: 60_000 }, () => {
    const asked = (a: readonly Entry[], b: readonly Entry[]): number => {
      let count = 0;
      commonSubsequence(namesOf(a), namesOf(b), () => {
        count++;
        return false;
      });
      return count;
    };
    const list = (length: number, name: (index: number) => string): readonly Entry[] =>
      Array.from({ length }, (_, index) => [name(index), index] as const);
    const length = 50_000;
    expect(
      asked(
        list(length, (index) => `n${index}`),
        list(length, (index) => `n${length - index}`),
      ),
    ).toBeLessThan(length);
    expect(
      asked(
        list(length, () => 'n'),
        list(length, () => 'n'),
      ),
    ).toBeLessThan(10 * length);
  });

  test('of long lists is as long as it can be', { timeout: 60_000 }, () => {
    const length = 50_000;
    const names = Array.from({ length }, (_, index) => `n${index}`);
    const swapped = names.map((_, index) => `n${index ^ 1}`);
    expect(commonSubsequence(names, swapped, () => true)).toHaveLength(length / 2);
    const copies = names.map(() => 'n');
    expect(commonSubsequence(copies, ['m', ...copies], () => true)).toHaveLength(length);
  });
});

function namesOf(entries: readonly Entry[]): readonly string[] {
  return entries.map(([name]) => name);
}

function isEqual([name, content]: Entry, [otherName, otherContent]: Entry): boolean {
  return name === otherName && content === otherContent;
}

function pairsOf(a: readonly Entry[], b: readonly Entry[]): readonly (readonly [number, number])[] {
  return commonSubsequence(namesOf(a), namesOf(b), (i, j) => isEqual(a[i] as Entry, b[j] as Entry));
}

/** The textbook's way: what the rest of both lists gives at best, for every two places in them. */
function pairsByTable(a: readonly Entry[], b: readonly Entry[]): readonly (readonly [number, number])[] {
  const best = Array.from({ length: a.length + 1 }, () => b.map(() => 0).concat(0));
  const bestAt = (i: number, j: number): number => best[i]?.[j] ?? 0;
  // Above all, as many pairs as possible.
  const worth = (one: Entry, other: Entry): number =>
    one[0] === other[0] ? 1000 + Number(isEqual(one, other)) : -Infinity;
  for (const [i, one] of [...a.entries()].toReversed()) {
    for (const [j, other] of [...b.entries()].toReversed()) {
      const row = best[i] as number[];
      row[j] = Math.max(worth(one, other) + bestAt(i + 1, j + 1), bestAt(i + 1, j), bestAt(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; bestAt(i, j) > 0;) {
    if (bestAt(i, j) === bestAt(i + 1, j)) i++;
    else if (bestAt(i, j) === bestAt(i, j + 1)) j++;
    else pairs.push([i++, j++]);
  }
  return pairs;
}
