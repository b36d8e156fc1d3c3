/**
 * Scalars as text. A string is written plain where every reader gives back exactly that string, and double-quoted
 * otherwise: readers of YAML 1.1 (go-yaml v2, PyYAML, js-yaml 3, Ruby) and of 1.2 (go-yaml v3, npm `yaml`) disagree
 * about what a plain `no`, `1:20`, `0o7` or `2001-01-01` is. Both forms stay on one line.
 */
import { resolvePlain } from './resolve-scalar.ts';
import { Numeral } from './value.ts';

/** Where the text will stand: a value in block style, anything in flow style, anything in JSON, a key in block style. */
export type ScalarPlace = 'block' | 'flow' | 'json' | 'key';

/**
 * A scalar on one line. In JSON every string is quoted, a {@link Numeral} that is no JSON number becomes its decimal
 * value, and what JSON has no number for (`.inf`, `.nan`) becomes `null`, as in `JSON.stringify`.
 *
 * A key may become longer than the 1024 characters that YAML allows for one without `?`; that is left to the caller.
 * A lone surrogate is written as its escape, which go-yaml refuses: no UTF-8 input can contain one.
 */
export function writeScalar(value: null | boolean | number | string | Numeral, place: ScalarPlace): string {
  if (typeof value === 'string') return isPlain(value, place) ? value : doubleQuoted(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (place === 'json') return writeJsonNumber(value);
  return value instanceof Numeral ? value.text : writeNumber(value);
}

/**
 * A string of several lines as a literal block scalar: the header, `|` or `|-`, and each line indented by `indentation`
 * (at least 1) spaces, joined by `\n`, without a last one: the caller must let a line break follow, and nothing that
 * is indented as deep. Undefined where the string is better quoted: on a single line; with control characters or line
 * breaks other than `\n`; with white space at the start or the end of a line where it cannot be seen or would need an
 * indentation indicator; ending in blank lines, since `|+` would swallow any blank line that happens to follow.
 */
export function literalBlock(value: string, indentation: number): string | undefined {
  if (!value.includes('\n') || NEVER_LITERAL.test(value)) return undefined;
  const clipped = value.endsWith('\n');
  const lines = (clipped ? value.slice(0, -1) : value).split('\n');
  const margin = ' '.repeat(indentation);
  return [clipped ? '|' : '|-', ...lines.map((line) => (line === '' ? '' : margin + line))].join('\n');
}

/** White space in front, at the end of a line, or as a last blank line; or a character that needs an escape. */
const NEVER_LITERAL =
  /^\s|[^\S\n](?:\n|$)|\n\n$|[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** Any white space but a space between other characters, and any character that needs an escape. */
const NEVER_PLAIN = /^ | $|(?! )\s|[^\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** A leading indicator, a document marker, a mapping's colon, a comment. `:x` is a symbol to Ruby, so it counts too. */
const INDICATOR = /^[?:,[\]{}#&*!|>'"%@`]|^-(?: |$)|^---|^\.\.\.|:(?: |$)| #/;
/** PyYAML ends a plain scalar in a flow collection at `?`, too. */
const FLOW_INDICATOR = /^-|[,[\]{}?]/;

/** Null, booleans, the default value and the merge key of YAML 1.1, in every spelling and some more. */
const WORD = /^(?:~|null|true|false|y|n|yes|no|on|off|=|<<|[-+]?\.(?:inf|nan))$/i;
/** Integers, floats and base 60 of any YAML, and more: `e5` is a number to npm `yaml`, `0o+7` to go-yaml v3. */
const NUMBER = /^[-+]?(?:0[xob][-+]?[\da-f]*|(?:\d[\d,]*(?::\d+)*)?(?:\.\d*)?(?:e[-+]?\d+)?)$/i;
const DATE = /^\d{4}-\d\d?-\d\d?(?:[t ]|$)/i;

function isPlain(text: string, place: ScalarPlace): boolean {
  if (place === 'json' || text === '' || NEVER_PLAIN.test(text) || INDICATOR.test(text)) return false;
  if (place === 'flow' && FLOW_INDICATOR.test(text)) return false;
  if (place === 'key' && text.startsWith('-')) return false;
  // Go takes out underscores before it reads a number: `0_o+1_`.
  const digits = text.charAt(0) + text.slice(1).replaceAll('_', '');
  return !WORD.test(text) && !NUMBER.test(digits) && !DATE.test(text) && typeof resolvePlain(text) === 'string';
}

/** What JSON leaves bare and YAML forbids, breaks lines at or hides: escaped, so that one form serves both. */
// oxlint-disable-next-line no-control-regex
const JSON_BUT_NOT_YAML = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

function doubleQuoted(text: string): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(JSON_BUT_NOT_YAML, escape);
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

function writeJsonNumber(number: number | Numeral): string {
  if (number instanceof Numeral && JSON_NUMBER.test(number.text)) return number.text;
  const value = number instanceof Numeral ? number.value : number;
  return typeof value === 'bigint' || Number.isFinite(value) ? String(value) : 'null';
}

/** JavaScript's spelling of a finite number is one that Go reads as the same number. */
function writeNumber(number: number): string {
  if (Number.isNaN(number)) return '.nan';
  return Number.isFinite(number) ? String(number) : number > 0 ? '.inf' : '-.inf';
}
