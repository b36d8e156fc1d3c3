import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expand, mappingFor, partiallyExpand } from './expansion.ts';
import { mappingFuncFor, modelExpand } from '../testing/kubelet-model.ts';

/** The variables of the proposal's examples. */
const VARIABLES = { VAR_A: 'A', VAR_B: 'B', VAR_C: 'C', VAR_REF: '$(VAR_A)', VAR_EMPTY: '' };

/**
 * Proposal: Variable expansion in pod command, args, and env, "Inputs and outputs", whole and in its order. `\\` in an
 * input there is Go for one backslash.
 */
const TABLE: readonly (readonly [input: string, result: string])[] = [
  ['$(VAR_A)', 'A'],
  ['___$(VAR_B)___', '___B___'],
  ['___$(VAR_C)', '___C'],
  ['$(VAR_A)-$(VAR_A)', 'A-A'],
  ['$(VAR_A)-1', 'A-1'],
  ['$(VAR_A)_$(VAR_B)_$(VAR_C)', 'A_B_C'],
  ['$$(VAR_B)_$(VAR_A)', '$(VAR_B)_A'],
  ['$$(VAR_A)_$$(VAR_B)', '$(VAR_A)_$(VAR_B)'],
  ['f000-$$VAR_A', 'f000-$VAR_A'],
  [String.raw`foo\$(VAR_C)bar`, String.raw`foo\Cbar`],
  [String.raw`foo\\$(VAR_C)bar`, String.raw`foo\\Cbar`],
  [String.raw`foo\\\\$(VAR_A)bar`, String.raw`foo\\\\Abar`],
  ['$(VAR_A$(VAR_B))', '$(VAR_A$(VAR_B))'],
  ['$(VAR_A$(VAR_B)', '$(VAR_A$(VAR_B)'],
  ['$(VAR_REF)', '$(VAR_A)'],
  ['%%$(VAR_REF)--$(VAR_REF)%%', '%%$(VAR_A)--$(VAR_A)%%'],
  ['foo$(VAR_EMPTY)bar', 'foobar'],
  ['foo$(VAR_Awhoops!', 'foo$(VAR_Awhoops!'],
  ['f00__(VAR_A)__', 'f00__(VAR_A)__'],
  ['$?_boo_$!', '$?_boo_$!'],
  ['$VAR_A', '$VAR_A'],
  ['$(VAR_DNE)', '$(VAR_DNE)'],
  ['$$$$$$(BIG_MONEY)', '$$$(BIG_MONEY)'],
  ['$$$$$$(VAR_A)', '$$$(VAR_A)'],
  ['$$$$$$$(GOOD_ODDS)', '$$$$(GOOD_ODDS)'],
  ['$$$$$$$(VAR_A)', '$$$A'],
  ['$VAR_A)', '$VAR_A)'],
  ['${VAR_A}', '${VAR_A}'],
  ['$(VAR_B)_______$(A', 'B_______$(A'],
  ['$(VAR_C)_______$(', 'C_______$('],
  ['$(VAR_A)foobarzab$', 'Afoobarzab$'],
  [String.raw`foo-\$(VAR_A`, String.raw`foo-\$(VAR_A`],
  ['--$($($($($--', '--$($($($($--'],
  ['$($($($($--foo$(', '$($($($($--foo$('],
  ['foo0--$($($($(', 'foo0--$($($($('],
  ['$(foo$$var)', '$(foo$$var)'],
];

describe('expand and mappingFor give what the proposal says', () => {
  test.each(TABLE)('%s gives %s', (input, result) => {
    expect(expand(input, mappingFor(VARIABLES))).toBe(result);
    expect(expand(input, mappingFor(new Map(Object.entries(VARIABLES))))).toBe(result);
  });

  test.each(TABLE)('%s gives %s with its variables in two contexts', (input, result) => {
    const { VAR_A, VAR_EMPTY, ...others } = VARIABLES;
    expect(expand(input, mappingFor({ VAR_A, VAR_EMPTY }, others))).toBe(result);
  });
});

describe('mappingFor', () => {
  const containerEnv = { FOO: 'BAR', ZOO: 'ZAB', SERVICE2_HOST: 'some-host' };
  const serviceEnv = { SERVICE_HOST: 'another-host', SERVICE_PORT: '8083', ZOO: '' };

  test.each([
    ['takes a variable from the first context', 'FOO', 'BAR'],
    ['takes a default from a later one', 'SERVICE_PORT', '8083'],
    ['lets the first context win, though the value be empty', 'ZOO', ''],
    ['wraps a name that no context has', 'NONE', '$(NONE)'],
    ['wraps the empty name', '', '$()'],
  ])('%s', (_, name, value) => expect(mappingFor(serviceEnv, containerEnv)(name)).toBe(value));

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'size', 'get'])(
    '%s is a name like any other',
    (name) => {
      const own = JSON.parse(`{${JSON.stringify(name)}: "own"}`) as Record<string, string>;
      const bare = Object.assign(Object.create(null) as Record<string, string>, { OTHER: 'x' });
      expect(mappingFor({}, new Map(), bare)(name)).toBe(`$(${name})`);
      expect(mappingFor({}, own)(name)).toBe('own');
      expect(mappingFor(bare, new Map([[name, 'entry']]))(name)).toBe('entry');
      expect(expand(`<$(${name})>`, mappingFor({}))).toBe(`<$(${name})>`);
    },
  );

  test('has nothing without contexts', () => expect(mappingFor()('A')).toBe('$(A)'));
});

test('expand asks once per reference, in order, and puts in what it gets as it is', () => {
  const asked: string[] = [];
  const mapping = (name: string): string => {
    asked.push(name);
    return `$$(${name}`;
  };
  expect(expand('$(A)$$(B)$(C)$(A)$(D', mapping)).toBe('$$(A$(B)$$(C$$(A$(D');
  expect(asked).toEqual(['A', 'C', 'A']);
});

test('many openers that nothing closes are no burden', () => {
  const openers = '$('.repeat(250_000);
  const start = performance.now();
  expect(expand(`$(A)${openers}`, () => 'a')).toBe(`a${openers}`);
  expect(partiallyExpand('$(A)', () => openers)).toBe(openers);
  expect(performance.now() - start).toBeLessThan(5000);
});

describe('partiallyExpand', () => {
  const known: Readonly<Record<string, string>> = {
    A: 'a',
    EMPTY: '',
    REF: '$(A)',
    DOLLAR: '$',
    DOLLARS: '$$',
    OPEN: '$(',
    CLOSE: ')',
    PAREN: '(A)',
    PRICE: 'US$ 5',
  };

  test.each([
    ['writes a known value', 'http://$(A)/', 'http://a/'],
    ['leaves an unknown reference', '$(A)-$(X)', 'a-$(X)'],
    ['leaves a string without known references as it is', '$(X)$$(A)$', '$(X)$$(A)$'],
    ['keeps the escapes of the string', '$$(A)$(A)$$', '$$(A)a$$'],
    ['keeps the last dollar before a value apart from it', '$$$(PAREN)', '$$(A)'],
    ['escapes a value that would be a reference', '$(REF)', '$$(A)'],
    ['does not escape a dollar that means nothing', '$(PRICE)', 'US$ 5'],
    ['does not escape a dollar at the end', 'x$(DOLLAR)', 'x$'],
    ['escapes a dollar before a dollar', '$(DOLLARS)', '$$$'],
    ['escapes a dollar before an unknown reference', '$(DOLLAR)$(X)', '$$$(X)'],
    ['escapes a dollar before an escape', '$(DOLLAR)$$', '$$$$'],
    ['escapes a dollar that the text behind would make a reference', '$(DOLLAR)(X)', '$$(X)'],
    ['escapes an opener that the text behind would close', '$(OPEN)X)', '$$(X)'],
    ['escapes an opener that another value would close', '$(OPEN)X$(CLOSE)', '$$(X)'],
    ['escapes an opener that an unknown reference would close', '$(OPEN)$(X)', '$$($(X)'],
    ['does not escape an opener that nothing closes', '$(OPEN)X', '$(X'],
    ['writes an empty value', '<$(EMPTY)>', '<>'],
    ['looks behind an empty value', '$(DOLLAR)$(EMPTY)(X)', '$$(X)'],
  ])('%s', (_, input, result) => {
    expect(partiallyExpand(input, (name) => known[name])).toBe(result);
    const mapping = mappingFor(known, { X: '<x>' });
    expect(modelExpand(result, mapping)).toBe(modelExpand(input, mapping));
  });

  const name = fc.constantFrom<string>('A', 'B', 'C', '__proto__', '');
  const text = fc
    .array(
      fc.oneof(
        name.map((one) => `$(${one})`),
        fc.constantFrom('$', '$$', '(', ')', '$(', 'x', '😀'),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''));
  const variables = fc.array(fc.tuple(name, text)).map((pairs) => new Map(pairs));

  test('gives a string that expands to the same, whatever is unknown', () => {
    fc.assert(
      fc.property(text, variables, variables, variables, (input, some, before, now) => {
        const partial = partiallyExpand(input, (one) => some.get(one));
        expect(modelExpand(partial, mappingFuncFor(now))).toBe(modelExpand(input, mappingFuncFor(some, now)));
        expect(expand(input, mappingFor(some, before))).toBe(modelExpand(input, mappingFuncFor(some, before)));
        expect(partiallyExpand(input, () => undefined)).toBe(input);
      }),
    );
  });

  test('escapes no more than it must', () => {
    fc.assert(
      fc.property(text, (value) => {
        const partial = partiallyExpand('$(A)', () => value);
        for (let index = partial.indexOf('$$'); index !== -1; index = partial.indexOf('$$', index + 2)) {
          const shorter = partial.slice(0, index) + partial.slice(index + 1);
          expect(modelExpand(shorter, () => 'another value')).not.toBe(value);
        }
      }),
    );
  });
});
