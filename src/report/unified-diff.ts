/**
 * A unified diff, made from the edits themselves: they know which lines change, so that nothing has to be compared.
 * (Format: POSIX diff -u, GNU "Detailed Description of Unified Format".)
 */
import { sortEdits, type Edit } from '../yaml/edit.ts';
import { lineStart, nextLine } from '../yaml/lines.ts';
import { quotedPath } from './printable.ts';

const CONTEXT_LINES = 3;

/** A range of whole lines and the text that takes their place. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The lines of the diff of one text, labelled `path`, each with its line break; none where nothing changes. */
export function unifiedDiff(path: string, bytes: Buffer, edits: readonly Edit[]): readonly string[] {
  const hunks = hunksOf(bytes, wholeLines(bytes, behindTheirLines(bytes, sortEdits(edits))));
  if (hunks.length === 0) return [];
  // GNU diff and git put a tab behind a name with blanks, by which patch sees where it ends.
  const tab = path.includes(' ') ? '\t' : '';
  const lines = [`--- ${quotedPath(`a/${path}`)}${tab}\n`, `+++ ${quotedPath(`b/${path}`)}${tab}\n`];
  let [counted, line, shift] = [0, 1, 0];
  for (const { start, end, changes } of hunks) {
    line += countLines(bytes, counted, start);
    counted = start;
    const body = hunkLines(bytes, start, end, changes);
    const removed = body.filter((text) => !text.startsWith('+') && !text.startsWith('\\')).length;
    const added = body.filter((text) => !text.startsWith('-') && !text.startsWith('\\')).length;
    lines.push(`@@ -${range(line, removed)} +${range(line + shift, added)} @@\n`);
    for (const text of body) lines.push(text);
    shift += added - removed;
  }
  return lines;
}

/**
 * Lines inserted at the end of a line, as a line break and their text, are the same lines inserted behind its own break:
 * that way the line itself does not change. Not where a later edit is made to the end of that line.
 */
function behindTheirLines(bytes: Buffer, edits: readonly Edit[]): readonly Edit[] {
  let next: Edit | undefined;
  return edits
    .toReversed()
    .map((edit) => {
      const { start, end, text } = edit;
      const lineBreak = /^\r?\n/.exec(text)?.[0] ?? '';
      const behind = start + lineBreak.length;
      const isAtTheEnd = lineBreak !== '' && start === end && bytes.toString('latin1', start, behind) === lineBreak;
      const isFree = next === undefined || next.start >= behind;
      next =
        isAtTheEnd && isFree ? { start: behind, end: behind, text: text.slice(lineBreak.length) + lineBreak } : edit;
      return next;
    })
    .toReversed();
}

/** The edits as changes of whole lines; edits of one line, or of neighbouring ones, become one change. */
function wholeLines(bytes: Buffer, edits: readonly Edit[]): readonly Change[] {
  const changes: Change[] = [];
  let group: Edit[] = [];
  let [start, end] = [0, 0];
  const close = (): void => {
    if (group.length > 0) changes.push(changeOf(bytes, start, end, group));
    group = [];
  };
  for (const edit of edits) {
    // Where a line is long and has many edits, its start and its end are searched for once.
    if (group.length === 0 || edit.start > end) {
      const from = lineStart(bytes, edit.start);
      if (group.length === 0 || from > end) {
        close();
        [start, end] = [from, 0];
      }
    }
    // An insertion at the start of a line leaves that line alone; what ends in a line break ends there.
    const inside = isLineStart(bytes, edit.start) && edit.text.endsWith('\n') && isLineStart(bytes, edit.end);
    if (inside) end = Math.max(end, edit.end);
    else if (edit.end >= end) end = nextLine(bytes, edit.end);
    group.push(edit);
  }
  close();
  return changes.filter(({ start: from, end: to, text }) => from < to || text !== '');
}

function isLineStart(bytes: Buffer, offset: number): boolean {
  return offset === 0 || bytes[offset - 1] === 0x0a;
}

/** A change of the fewest lines: those that begin and end both texts are context, of which patch counts the lines. */
function changeOf(bytes: Buffer, start: number, end: number, edits: readonly Edit[]): Change {
  let [from, text] = [start, ''];
  for (const edit of edits) {
    text += bytes.toString('utf8', from, edit.start) + edit.text;
    from = edit.end;
  }
  const [old, now] = [linesOf(bytes.toString('utf8', start, end)), linesOf(text + bytes.toString('utf8', from, end))];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return {
    start: start + Buffer.byteLength(old.slice(0, head).join('')),
    end: end - Buffer.byteLength(old.slice(old.length - tail).join('')),
    text: now.slice(head, now.length - tail).join(''),
  };
}

interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly changes: readonly Change[];
}

function hunksOf(bytes: Buffer, changes: readonly Change[]): readonly Hunk[] {
  const hunks: { start: number; end: number; changes: Change[] }[] = [];
  for (const change of changes) {
    let start = change.start;
    for (let i = 0; i < CONTEXT_LINES && start > 0; i++) start = lineStart(bytes, start - 1);
    let end = change.end;
    for (let i = 0; i < CONTEXT_LINES && end < bytes.length; i++) end = nextLine(bytes, end);
    const last = hunks.at(-1);
    if (last && start <= last.end) {
      last.end = end;
      last.changes.push(change);
    } else {
      hunks.push({ start, end, changes: [change] });
    }
  }
  return hunks;
}

function hunkLines(bytes: Buffer, start: number, end: number, changes: readonly Change[]): string[] {
  const lines: string[] = [];
  const add = (mark: string, text: string): void => {
    for (const line of linesOf(text)) {
      lines.push(line.endsWith('\n') ? mark + line : `${mark}${line}\n`);
      if (!line.endsWith('\n')) lines.push('\\ No newline at end of file\n');
    }
  };
  let from = start;
  for (const change of changes) {
    add(' ', bytes.toString('utf8', from, change.start));
    add('-', bytes.toString('utf8', change.start, change.end));
    add('+', change.text);
    from = change.end;
  }
  add(' ', bytes.toString('utf8', from, end));
  return lines;
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function countLines(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a, from); at !== -1 && at < to; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}

/** An empty range is called by the line before it. */
function range(start: number, count: number): string {
  return count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;
}
