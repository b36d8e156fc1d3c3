/**
 * Inserting and removing the parts of one collection, entries or items alike, as edits of its text.
 */
import type { Edit } from './edit.ts';
import { keepsBlankLines, takesCommentsIn, type FinalPart } from './final-line.ts';
import {
  columnAt,
  endsLine,
  endWithBlankLinesBelow,
  endWithCommentsBelow,
  endWithCommentsRightBelow,
  isBelow,
  lineEnd,
  lineStart,
  nextLine,
  previousLineEnd,
  skipBlanks,
  startsLine,
  startWithCommentsAbove,
} from './lines.ts';
import type { Entry, SequenceItem } from './source-node.ts';

type Part = Entry | SequenceItem;

/** What becomes of a collection: which of its parts stay, and the texts of new ones. */
export interface CollectionChange {
  /** The parts that are there, in order. */
  readonly parts: readonly Part[];
  readonly keep: readonly boolean[];
  /** New parts after the kept part of that index; -1 is before the first kept part. At least one part is kept. */
  readonly insertAfter: ReadonlyMap<number, readonly string[]>;
  /** What the text of a kept part ends in once it is edited. */
  readonly endsIn: readonly (FinalPart | undefined)[];
}

/** What changes between two kept parts that follow one another, or before the first, or after the last of them. */
interface Gap {
  readonly before: Part | undefined;
  /** The first and the last of the parts to be removed. */
  readonly removed: readonly [first: Part, last: Part] | undefined;
  readonly texts: readonly string[];
  readonly after: Part | undefined;
  readonly beforeEndsIn: FinalPart | undefined;
}

/** The edits in a block collection whose parts begin at `column`. Line breaks in new text are LF. */
export function blockEdits(bytes: Buffer, change: CollectionChange, column: number): Edit[] {
  return gapsOf(change).flatMap((gap) => {
    if (gap.removed === undefined && gap.texts.length === 0) return [];
    const [first] = gap.removed ?? [gap.after];
    if (gap.before === undefined && first && !startsLine(bytes, first.start)) {
      return [changeBehindDash(bytes, gap, first, column)];
    }
    return [
      ...(gap.texts.length > 0 ? [insertInBlock(bytes, gap, column)] : []),
      ...(gap.removed ? removeFromBlock(bytes, gap, gap.removed, column) : []),
    ];
  });
}

/** The first part of `- name: a`: what is new, or what follows if that is nothing, takes its place behind the dash. */
function changeBehindDash(bytes: Buffer, { removed, texts }: Gap, { start }: Part, column: number): Edit {
  const text = texts.map((part) => `${part}\n${' '.repeat(column)}`).join('');
  if (removed === undefined) return { start, end: start, text };
  let next = nextLine(bytes, endWithCommentsBelow(bytes, removed[1].end, column));
  while (next < bytes.length && endsLine(bytes, next)) next = nextLine(bytes, next);
  return { start, end: skipBlanks(bytes, next), text };
}

function insertInBlock(bytes: Buffer, { before, after, texts }: Gap, column: number): Edit {
  const margin = ' '.repeat(column);
  if (before) {
    const comments = endWithCommentsBelow(bytes, before.end, column);
    const place = endWithBlankLinesBelow(bytes, comments, endsInLiteral(texts) ? column : Infinity);
    return { start: place, end: place, text: texts.map((text) => `\n${margin}${text}`).join('') };
  }
  const first = after?.start ?? 0;
  const place = startWithCommentsAbove(bytes, lineStart(bytes, first), column, 0);
  return { start: place, end: place, text: texts.map((text) => `${margin}${text}\n`).join('') };
}

function removeFromBlock(bytes: Buffer, gap: Gap, [first, last]: readonly [Part, Part], column: number): Edit[] {
  const limit = gap.before ? nextLine(bytes, gap.before.end) : 0;
  const from = startWithCommentsAbove(bytes, lineStart(bytes, first.start), column, limit);
  const isTakenIn = gap.texts.length > 0 ? endsInLiteral(gap.texts) : takesCommentsIn(gap.beforeEndsIn);
  // Across a blank line comments speak of a block, not of a single line.
  const to =
    isTakenIn || isBelow(bytes, last.start, last.end)
      ? endWithCommentsBelow(bytes, last.end, column)
      : endWithCommentsRightBelow(bytes, last.end, column);
  const keepsBlank = gap.texts.length === 0 && keepsBlankLines(bytes, gap.beforeEndsIn);
  const blank = endWithBlankLinesBelow(bytes, to, keepsBlank ? -1 : isTakenIn ? column : Infinity);
  if (gap.after) return [{ start: from, end: nextLine(bytes, blank), text: '' }];
  // The last lines go with the line break before them: the one behind them is where the parent's next entry is put,
  // and an input without a final line break has none.
  const edits = [{ start: previousLineEnd(bytes, from), end: to, text: '' }];
  // Line by line, since that entry may come behind any of them.
  for (let end = to; end < blank; end = lineEnd(bytes, nextLine(bytes, end))) {
    edits.push({ start: end, end: lineEnd(bytes, nextLine(bytes, end)), text: '' });
  }
  return edits;
}

/** Whether new text may end in a literal, which takes in what comes below it and is indented as deep. */
function endsInLiteral(texts: readonly string[]): boolean {
  return texts.at(-1)?.includes('|') ?? false;
}

/**
 * The edits in a flow collection; `separator` is what stands between a comma and the next part: a line break and
 * indentation, a space, or nothing. Line breaks in new text are LF.
 */
export function flowEdits(bytes: Buffer, change: CollectionChange, separator: string): Edit[] {
  return gapsOf(change).flatMap((gap) => {
    if (gap.removed === undefined) return gap.texts.length === 0 ? [] : insertInFlow(bytes, gap, separator);
    if (gap.texts.length === 0) return removeFromFlow(bytes, gap, gap.removed);
    const [first, last] = gap.removed;
    return [{ start: first.start, end: last.end, text: gap.texts.join(`,${separator}`) }];
  });
}

function insertInFlow(bytes: Buffer, { before, after, texts }: Gap, separator: string): Edit[] {
  if (before === undefined) {
    const first = after?.start ?? 0;
    if (!separator.startsWith('\n') || !startsLine(bytes, first)) {
      return [{ start: first, end: first, text: texts.map((text) => `${text},${separator}`).join('') }];
    }
    const place = startWithCommentsAbove(bytes, lineStart(bytes, first), columnAt(bytes, first), 0);
    return [{ start: place, end: place, text: texts.map((text) => `${separator.slice(1)}${text},\n`).join('') }];
  }
  const comma = commaAfter(bytes, before.end);
  const hasComma = comma !== undefined && !isBelow(bytes, before.end, comma);
  const rest = hasComma ? comma + 1 : before.end;
  if (!separator.startsWith('\n') || endsLine(bytes, rest) || !isComment(bytes, rest)) {
    const text = texts.map((part) => `,${separator}${part}`).join('');
    return [{ start: before.end, end: before.end, text: spaceAfter(before) + text }];
  }
  // The comment at the end of the line speaks of what stands before it.
  const end = lineEnd(bytes, rest);
  const list = separator + texts.join(`,${separator}`);
  if (hasComma) return [{ start: end, end, text: `${list},` }];
  return [
    { start: before.end, end: before.end, text: `${spaceAfter(before)},` },
    { start: end, end, text: list },
  ];
}

function removeFromFlow(bytes: Buffer, { before, after }: Gap, [first, last]: readonly [Part, Part]): Edit[] {
  const comma = commaAfter(bytes, last.end);
  const to = comma === undefined ? last.end : comma + 1;
  if (!isComment(bytes, to) && !hasComment(bytes, before?.end ?? first.start, first.start)) {
    if (before) return [{ start: before.end, end: last.end, text: spaceAfter(before) }];
    if (after && !hasComment(bytes, last.end, after.start)) return [{ start: first.start, end: after.start, text: '' }];
  }
  // The comma before the last part goes, unless one follows.
  const commaBefore = before && comma === undefined ? commaAfter(bytes, before.end) : undefined;
  const edits = commaBefore === undefined ? [] : [{ start: commaBefore, end: commaBefore + 1, text: '' }];
  if (!startsLine(bytes, first.start) || !(isComment(bytes, to) || endsLine(bytes, to))) {
    return [...edits, { start: first.start, end: to, text: '' }];
  }
  const line = startWithCommentsAbove(bytes, lineStart(bytes, first.start), columnAt(bytes, first.start), 0);
  return [...edits, { start: previousLineEnd(bytes, line), end: lineEnd(bytes, to), text: '' }];
}

/** After `key:` without a value a comma would become part of the key, after a tag part of the tag. */
function spaceAfter({ value }: Part): string {
  return value.kind === 'scalar' && value.style === 'empty' ? ' ' : '';
}

/** Offset of the comma after a part of a flow collection; undefined where the collection ends instead. */
function commaAfter(bytes: Buffer, offset: number): number | undefined {
  for (let at = skipBlanks(bytes, offset); ; at = skipBlanks(bytes, at)) {
    if (bytes[at] === COMMA) return at;
    if (isComment(bytes, at)) at = lineEnd(bytes, at);
    if (bytes[at] === CARRIAGE_RETURN || bytes[at] === LINE_FEED) at++;
    else return undefined;
  }
}

/** Whether what follows on the line is a comment. */
function isComment(bytes: Buffer, offset: number): boolean {
  return bytes[skipBlanks(bytes, offset)] === HASH;
}

/** Whether between two parts of a flow collection there is a comment. */
function hasComment(bytes: Buffer, start: number, end: number): boolean {
  return bytes.subarray(start, end).includes(HASH);
}

const [LINE_FEED, CARRIAGE_RETURN, HASH, COMMA] = [0x0a, 0x0d, 0x23, 0x2c];

const NOTHING: readonly string[] = [];

function gapsOf({ parts, keep, insertAfter, endsIn }: CollectionChange): Gap[] {
  const gaps: Gap[] = [];
  for (let index = -1; index < parts.length;) {
    const next = keep.indexOf(true, index + 1);
    const end = next === -1 ? parts.length : next;
    const [first, last] = [parts[index + 1], parts[end - 1]];
    const removed = end > index + 1 && first && last ? ([first, last] as const) : undefined;
    const texts = insertAfter.get(index) ?? NOTHING;
    gaps.push({ before: parts[index], removed, texts, after: parts[end], beforeEndsIn: endsIn[index] });
    index = end;
  }
  return gaps;
}
