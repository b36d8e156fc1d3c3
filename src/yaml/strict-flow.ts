/**
 * Flow collections, JSON among them, for the strict reader. Between their parts there may be line breaks, but no
 * comments; every line is indented deeper than the block collection that they are in.
 */
import { keyName, type Entry, type SequenceItem, type SourceNode } from './source-node.ts';
import { COLON, COMMA, CR, DASH, DOUBT, LF, type StrictCursor } from './strict-cursor.ts';
import { LONGEST_KEY, mappingNode, sequenceNode } from './strict-nodes.ts';
import { readScalar } from './strict-scalars.ts';

const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [DOT, PERCENT] = [0x2e, 0x25];

export function isFlowCollection(byte: number | undefined): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET;
}

/**
 * Reads the flow mapping or sequence at the cursor, in a block collection at `column` (-1 for none), and leaves the
 * cursor right behind it.
 */
export function readFlowCollection(cursor: StrictCursor, column: number): SourceNode {
  cursor.enter();
  const node = cursor.bytes[cursor.at] === OPEN_BRACE ? readMapping(cursor, column) : readSequence(cursor, column);
  cursor.leave();
  return node;
}

function readNode(cursor: StrictCursor, column: number): SourceNode {
  return isFlowCollection(cursor.bytes[cursor.at]) ? readFlowCollection(cursor, column) : readScalar(cursor, true);
}

function readMapping(cursor: StrictCursor, column: number): SourceNode {
  const start = cursor.at;
  const entries: Entry[] = [];
  while (hasMore(cursor, column, CLOSE_BRACE, entries.length === 0)) entries.push(readEntry(cursor, column));
  return mappingNode('flow', start, cursor.at, 0, entries);
}

function readSequence(cursor: StrictCursor, column: number): SourceNode {
  const start = cursor.at;
  const items: SequenceItem[] = [];
  while (hasMore(cursor, column, CLOSE_BRACKET, items.length === 0)) {
    const value = readNode(cursor, column);
    items.push({ start: value.start, end: value.end, value });
  }
  return sequenceNode('flow', start, cursor.at, 0, items);
}

/** Goes past the opening bracket or a comma to the next part, or past the closing bracket. */
function hasMore(cursor: StrictCursor, column: number, close: number, isFirst: boolean): boolean {
  const { bytes } = cursor;
  if (!isFirst) skipBlanks(cursor, column);
  if (isFirst || bytes[cursor.at] === COMMA) {
    cursor.at++;
    skipBlanks(cursor, column);
    if (bytes[cursor.at] !== close) return true;
  }
  if (bytes[cursor.at] !== close) throw DOUBT;
  cursor.at++;
  return false;
}

/** Goes past spaces and line breaks to what follows in the collection. */
function skipBlanks(cursor: StrictCursor, column: number): void {
  const { bytes, end } = cursor;
  let line = -1;
  for (;;) {
    const at = cursor.skipSpaces();
    if (at >= end) throw DOUBT;
    cursor.at = at;
    const byte = bytes[at];
    if (byte !== LF && byte !== CR) break;
    cursor.at = line = cursor.nextLine(at);
  }
  if (line !== -1 && (cursor.at - line <= column || isMarkerByte(cursor, line))) throw DOUBT;
}

/** Whether what begins in the first column could be a document marker or a directive. */
function isMarkerByte({ bytes, at }: StrictCursor, line: number): boolean {
  return at === line && (bytes[at] === DASH || bytes[at] === DOT || bytes[at] === PERCENT);
}

function readEntry(cursor: StrictCursor, column: number): Entry {
  const { bytes, end } = cursor;
  const key = readScalar(cursor, true);
  const colon = cursor.skipSpaces();
  if (colon >= end || bytes[colon] !== COLON || colon - key.start > LONGEST_KEY) throw DOUBT;
  // Right behind a quoted key the colon needs no space after it, as in JSON.
  if (!cursor.isBlankAt(colon + 1) && (key.style === 'plain' || colon > key.end)) throw DOUBT;
  if (key.style === 'plain' && key.text === '<<') throw DOUBT;
  cursor.at = colon + 1;
  cursor.at = cursor.skipSpaces();
  const value = readNode(cursor, column);
  return { start: key.start, end: value.end, afterColon: colon + 1, name: keyName(key), key, value, merges: false };
}
