/** Where lines start and end around an offset of the input, and which lines of comment belong together. */

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const HASH = 0x23;

/** Offset of the first byte of the line that `offset` is on. */
export function lineStart(bytes: Buffer, offset: number): number {
  return offset === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, offset - 1) + 1;
}

/** The same, but behind a byte order mark, which has no column. */
function textStart(bytes: Buffer, offset: number): number {
  return afterByteOrderMark(bytes, lineStart(bytes, offset));
}

/** Offset of the first byte that does not belong to a byte order mark at `offset`. */
export function afterByteOrderMark(bytes: Buffer, offset: number): number {
  const isMark = bytes[offset] === 0xef && bytes[offset + 1] === 0xbb && bytes[offset + 2] === 0xbf;
  return isMark ? offset + 3 : offset;
}

/** Offset of the line break (LF or CRLF) that ends the line of `offset`, or the end of the input. */
export function lineEnd(bytes: Buffer, offset: number): number {
  const feed = bytes.indexOf(LINE_FEED, offset);
  if (feed === -1) return bytes.length;
  return feed > offset && bytes[feed - 1] === CARRIAGE_RETURN ? feed - 1 : feed;
}

/** Offset of the first byte after the line break that ends the line of `offset`, or the end of the input. */
export function nextLine(bytes: Buffer, offset: number): number {
  const feed = bytes.indexOf(LINE_FEED, offset);
  return feed === -1 ? bytes.length : feed + 1;
}

/** Offset of the line break that ends the line before the one at `line`; 0 where that is the first. */
export function previousLineEnd(bytes: Buffer, line: number): number {
  return line === 0 ? 0 : lineEnd(bytes, lineStart(bytes, line - 1));
}

/** Offset of the first byte from `offset` on that is no space and no tab; never past the end of the line. */
export function skipBlanks(bytes: Buffer, offset: number): number {
  let at = offset;
  while (bytes[at] === SPACE || bytes[at] === TAB) at++;
  return at;
}

/** Whether between two offsets there is nothing but spaces and tabs. */
export function isBlank(bytes: Buffer, start: number, end: number): boolean {
  return skipBlanks(bytes, start) >= end;
}

/** Whether nothing but spaces and tabs follows on the line. */
export function endsLine(bytes: Buffer, offset: number): boolean {
  const at = skipBlanks(bytes, offset);
  const byte = bytes[at];
  return byte === undefined || byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED);
}

/** Whether nothing but spaces and tabs comes before on the line; a byte order mark is something. */
export function startsLine(bytes: Buffer, offset: number): boolean {
  let at = offset;
  while (at > 0 && (bytes[at - 1] === SPACE || bytes[at - 1] === TAB)) at--;
  return at === 0 || bytes[at - 1] === LINE_FEED;
}

/** Whether two offsets, the first one not behind the second, are on different lines. */
export function isBelow(bytes: Buffer, above: number, below: number): boolean {
  return bytes.subarray(above, below).includes(LINE_FEED);
}

/** Column of an offset, in bytes from the start of its line. */
export function columnAt(bytes: Buffer, offset: number): number {
  return offset - textStart(bytes, offset);
}

/** The spaces and tabs that the line of an offset begins with. */
export function marginAt(bytes: Buffer, offset: number): string {
  const start = textStart(bytes, offset);
  return bytes.toString('latin1', start, skipBlanks(bytes, start));
}

/** Column of the comment that a line consists of, or undefined where the line is anything else. */
export function commentColumn(bytes: Buffer, start: number): number | undefined {
  const at = skipBlanks(bytes, start);
  return bytes[at] === HASH ? at - start : undefined;
}

/** The start of the lines of comment, at the same column, that stand right above a line: they speak of it. */
export function startWithCommentsAbove(bytes: Buffer, line: number, column: number, limit: number): number {
  let from = line;
  while (from > limit) {
    const above = lineStart(bytes, from - 1);
    if (commentColumn(bytes, above) !== column) break;
    from = above;
  }
  return from;
}

/**
 * The end of the line of `offset`, or of the last line of comment below that is indented deeper than `column`: such
 * comments belong to what ends here, and in front of them no block scalar may come to stand, which would take them in.
 */
export function endWithCommentsBelow(bytes: Buffer, offset: number, column: number): number {
  let end = lineEnd(bytes, offset);
  for (let line = nextLine(bytes, end); line < bytes.length; line = nextLine(bytes, line)) {
    const comment = commentColumn(bytes, line);
    if (comment === undefined ? !endsLine(bytes, line) : comment <= column) break;
    if (comment !== undefined) end = lineEnd(bytes, line);
  }
  return end;
}

/** The same, but only of the comments that follow without a blank line between. */
export function endWithCommentsRightBelow(bytes: Buffer, offset: number, column: number): number {
  let end = lineEnd(bytes, offset);
  for (let line = nextLine(bytes, end); line < bytes.length; line = nextLine(bytes, line)) {
    const comment = commentColumn(bytes, line);
    if (comment === undefined || comment <= column) break;
    end = lineEnd(bytes, line);
  }
  return end;
}

/**
 * The end of the line of `offset`, or of the last of the blank lines below that some reader takes for more than that:
 * one with a tab, which go-yaml reads behind a plain scalar and nowhere else, and one with more than `column` spaces,
 * which would be text of a block scalar in front of it.
 */
export function endWithBlankLinesBelow(bytes: Buffer, offset: number, column: number): number {
  let end = lineEnd(bytes, offset);
  for (let line = nextLine(bytes, end); line < bytes.length && endsLine(bytes, line); line = nextLine(bytes, line)) {
    const last = lineEnd(bytes, line);
    if (last - line > column || bytes.subarray(line, last).includes(TAB)) end = last;
  }
  return end;
}

/** The line break in use at an offset: that of its line, or of the last one before it; LF where there is none. */
export function lineBreakAt(bytes: Buffer, offset: number): '\n' | '\r\n' {
  const next = bytes.indexOf(LINE_FEED, offset);
  const feed = next === -1 ? bytes.lastIndexOf(LINE_FEED) : next;
  return feed > 0 && bytes[feed - 1] === CARRIAGE_RETURN ? '\r\n' : '\n';
}
