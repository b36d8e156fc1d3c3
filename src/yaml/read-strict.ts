/**
 * The fast reader, for the YAML that nearly all manifests are written in: block collections, scalars on
 * one line, block scalars, flow collections, comments. One pass over the bytes.
 *
 * It says nothing where it does not understand a text beyond doubt, be it valid or not: anchors, aliases, tags, merge
 * keys, complex keys, plain and quoted scalars over several lines, tabs, odd indentation. Where it reads, its tree
 * is the one that the complete reader gives.
 */
import { afterByteOrderMark } from './lines.ts';
import type { Slice } from './read-with-yaml.ts';
import { keyName, type Entry, type ScalarNode, type SequenceItem, type SourceNode } from './source-node.ts';
import { readBlockScalar } from './strict-block-scalar.ts';
import { COLON, DASH, DOUBT, StrictCursor } from './strict-cursor.ts';
import { isFlowCollection, readFlowCollection } from './strict-flow.ts';
import { LONGEST_KEY, mappingNode, sequenceNode } from './strict-nodes.ts';
import { emptyAt, readScalar } from './strict-scalars.ts';

const [LITERAL, FOLDED, DOT] = [0x7c, 0x3e, 0x2e];

/** The tree of a slice whose root is a collection, or undefined: the complete reader has to say. */
export function readStrict(bytes: Buffer, slice: Slice): SourceNode | undefined {
  try {
    const cursor = new StrictCursor(bytes, slice, afterByteOrderMark(bytes, slice.start));
    cursor.toContent(cursor.at);
    if (slice.dash !== undefined && cursor.line + cursor.column <= slice.dash) return undefined;
    if (slice.dash === undefined && isDocumentStart(cursor)) {
      cursor.at += 3;
      cursor.toNextContent();
    }
    if (cursor.column === -1) return undefined;
    const root = readNode(cursor, -1);
    // What is left stands where no entry or item of the root can.
    return cursor.column === -1 && root.kind !== 'scalar' ? root : undefined;
  } catch (error) {
    if (error === DOUBT) return undefined;
    throw error;
  }
}

function isDocumentStart({ bytes, at, column }: StrictCursor): boolean {
  return column === 0 && bytes[at] === DASH && bytes[at + 1] === DASH && bytes[at + 2] === DASH;
}

/** Reads the node at the cursor, of any kind, in a block collection at `outer`, and goes on to the next content. */
function readNode(cursor: StrictCursor, outer: number): SourceNode {
  const { column } = cursor;
  if (cursor.isDash()) return readSequence(cursor, column);
  if (isFlowCollection(cursor.bytes[cursor.at])) return thenNextContent(cursor, readFlowCollection(cursor, outer));
  const first = readScalar(cursor, false);
  return isKey(cursor) ? readMapping(cursor, column, first) : thenNextContent(cursor, first);
}

function thenNextContent(cursor: StrictCursor, node: SourceNode): SourceNode {
  cursor.toNextContent();
  return node;
}

/** Whether a colon follows that makes a key of the scalar right before the cursor. */
function isKey(cursor: StrictCursor): boolean {
  const colon = cursor.skipSpaces();
  return colon < cursor.end && cursor.bytes[colon] === COLON && cursor.isBlankAt(colon + 1);
}

function readMapping(cursor: StrictCursor, column: number, firstKey: ScalarNode): SourceNode {
  cursor.enter();
  const entries: Entry[] = [readEntry(cursor, column, firstKey)];
  let end = entries[0]?.end ?? 0;
  while (cursor.column === column) {
    // A sequence's dash in this column stands where its key has a value already.
    const key = readScalar(cursor, false);
    if (!isKey(cursor)) throw DOUBT;
    const entry = readEntry(cursor, column, key);
    entries.push(entry);
    ({ end } = entry);
  }
  if (cursor.column > column) throw DOUBT;
  cursor.leave();
  return mappingNode('block', firstKey.start, end, column, entries);
}

/** Reads from the colon of a key on. */
function readEntry(cursor: StrictCursor, column: number, key: ScalarNode): Entry {
  const { bytes } = cursor;
  const first = bytes[key.start];
  // `---` and `...` could be document markers.
  if (first === DASH || (first === DOT && bytes[key.start + 1] === DOT)) throw DOUBT;
  if (key.style === 'plain' && key.text === '<<') throw DOUBT;
  const colon = cursor.skipSpaces();
  if (colon - key.start > LONGEST_KEY) throw DOUBT;
  const afterColon = colon + 1;
  cursor.at = afterColon;
  const value = readEntryValue(cursor, column);
  return { start: key.start, end: value.end, afterColon, name: keyName(key), key, value, merges: false };
}

function readEntryValue(cursor: StrictCursor, column: number): SourceNode {
  if (cursor.endsLine()) {
    const place = cursor.at;
    cursor.toNextContent();
    if (cursor.column > column) return readNode(cursor, column);
    // In the compact style the dashes stand in the column of the key.
    if (cursor.column === column && cursor.isDash()) return readSequence(cursor, column);
    return emptyAt(place);
  }
  cursor.at = cursor.skipSpaces();
  const first = cursor.bytes[cursor.at];
  if (first === LITERAL || first === FOLDED) return readBlockScalar(cursor, column);
  return thenNextContent(
    cursor,
    isFlowCollection(first) ? readFlowCollection(cursor, column) : readScalar(cursor, false),
  );
}

function readSequence(cursor: StrictCursor, column: number): SourceNode {
  cursor.enter();
  const start = cursor.at;
  const items: SequenceItem[] = [];
  let end = start;
  while (cursor.column === column && cursor.isDash()) {
    const dash = cursor.at;
    cursor.at = dash + 1;
    const value = readItemValue(cursor, column);
    items.push({ start: dash, end: value.end, value });
    ({ end } = value);
  }
  if (cursor.column > column) throw DOUBT;
  cursor.leave();
  return sequenceNode('block', start, end, column, items);
}

function readItemValue(cursor: StrictCursor, column: number): SourceNode {
  if (cursor.endsLine()) {
    const place = cursor.at;
    cursor.toNextContent();
    return cursor.column > column ? readNode(cursor, column) : emptyAt(place);
  }
  cursor.at = cursor.skipSpaces();
  const first = cursor.bytes[cursor.at];
  if (first === LITERAL || first === FOLDED) return readBlockScalar(cursor, column);
  cursor.column = cursor.at - cursor.line;
  return readNode(cursor, column);
}
