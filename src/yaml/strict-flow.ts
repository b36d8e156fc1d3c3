/** Flow collections on one line, for the strict reader. */
import { keyName, type Entry, type SequenceItem, type SourceNode } from './source-node.ts';
import { COLON, COMMA, DOUBT, type StrictCursor } from './strict-cursor.ts';
import { LONGEST_KEY, mappingNode, sequenceNode } from './strict-nodes.ts';
import { readScalar } from './strict-scalars.ts';

const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

export function isFlowCollection(byte: number | undefined): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET;
}

/** Reads the flow mapping or sequence at the cursor and leaves the cursor right behind it. */
export function readFlowCollection(cursor: StrictCursor): SourceNode {
  cursor.enter();
  const node = cursor.bytes[cursor.at] === OPEN_BRACE ? readMapping(cursor) : readSequence(cursor);
  cursor.leave();
  return node;
}

function readNode(cursor: StrictCursor): SourceNode {
  return isFlowCollection(cursor.bytes[cursor.at]) ? readFlowCollection(cursor) : readScalar(cursor, true);
}

function readMapping(cursor: StrictCursor): SourceNode {
  const start = cursor.at;
  const entries: Entry[] = [];
  while (hasMore(cursor, CLOSE_BRACE, entries.length === 0)) entries.push(readEntry(cursor));
  return mappingNode('flow', start, cursor.at, 0, entries);
}

function readSequence(cursor: StrictCursor): SourceNode {
  const start = cursor.at;
  const items: SequenceItem[] = [];
  while (hasMore(cursor, CLOSE_BRACKET, items.length === 0)) {
    const value = readNode(cursor);
    items.push({ start: value.start, end: value.end, value });
  }
  return sequenceNode('flow', start, cursor.at, 0, items);
}

/** Goes past the opening bracket or a comma to the next part, or past the closing bracket. */
function hasMore(cursor: StrictCursor, close: number, isFirst: boolean): boolean {
  const { bytes, end } = cursor;
  if (!isFirst) {
    cursor.at = cursor.skipSpaces();
    if (cursor.at >= end) throw DOUBT;
    if (bytes[cursor.at] !== COMMA) return !isClosed(cursor, close);
  }
  cursor.at++;
  cursor.at = cursor.skipSpaces();
  if (cursor.at >= end) throw DOUBT;
  if (bytes[cursor.at] !== close) return true;
  cursor.at++;
  return false;
}

function isClosed(cursor: StrictCursor, close: number): true {
  if (cursor.bytes[cursor.at] !== close) throw DOUBT;
  cursor.at++;
  return true;
}

function readEntry(cursor: StrictCursor): Entry {
  const { bytes, end } = cursor;
  const key = readScalar(cursor, true);
  const colon = cursor.skipSpaces();
  if (colon >= end || bytes[colon] !== COLON || colon - key.start > LONGEST_KEY) throw DOUBT;
  // Right behind a quoted key the colon needs no space after it, as in JSON.
  if (!cursor.isBlankAt(colon + 1) && (key.style === 'plain' || colon > key.end)) throw DOUBT;
  if (key.style === 'plain' && key.text === '<<') throw DOUBT;
  cursor.at = colon + 1;
  cursor.at = cursor.skipSpaces();
  const value = readNode(cursor);
  return { start: key.start, end: value.end, afterColon: colon + 1, name: keyName(key), key, value, merges: false };
}
