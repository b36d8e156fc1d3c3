/** Where lines start and end around an offset of the input. */

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const HASH = 0x23;

/** Offset of the first byte of the line that `offset` is on. */
export function lineStart(bytes: Buffer, offset: number): number {
  return offset === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, offset - 1) + 1;
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

/** Column of an offset, in bytes from the start of its line. */
export function columnAt(bytes: Buffer, offset: number): number {
  return offset - lineStart(bytes, offset);
}

/** Column of the comment that a line consists of, or undefined where the line is anything else. */
export function commentColumn(bytes: Buffer, start: number): number | undefined {
  const at = skipBlanks(bytes, start);
  return bytes[at] === HASH ? at - start : undefined;
}

/** The line break of the input: that of its first line, LF where it has only one line. */
export function lineBreakOf(bytes: Buffer): '\n' | '\r\n' {
  const feed = bytes.indexOf(LINE_FEED);
  return feed > 0 && bytes[feed - 1] === CARRIAGE_RETURN ? '\r\n' : '\n';
}
