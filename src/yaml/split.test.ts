import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { CASES, expectShare } from '../testing/properties.ts';
import { lineStart } from './lines.ts';
import { outline } from './outline.ts';
import { randomDocument } from '../testing/random-document.ts';
import { readWithYaml } from './read-with-yaml.ts';
import { entryOf } from './source-node.ts';
import { outlineDocument, outlineItem, splitDocuments, splitItems } from './split.ts';

describe('the documents of a stream', () => {
  test.each<readonly [sentence: string, text: string, documents: readonly string[]]>([
    ['none in nothing', '', []],
    ['none in comments and markers', '# a\n---\n# b\n...\n---\n\n', []],
    ['one without a marker', 'a: b\n', ['a: b\n']],
    ['one behind a marker', '---\na: b\n', ['---\na: b\n']],
    ['one behind a marker with a comment', '--- # c\na: b\n', ['--- # c\na: b\n']],
    ['one in front of a marker', 'a: b\n---\n', ['a: b\n']],
    [
      'comments go with the document that they stand in',
      '# 1\na: b\n# 2\n---\n# 3\nc: d\n',
      ['# 1\na: b\n# 2\n', '---\n# 3\nc: d\n'],
    ],
    ['documents without content are none', 'a: b\n---\n---\n# c\n---\nd: e\n---\n', ['a: b\n', '---\nd: e\n']],
    ['no line break at the end', 'a: b\n---\nc: d', ['a: b\n', '---\nc: d']],
    ['no line break behind the last marker', 'a: b\n---', ['a: b\n']],
    ['CRLF', 'a: b\r\n---\r\nc: d\r\n', ['a: b\r\n', '---\r\nc: d\r\n']],
    ['a byte order mark belongs to no document', '\ufeff---\na: b\n', ['---\na: b\n']],
    ['byte order marks, one behind the other', `${'\ufeff'.repeat(20_000)}a: b\n`, ['a: b\n']],
    ['byte order marks, each on a line', `${'\ufeff\n'.repeat(20_000)}a: b\n`, ['\na: b\n']],
    ['blanks behind a marker', 'a: b\n---  \t\nc: d\n', ['a: b\n', '---  \t\nc: d\n']],
    ['content on the line of a marker', 'a: b\n--- c\n', ['a: b\n', '--- c\n']],
    ['a marker that ends a document', 'a: b\n...\nc: d\n', ['a: b\n...\n', 'c: d\n']],
    ['both markers', 'a: b\n...\n---\nc: d\n...\n', ['a: b\n...\n', '---\nc: d\n...\n']],
    ['the marker that ends, at the very beginning', '...\na: b\n', ['...\na: b\n']],
    [
      'directives go with the document that follows',
      '%YAML 1.2\n---\na: b\n...\n%YAML 1.1\n---\nc: d\n',
      ['%YAML 1.2\n---\na: b\n...\n', '%YAML 1.1\n---\nc: d\n'],
    ],
    ['a marker must stand in the first column', 'a: |\n  ---\n  ...\n ---\n', ['a: |\n  ---\n  ...\n ---\n']],
    [
      'dashes of a certificate are no marker',
      'a: |\n  -----BEGIN CERTIFICATE-----\n-----END\n',
      ['a: |\n  -----BEGIN CERTIFICATE-----\n-----END\n'],
    ],
    ['text right behind the dashes is no marker', 'a: b\n---c: d\n', ['a: b\n---c: d\n']],
    ['a marker inside of quotes is one', 'a: "b\n---\nc"\n', ['a: "b\n', '---\nc"\n']],
    ['a percent sign is a directive only in the first column', ' %a\n---\nb: c\n', [' %a\n', '---\nb: c\n']],
  ])('%s', (_, text, documents) => {
    const bytes = Buffer.from(text);
    expect(splitDocuments(bytes).map(({ start, end }) => bytes.toString('utf8', start, end))).toEqual(documents);
  });

  test.each([
    ['its first line', 'a: b\n', 'a: b\n', false],
    ['below the marker and comments', '---\n# c\n\na: b\n', 'a: b\n', false],
    ['below a marker with a comment', '--- # c\na: b\n', 'a: b\n', false],
    ['indented', '---\n  a: b\n', '  a: b\n', false],
    ['on the line of the marker, which is unusual', '--- {a: b}\n', '--- {a: b}\n', true],
    ['behind directives, which is unusual', '%YAML 1.2\n---\na: b\n', '---\na: b\n', true],
  ])('have content that begins with %s', (_, text, content, unusual) => {
    const bytes = Buffer.from(text);
    const [document] = splitDocuments(bytes);
    expect(document && bytes.toString('utf8', document.content, document.end)).toBe(content);
    expect(document?.unusual).toBe(unusual);
  });

  test('with directives or content on the line of the marker, or with open quotes, have no outline', () => {
    for (const text of ['--- {a: b}\n', '%YAML 1.2\n---\na: b\n', 'a: "b\n']) {
      const bytes = Buffer.from(text);
      expect(splitDocuments(bytes).map((document) => outlineDocument(bytes, document))).toEqual([undefined]);
    }
  });
});

describe('the items of a list', () => {
  test.each<readonly [sentence: string, text: string, items: readonly string[]]>([
    ['in the compact style', '- a\n- b\n', ['- a\n', '- b\n']],
    ['in the wide style', '  - a\n  - b\n', ['  - a\n', '  - b\n']],
    ['with more lines', '- a: b\n  c: d\n- e:\n  - f\n', ['- a: b\n  c: d\n', '- e:\n  - f\n']],
    ['with nothing on the line of the dash', '-\n  a: b\n- \n  c: d\n', ['-\n  a: b\n', '- \n  c: d\n']],
    ['with much room behind the dash', '-   a: b\n    c: d\n-   e\n', ['-   a: b\n    c: d\n', '-   e\n']],
    ['that are empty', '-\n-\n- # c\n', ['-\n', '-\n', '- # c\n']],
    [
      'a comment goes with the item above it',
      '# 0\n- a\n# 1\n\n  # 2\n- b\n# 3\n',
      ['- a\n# 1\n\n  # 2\n', '- b\n# 3\n'],
    ],
    ['lines that look like items inside of one', '- |\n  - a\n - b\n- c\n', ['- |\n  - a\n - b\n', '- c\n']],
    ['text that only begins with a dash', '- a\n  -b\n- --c\n', ['- a\n  -b\n', '- --c\n']],
    [
      'with quotes that look open',
      '- a: |\n    "b\n- c: d "e\n- f: " "\n- g: it\'s\n  h: \'\'\n- "\\""\n- [?, "?"]\n- x ? y\n- z\n',
      [
        '- a: |\n    "b\n',
        '- c: d "e\n',
        '- f: " "\n',
        "- g: it's\n  h: ''\n",
        '- "\\""\n',
        '- [?, "?"]\n',
        '- x ? y\n',
        '- z\n',
      ],
    ],
    ['with CRLF', '- a\r\n\r\n- b\r\n', ['- a\r\n\r\n', '- b\r\n']],
    ['without a line break at the end', '- a\n- b', ['- a\n', '- b']],
    ['with only a dash at the end', '- a\n-', ['- a\n', '-']],
  ])('%s', (_, text, items) => {
    expect(itemsOf(`items:\n${text}`)).toEqual(items);
    expect(itemsOf(`kind: List\nitems: # c\n${text}`)).toEqual(items);
    if (text.endsWith('\n')) expect(itemsOf(`items:\n${text}kind: List\n`)).toEqual(items);
  });

  test.each([
    ['nothing', ''],
    ['only comments', '# c\n'],
    ['a mapping', '  a: b\n'],
    ['a dash at another column', '  - a\n - b\n'],
    ['a dash deeper in front', '    - a\n  - b\n'],
    ['something other than a dash', '- a\nb\n'],
    ['something other than a dash at its column', '  - a\n  b: c\n'],
    ['a dash without a space behind it', '-a\n'],
    ['a tab', '\t- a\n'],
    ['a tab behind the dash', '-\ta\n'],
    ['an alias', '  *a\n'],
    ['quotes that are open where a dash stands', '- a: "b\n- c: d\n# "\n'],
    ['single quotes that are open where a dash stands', "  - 'a''\n  - b'\n"],
    ['quotes that are open behind an escaped one', '- "\\"a\n- b"\n'],
    ['a key in braces that is open where a dash stands', '- {? a\n- b: c}\n'],
  ])('are not clear with %s', (_, text) => {
    const bytes = Buffer.from(`items:\n${text}`);
    const entry = { name: 'items', start: 0, afterColon: 'items:'.length, end: bytes.length };
    expect(splitItems(bytes, entry)).toBeUndefined();
  });

  test.each([
    ['a flow sequence', '[]'],
    ['an anchor', '&a\n- b'],
    ['null', 'null'],
    ['a tag', '!!seq\n- b'],
  ])('are not clear behind %s', (_, text) => expect(itemsOf(`items: ${text}\n`)).toBeUndefined());
});

describe('the keys of an item', () => {
  test.each<readonly [sentence: string, item: string, keys: string | undefined]>([
    ['in the compact style', '- kind: Pod\n  spec:\n    a: b\n', 'kind spec at 2'],
    ['with much room behind the dash', '-   kind: Pod\n    spec: {}\n', 'kind spec at 4'],
    ['in the wide style', '  - kind: Pod\n    spec: {}\n', 'kind spec at 4'],
    ['on the next line', '-\n  kind: Pod\n', 'kind at 2'],
    ['on the next line, deeper', '- # comment\n    kind: Pod\n    spec: {}\n', 'kind spec at 4'],
    ['below a comment of its own', '-\n  # comment\n  kind: Pod\n', 'kind at 2'],
    ['with comments at any column', '- kind: Pod\n# 1\n      # 2\n  spec: {}\n', 'kind spec at 2'],
    ['not of an empty item', '-\n', undefined],
    ['not of a flow mapping', '- {kind: Pod}\n', undefined],
    ['not of a sequence', '- - kind: Pod\n', undefined],
    ['not behind an anchor', '- &a\n  kind: Pod\n', undefined],
    ['not behind a tag', '- !!map\n  kind: Pod\n', undefined],
    ['not at the column of the dash', '-\nkind: Pod\n', undefined],
    ['not at two columns', '- kind: Pod\n   spec: {}\n', 'kind at 2'],
    ['not less deep', '-   kind: Pod\n  spec: {}\n', undefined],
    ['not with a scalar', '- Pod\n', undefined],
  ])('%s', (_, text, keys) => {
    const bytes = Buffer.from(text);
    const dash = text.indexOf('-');
    const found = outlineItem(bytes, { start: 0, end: bytes.length, dash });
    expect(found && `${found.entries.map(({ name }) => name).join(' ')} at ${found.column}`).toBe(keys);
  });
});

describe('a random document', () => {
  test('has as many items as its tree, at the same places', () => {
    let split = 0;
    const [root, json] = ['sequence', false] as const;
    const lists = fc.oneof(randomDocument({ json, root }), randomDocument({ json, root, outdented: true }));
    const property = fc.property(lists, fc.boolean(), ({ text }, wide) => {
      const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
      const indented = wide && !/[|>"']|\bwords\b/.test(text) ? text.replaceAll(/^(?=.)/gm, '  ') : text;
      const bytes = Buffer.from(`kind: List${lineBreak}items:${lineBreak}${indented}`);
      const read = readWithYaml(bytes, { start: 0, end: bytes.length });
      const entry = outline(bytes, 0, bytes.length, 0)?.find(({ name }) => name === 'items');
      const items = entry && splitItems(bytes, entry);
      if (items === undefined || read.kind === 'problem') return;
      split++;
      const sequence = read.root && entryOf(read.root, 'items')?.value;
      if (sequence?.kind !== 'sequence') throw new Error(`no list in\n${text}`);
      const places = sequence.items.map((item) => [lineStart(bytes, item.start), item.start]);
      expect(items.map((item) => [item.start, item.dash])).toEqual(places);
      const ends = [...items.slice(1).map(({ start }) => start), bytes.length];
      expect(items.map(({ end }) => end)).toEqual(ends);
    });
    fc.assert(property);
    expectShare(split, CASES, 1 / 3);
  });
});

test('a list as a program or a person writes it', () => {
  const text = dedent(`
    apiVersion: config.kubernetes.io/v1
    kind: ResourceList
    items:
    # The first.
    - apiVersion: v1
      kind: ConfigMap
      data:
        script: |
          items:
          - a
          ---
        pem: "-----BEGIN"

    # The second.
    - apiVersion: v1
      kind: Secret
    functionConfig:
      kind: ConfigMap
  `);
  const items = itemsOf(text) ?? [];
  expect(items.map((item) => /kind: (\w+)/.exec(item)?.[1])).toEqual(['ConfigMap', 'Secret']);
});

test.each(['---\n', '...\n'])(
  'many documents with %j between them take as long as their bytes, not their square',
  (marker) => {
    const document = `kind: ConfigMap\ntext: ${'a'.repeat(500)}\n`;
    const stream = Buffer.from(`${document}${marker}`.repeat(60_000));
    const start = performance.now();
    expect(splitDocuments(stream)).toHaveLength(60_000);
    // Some 100 ms; half a minute and more if for every document the rest of the stream were searched.
    expect(performance.now() - start).toBeLessThan(10_000);
  },
);

function itemsOf(text: string): readonly string[] | undefined {
  const bytes = Buffer.from(text);
  const entry = outline(bytes, 0, bytes.length, 0)?.find(({ name }) => name === 'items');
  const items = entry && splitItems(bytes, entry);
  return items?.map(({ start, end }) => bytes.toString('utf8', start, end));
}
