import { describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { compose, type Composed } from './compose.ts';
import { goScan } from './go-scan.ts';

/** Reads a text of ASCII. */
function composeScanned(text: string): Composed {
  const { outdented } = goScan(Buffer.from(text), 0, text.length);
  return compose(
    text,
    outdented.map(({ offset, lacks }) => ({ index: offset, lacks })),
  );
}

/** What a text means, or its first error. */
function read(text: string): unknown {
  const [document] = composeScanned(text).documents;
  return document?.errors[0]?.message.split('\n')[0] ?? (document?.toJS() as unknown);
}

describe('lines of a flow collection that are not indented', () => {
  test.each([
    ['at the end', 'a: {b: c, # d\n}\n', { a: { b: 'c' } }],
    ['in the middle', 'a: {b: c, # d\ne: f}\n', { a: { b: 'c', e: 'f' } }],
    ['more than one of them', 'a: [b, # c\n{d: e, # f\n}, g, # h\n]\ni: j\n', { a: ['b', { d: 'e' }, 'g'], i: 'j' }],
    [
      'deep in block collections',
      '- - a:\n      b: {c: d,\n    e: f}\n  - g\n',
      [[{ a: { b: { c: 'd', e: 'f' } } }, 'g']],
    ],
    ['in two collections', 'a: {b: c, # d\n}\ne: {f: g, # h\n}\n', { a: { b: 'c' }, e: { f: 'g' } }],
    ['with brackets in scalars', 'a: {b: "}\\x18", # }\n"c": \'{\', # {\n}\n', { a: { b: '}\x18', c: '{' } }],
    ['in a plain scalar', 'a: [b\nc, d]\n', { a: ['b c', 'd'] }],
    ['any number of them', `a: [\n${'b,\n'.repeat(3)}]\n`, { a: ['b', 'b', 'b'] }],
  ])('are read: %s', (_, text, value) => {
    expect(read(text)).toEqual(value);
  });

  test('keep their places in the text', () => {
    const text = 'a: [b, # c\nd, # e\n]\nf: g\n';
    const { text: indented, givenIndex } = composeScanned(text);
    for (const word of ['a:', 'b,', 'd,', ']', 'f:', 'g']) {
      expect([word, givenIndex(indented.indexOf(word))]).toEqual([word, text.indexOf(word)]);
    }
    expect(givenIndex(indented.length)).toBe(text.length);
  });
});

describe('lines in quotes that are not indented', () => {
  test.each([
    ['in double quotes', 'a: "b\nc\n\n d"\n', { a: 'b c\nd' }],
    ['in single quotes', "- a: 'b\n c'\n", [{ a: 'b c' }]],
    ['behind a backslash', 'a: "b\\\nc"\n', { a: 'bc' }],
    ['that look like items', '- a: "b\n- c\n  d: e"\n- f\n', [{ a: 'b - c d: e' }, 'f']],
    ['that look like keys', 'a:\n  b: "c\n  d: e\nf: g"\nh: i\n', { a: { b: 'c d: e f: g' }, h: 'i' }],
    ['that look like comments', 'a:\n  b: "c\n  # d"\n', { a: { b: 'c # d' } }],
    ['that begin with a tab', 'a:\n  b: "c\n\td"\n', { a: { b: 'c d' } }],
    ['in a flow collection', 'a: {b: "c\nd", \'e\': f}\n', { a: { b: 'c d', e: 'f' } }],
  ])('are read: %s', (_, text, value) => {
    expect(read(text)).toEqual(value);
  });
});

test.each([
  [
    'a bracket that is missing',
    dedent(`
      a: {b: c
      d: e
    `),
    'Flow map in block collection must be sufficiently indented and end with a }',
  ],
  [
    'a document marker inside of a collection',
    dedent(`
      a: [b,
      ---
      c]
    `),
    'Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  ['a document marker inside of quotes', 'a: "b\n---\nc"\n', 'Missing closing "quote'],
  ['something behind quotes', 'a: "b\nc" d\n', /^Missing closing "quote|^Unexpected/],
])('%s is an error of the text as it was given', (_, text, message) => {
  expect(read(text)).toMatch(message);
  expect(composeScanned(text).text).toBe(text);
});
