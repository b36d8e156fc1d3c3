import { describe, expect, test } from 'vitest';
import { readStrict } from './read-strict.ts';
import { readYaml } from './read-yaml.ts';
import { valueOf } from './source-node.ts';
import { Numeral, toJson } from './value.ts';

/** As JSON; undefined where the text is left to the complete reader. */
function meaningOf(text: string): unknown {
  const bytes = Buffer.from(text);
  const root = readStrict(bytes, { start: 0, end: bytes.length });
  return root && toJson(valueOf(root));
}

describe('the strict reader reads', () => {
  test.each([
    ['keys and values', 'a: b\nc: d e\n', { a: 'b', c: 'd e' }],
    [
      'numbers, booleans and null as Kubernetes does',
      'a: 0644\nb: yes\nc: ~\nd:\n',
      { a: 420, b: true, c: null, d: null },
    ],
    ['mappings in mappings', 'a:\n  b:\n      c: 1\n  d: 2\n', { a: { b: { c: 1 }, d: 2 } }],
    ['lists in the column of their key', 'a:\n- b\n- - c\nd: 1\n', { a: ['b', ['c']], d: 1 }],
    ['compact and wide lists', 'a:\n- b\nc:\n    -   d: 1\n        e: 2\n', { a: ['b'], c: [{ d: 1, e: 2 }] }],
    ['lists of lists', '- - a\n  - b\n-\n  - c\n-\n- d\n', [['a', 'b'], ['c'], null, 'd']],
    ['comments and blank lines anywhere', '# x\n\na: # y\n # z\n  b: 1 # w\n\n# v\n', { a: { b: 1 } }],
    ['a # that begins no comment', 'a: b#c\nd: "#"\n', { a: 'b#c', d: '#' }],
    ['colons inside of text', 'a: b:c\nd: http://e:1/\n', { a: 'b:c', d: 'http://e:1/' }],
    ['quotes', `a: 'it''s'\nb: "x"\n"c": ''\n'd' : ""\n`, { a: "it's", b: 'x', c: '', d: '' }],
    ['escapes', String.raw`a: "\"\\\/\n\t\x41\u00e9\ud83d\ude00\U0001F600\e"`, { a: '"\\/\n\tAé😀😀\u001b' }],
    ['letters beyond ASCII', 'ключ: "é" # ü\n日本: 😀\n', { ключ: 'é', 日本: '😀' }],
    ['literals', 'a: |\n  x\n   y\n\n  z\nb: |-\n  # x\nc: |+\n  x\n', { a: 'x\n y\n\nz\n', b: '# x', c: 'x\n' }],
    ['folded scalars', 'a: >\n  x\n  y\n\n  z\n   w\nb: >- # c\n  x\n', { a: 'x y\nz\n w\n', b: 'x' }],
    ['a literal in a list', '- |\n x\n- a: |\n   y\n', ['x\n', { a: 'y\n' }]],
    ['a literal whose line break the input lacks', 'a: |\n  x', { a: 'x' }],
    ['flow collections', 'a: {b: [1, "c", {}], "d":e}\nf: [ ]\n', { a: { b: [1, 'c', {}], d: 'e' }, f: [] }],
    ['flow collections on several lines', 'a: [\n    b,\n\n    c ,\n  ] # d\ne: 1\n', { a: ['b', 'c'], e: 1 }],
    ['JSON as programs print it', '{\n    "a": [\n        1,\n        {"b":null}\n    ]\n}\n', { a: [1, { b: null }] }],
    ['dashes that begin text', 'a: -1\nb: --c\n', { a: -1, b: '--c' }],
    ['carriage returns before line feeds', 'a:\r\n  - b\r\nc: |\r\n  d\r\n', { a: ['b'], c: 'd\n' }],
    ['a byte order mark', '\ufeffa: 1', { a: 1 }],
    ['a document marker at the start', '# x\n--- # y\na: 1\n', { a: 1 }],
    ['keys that JSON would not have', '0644: a\nyes: b\n~: c\n', { '420': 'a', true: 'b', '~': 'c' }],
    ['of a key that is there twice the last one', 'a: 1\na: 2\n', { a: 2 }],
  ])('%s', (_, text, expected) => {
    expect(meaningOf(text)).toEqual(expected);
  });
});

describe('the strict reader leaves to the complete one', () => {
  test.each([
    ['nothing', ''],
    ['only comments', '# a\n'],
    ['a text', 'a\n'],
    ['an anchor', 'a: &b c\n'],
    ['an alias', 'a: *b\n'],
    ['a tag', 'a: !!str b\n'],
    ['a merge key', '<<: {a: b}\n'],
    ['a merge key in flow style', 'a: {<<: {b: c}}\n'],
    ['a complex key', '? a\n: b\n'],
    ['a flow collection as a key', '{a: b}: c\n'],
    ['a pair without braces', 'a: [b: c]\n'],
    ['a key without a value in braces', 'a: {b, c}\n'],
    ['a plain scalar on two lines', 'a: b\n  c\n'],
    ['a quoted scalar on two lines', 'a: "b\n  c"\n'],
    ['a comment in a flow collection', 'a: [ # b\n  c]\n'],
    ['a value below its colon in braces', '{"a":\n"b"}\n'],
    ['a key that begins with a dash', '-a: b\n'],
    ['a flow collection that is not indented', 'a: [\nb]\n'],
    ['a tab in the indentation', 'a:\n\tb: c\n'],
    ['a tab after a colon', 'a:\tb\n'],
    ['an indentation indicator', 'a: |2\n   b\n'],
    ['blank lines that count', 'a: |+\n  b\n\n'],
    ['a literal of nothing', 'a: |\nb: c\n'],
    ['a literal that begins with a deeper blank line', 'a: |\n    \n  b\n'],
    ['a tab at the end of an input without a line break', 'a: >\n  b\n  \t'],
    ['a second document', 'a: b\n---\nc: d\n'],
    ['the end of a document', 'a: b\n...\n'],
    ['a directive', '%YAML 1.2\n---\na: b\n'],
    ['a key that looks like a marker', '... : a\n'],
    ['an entry that is indented deeper than the others', 'a: b\n c: d\n'],
    ['an entry that is indented less than the others', 'a:\n  b: c\n d: e\n'],
    ['an item among entries', 'a: b\n- c\n'],
    ['a mapping on the line of a key', 'a: b: c\n'],
    ['a list on the line of a key', 'a: - b\n'],
    ['something behind a quote', 'a: "b" c\n'],
    ['a comment right behind a quote', 'a: "b"#c\n'],
    ['an unknown escape', 'a: "\\q"\n'],
    ['an escape that is cut off', 'a: "\\x4"\n'],
    ['an escape beyond Unicode', 'a: "\\U00110000"\n'],
    ['a quote that does not end', "a: 'b\n"],
    ['a brace that does not end', 'a: {b: c\n'],
    ['a character that no plain text begins with', 'a: @b\n'],
    ['a carriage return alone', 'a: b\rc: d\n'],
    ['a line break that only go-yaml takes for one', 'a: b\u0085\n'],
    ['such a line break in quotes', 'a: "b\u2028c"\n'],
    ['a key that is too long', `${'a'.repeat(1100)}: b\n`],
    ['what is nested very deeply', `${'- '.repeat(300)}a\n`],
  ])('%s', (_, text) => {
    expect(meaningOf(text)).toBeUndefined();
  });

  test('an item whose dash is not where it was said to be', () => {
    const bytes = Buffer.from('- a: 1\n- b: 2\n');
    expect(readStrict(bytes, { start: 0, end: bytes.length, dash: 7 })).toBeUndefined();
  });
});

const TOO_DEEP = 'expected at most 200 levels of nesting, found more';
const LINE_BREAK = 'expected lines to end in LF or CRLF, found U+0085, which Kubernetes reads as a line break';
const LONE_RETURN = 'expected lines to end in LF or CRLF, found a carriage return that no line feed follows';

function deep(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

describe('whichever reader is used', () => {
  test.each([
    ['the tree is given', 'a: 0644\n', new Numeral('0644', 420n)],
    ['the tree is given, tags and all', 'a: !!str 0644\n', '0644'],
    ['a folded text that ends the input ends in its white space', 'a: >\n  b\n     ', 'b\n   '],
    ['a folded text that ends the input ends in its line break', 'a: >\n  b\n  ', 'b\n'],
    ['a literal that ends the input ends in its white space', 'a: |\n  b\n     ', 'b\n   '],
    ['a literal that ends the input ends in its line break', 'a: |\n  b\n  ', 'b\n'],
    ['the tree is given, with null for a tag', 'a: !!null\n', null],
    ['the tree is given, with null in words behind its tag', 'a: !!null NULL # b\n', null],
    ['the tree is given, with text that is not what its tag says', 'a: !!null b\n', 'b'],
    ['the tree is given, of quotes that go on in the first column', 'a: "b\nc"\n', 'b c'],
    ['the tree is given, of brackets that go on in the first column', 'a: [b,\nc]\n', ['b', 'c']],
    ['the tree is given, with LS in quotes', 'a: "b\u2028c"\n', 'b\u2028c'],
    ['the tree is given, with NEL in quotes', "a: 'b\u0085c'\n", 'b\u0085c'],
  ])('%s', (_, text, expected) => {
    const bytes = Buffer.from(text);
    const read = readYaml(bytes, { start: 0, end: bytes.length });
    expect(read.kind === 'tree' && read.root && valueOf(read.root)).toEqual({ a: expected });
  });

  test.each([
    ['quotes that do not end', 'a: "b', 'missing closing "quote', 5],
    ['a line break that only go-yaml takes for one', 'a: b\u0085\n', LINE_BREAK, 4],
    ['a carriage return alone in quotes', 'a: "b\rc"\n', LONE_RETURN, 5],
    ['more levels than are read', `a: ${'['.repeat(300)}${']'.repeat(300)}\n`, TOO_DEEP, 3 + 199],
    ['more levels than are read where pairs make some', `${'[a: '.repeat(101)}b${']'.repeat(101)}`, TOO_DEEP, 400],
    [
      'an alias for more levels than are left',
      `a: &b ${deep(150)}\nc: ${'['.repeat(60)}*b${']'.repeat(60)}\n`,
      TOO_DEEP,
      370,
    ],
  ])('a problem is told: %s', (_, text, message, offset) => {
    const bytes = Buffer.from(text);
    expect(readYaml(bytes, { start: 0, end: bytes.length })).toEqual({ kind: 'problem', problem: { message, offset } });
  });

  test('as many levels as may be are read, aliases and all', () => {
    const bytes = Buffer.from(`a: &b ${deep(150)}\nc: ${'['.repeat(49)}*b${']'.repeat(49)}\nd: ${deep(199)}\n`);
    expect(readYaml(bytes, { start: 0, end: bytes.length }).kind).toBe('tree');
  });
});
