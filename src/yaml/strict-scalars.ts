/** Plain and quoted scalars on one line, for the strict reader. */
import { resolvePlain } from './resolve-scalar.ts';
import type { ScalarNode } from './source-node.ts';
import { COLON, DOUBT, HASH, SPACE, type StrictCursor } from './strict-cursor.ts';
import type { Value } from './value.ts';

const [DOUBLE_QUOTE, SINGLE_QUOTE, BACKSLASH, DASH] = [0x22, 0x27, 0x5c, 0x2d];

/** What a byte inside of a plain scalar is: 0 text, 1 to be looked at, 2 a line break, 3 cause for doubt. */
const PLAIN = new Uint8Array(256);
for (let byte = 0; byte < 0x20; byte++) PLAIN[byte] = 3;
PLAIN[0x0a] = PLAIN[0x0d] = 2;
PLAIN[SPACE] = PLAIN[COLON] = PLAIN[HASH] = 1;

/** The same within a flow collection, where brackets, braces and commas end it or raise doubt. */
const FLOW_PLAIN = PLAIN.slice();
for (const char of ',[]{}') FLOW_PLAIN[char.charCodeAt(0)] = 2;

/** Bytes that a plain scalar can begin with whatever follows. 0xef may be a byte order mark. */
const PLAIN_START = new Uint8Array(256).fill(1);
for (let byte = 0; byte <= 0x20; byte++) PLAIN_START[byte] = 0;
for (const char of '-?:,[]{}#&*!|>\'"%@`\xef') PLAIN_START[char.charCodeAt(0)] = 0;

export function scalarNode(
  style: ScalarNode['style'],
  start: number,
  end: number,
  text: string,
  value: Value,
): ScalarNode {
  return { kind: 'scalar', start, end, propertiesStart: start, anchor: undefined, style, text, value };
}

export function emptyAt(offset: number): ScalarNode {
  return scalarNode('empty', offset, offset, '', null);
}

/** Reads the scalar at the cursor and leaves the cursor right behind it. */
export function readScalar(cursor: StrictCursor, inFlow: boolean): ScalarNode {
  const start = cursor.at;
  const first = cursor.bytes[start];
  if (first === DOUBLE_QUOTE) {
    const text = readDoubleQuoted(cursor);
    return scalarNode('double', start, cursor.at, text, text);
  }
  if (first === SINGLE_QUOTE) {
    const text = readSingleQuoted(cursor);
    return scalarNode('single', start, cursor.at, text, text);
  }
  const text = readPlain(cursor, inFlow ? FLOW_PLAIN : PLAIN);
  return scalarNode('plain', start, cursor.at, text, resolvePlain(text));
}

function readPlain(cursor: StrictCursor, kinds: Uint8Array): string {
  const { bytes, end, at: start } = cursor;
  const first = bytes[start] ?? 0;
  const next = bytes[start + 1] ?? SPACE;
  // A dash begins a plain scalar where text follows: `-1`, `--flag`.
  if (PLAIN_START[first] !== 1 && (first !== DASH || start + 1 >= end || kinds[next] !== 0)) throw DOUBT;
  let at = start + 1;
  let to = at;
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const kind = kinds[byte];
    if (kind === 0) to = at + 1;
    else if (kind === 2) break;
    else if (kind === 3) throw DOUBT;
    else if (byte === COLON) {
      if (cursor.isBlankAt(at + 1)) break;
      // `{a:}` and `{a:,}`
      if (kinds[bytes[at + 1] ?? 0] === 2) throw DOUBT;
      to = at + 1;
    } else if (byte === HASH) {
      if (bytes[at - 1] === SPACE) break;
      to = at + 1;
    }
  }
  cursor.at = to;
  return cursor.textOf(start, to);
}

function readSingleQuoted(cursor: StrictCursor): string {
  const { bytes, end, at: start } = cursor;
  let isDoubled = false;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === SINGLE_QUOTE) {
      if (at + 1 >= end || bytes[at + 1] !== SINGLE_QUOTE) {
        cursor.at = at + 1;
        const text = cursor.textOf(start + 1, at);
        return isDoubled ? text.replaceAll("''", "'") : text;
      }
      isDoubled = true;
      at++;
    } else if (byte < SPACE) throw DOUBT;
  }
  throw DOUBT;
}

function readDoubleQuoted(cursor: StrictCursor): string {
  const { bytes, end, at: start } = cursor;
  let isEscaped = false;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === DOUBLE_QUOTE) {
      cursor.at = at + 1;
      const text = cursor.textOf(start + 1, at);
      return isEscaped ? unescape(text) : text;
    }
    if (byte === BACKSLASH) {
      isEscaped = true;
      at++;
    } else if (byte < SPACE) throw DOUBT;
  }
  throw DOUBT;
}

/** YAML 1.2, section 5.7, but for the rarest; `\/` is JSON's. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  '"': '"',
  '/': '/',
  ' ': ' ',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '0': '\0',
  a: '\u0007',
  v: '\v',
  e: '\u001b',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};
const CODE_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const CODE = /^[0-9a-fA-F]+$/;

function unescape(text: string): string {
  let [result, from] = ['', 0];
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', from)) {
    const letter = text[at + 1] ?? '';
    const length = CODE_LENGTHS[letter] ?? 0;
    result +=
      text.slice(from, at) + (length === 0 ? ESCAPES[letter] : character(text.slice(at + 2, at + 2 + length), length));
    if (length === 0 && ESCAPES[letter] === undefined) throw DOUBT;
    from = at + 2 + length;
  }
  return result + text.slice(from);
}

function character(digits: string, length: number): string {
  const code = digits.length === length && CODE.test(digits) ? Number.parseInt(digits, 16) : Infinity;
  if (code > 0x10ffff) throw DOUBT;
  return String.fromCodePoint(code);
}
