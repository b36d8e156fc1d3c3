/** Finds the name a user most likely meant: the "did you mean" of unknown fields and options. */

/**
 * So many pairs of letters are compared at most, that is, those of 750 names of twenty letters: a typo in every line of an
 * input must not take longer than everything else.
 */
const MOST_COMPARED = 300_000;

/**
 * The known name nearest to `name` regardless of case, or undefined where even the nearest is too far to be a slip:
 * more than a third of the letters of `name` (but one is always allowed) would have to be typed anew. Of equally near
 * names the first one is taken; among too many, or too long ones, none is looked for.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length * name.length ** 2 > MOST_COMPARED) return undefined;
  const wanted = name.toLowerCase();
  const limit = Math.max(1, wanted.length / 3);
  const row = (): Uint32Array => new Uint32Array(Math.floor(wanted.length + limit) + 1);
  const rows = [row(), row(), row()] as const;
  let nearest: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    if (Math.abs(other.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, other, Math.min(limit, least), rows);
    if (distance > limit || distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

/** What is left of two texts without what both begin and end with: names of one input have much in common. */
function withoutCommonEnds(a: string, b: string): readonly [string, string] {
  let [start, aEnd, bEnd] = [0, a.length, b.length];
  while (start < aEnd && start < bEnd && a[start] === b[start]) start++;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) [aEnd, bEnd] = [aEnd - 1, bEnd - 1];
  return [a.slice(start, aEnd), b.slice(start, bEnd)];
}

type Rows = readonly [Uint32Array, Uint32Array, Uint32Array];

/**
 * Levenshtein's distance, except that two swapped neighbours (`evn` for `env`) are one slip, not two. Infinity as soon
 * as it is certain to be above `limit`, since most names have nothing in common. `rows` are to be written over.
 */
function editDistance(whole: string, other: string, limit: number, rows: Rows): number {
  const [a, b] = withoutCommonEnds(whole, other);
  let [twoAbove, above, current] = rows;
  for (let column = 0; column <= b.length; column++) above[column] = column;
  let leastAbove = 0;
  for (let row = 1; row <= a.length; row++) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const distance = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (twoAbove[column - 2] ?? 0) + 1 : Infinity,
      );
      current[column] = distance;
      least = Math.min(least, distance);
    }
    // A swap reaches two rows up, but costs no less than what is between.
    if (least > limit && leastAbove > limit) return Infinity;
    [twoAbove, above, current] = [above, current, twoAbove];
    leastAbove = least;
  }
  return above[b.length] ?? 0;
}
