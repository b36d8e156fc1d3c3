/** Which lines differ between two texts: for tests that judge an edit by its result alone, without its edits. */

/** Lines of the old text and the lines that stand in their place. Either may be none. */
export interface LineChange {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * The changes from one text to another by a longest common subsequence of their lines. Lines come without their LF, a
 * CR stays. Takes time and memory proportional to the product of the line counts: for small texts.
 */
export function lineChanges(before: string, after: string): readonly LineChange[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const changes: { removed: string[]; added: string[] }[] = [];
  let change: { removed: string[]; added: string[] } | undefined;
  const opened = (): { removed: string[]; added: string[] } => {
    if (change === undefined) changes.push((change = { removed: [], added: [] }));
    return change;
  };
  const common = commonLengths(old, now);
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    const [mine, theirs] = [old[i], now[j]];
    if (mine !== undefined && mine === theirs) {
      change = undefined;
      i++;
      j++;
    } else if (mine !== undefined && (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) {
      opened().removed.push(mine);
      i++;
    } else if (theirs !== undefined) {
      opened().added.push(theirs);
      j++;
    }
  }
  return changes;
}

/** For every pair of places the length of the longest common subsequence of what follows them. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    const [row, below] = [lengths[i] as Uint32Array, lengths[i + 1] as Uint32Array];
    for (let j = now.length - 1; j >= 0; j--) {
      row[j] = old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

/** Whether a text can be made from another by inserting characters alone. */
export function isInserted(before: string, after: string): boolean {
  let at = 0;
  for (const character of before) {
    at = after.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
