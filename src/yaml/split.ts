/**
 * Where documents, and the items of a top-level list, begin and end, found by looking at lines alone.
 *
 * That is safe because YAML's block structure is made of indentation: `---` in the first column always separates
 * documents, in quotes, too, and below `items:` with its dashes at column c every line of an item that is neither blank
 * nor a comment is indented deeper than c, whatever its scalars hold. Only inside of quotes and brackets go-yaml does not
 * mind the indentation, so that these must not be open where an item begins. Where the lines do not show the structure
 * beyond doubt the answer is undefined, and the document has to be read whole.
 */
import { lineEnd, nextLine, skipBlanks } from './lines.ts';
import { endsInQuotes, endsOpen } from './open-quotes.ts';
import { outline, outlineValue, type Outline, type OutlineEntry } from './outline.ts';

export interface DocumentRange {
  /** First byte: the directives or the `---` line, if the document has any. */
  readonly start: number;
  readonly end: number;
  /** First byte of its first line of content after a `---` line; `end` where it has no content. */
  readonly content: number;
  /** Whether content stands on the `---` line itself, or directives are in front of it. */
  readonly unusual: boolean;
}

export interface ItemRange {
  /** The line of the dash. */
  readonly start: number;
  readonly end: number;
  readonly dash: number;
}

const [LF, CR, TAB, SPACE, HASH, DASH, DOT, PERCENT] = [0x0a, 0x0d, 0x09, 0x20, 0x23, 0x2d, 0x2e, 0x25];
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Offset of the first byte after a byte order mark, which any document may begin with (YAML 1.2, section 5.2). */
function afterByteOrderMark(bytes: Buffer, offset: number): number {
  return bytes.subarray(offset, offset + 3).equals(BYTE_ORDER_MARK) ? offset + 3 : offset;
}

/** The documents of a stream that hold anything, in order (YAML 1.2, section 9). */
export function splitDocuments(bytes: Buffer): DocumentRange[] {
  const documents: DocumentRange[] = [];
  const [dashes, dots] = [searchFor(bytes, '\n---'), searchFor(bytes, '\n...')];
  let start = afterByteOrderMark(bytes, 0);
  let from = start;
  for (;;) {
    const marker = findMarker(bytes, from, dashes(from), dots(from));
    const end = marker?.offset ?? bytes.length;
    const document = documentIn(bytes, start, end);
    if (document !== 'only directives') {
      if (document) documents.push(document);
      start = marker?.start ?? end;
    }
    if (marker === undefined) return documents;
    from = marker.next;
  }
}

/** The next line, from the start of a line on, that is a document marker: `---` opens a document, `...` ends one. */
function findMarker(
  bytes: Buffer,
  from: number,
  dashes: number,
  dots: number,
): { offset: number; start: number; next: number } | undefined {
  // The marker at the very start belongs to the first document.
  if (dots !== -1 && (dashes === -1 || dots < dashes)) {
    const next = nextLine(bytes, dots);
    return { offset: next, start: next, next: Math.max(next - 1, from) };
  }
  return dashes === -1 ? undefined : { offset: dashes, start: dashes, next: dashes };
}

/** Searches for a marker from ever later offsets on, but goes over no byte twice: a stream may have many documents. */
function searchFor(bytes: Buffer, marker: string): (from: number) => number {
  let found = 0;
  return (from) => {
    if (found !== -1 && found <= from) found = nextLineWith(bytes, marker, from);
    return found;
  };
}

/** Offset of the next line that begins with a marker and then a space or a line break; searched for after `from`. */
function nextLineWith(bytes: Buffer, marker: string, from: number): number {
  for (let at = bytes.indexOf(marker, from); at !== -1; at = bytes.indexOf(marker, at + 1)) {
    const after = bytes[at + marker.length];
    if (after === undefined || after === LF || after === CR || after === SPACE || after === TAB) return at + 1;
  }
  return -1;
}

function documentIn(bytes: Buffer, from: number, end: number): DocumentRange | 'only directives' | undefined {
  let [start, directives] = [from, false];
  for (let line = from; line < end;) {
    const first = skipBlanks(bytes, line);
    const byte = bytes[first];
    const isBlank = first >= end || byte === LF || byte === CR || byte === HASH;
    if (isBlank || (line === first && isMarker(bytes, line, DOT))) {
      line = nextLine(bytes, line);
    } else if (byte === PERCENT && first === line) {
      directives = true;
      line = nextLine(bytes, line);
    } else if (line === first && isMarker(bytes, line, DASH)) {
      const rest = skipBlanks(bytes, line + 3);
      const onLine = rest < lineEnd(bytes, line) && bytes[rest] !== HASH;
      if (onLine || directives) return { start, end, content: line, unusual: true };
      line = nextLine(bytes, line);
    } else {
      const content = afterByteOrderMark(bytes, line);
      if (content === line) return { start, end, content: line, unusual: directives };
      // A mark hides from view what the line begins with.
      [start, directives, line] = [content, false, content];
    }
  }
  return directives ? 'only directives' : undefined;
}

function isMarker(bytes: Buffer, line: number, byte: number): boolean {
  const after = bytes[line + 3];
  return (
    bytes[line] === byte &&
    bytes[line + 1] === byte &&
    bytes[line + 2] === byte &&
    (after === undefined || after === LF || after === CR || after === SPACE || after === TAB)
  );
}

/** The entries of a document whose root is a block mapping in the first column, and which does not end in quotes. */
export function outlineDocument(bytes: Buffer, document: DocumentRange): readonly OutlineEntry[] | undefined {
  const { content, end, unusual } = document;
  return unusual || endsInQuotes(bytes, content, end) ? undefined : outline(bytes, content, end, 0);
}

/** The items of the block sequence that is the value of a top-level key. */
export function splitItems(bytes: Buffer, entry: OutlineEntry): readonly ItemRange[] | undefined {
  const value = skipBlanks(bytes, entry.afterColon);
  if (value < lineEnd(bytes, entry.afterColon) && bytes[value] !== HASH) return undefined;
  const items: { start: number; end: number; dash: number }[] = [];
  let column = -1;
  for (let line = nextLine(bytes, entry.afterColon); line < entry.end; line = nextLine(bytes, line)) {
    let at = line;
    // Deeper than the dashes is inside of an item; how much deeper does not matter.
    const limit = column === -1 ? entry.end : line + column + 1;
    while (at < limit && bytes[at] === SPACE) at++;
    if (column !== -1 && at === limit) continue;
    const byte = bytes[at];
    if (at >= entry.end || byte === LF || byte === CR || byte === HASH) continue;
    if (column === -1) column = at - line;
    const after = bytes[at + 1];
    const isDash = byte === DASH && (after === SPACE || after === LF || after === CR || after === undefined);
    if (!isDash || at - line !== column) return undefined;
    const last = items.at(-1);
    if (last) {
      if (endsOpen(bytes, last.start, line, last.start)) return undefined;
      last.end = line;
    }
    items.push({ start: line, end: entry.end, dash: at });
  }
  return column === -1 ? undefined : items;
}

/** The entries of an item whose content is a block mapping, with the column of its keys. */
export function outlineItem(bytes: Buffer, item: ItemRange): Outline | undefined {
  const content = skipBlanks(bytes, item.dash + 1);
  if (content < lineEnd(bytes, item.dash) && bytes[content] !== HASH) {
    const column = content - item.start;
    const entries = outline(bytes, content, item.end, column);
    return entries && { entries, column };
  }
  return outlineValue(
    bytes,
    { name: '', start: item.dash, afterColon: item.dash + 1, end: item.end },
    item.dash - item.start,
  );
}
