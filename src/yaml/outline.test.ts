import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { CASES, expectShare } from '../testing/properties.ts';
import { outline, outlineScalar, outlineValue, type OutlineEntry } from './outline.ts';
import { parseValue } from '../testing/parse-value.ts';
import { randomDocument } from '../testing/random-document.ts';
import { readWithYaml } from './read-with-yaml.ts';
import { valueOf, type MappingNode } from './source-node.ts';
import { sameValue, toJson } from './value.ts';

describe('the keys of a mapping', () => {
  test.each<readonly [sentence: string, text: string, keys: string]>([
    ['with values on their lines', 'a: b\nc: d\n', 'a c'],
    ['with values below', 'a:\n  b: c\nd:\n  - e\nf:\n- g\n', 'a d f'],
    ['with nothing', 'a:\nb: \n', 'a b'],
    ['of annotations', 'app.kubernetes.io/name: a\nx-y_z.1/2: b\n', 'app.kubernetes.io/name x-y_z.1/2'],
    ['around block scalars that look like keys', 'a: |\n  b: c\n\n  d: e\nf: >-\n  g: h\n', 'a f'],
    ['around flow collections of several lines', 'a: {\n  b: c,\n  }\nd: [\n ]\n', 'a d'],
    ['around text of several lines', 'a: b\n  c: d\ne: "f\n  g: h"\n', 'a e'],
    ['around comments at any column', 'a: b\n  # c: d\n# e: f\ng: h\n', 'a g'],
    ['around lines of blanks', 'a: b\n   \n\n  \nc: d\n', 'a c'],
    ['with CRLF', 'a: b\r\n\r\nc:\r\n  d: e\r\n', 'a c'],
    ['without a line break at the end', 'a: b\nc:', 'a c'],
    ['with comments above a compact sequence', 'a:\n# c\n  # d\n- e\n- f\ng: h\n', 'a g'],
    [
      'around quotes that look open',
      'a: |\n  "b\nc: d "e\nf: " "\n# "\ng: \'\'\nh: it\'s\ni: "\\""\nj: k\n',
      'a c f g h i j',
    ],
    ['with sequences that hold mappings', 'a:\n- b: c\n  d: e\n- f: g\nh: i\n', 'a h'],
  ])('%s', (_, text, keys) => {
    expect(keysOf(text)?.join(' ')).toBe(keys);
    const deeper = text.replaceAll(/^(?=[^\r\n])/gm, '    ');
    expect(keysOf(deeper, 4)?.join(' ')).toBe(keys);
  });

  test.each([
    ['a quoted key', '"a": b\n'],
    ['a key with a space', 'a b: c\n'],
    ['a key beyond ASCII', 'é: a\n'],
    ['a key with a space in front of its colon', 'a : b\n'],
    ['a key without a space behind its colon', 'a:b\n'],
    ['a tab behind the colon', 'a:\tb\n'],
    ['an explicit key', '? a\n: b\n'],
    ['a merge key', '<<: *a\nb: c\n'],
    ['an anchor on a key', '&a b: c\n'],
    ['an alias for a key', '*a : b\n'],
    ['a tag on a key', '!!str a: b\n'],
    ['a key twice', 'a: b\na: c\n'],
    ['a flow mapping', '{a: b}\n'],
    ['a sequence', '- a\n'],
    ['a scalar', 'a\n'],
    ['a document marker', 'a: b\n---\n'],
    ['a tab at the beginning of a line', 'a: b\n\tc: d\n'],
    ['a line of a tab', 'a: b\n\t\nc: d\n'],
    ['deeper lines in front of the first key', '  a: b\nc: d\n'],
    ['a sequence below a key with a value', 'a: b\n- c\n'],
    ['a sequence below a key with a mapping', 'a:\n  b: c\n- d\n'],
    ['a directive', '%YAML 1.2\na: b\n'],
    ['a template of helm', 'a: b\n{{- if .c }}\nd: e\n'],
    ['the end of a flow mapping in the first column', 'a: {\n}\n'],
    ['quotes that are open where a key stands', 'a: "b\nc: d\n# "\n'],
    ['single quotes that are open where a key stands', "a: 'b\nc: it''s\n  '\nd: e\n"],
    ['quotes that are open behind an escaped one', 'a: "b \\" c\nd: e\n# "\nf: g\n'],
    ['brackets that are open where a key stands', 'a: {b: [c, # d\n\n# e\nf: g], h: i}\nj: k\n'],
    ['braces that have just opened where a key stands', 'a:\n  b: {\nc: d}\n  e: f\n'],
    ['a key over several lines in brackets', 'a: [? b\nc: d]\ne: f\n'],
    ['quotes in brackets that are open where a key stands', 'a: {"b\nc: d\n  ": e}\nf: g\n'],
  ])('are not clear with %s', (_, text) => expect(keysOf(text)).toBeUndefined());

  test('are not clear where a line is less deep', () => expect(keysOf('    a: b\n  c: d\n', 4)).toBeUndefined());

  test('have ranges that end where the next key begins', () => {
    const text = 'a: b\n# 1\nc:\n  d: e\n\nf: g';
    const bytes = Buffer.from(text);
    const entries = outline(bytes, 0, bytes.length, 0) ?? [];
    expect(entries.map(({ start, end }) => text.slice(start, end))).toEqual(['a: b\n# 1\n', 'c:\n  d: e\n\n', 'f: g']);
    expect(entries.map(({ afterColon, end }) => text.slice(afterColon, end).trimEnd())).toEqual([
      ' b\n# 1',
      '\n  d: e',
      ' g',
    ]);
  });
});

describe('the mapping below a key', () => {
  test.each<readonly [sentence: string, text: string, keys: string | undefined]>([
    ['has keys at a column of its own', 'a:\n  b: c\n  d: e\n', 'b d at 2'],
    ['at any column', 'a:\n     b: c\n', 'b at 5'],
    ['below a comment on the key’s line', 'a: # c\n  b: c\n', 'b at 2'],
    ['below comments and blank lines', 'a:\n\n# c\n      # d\n  b: c\n', 'b at 2'],
    ['is not clear where it is a flow mapping', 'a: {b: c}\n', undefined],
    ['is not clear where it is a flow mapping below', 'a:\n  {b: c}\n', undefined],
    ['is not clear behind an anchor', 'a: &x\n  b: c\n', undefined],
    ['is not clear where there is nothing', 'a:\nd: e\n', undefined],
    ['is not clear where there are only comments', 'a:\n  # b: c\n', undefined],
    ['is not clear where it is a scalar', 'a:\n  b\n', undefined],
    ['is not clear where it is a sequence', 'a:\n  - b: c\n', undefined],
    ['is not clear where it is a compact sequence', 'a:\n- b: c\n', undefined],
    ['is not clear with a tab', 'a:\n\tb: c\n', undefined],
  ])('%s', (_, text, keys) => {
    const bytes = Buffer.from(text);
    const [entry] = outline(bytes, 0, bytes.length, 0) ?? [{ name: 'a', start: 0, afterColon: 2, end: bytes.length }];
    const below = entry && outlineValue(bytes, entry, 0);
    expect(below && `${below.entries.map(({ name }) => name).join(' ')} at ${below.column}`).toBe(keys);
  });
});

describe('the scalar on the line of a key', () => {
  test.each([
    ['a word', 'Deployment'],
    ['several words', 'a b  c'],
    ['a word beyond ASCII', 'é日本😀'],
    ['with a comment', 'a # b'],
    ['with a hash that begins none', 'a#b'],
    ['with a colon that ends no key', 'http://a:80/b'],
    ['with signs inside', 'a-b,c[d]{e}&f*g!h|i>j\'k"l%m@n`o'],
    ['with blanks around', '   a   '],
    ['in single quotes', "'a: b # c'"],
    ['in double quotes', '"a: b # c"'],
    ['in double quotes with a comment', '"a"   # b'],
    ['in single quotes with a backslash', String.raw`'\n'`],
    ['empty quotes', '""'],
    ['a number', '80'],
    ['an octal number', '0644'],
    ['a boolean', 'yes'],
    ['a word for null', 'null'],
    ['a version', '1.10'],
    ['a date', '2001-01-01'],
    ['a path', './a'],
  ])('is known: %s', (_, text) => {
    for (const lineBreak of ['\n', '\r\n', '']) {
      const known = scalarIn(`a: ${text}${lineBreak}`);
      expect(known).not.toBeUndefined();
      expect(known).toEqual(parseValue(text));
    }
    expect(scalarIn(`a: ${text}\n\n# comment\n  # comment\nb: c\n`)).toEqual(parseValue(text));
  });

  test.each([
    ['nothing', ''],
    ['only a comment', '# a'],
    ['a word for null that is an indicator to us', '~', null],
    ['a flow sequence', '[a]'],
    ['a flow mapping', '{a: b}'],
    ['an anchor', '&a b'],
    ['an alias', '*a'],
    ['a tag', '!!str a'],
    ['a block scalar', '|\n  a'],
    ['text of several lines', 'a\n  b'],
    ['quoted text of several lines', '"a\n  b"'],
    ['an escape sequence', String.raw`"a\tb"`],
    ['a quote in quotes', "'it''s'"],
    ['a quote that is not closed', '"a'],
    ['text behind a quote', '"a" b'],
    ['a comment right behind a quote', '"a"#b'],
    ['a tab', 'a\tb'],
    ['a second colon', 'a: b'],
    ['a colon at the end', 'a:'],
    ['a sign that begins no scalar', '%a'],
    ['a sign that is reserved', '@a'],
    ['a sequence below', '\n- a'],
    ['a dash', '-a'],
    ['a question mark', '?a'],
  ])('is not known: %s', (_, text, exception?: null) => {
    expect(scalarIn(`a: ${text}\n`)).toBe(exception);
  });
});

describe('a random document', () => {
  test('has the keys of its tree, at the same places, and the same scalars', () => {
    let scalars = 0;
    const documents = fc.oneof(randomDocument({ json: false }), randomDocument({ json: false, outdented: true }));
    const property = fc.property(documents, ({ text }) => {
      scalars += agreeing(text) ?? 0;
    });
    fc.assert(property);
    expectShare(scalars, CASES, 1 / 100);
  });

  const line = fc.constantFrom(
    '',
    '  ',
    '\t',
    '# c',
    '    # c',
    '- a',
    'x: y',
    '  x: y',
    '  - x: y',
    '    z',
    '...',
    '<<: {a: b}',
    "'",
    '? a',
    '&a',
    'x: "',
    "y: 'z",
    '# "',
    "  '",
    'x: {y: z,',
    'z: w }',
  );
  const indentation = fc.constantFrom(-2, -1, 1, 2);

  test('is clear only where that is true, with lines that go, come and move, too', () => {
    let sound = 0;
    const property = fc.property(
      randomDocument({ json: false }),
      fc.nat(30),
      fc.oneof(line, indentation, fc.constant(undefined)),
      ({ text }, where, change) => {
        const lines = text.split('\n');
        const index = where % lines.length;
        const old = lines[index] ?? '';
        if (typeof change === 'string') lines.splice(index, 0, change);
        else if (change === undefined) lines.splice(index, 1);
        else lines[index] = change < 0 ? old.replace(new RegExp(`^ {0,${-change}}`), '') : ' '.repeat(change) + old;
        if (agreeing(lines.join('\n')) !== undefined) sound++;
      },
    );
    fc.assert(property);
    expectShare(sound, CASES, 1 / 4);
  });

  /** The number of scalars that the outline knows; undefined where the text is no YAML. */
  function agreeing(text: string): number | undefined {
    const bytes = Buffer.from(text);
    const read = readWithYaml(bytes, { start: 0, end: bytes.length });
    // With explicit keys the package reads texts that are no YAML: `a:` with `   ? b` and `  : c` below it.
    if (read.kind === 'problem' || /^ *(- +)*\?[ \r\n]/m.test(text)) return undefined;
    const top = outline(bytes, 0, bytes.length, 0);
    if (top === undefined || top.length === 0) return 0;
    if (read.root?.kind !== 'mapping') throw new Error(`no mapping in\n${text}`);
    let scalars = 0;
    const pending: [MappingNode, readonly OutlineEntry[], number][] = [[read.root, top, 0]];
    for (const [node, entries, column] of pending) {
      expect(node.style, text).toBe('block');
      const keys = node.entries.map(({ start, key, afterColon }) => [
        start,
        key.kind === 'scalar' && key.text,
        afterColon,
      ]);
      const found = entries.map(({ start, name, afterColon }) => [start, name, afterColon]);
      expect(found, text).toEqual(keys);
      for (const [index, entry] of entries.entries()) {
        const value = node.entries[index]?.value;
        if (value === undefined) throw new Error(text);
        const scalar = outlineScalar(bytes, entry);
        if (scalar !== undefined) {
          scalars++;
          expect(sameValue(valueOf(value), scalar), `${text}\n${JSON.stringify(toJson(scalar))}`).toBe(true);
        }
        const below = outlineValue(bytes, entry, column);
        if (below === undefined) continue;
        if (value.kind !== 'mapping') throw new Error(`no mapping below ${entry.name} in\n${text}`);
        expect(below.column, text).toBe(value.column);
        pending.push([value, below.entries, below.column]);
      }
    }
    return scalars;
  }
});

test('nothing is read beyond the end that is given', () => {
  const text = dedent(`
    a: b
    c: d
    e: f
  `);
  expect(outline(Buffer.from(text), 0, 10, 0)?.map(({ name }) => name)).toEqual(['a', 'c']);
});

function keysOf(text: string, column = 0): readonly string[] | undefined {
  const bytes = Buffer.from(text);
  return outline(bytes, 0, bytes.length, column)?.map(({ name }) => name);
}

function scalarIn(text: string) {
  const bytes = Buffer.from(text);
  const entries = outline(bytes, 0, bytes.length, 0);
  const [entry] = entries ?? [{ name: 'a', start: 0, afterColon: 2, end: bytes.length }];
  return entry && outlineScalar(bytes, entry);
}
