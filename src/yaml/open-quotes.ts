/**
 * Whether quotes or brackets that open in some lines are open behind them still: go-yaml, which Kubernetes' tools read
 * with, does not want the lines inside of them to be indented, so that indentation alone does not tell. Nearly always a
 * look at the end of the lines tells that none are open.
 */
import { goScan } from './go-scan.ts';
import { lineStart, skipBlanks } from './lines.ts';

const [TAB, LF, CR, SPACE, HASH] = [0x09, 0x0a, 0x0d, 0x20, 0x23];
const [DOUBLE_QUOTE, SINGLE_QUOTE, BACKSLASH, COLON, COMMA, QUESTION] = [0x22, 0x27, 0x5c, 0x3a, 0x2c, 0x3f];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Where a text is short, a call of what is native takes longer than a look at each byte. */
const SHORT = 100;

const OPENING = tableOf(DOUBLE_QUOTE, SINGLE_QUOTE, OPEN_BRACE, OPEN_BRACKET);
/** What quotes can open behind. */
const BEFORE_QUOTES = tableOf(TAB, LF, CR, SPACE, COLON, COMMA, QUESTION, OPEN_BRACE, OPEN_BRACKET);
/** What a key on the next line can follow inside of brackets, where it is not the end of a text. */
const BEFORE_KEY = tableOf(COMMA, QUESTION, OPEN_BRACE, OPEN_BRACKET);
/** What ends a text inside of brackets. */
const AFTER_TEXT = tableOf(COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET);

/**
 * Whether what opens between two offsets is open at the end. `start` is in the line that starts at `line`, and nothing is
 * open there; at `end` begins a line that looks like a key or an item.
 */
export function endsOpen(bytes: Buffer, start: number, end: number, line: number): boolean {
  if (end - start <= SHORT && !hasOpening(bytes, start, end)) return false;
  if (!mayEndInQuotes(bytes, start, end) && !mayEndInBrackets(bytes, start, end)) return false;
  const { inQuotes, inBrackets } = goScan(bytes, start, end, line);
  return inQuotes || inBrackets;
}

/** Whether a document ends in quotes. */
export function endsInQuotes(bytes: Buffer, start: number, end: number): boolean {
  return mayEndInQuotes(bytes, start, end) && goScan(bytes, start, end).inQuotes;
}

function mayEndInQuotes(bytes: Buffer, start: number, end: number): boolean {
  return mayOpen(bytes, start, end, DOUBLE_QUOTE) || mayOpen(bytes, start, end, SINGLE_QUOTE);
}

/** Whether the last quote of a kind may be one that opens: behind it there is none, but for escaped ones. */
function mayOpen(bytes: Buffer, start: number, end: number, quote: number): boolean {
  const last = lastIndexOf(bytes, quote, start, end);
  if (last === -1) return false;
  if (last === start) return true;
  const before = bytes[last - 1] ?? 0;
  return BEFORE_QUOTES[before] === 1 || (quote === DOUBLE_QUOTE ? before === BACKSLASH : before === SINGLE_QUOTE);
}

/** Inside of brackets a line looks like a key where it is one, or the end of one that began with a question mark. */
function mayEndInBrackets(bytes: Buffer, start: number, end: number): boolean {
  const opensAny =
    lastIndexOf(bytes, OPEN_BRACE, start, end) !== -1 || lastIndexOf(bytes, OPEN_BRACKET, start, end) !== -1;
  return opensAny && (mayEndBeforeKey(bytes, start, end) || mayEndInKey(bytes, start, end));
}

function mayEndBeforeKey(bytes: Buffer, start: number, end: number): boolean {
  for (let to = end; to > start;) {
    const line = Math.max(lineStart(bytes, to - 1), start);
    const first = skipBlanks(bytes, line);
    to = line;
    if (first >= end || bytes[first] === HASH || bytes[first] === LF || bytes[first] === CR) continue;
    return endsBeforeKey(bytes, first, end);
  }
  return false;
}

/** Of the last line with content: a comment on it may hide what is in front. */
function endsBeforeKey(bytes: Buffer, first: number, end: number): boolean {
  let last = first;
  for (let at = first; at < end && bytes[at] !== LF && bytes[at] !== CR; at++) {
    const byte = bytes[at];
    if (byte === HASH) return true;
    if (byte !== SPACE && byte !== TAB) last = at;
  }
  return BEFORE_KEY[bytes[last] ?? 0] === 1;
}

function mayEndInKey(bytes: Buffer, start: number, end: number): boolean {
  const last = lastIndexOf(bytes, QUESTION, start, end);
  if (last === -1 || BEFORE_QUOTES[bytes[last - 1] ?? SPACE] === 0) return false;
  for (let at = last + 1; at < end; at++) if (AFTER_TEXT[bytes[at] ?? 0] === 1) return false;
  return true;
}

function hasOpening(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (OPENING[bytes[at] ?? 0] === 1) return true;
  return false;
}

function lastIndexOf(bytes: Buffer, byte: number, start: number, end: number): number {
  if (end - start > SHORT) {
    const found = bytes.subarray(start, end).lastIndexOf(byte);
    return found === -1 ? -1 : start + found;
  }
  for (let at = end - 1; at >= start; at--) if (bytes[at] === byte) return at;
  return -1;
}

function tableOf(...all: readonly number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of all) table[byte] = 1;
  return table;
}
