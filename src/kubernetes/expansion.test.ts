import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pieces, references } from './expansion.ts';

/** The variables of the proposal's examples. */
const variables: Readonly<Record<string, string>> = {
  VAR_A: 'A',
  VAR_B: 'B',
  VAR_C: 'C',
  VAR_REF: '$(VAR_A)',
  VAR_EMPTY: '',
};

// Proposal: Variable expansion in pod command, args, and env, "Inputs and outputs"; `\\` there is Go for one backslash.
const proposal: readonly (readonly [input: string, result: string])[] = [
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

describe('the examples of the proposal', () => {
  test.each(proposal)('%s gives %s', (input, result) => expect(expanded(input)).toBe(result));
});

describe('the names that a string refers to', () => {
  test.each([
    ['none in plain text', 'http://db/', []],
    ['one', 'http://$(HOST)/', ['HOST']],
    ['several, as often as they occur', '$(A)$(B)$(A)', ['A', 'B', 'A']],
    ['not an escaped one', '$$(A)', []],
    ['one behind an escaped dollar', '$$$(A)', ['A']],
    ['one behind a lone dollar at the end of text', 'cost: 5$ $(A)', ['A']],
    ['not one that does not end', '$(A', []],
    ['an empty one', '$()', ['']],
    ['one with anything in it, as the kubelet has it', '$(date +%s)', ['date +%s']],
    ['one that begins inside of another', '$(A$(B)', ['A$(B']],
    ['none for shell syntax', '${A} $A `A`', []],
  ])('%s', (_, input, names) => expect(references(input)).toEqual(names));
});

test('pieces are text and references in turn, with escapes undone', () => {
  expect(pieces('a$$b$(C)$(D)$x$(')).toEqual([
    { kind: 'text', text: 'a$b' },
    { kind: 'reference', name: 'C' },
    { kind: 'reference', name: 'D' },
    { kind: 'text', text: '$x$(' },
  ]);
  expect(pieces('')).toEqual([]);
});

test('is what the kubelet does, whatever the string', () => {
  const random = fc.array(fc.constantFrom('$', '(', ')', '$(', '$$', 'VAR_A', 'VAR_REF', 'x', ' '), { maxLength: 12 });
  fc.assert(
    fc.property(random, (parts) => {
      const input = parts.join('');
      expect(expanded(input)).toBe(expandedByKubelet(input));
    }),
  );
});

function expanded(input: string): string {
  return pieces(input)
    .map((piece) => (piece.kind === 'text' ? piece.text : mapping(piece.name)))
    .join('');
}

function mapping(name: string): string {
  return variables[name] ?? `$(${name})`;
}

/** Expand of k8s.io/kubernetes/third_party/forked/golang/expansion, line by line. */
function expandedByKubelet(input: string): string {
  let buffer = '';
  let checkpoint = 0;
  for (let cursor = 0; cursor < input.length; cursor++) {
    if (input[cursor] !== '$' || cursor + 1 >= input.length) continue;
    buffer += input.slice(checkpoint, cursor);
    const [read, isVariable, advance] = tryReadVariableName(input.slice(cursor + 1));
    buffer += isVariable ? mapping(read) : read;
    cursor += advance;
    checkpoint = cursor + 1;
  }
  return buffer + input.slice(checkpoint);
}

function tryReadVariableName(input: string): readonly [read: string, isVariable: boolean, advance: number] {
  if (input[0] === '$') return ['$', false, 1];
  if (input[0] !== '(') return [`$${input[0]}`, false, 1];
  const close = input.indexOf(')', 1);
  return close === -1 ? ['$(', false, 1] : [input.slice(1, close), true, close + 1];
}
