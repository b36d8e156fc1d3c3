import { describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { compose } from './compose.ts';

/** What a text means, and its first error. */
function read(text: string): unknown {
  const [document] = compose(text).documents;
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
  ])('are read: %s', (_, text, value) => {
    expect(read(text)).toEqual(value);
  });

  test('keep their places in the text', () => {
    const text = 'a: [b, # c\nd, # e\n]\nf: g\n';
    const { text: indented, givenIndex } = compose(text);
    for (const word of ['a:', 'b,', 'd,', ']', 'f:', 'g']) {
      expect([word, givenIndex(indented.indexOf(word))]).toEqual([word, text.indexOf(word)]);
    }
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
  ['more lines than are forgiven', `a: [\n${'b,\n'.repeat(101)}]\n`, /^Flow sequence in block collection must be/],
])('%s is an error of the text as it was given', (_, text, message) => {
  expect(read(text)).toMatch(message);
  expect(compose(text).text).toBe(text);
});
