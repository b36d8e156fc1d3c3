/**
 * Inserting and removing the parts of one collection, entries or items alike, as edits of its text.
 */
import type { Edit } from './edit.ts';
import { commentColumn, isBlank, lineEnd, lineStart, nextLine, skipBlanks } from './lines.ts';

/** What becomes of a collection: which of its parts stay, and the texts of new ones. */
export interface CollectionChange {
  /** The parts that are there, in order. */
  readonly parts: readonly { readonly start: number; readonly end: number }[];
  readonly keep: readonly boolean[];
  /** New parts after the kept part of that index; -1 is before the first kept part. At least one part is kept. */
  readonly insertAfter: ReadonlyMap<number, readonly string[]>;
}

/** A longest run of parts to remove: indices, the second one inclusive. */
type Run = readonly [first: number, last: number];

/** The edits in a block collection whose parts begin at `column`. Line breaks in new text are LF. */
export function blockEdits(bytes: Buffer, change: CollectionChange, column: number): Edit[] {
  const { parts, insertAfter } = change;
  const edits = runsToRemove(change).map((run) => removeBlockRun(bytes, parts, run, column));
  const separator = `\n${' '.repeat(column)}`;
  for (const [index, texts] of insertAfter) {
    const after = parts[index];
    if (after) {
      const place = lineEnd(bytes, after.end);
      edits.push({ start: place, end: place, text: texts.map((text) => separator + text).join('') });
      continue;
    }
    const first = parts[change.keep.indexOf(true)]?.start ?? 0;
    if (ownLine(bytes, first)) {
      const place = withCommentsAbove(bytes, lineStart(bytes, first), column, 0);
      edits.push({ start: place, end: place, text: texts.map((text) => `${separator.slice(1)}${text}\n`).join('') });
    } else {
      edits.push({ start: first, end: first, text: texts.map((text) => text + separator).join('') });
    }
  }
  return edits;
}

/** The edits in a flow collection; `separator` stands between a part and the next one, comma included. */
export function flowEdits(change: CollectionChange, separator: string): Edit[] {
  const { parts, keep, insertAfter } = change;
  const edits = runsToRemove(change).map(([first, last]): Edit => {
    const before = parts[first - 1];
    const start = before ? before.end : (parts[first]?.start ?? 0);
    const end = before ? (parts[last]?.end ?? 0) : (parts[last + 1]?.start ?? 0);
    return { start, end, text: '' };
  });
  for (const [index, texts] of insertAfter) {
    const after = parts[index];
    const start = after ? after.end : (parts[keep.indexOf(true)]?.start ?? 0);
    const text = texts.map((part) => (after ? separator + part : part + separator)).join('');
    edits.push({ start, end: start, text });
  }
  return edits;
}

function runsToRemove({ keep }: CollectionChange): Run[] {
  const runs: Run[] = [];
  for (let first = keep.indexOf(false); first !== -1; first = keep.indexOf(false, first)) {
    const next = keep.indexOf(true, first);
    const last = next === -1 ? keep.length - 1 : next - 1;
    runs.push([first, last]);
    first = last + 1;
  }
  return runs;
}

function removeBlockRun(bytes: Buffer, parts: CollectionChange['parts'], [first, last]: Run, column: number): Edit {
  const start = parts[first]?.start ?? 0;
  const end = parts[last]?.end ?? 0;
  if (!ownLine(bytes, start)) {
    // `- name: a`: what follows moves up to the dash, its own comments included.
    let next = nextLine(bytes, end);
    while (isBlank(bytes, next, lineEnd(bytes, next)) && next < bytes.length) next = nextLine(bytes, next);
    return { start, end: skipBlanks(bytes, next), text: '' };
  }
  const before = parts[first - 1];
  const from = withCommentsAbove(bytes, lineStart(bytes, start), column, before ? nextLine(bytes, before.end) : 0);
  if (last < parts.length - 1)
    return { start: from, end: withCommentsBelow(bytes, nextLine(bytes, end), column), text: '' };
  // The last lines go with the line break before them: the one behind them is where the parent's next entry is put,
  // and an input without a final line break has none.
  return { start: from === 0 ? 0 : lineEnd(bytes, lineStart(bytes, from - 1)), end: lineEnd(bytes, end), text: '' };
}

function ownLine(bytes: Buffer, offset: number): boolean {
  return isBlank(bytes, lineStart(bytes, offset), offset);
}

/** The start of the lines of comment, at the same column, that stand right above a line: they speak of it. */
function withCommentsAbove(bytes: Buffer, line: number, column: number, limit: number): number {
  let from = line;
  while (from > limit) {
    const above = lineStart(bytes, from - 1);
    if (commentColumn(bytes, above) !== column) break;
    from = above;
  }
  return from;
}

/** The end of the lines of comment, indented deeper than `column`, that stand right below: they were part of it. */
function withCommentsBelow(bytes: Buffer, line: number, column: number): number {
  let to = line;
  while (to < bytes.length) {
    const comment = commentColumn(bytes, to);
    if (comment === undefined || comment <= column) break;
    to = nextLine(bytes, to);
  }
  return to;
}
