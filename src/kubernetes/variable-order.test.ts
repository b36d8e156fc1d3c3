import { describe, expect, test } from 'vitest';
import { parseValue } from '../testing/parse-value.ts';
import type { Value } from '../yaml/value.ts';
import { circlesOf, circleThrough, referencesOf, tangleOf } from './variable-order.ts';

/** An `env` list from lines such as `A=$(B)`. */
function envOf(...entries: readonly string[]): readonly Value[] {
  return entries.map((entry) => {
    const [name = '', value = ''] = entry.split('=');
    return { name, value };
  });
}

describe('the tangle of an env list', () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    ['is empty where each refers to those before it', ['A=a', 'B=$(A)', 'C=$(A)$(B)'], []],
    ['is empty where another order would do', ['A=$(B)', 'B=$(C)', 'C=c'], []],
    ['has two that refer to each other', ['A=$(B)', 'B=$(A)'], ['A', 'B']],
    ['has one that refers to itself', ['A=x$(A)'], ['A']],
    ['has what refers to it', ['A=$(B)', 'B=$(A)', 'C=$(A)'], ['A', 'B', 'C']],
    ['does not have what it refers to', ['A=$(B)$(C)', 'B=$(A)', 'C=c'], ['A', 'B']],
    ['does not wait for what is set before', ['A=$(SET)', 'SET=$(A)'], []],
    ['does not wait for what is nowhere', ['A=$(NONE)'], []],
    ['does not have what an entry of the same name serves', ['A=$(B)', 'A=a', 'B=$(A)'], []],
    ['knows any name', ['__proto__=$(constructor)', 'constructor=$(__proto__)'], ['__proto__', 'constructor']],
  ])('%s', (_, entries, names) => {
    expect([...tangleOf(envOf(...entries), (name) => name === 'SET').keys()]).toEqual(names);
  });

  test('is found in a long list in no time', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => `A${index}=$(A${index + 1})`);
    expect(tangleOf(envOf(...chain), () => false).size).toBe(0);
    expect(tangleOf(envOf(...chain, 'A20000=$(A0)'), () => false).size).toBe(20_001);
  });
});

describe('the circle through a reference', () => {
  const env = envOf('A=$(B)', 'B=$(C)$(X)', 'C=$(A)', 'X=$(B)', 'OUT=$(A)', 'SELF=$(SELF)');
  test.each<readonly [string, string, readonly string[] | undefined]>([
    ['A', 'B', ['A', 'B', 'C', 'A']],
    ['B', 'X', ['B', 'X', 'B']],
    ['SELF', 'SELF', ['SELF', 'SELF']],
    ['OUT', 'A', undefined],
    ['A', 'NONE', undefined],
  ])('from %s to %s', (user, used, circle) => {
    expect(
      circleThrough(
        tangleOf(env, () => false),
        user,
        used,
      ),
    ).toEqual(circle);
  });
});

test('every circle is told once', () => {
  const circles = (...entries: readonly string[]): readonly string[] =>
    circlesOf(tangleOf(envOf(...entries), () => false)).map((circle) => circle.join(' → '));
  expect(circles('A=$(B)', 'B=$(A)', 'OUT=$(A)', 'SELF=$(SELF)')).toEqual(['A → B → A', 'SELF → SELF']);
  expect(circles('A=$(A)$(B)', 'B=$(C)', 'C=$(B)')).toEqual(['A → A', 'B → C → B']);
  expect(circles('A=$(B)', 'B=b')).toEqual([]);
});

test.each([
  ['none in an entry without a value', '{name: A}', []],
  ['none in what is no mapping', 'A', []],
  ['those of the value', '{name: A, value: $(B)$$(C)}', ['B']],
  ['none where the value comes from elsewhere', '{name: A, valueFrom: {fieldRef: {fieldPath: $(B)}}}', []],
])('an entry refers to %s', (_, entry, names) => expect(referencesOf(parseValue(entry))).toEqual(names));
