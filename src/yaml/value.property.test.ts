import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomValue } from '../testing/random-document.ts';
import { canonicalText, isList, mapOf, Numeral, replaceAll, replaceAt, sameValue, type Value } from './value.ts';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 1000);
const timeout = 10_000 + numRuns * 20;

/** Values that are the same in spite of how they are spelled, or differ in spite of it. */
const alike: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    fc.constantFrom<Value>(null, true, 'true', 'null', '', '1', 1, 0, -0, 1.5, '[1]', '{"a":1}', '"a":1', 'a"'),
    fc.constantFrom(
      new Numeral('0x1', 1n),
      new Numeral('1.0', 1),
      new Numeral('.nan', Number.NaN),
      new Numeral('.inf', Infinity),
      new Numeral('1e21', 1e21),
      new Numeral('1000000000000000000000', 10n ** 21n),
      new Numeral('9007199254740993', 9007199254740993n),
    ),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__', 'a"'), tie('value')), { maxLength: 2 }).map(mapOf),
  ),
})).value;

test('two values have one canonical text if and only if they are the same', { timeout }, () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(alike, alike), fc.tuple(randomValue(), randomValue())), ([a, b]) => {
      expect(canonicalText(a) === canonicalText(b)).toBe(sameValue(a, b));
      expect(canonicalText(a)).toBe(canonicalText(a));
    }),
    { numRuns },
  );
});

test('parts that are replaced together are replaced as one after the other', { timeout }, () => {
  const list = fc.array(fc.record({ items: fc.array(randomValue(), { minLength: 1, maxLength: 4 }) }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(list, fc.array(fc.tuple(fc.nat(), fc.nat(), randomValue()), { maxLength: 4 }), (value, parts) => {
      const replacements = parts.flatMap(([outer, inner, part]) => {
        const index = outer % Math.max(value.length, 1);
        const items = value[index]?.items;
        return items ? [{ path: [index, 'items', inner % items.length], part }] : [];
      });
      const distinct = [...new Map(replacements.map((one) => [one.path.join(), one])).values()];
      const oneByOne = distinct.reduce<Value>((whole, { path, part }) => replaceAt(whole, path, part), value);
      expect(replaceAll(value, distinct)).toEqual(oneByOne);
    }),
    { numRuns },
  );
});

test('a list of which every item is replaced is copied once', () => {
  const length = 1000;
  let reads = 0;
  const list = new Proxy(
    Array.from({ length }, (_, index): Value => index),
    {
      get: (target, key) => {
        reads++;
        return Reflect.get(target, key) as Value;
      },
    },
  );
  const replaced = replaceAll(
    mapOf([['items', list]]),
    Array.from({ length }, (_, index) => ({ path: ['items', index], part: -index })),
  );
  expect(isList(list)).toBe(true);
  expect(replaced).toEqual({ items: Array.from({ length }, (_, index) => -index) });
  expect(reads).toBeLessThan(3 * length);
});
