/**
 * Whether quotes or brackets that open in some lines are open behind them still: go-yaml, which Kubernetes' tools read
 * with, does not want the lines inside of them to be indented, so that indentation alone does not tell. Nearly always
 * the last quotes of the lines tell that none are open, and nothing else has to be looked at.
 */
import { goScan } from './go-scan.ts';

const [TAB, LF, CR, SPACE, DOUBLE_QUOTE, SINGLE_QUOTE, BACKSLASH] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x27, 0x5c];
const [COLON, COMMA, QUESTION] = [0x3a, 0x2c, 0x3f];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** What quotes can open behind. */
const BEFORE_QUOTES = new Uint8Array(256);
for (const byte of [TAB, LF, CR, SPACE, COLON, COMMA, QUESTION, OPEN_BRACE, OPEN_BRACKET]) BEFORE_QUOTES[byte] = 1;

/** What ends a key inside of brackets. */
const FLOW_INDICATORS = new Uint8Array(256);
for (const byte of [COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET]) FLOW_INDICATORS[byte] = 1;

/**
 * Whether quotes that open between two offsets are open at the end. `start` is in the line that starts at `line`, where
 * neither quotes nor brackets are open.
 */
export function endsInQuotes(bytes: Buffer, start: number, end: number, line: number): boolean {
  return mayEndInQuotes(bytes, start, end) && goScan(bytes, start, end, line).inQuotes;
}

/**
 * The same for the lines in front of the dash of an item, and for brackets, too. Inside of them a dash can only be part
 * of a text, and a key behind it only where that text began with a question mark.
 */
export function endsOpen(bytes: Buffer, start: number, end: number): boolean {
  if (!mayEndInQuotes(bytes, start, end) && !mayEndInKey(bytes, start, end)) return false;
  const { inQuotes, inBrackets } = goScan(bytes, start, end);
  return inQuotes || inBrackets;
}

function mayEndInQuotes(bytes: Buffer, start: number, end: number): boolean {
  return mayOpen(bytes, start, end, DOUBLE_QUOTE) || mayOpen(bytes, start, end, SINGLE_QUOTE);
}

/** Whether the last quote of a kind may be the one that opens. What is in quotes has none, but for escaped ones. */
function mayOpen(bytes: Buffer, start: number, end: number, quote: number): boolean {
  const last = lastIndexOf(bytes, quote, start, end);
  if (last === -1) return false;
  if (last === start) return true;
  const before = bytes[last - 1] ?? 0;
  return BEFORE_QUOTES[before] === 1 || (quote === DOUBLE_QUOTE ? before === BACKSLASH : before === SINGLE_QUOTE);
}

/** Whether the last question mark may be the indicator of a key that goes on to the end. */
function mayEndInKey(bytes: Buffer, start: number, end: number): boolean {
  const last = lastIndexOf(bytes, QUESTION, start, end);
  if (last === -1 || BEFORE_QUOTES[bytes[last - 1] ?? SPACE] === 0) return false;
  for (let at = last + 1; at < end; at++) if (FLOW_INDICATORS[bytes[at] ?? 0] === 1) return false;
  return true;
}

/** Where a text is short, a call of what is native takes longer than the search. */
const SHORT = 100;

function lastIndexOf(bytes: Buffer, byte: number, start: number, end: number): number {
  if (end - start > SHORT) {
    const found = bytes.subarray(start, end).lastIndexOf(byte);
    return found === -1 ? -1 : start + found;
  }
  for (let at = end - 1; at >= start; at--) if (bytes[at] === byte) return at;
  return -1;
}
