/**
 * What a scalar means to Kubernetes: Go's YAML 1.1 flavour, as sigs.k8s.io/yaml v1.6.0 reads it on the way to JSON.
 *
 * Source: `resolve` in go.yaml.in/yaml/v2 v2.4.2 (resolve.go), with Go's strconv for the numbers. Compared with it by
 * program on some hundred thousand texts, so that what looks odd here (`089`, `0b-1`, `.5_0`, `1e999`) is meant.
 */
import { Numeral, type Value } from './value.ts';

/** The texts that are looked up whole, before anything is read as a number. */
const WORDS: ReadonlyMap<string, null | boolean | number> = new Map<string, null | boolean | number>([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
]);
const LONGEST_WORD = 5;

/** What the first character allows: 0 only a string, 1 a word, 2 a number, 3 a number or a word that starts with `.`. */
const HINTS = hintTable([
  ['yYnNtTfFoO~', 1],
  ['0123456789+-', 2],
  ['.', 3],
]);

const SHORT_DECIMAL = /^(?:0|[1-9][0-9]{0,14})$/;
/**
 * strconv.ParseInt and ParseUint with base 0: hexadecimal, binary, octal, decimal. A group starts with a digit other
 * than 0 and takes no more digits than 64 bits can need, which keeps the matching linear and the bigints small.
 */
const INTEGER = new RegExp(
  [
    '^([-+]?)(?:0[xX](?=[0-9a-fA-F])0*([1-9a-fA-F][0-9a-fA-F]{0,15})?',
    '0[bB](?=[01])0*(1[01]{0,63})?',
    '0(?:[oO](?=[0-7]))?0*([1-7][0-7]{0,21})?',
    '([1-9][0-9]{0,19}))$',
  ].join('|'),
);
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/** After a leading point it is strconv.ParseFloat that decides: an underscore must stand between two digits. */
const POINT_FLOAT = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const UINT64_MAX = 2n ** 64n - 1n;

/**
 * The meaning of a plain scalar: neither quoted nor tagged, its lines already folded. A number comes back as a number
 * where JavaScript spells it like `text` and holds it exactly, and as a {@link Numeral} otherwise. Dates and times
 * are strings, as they are to Kubernetes; so are numbers too large for a double.
 */
export function resolvePlain(text: string): null | boolean | number | string | Numeral {
  if (text === '') return null;
  const hint = HINTS[text.charCodeAt(0)] ?? 0;
  if (hint === 0) return text;
  if (text.length <= LONGEST_WORD) {
    const word = WORDS.get(text);
    if (word !== undefined) return typeof word === 'number' ? new Numeral(text, word) : word;
  }
  if (hint === 1) return text;
  if (SHORT_DECIMAL.test(text)) return Number(text);
  const value = hint === 3 ? parsePointFloat(text) : parseNumber(text);
  if (value === undefined) return text;
  return isSpelledByJavaScript(text, value) ? Number(value) : new Numeral(text, value);
}

/**
 * The meaning of a scalar with a tag, in its short (`!!int`) or long form (`tag:yaml.org,2002:int`). `''` is no tag:
 * then, and only then, it matters whether the text is `plain`. Undefined where the text does not fit the tag, which
 * Kubernetes refuses, and for every tag but str, int, float, bool, null, timestamp and `!`.
 */
export function resolveTagged(tag: string, text: string, plain: boolean): Value | undefined {
  switch (tag.replace(/^tag:yaml\.org,2002:/, '!!')) {
    case '':
      return plain ? resolvePlain(text) : text;
    case '!':
    case '!!str':
      return text;
    case '!!null':
      return resolvePlain(text) === null ? null : undefined;
    case '!!bool': {
      const value = resolvePlain(text);
      return typeof value === 'boolean' ? value : undefined;
    }
    case '!!int': {
      const value = resolvePlain(text);
      return isInteger(value) ? value : undefined;
    }
    case '!!float':
      return resolveFloat(text);
    case '!!timestamp':
      return /^\d{4}-\d\d?-\d\d?(?:[Tt ]|$)/.test(text) ? text : undefined;
    default:
      return undefined;
  }
}

/** An integer under `!!float` is rounded to a double, unless only a uint64 holds it: then Go refuses it. */
function resolveFloat(text: string): number | Numeral | undefined {
  const value = resolvePlain(text);
  if (typeof value === 'number') return value;
  if (!(value instanceof Numeral)) return undefined;
  if (typeof value.value === 'number') return value;
  if (value.value > INT64_MAX) return undefined;
  const rounded = Number(value.value);
  // Where rounding changed it, the spelling must not read as the integer again once the tag is gone.
  return new Numeral(BigInt(rounded) === value.value ? text : `${value.value}.0`, rounded);
}

function isInteger(value: Value): value is number | Numeral {
  return value instanceof Numeral ? typeof value.value === 'bigint' : Number.isInteger(value);
}

/** Go takes every underscore out first, wherever it stands: `1__0_` is ten. */
function parseNumber(text: string): number | bigint | undefined {
  const digits = text.includes('_') ? text.replaceAll('_', '') : text;
  return parseInteger(digits) ?? parseFinite(FLOAT, digits);
}

function parsePointFloat(text: string): number | undefined {
  return POINT_FLOAT.test(text) ? parseFinite(FLOAT, text.replaceAll('_', '')) : undefined;
}

/** A number that overflows a double stays a string, since Go's ParseFloat fails. */
function parseFinite(form: RegExp, text: string): number | undefined {
  if (!form.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Undefined beyond 64 bits; a sign, even `+`, asks for an int64, its absence allows a uint64. */
function parseInteger(text: string): bigint | undefined {
  // Go's own `0b` case cuts off the prefix and lets ParseInt find a sign after it.
  const match = INTEGER.exec(/^0b[-+]/.test(text) ? `${text[2]}0b${text.slice(3)}` : text);
  if (match === null) return undefined;
  const [, sign, hex, binary, octal, decimal] = match;
  const magnitude = BigInt(decimal ?? (hex ? `0x${hex}` : binary ? `0b${binary}` : `0o${octal ?? 0}`));
  if (sign === '-') return -magnitude < INT64_MIN ? undefined : -magnitude;
  return magnitude > (sign === '+' ? INT64_MAX : UINT64_MAX) ? undefined : magnitude;
}

function isSpelledByJavaScript(text: string, value: number | bigint): boolean {
  const number = Number(value);
  return String(number) === text && (Number.isSafeInteger(number) || !Number.isInteger(number));
}

function hintTable(rows: readonly (readonly [characters: string, hint: number])[]): Uint8Array {
  const table = new Uint8Array(128);
  for (const [characters, hint] of rows) {
    for (const character of characters) table[character.charCodeAt(0)] = hint;
  }
  return table;
}
