import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseValue } from '../testing/parse-value.ts';
import type { Value } from '../yaml/value.ts';
import { cyclesIn, referencesOf, cyclicReferences, type CyclicReferences } from './variable-order.ts';

/** An `env` list from lines such as `A=$(B)`. */
function envOf(...entries: readonly string[]): readonly Value[] {
  return entries.map((entry) => {
    const [name = '', value = ''] = entry.split('=');
    return { name, value };
  });
}

describe('the cyclic of an env list', () => {
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
    expect([...cyclicReferences(envOf(...entries), (name) => name === 'SET').keys()]).toEqual(names);
  });

  test('is found in a long list in no time', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => `A${index}=$(A${index + 1})`);
    expect(cyclicReferences(envOf(...chain), () => false).size).toBe(0);
    expect(cyclicReferences(envOf(...chain, 'A20000=$(A0)'), () => false).size).toBe(20_001);
  });
});

describe('the cycle through a reference', () => {
  const env = envOf('A=$(B)', 'B=$(C)$(X)', 'C=$(A)', 'X=$(B)', 'OUT=$(A)', 'SELF=$(SELF)');
  test.each<readonly [string, string, readonly string[] | undefined]>([
    ['A', 'B', ['A', 'B', 'C', 'A']],
    ['B', 'X', ['B', 'X', 'B']],
    ['SELF', 'SELF', ['SELF', 'SELF']],
    ['OUT', 'A', undefined],
    ['A', 'NONE', undefined],
  ])('from %s to %s', (user, used, cycle) => {
    const cycleThrough = cyclesIn(cyclicReferences(env, () => false));
    expect(cycleThrough(user, used)).toEqual(cycle);
  });

  test('is told by its beginning and its end where it is long', () => {
    const length = 20_000;
    const long = Array.from({ length }, (_, index) => `A${index}=$(A${(index + 1) % length})`);
    const cycleThrough = cyclesIn(cyclicReferences(envOf(...long, 'OUT=$(A0)'), () => false));
    expect(cycleThrough('A7', 'A8')).toEqual(['A7', 'A8', '…', 'A7']);
    expect(cycleThrough('OUT', 'A0')).toBeUndefined();
  });

  test('is there wherever one name can be reached from the other', () => {
    const name = fc.constantFrom('A', 'B', 'C', 'D', 'E');
    const variable = fc.tuple(name, fc.uniqueArray(name, { maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(variable, { maxLength: 7 }), (variables) => {
        const env = envOf(...variables.map(([own, used]) => `${own}=${used.map((one) => `$(${one})`).join('')}`));
        const cyclic = cyclicReferences(env, () => false);
        const cycleThrough = cyclesIn(cyclic);
        for (const [user, names] of cyclic) {
          for (const used of names) {
            const cycle = cycleThrough(user, used);
            expect(cycle !== undefined).toBe(isReachable(cyclic, used, user));
            const links = cycle?.slice(1).map((to, index) => cyclic.get(cycle[index] ?? '')?.has(to)) ?? [];
            expect(links).not.toContain(false);
          }
        }
      }),
    );
  });
});

function isReachable(cyclic: CyclicReferences, from: string, to: string, passed: readonly string[] = []): boolean {
  if (from === to) return true;
  const next = [...(cyclic.get(from) ?? [])].filter((name) => !passed.includes(name));
  return next.some((name) => isReachable(cyclic, name, to, [...passed, name]));
}

test.each([
  ['none in an entry without a value', '{name: A}', []],
  ['none in what is no mapping', 'A', []],
  ['those of the value', '{name: A, value: $(B)$$(C)}', ['B']],
  ['none where the value comes from elsewhere', '{name: A, valueFrom: {fieldRef: {fieldPath: $(B)}}}', []],
])('an entry refers to %s', (_, entry, names) => expect(referencesOf(parseValue(entry))).toEqual(names));
