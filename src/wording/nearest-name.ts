/** Finds the name a user most likely meant: the "did you mean" of unknown fields and options. */

/**
 * The known name nearest to `name` regardless of case, or undefined where even the nearest is too far to be a slip:
 * more than a third of the letters of `name` (but one is always allowed) would have to be typed anew. Of equally near
 * names the first one is taken.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
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
    if (Math.min(...current) > limit && Math.min(...above) > limit) return Infinity;
    twoAbove = above;
    above = current;
  }
  return above[b.length] ?? 0;
}
