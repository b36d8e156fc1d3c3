/** Over scalars, each from its first byte, as go-yaml's scanner goes. */
import { breakLength, isCommonBreak, isSeparator } from './go-breaks.ts';
import type { GoCursor } from './go-cursor.ts';

const [LF, SPACE, HASH, DASH, COLON, COMMA, QUESTION] = [0x0a, 0x20, 0x23, 0x2d, 0x3a, 0x2c, 0x3f];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [SINGLE_QUOTE, BACKSLASH, LITERAL, PLUS, ONE, NINE] = [0x27, 0x5c, 0x7c, 0x2b, 0x31, 0x39];

/** What ends a plain scalar inside of brackets. */
const FLOW_INDICATORS = new Set([COMMA, QUESTION, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET]);

/** No line has to be indented, and line breaks of all kinds are allowed. */
export function skipQuoted(cursor: GoCursor): void {
  const { bytes, end } = cursor;
  const quote = bytes[cursor.at];
  let at = cursor.at + 1;
  for (; at < end; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      if (quote === SINGLE_QUOTE && bytes[at + 1] === SINGLE_QUOTE) {
        at++;
        continue;
      }
      cursor.at = at + 1;
      return;
    }
    if (byte === BACKSLASH && quote !== SINGLE_QUOTE) at++;
    const length = breakLength(bytes, at);
    if (length === 0) continue;
    const isCommon = isCommonBreak(bytes, at, length);
    cursor.at = cursor.line = at + length;
    // That ends the document, in quotes, too.
    if (cursor.isMarker()) {
      if (!isCommon) cursor.stop(at);
      return;
    }
    if (isCommon) cursor.noteIndentation(false);
    at += length - 1;
  }
  cursor.at = end;
  cursor.inQuotes = true;
}

/** Gives whether it ended with a line break. */
export function skipPlain(cursor: GoCursor): boolean {
  const { bytes, end, nesting } = cursor;
  for (cursor.at++; cursor.at < end;) {
    const byte = bytes[cursor.at] ?? 0;
    if (byte === COLON && cursor.isBlankOrEnd(cursor.at + 1)) return false;
    if (nesting.inFlow && FLOW_INDICATORS.has(byte)) return false;
    if (!cursor.isBlankOrEnd(cursor.at)) {
      cursor.at++;
      continue;
    }
    cursor.skipBlanks();
    let isBelow = false;
    while (cursor.skipBreak()) {
      isBelow = true;
      cursor.skipBlanks();
    }
    const isIndented = nesting.inFlow || cursor.column > nesting.column;
    if (bytes[cursor.at] === HASH || cursor.isMarker() || (isBelow && !isIndented)) return isBelow;
  }
  return false;
}

export function skipBlockScalar(cursor: GoCursor): void {
  const { bytes, end } = cursor;
  const isLiteral = bytes[cursor.at] === LITERAL;
  const outer = cursor.nesting.column;
  let indicator = 0;
  for (cursor.at++; isHeaderByte(bytes[cursor.at]); cursor.at++) indicator = Math.max(indicator, digitAt(cursor));
  cursor.skipBlanks();
  if (bytes[cursor.at] === HASH) cursor.skipLine();
  if (!cursor.skipBreak()) return;
  let column = indicator > 0 ? Math.max(outer, 0) + indicator : Infinity;
  const deepest = skipBlankLines(cursor, column);
  if (indicator === 0) column = Math.max(deepest, outer + 1, 1);
  // To all readers LS and PS are part of the text where they end one of its lines but the last.
  let separator: number | undefined;
  while (cursor.column === column && cursor.at < end) {
    separator = undefined;
    cursor.skipLine();
    if (isLiteral && isSeparator(bytes, cursor.at) && bytes[cursor.at + 3] === LF) {
      separator = cursor.at;
      cursor.at += 3;
    }
    cursor.skipBreak();
    skipBlankLines(cursor, column);
  }
  if (separator !== undefined) cursor.stop(separator);
}

/** Past lines with nothing but spaces, and to at most `column` on the first one with text; gives the deepest column. */
function skipBlankLines(cursor: GoCursor, column: number): number {
  let deepest = 0;
  do {
    while (cursor.column < column && cursor.bytes[cursor.at] === SPACE) cursor.at++;
    deepest = Math.max(deepest, cursor.column);
  } while (cursor.skipBreak());
  return deepest;
}

function isHeaderByte(byte: number | undefined): boolean {
  return byte === PLUS || byte === DASH || (byte !== undefined && byte >= ONE && byte <= NINE);
}

function digitAt({ bytes, at }: GoCursor): number {
  return (bytes[at] ?? 0) - ONE + 1;
}
