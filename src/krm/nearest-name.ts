/** Finds the name a user most likely meant: the "did you mean" of unknown fields and options. */

/**
 * So many letters are compared at most, that is, a thousand names of thirty letters: a typo in every line of an input must
 * not take longer than everything else.
 */
const MOST_COMPARED = 1_000_000;

/**
 * The known name nearest to `name` regardless of case, or undefined where even the nearest is too far to be a slip:
 * more than a third of the letters of `name` (but one is always allowed) would have to be typed anew. Of equally near
 * names the first one is taken; among too many, or too long ones, none is looked for.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length * name.length ** 2 > MOST_COMPARED) return undefined;
  const limit = Math.max(1, name.length / 3);
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), Math.min(limit, least));
    if (distance > limit || distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

/**
 * Levenshtein's distance, except that two swapped neighbours (`evn` for `env`) are one slip, not two. Infinity as soon
 * as it is certain to be above `limit`, since most names have nothing in common.
 */
function editDistance(a: string, b: string, limit: number): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  let leastAbove = 0;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (twoAbove[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    // A swap reaches two rows up, but costs no less than what is between.
    const least = current.reduce((one, other) => Math.min(one, other));
    if (least > limit && leastAbove > limit) return Infinity;
    twoAbove = above;
    above = current;
    leastAbove = least;
  }
  return above[b.length] ?? 0;
}
