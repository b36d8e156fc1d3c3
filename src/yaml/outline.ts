/**
 * The keys of one block mapping with their ranges, from a look at its lines: enough to tell an item's kind, name and
 * labels without reading it. Undefined wherever the lines leave any doubt; the text then has to be read properly.
 */
import { lineEnd, nextLine, skipBlanks } from './lines.ts';
import { endsOpen } from './open-quotes.ts';
import { resolvePlain } from './resolve-scalar.ts';
import type { Value } from './value.ts';

export interface OutlineEntry {
  readonly name: string;
  readonly start: number;
  /** First byte after the `:`. */
  readonly afterColon: number;
  /** First byte of the next entry's line, or the end of the mapping. */
  readonly end: number;
}

/** The entries of a block mapping and the column of its keys. */
export interface Outline {
  readonly entries: readonly OutlineEntry[];
  readonly column: number;
}

const [LF, CR, TAB, SPACE, HASH, DASH, COLON] = [0x0a, 0x0d, 0x09, 0x20, 0x23, 0x2d, 0x3a];
const [DOUBLE_QUOTE, SINGLE_QUOTE, BACKSLASH] = [0x22, 0x27, 0x5c];

/** Bytes of keys that can be taken as they stand: ASCII letters, digits and `-._/`. */
const KEY_BYTES = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/')
  KEY_BYTES[char.charCodeAt(0)] = 1;

/** Bytes that begin a plain scalar and nothing else. */
const PLAIN_START = new Uint8Array(256).fill(1);
for (const char of '\t\n\r -?:,[]{}#&*!|>\'"%@`') PLAIN_START[char.charCodeAt(0)] = 0;

/**
 * The entries of the block mapping whose keys stand at `column`, in the lines from `start` to `end`. The first line
 * may begin with the key itself (`start` behind an item's dash).
 */
export function outline(
  bytes: Buffer,
  start: number,
  end: number,
  column: number,
): readonly OutlineEntry[] | undefined {
  const entries: { name: string; start: number; afterColon: number; end: number }[] = [];
  const names = new Set<string>();
  let last: { start: number; afterColon: number; end: number } | undefined;
  let inSequence = false;
  for (let line = start; line < end; line = nextLine(bytes, line)) {
    const atKey = line === start && bytes[line] !== SPACE;
    let at = line;
    if (!atKey) {
      const limit = line + column;
      while (at < limit && bytes[at] === SPACE) at++;
      const byte = bytes[at];
      if (at >= end || byte === LF || byte === CR || byte === HASH) continue;
      if (at < limit) return undefined;
      if (byte === SPACE) {
        // Deeper: inside of an entry, or blank.
        if (last === undefined && !isBlankLine(bytes, at)) return undefined;
        continue;
      }
    }
    if (bytes[at] === DASH && isSpaceOrBreak(bytes[at + 1])) {
      // A sequence in the compact style, at the column of its key, which has no other value.
      if (last === undefined || !isEmptyOnLine(bytes, last.afterColon)) return undefined;
      if (!inSequence && continues(bytes, { afterColon: last.afterColon, end: line })) return undefined;
      inSequence = true;
      continue;
    }
    let colon = at;
    while (KEY_BYTES[bytes[colon] ?? 0] === 1) colon++;
    if (colon === at || bytes[colon] !== COLON || !isSpaceOrBreak(bytes[colon + 1])) return undefined;
    const name = bytes.toString('latin1', at, colon);
    if (names.has(name)) return undefined;
    names.add(name);
    if (last) {
      // What looks like a key is inside of them then.
      if (endsOpen(bytes, last.start, line, last.start - column)) return undefined;
      last.end = line;
    }
    last = { start: at, afterColon: colon + 1, end };
    inSequence = false;
    entries.push(Object.assign(last, { name }));
  }
  return entries;
}

/** The entries of the block mapping that is the value of an entry whose key stands at `column`. */
export function outlineValue(bytes: Buffer, entry: OutlineEntry, column: number): Outline | undefined {
  if (!isEmptyOnLine(bytes, entry.afterColon)) return undefined;
  for (let line = nextLine(bytes, entry.afterColon); line < entry.end; line = nextLine(bytes, line)) {
    let at = line;
    while (bytes[at] === SPACE) at++;
    const byte = bytes[at];
    if (byte === LF || byte === CR || byte === HASH || at >= entry.end) continue;
    const below = at - line;
    if (below <= column || byte === DASH || byte === TAB) return undefined;
    const entries = outline(bytes, line, entry.end, below);
    return entries && { entries, column: below };
  }
  return undefined;
}

/** The scalar that is the value of an entry, where it stands on the key's line without any of YAML's finer points. */
export function outlineScalar(bytes: Buffer, entry: OutlineEntry): Value | undefined {
  const end = lineEnd(bytes, entry.afterColon);
  const from = skipBlanks(bytes, entry.afterColon);
  const first = bytes[from];
  if (from >= end || first === undefined || first === HASH || continues(bytes, entry)) return undefined;
  if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) {
    // On this line: searched for further, it would be searched for again and again.
    const close = from + 1 + bytes.subarray(from + 1, end).indexOf(first);
    if (close === from || bytes[close + 1] === first) return undefined;
    if (first === DOUBLE_QUOTE && bytes.subarray(from, close).includes(BACKSLASH)) return undefined;
    return endsAfter(bytes, close + 1, end) ? bytes.toString('utf8', from + 1, close) : undefined;
  }
  if (PLAIN_START[first] !== 1) return undefined;
  let to = from;
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === SPACE) continue;
    if (byte === TAB || (byte === COLON && isSpaceOrBreak(bytes[at + 1]))) return undefined;
    if (byte === HASH && bytes[at - 1] === SPACE) break;
    to = at + 1;
  }
  return resolvePlain(bytes.toString('utf8', from, to));
}

/** Whether only a comment, if anything, follows on the line. */
function isEmptyOnLine(bytes: Buffer, offset: number): boolean {
  const at = skipBlanks(bytes, offset);
  return at >= lineEnd(bytes, offset) || (bytes[at] === HASH && at > offset);
}

function endsAfter(bytes: Buffer, offset: number, end: number): boolean {
  const at = skipBlanks(bytes, offset);
  return at >= end || (bytes[at] === HASH && at > offset);
}

/** Whether an entry has lines of content below its key's line. */
function continues(bytes: Buffer, { afterColon, end }: Pick<OutlineEntry, 'afterColon' | 'end'>): boolean {
  for (let line = nextLine(bytes, afterColon); line < end; line = nextLine(bytes, line)) {
    const byte = bytes[skipBlanks(bytes, line)];
    if (byte !== undefined && byte !== LF && byte !== CR && byte !== HASH) return true;
  }
  return false;
}

function isBlankLine(bytes: Buffer, offset: number): boolean {
  const byte = bytes[skipBlanks(bytes, offset)];
  return byte === undefined || byte === LF || byte === CR || byte === HASH;
}

function isSpaceOrBreak(byte: number | undefined): boolean {
  return byte === undefined || byte === SPACE || byte === LF || byte === CR;
}
