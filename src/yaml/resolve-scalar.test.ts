import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolvePlain, resolveTagged } from './resolve-scalar.ts';
import { Numeral, type Value } from './value.ts';

/** A {@link Numeral} by the spelling in the row. */
interface Spelled {
  readonly value: number | bigint;
}
const numeral = (value: number | bigint): Spelled => ({ value });
const isSpelled = (value: Value | Spelled | undefined): value is Spelled =>
  typeof value === 'object' && value !== null && 'value' in value && !(value instanceof Numeral);
const spelledAs = (text: string, value: Value | Spelled | undefined): Value | undefined =>
  isSpelled(value) ? new Numeral(text, value.value) : value;

type Row = readonly [sentence: string, meaning: Value | Spelled, ...texts: string[]];

// Every text and its meaning was taken from what sigs.k8s.io/yaml v1.6.0 makes of it (YAMLToJSON, and the Go type that
// go.yaml.in/yaml/v2 v2.4.2 decodes it to).
const PLAIN: readonly Row[] = [
  ['nothing is null', null, ''],
  ['null has four spellings', null, '~', 'null', 'Null', 'NULL'],
  ['true has eleven', true, 'true', 'True', 'TRUE', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'y', 'Y'],
  ['false has eleven', false, 'false', 'False', 'FALSE', 'no', 'No', 'NO', 'off', 'Off', 'OFF', 'n', 'N'],
  ['zero is a number', 0, '0'],
  ['an integer is a number', 8080, '8080'],
  ['a negative integer is a number', -5, '-5'],
  ['a fraction as JavaScript spells it is a number', 0.25, '0.25'],
  ['an exponent as JavaScript spells it is a number', 1e-7, '1e-7'],
  ['the largest integer that a double holds exactly is a number', Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['one beyond it is a numeral', numeral(9007199254740992n), '9007199254740992'],
  ['a leading zero means octal', numeral(0o644n), '0644', '+0644', '00644', '0_644', '06_44_', '0o644', '0O644'],
  ['a leading zero before an 8 or a 9 means a decimal float', numeral(89), '089', '0_89', '+089'],
  ['octal digits beyond 64 bits are read as a decimal float', numeral(2e22), '020000000000000000000000'],
  ['zero has many spellings', numeral(0n), '00', '-0', '+0', '0_', '0x0', '-0b0', '0_o_0'],
  ['0x means hexadecimal', numeral(31n), '0x1f', '0X1F', '+0x1F', '0x_1f', '0_x1F'],
  ['0b means binary', numeral(5n), '0b101', '0B101', '+0b101', '0b1_01'],
  ['0b may have its sign inside', numeral(-5n), '0b-101', '-0b101'],
  ['underscores are ignored wherever they stand', numeral(1000n), '1_000', '1__000', '1000_', '+_1000'],
  ['underscores are ignored in floats that start with a digit', numeral(1.5), '1_.5', '1._5', '1.5_'],
  ['the smallest int64 is exact', numeral(-(2n ** 63n)), '-9223372036854775808', '-0x8000000000000000'],
  ['the largest int64 is exact, sign or not', numeral(2n ** 63n - 1n), '9223372036854775807', '+9223372036854775807'],
  ['the largest uint64 is exact', numeral(2n ** 64n - 1n), '18446744073709551615', '0xffffffffffffffff'],
  ['a plus sign asks for an int64', numeral(2 ** 63), '+9223372036854775808'],
  ['below int64 comes a float', numeral(-(2 ** 63)), '-9223372036854775809'],
  ['above uint64 comes a float', numeral(2 ** 64), '18446744073709551616'],
  ['an integer as a float stays one', numeral(1000), '1e3', '1E3', '1000.0', '1e+3', '+1000.', '1_000.'],
  ['a point may come first or last', numeral(0.5), '.5', '+.5', '0.5e0', '.5_0', '5.e-1'],
  ['minus zero can be a float', numeral(-0), '-0.0', '-.0'],
  ['a number too small for a double is zero', numeral(0), '1e-400'],
  ['infinity is a number', numeral(Infinity), '.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'],
  ['so is its opposite', numeral(-Infinity), '-.inf', '-.Inf', '-.INF'],
  ['and what is no number', numeral(NaN), '.nan', '.NaN', '.NAN'],
];

// From sigs.k8s.io/yaml v1.6.0, too.
const STRINGS: readonly (readonly [sentence: string, ...texts: string[]])[] = [
  ['a word', 'web', 'nginx:1.21', 'true ish', 'None', 'é', '<<', '=', '~~'],
  ['a constant with its capitals elsewhere', 'tRUE', 'yEs', 'nO', 'oN', 'nULL', '.iNf'],
  ['infinity without its point', 'inf', 'Inf', '-Infinity', 'NaN', 'nan'],
  ['what is no number, signed', '+.nan', '-.NaN'],
  ['a sign or a point alone', '+', '.', '..', '-.', '-_'],
  ['a misplaced underscore after a leading point', '._5', '.5_', '.5__0', '.5_e1'],
  ['an underscore in front', '_1000'],
  ['a base without its digits', '0x', '0o', '0b', '0o8', '0b2', '0xg', '00x1', '-0b2'],
  ['0b with a sign inside, in any other form', '-0b-101', '0B-101', '0b--1'],
  ['more hexadecimal digits than 64 bits hold', '0x10000000000000000', '-0x8000000000000001'],
  ['a hexadecimal float', '0x1.8p1', '.0x1p4'],
  ['half an exponent', '1e', '1e+', 'e5'],
  ['a number too large for a double', '1e999', '-1e309'],
  ['more than one number', '1.2.3', '1,000', '10.0.0.1', '--1', '+-1', '1-1', '0é'],
  ['a quantity', '100m', '1Gi'],
  ['base 60', '1:20', '20:30:40', '1:20.5'],
  ['a date', '2001-01-01', '2001-1-1', '2001-01-01T00:00:00Z', '2001-12-14 21:59:43.10', '2001-13-41'],
];

describe('resolvePlain', () => {
  const rows = PLAIN.flatMap(([sentence, meaning, ...texts]) => texts.map((text) => ({ sentence, text, meaning })));
  test.each(rows)('$sentence: $text', ({ text, meaning }) => {
    expect(resolvePlain(text)).toStrictEqual(spelledAs(text, meaning));
  });

  const strings = STRINGS.flatMap(([sentence, ...texts]) => texts.map((text) => ({ sentence, text })));
  test.each(strings)('$sentence is a string: $text', ({ text }) => {
    expect(resolvePlain(text)).toBe(text);
  });

  test('a number comes back as a number exactly where its spelling survives', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const value = resolvePlain(String(number));
        const isExact = Number.isSafeInteger(number) || !Number.isInteger(number);
        expect(typeof value).toBe(isExact ? 'number' : 'object');
        expect(value instanceof Numeral ? Number(value.value) : value).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  test('an integer of 64 bits is exact in every base', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), (integer) => {
        const [sign, magnitude] = integer < 0n ? ['-', -integer] : ['', integer];
        for (const [prefix, base] of [['0x', 16] as const, ['0o', 8] as const, ['0', 8] as const, ['0b', 2] as const]) {
          const text = sign + prefix + magnitude.toString(base);
          expect(resolvePlain(text)).toStrictEqual(new Numeral(text, integer));
        }
      }),
    );
  });

  test('a long run of digits takes no longer than it must', () => {
    for (const prefix of ['', '0', '0x', '0b', '.', '-', '1e', '0o']) {
      const text = prefix + '0'.repeat(1_000_000) + '1_x';
      expect(resolvePlain(text)).toBe(text);
    }
  }, 2000);
});

type TaggedRow = readonly [sentence: string, tag: string, text: string, meaning: Value | Spelled | undefined];

// From sigs.k8s.io/yaml v1.6.0, which gives an error where it says undefined here.
const TAGGED: readonly TaggedRow[] = [
  ['a string of digits', '!!str', '12', '12'],
  ['a long tag', 'tag:yaml.org,2002:str', 'yes', 'yes'],
  ['an empty string', '!!str', '', ''],
  ['the non-specific tag keeps a string', '!', '12', '12'],
  ['an integer', '!!int', '12', 12],
  ['an octal integer', '!!int', '0644', numeral(420n)],
  ['a float is no integer', '!!int', '1.0', undefined],
  ['an integer beyond 64 bits is none', '!!int', '18446744073709551616', undefined],
  ['a word is no integer', '!!int', 'x', undefined],
  ['nothing is no integer', '!!int', '', undefined],
  ['a float', '!!float', '1.5', 1.5],
  ['an integer as a float', '!!float', '12', 12],
  ['an octal integer as a float', '!!float', '0644', numeral(420)],
  ['a uint64 as a float is refused', '!!float', '9223372036854775808', undefined],
  ['infinity', '!!float', '-.inf', numeral(-Infinity)],
  ['a word is no float', '!!float', 'x', undefined],
  ['a boolean', '!!bool', 'yes', true],
  ['a number is no boolean', '!!bool', '1', undefined],
  ['null', '!!null', '~', null],
  ['null as nothing', '!!null', '', null],
  ['a word is not null', '!!null', 'x', undefined],
  ['a date', '!!timestamp', '2001-01-01', '2001-01-01'],
  ['a word is no date', '!!timestamp', 'today', undefined],
  ['binary data is left to others', '!!binary', 'aGk=', undefined],
  ['so is a local tag', '!secret', 'db', undefined],
];

describe('resolveTagged', () => {
  test.each(TAGGED)('%s: %s %s', (_sentence, tag, text, meaning) => {
    expect(resolveTagged(tag, text, true)).toStrictEqual(spelledAs(text, meaning));
    expect(resolveTagged(tag, text, false)).toStrictEqual(spelledAs(text, meaning));
  });

  test('without a tag only a plain scalar is more than a string', () => {
    expect(resolveTagged('', 'yes', true)).toBe(true);
    expect(resolveTagged('', 'yes', false)).toBe('yes');
  });

  test('an integer that !!float rounds is spelled as the float it became', () => {
    const value = new Numeral('9007199254740993.0', 9007199254740992);
    expect(resolveTagged('!!float', '9007199254740993', true)).toStrictEqual(value);
    expect(resolvePlain(value.text)).toStrictEqual(value);
  });
});
