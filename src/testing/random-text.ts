/** Random texts for property tests that need not be YAML: lines of what matters to its readers, and changes of texts. */
import fc from 'fast-check';

const SNIPPETS = [
  ...['\t', '\r', '\r\n', '\n', '\n\n', ' ', '  ', '#', ' #', ' # c', ':', ': ', ' :', '-', '- ', '"', "'", "''", '\\'],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ', ',
    '{}',
    '[]',
    '{a: b}',
    '&a ',
    '*a',
    '!',
    '!!str ',
    '|',
    '|\n',
    '>',
    '|+',
    '>-',
    '|2',
  ],
  ...[
    '?',
    '? ',
    '---',
    '---\n',
    '\n---\n',
    '...\n',
    '%',
    '<<: ',
    'é',
    '日本',
    '😀',
    '\ufeff',
    '\u2028',
    '\u2029',
    '\u0085',
    '\r\r\n',
    '\u00a0',
    '\u0007',
  ],
  ...[
    '@',
    '`',
    '0',
    'a',
    '~',
    '\\u0041',
    '\\x4',
    'a: ',
    '\n  b: c\n',
    '\n- a\n',
    '$(A)',
    '"\n',
    "'\n",
    '# "',
    '!!null ',
  ],
];

const LINES = [
  ...[
    '',
    ' ',
    '   ',
    '# c',
    'a',
    'a:',
    'b:',
    'a: b',
    'b : c',
    'a:b',
    '- a',
    '-',
    '- ',
    '- a: b',
    '- a:',
    '- - a',
    '- b: c # d',
  ],
  ...[
    'a: |',
    'b: >',
    'a: |-',
    'b: >+',
    '- |',
    '- >-',
    'a: |  # c',
    'a: |1',
    'text',
    ' deeper',
    'a b  c ',
    '\ttab',
    'a: 1 ',
    'a: "b"',
  ],
  ...[
    "'a': b",
    '"a": b',
    '"a":b',
    "a: 'b'",
    'a: "b',
    'b"',
    'a: "\\n"',
    'a: "\\q"',
    'a: {}',
    'b: []',
    'a: {b: c, d: [e]}',
    'a: {b: c',
  ],
  ...[
    'b: ["a","b"]',
    '{a: b}',
    '[a, b]',
    '{"a":"b", c: }',
    '[a: b]',
    '[a,]',
    '[,]',
    '- {a: b}',
    '- [a]',
    'a: b: c',
    'a: - b',
    'a: #c',
  ],
  ...[
    '---',
    '...',
    '--- a',
    '-a: b',
    '- -1',
    '- --a=b',
    '? a',
    ': b',
    'a: ?b',
    'é: ü',
    'a: é # é',
    '<<: a',
    '~: ~',
    '0644: 0644',
  ],
  ...[
    'yes: no',
    'a: *b',
    'a: &b c',
    'a: !b c',
    '%a',
    'a: %b',
    'a: @b',
    "a: 'it''s'",
    'a:  b  # c',
    'a: b# c',
    'a: b #',
    '"a": {"b":1}',
  ],
  ...[
    'a: {',
    '}',
    '- ]',
    "a: 'b' c",
    'a: "b"#c',
    'a: [b]c',
    'a: [b]# c',
    'a: [b] # c',
    '- "a": b',
    "- 'a'",
    '- # c',
    '-# c',
    '.. : a',
  ],
];

/** Lines at any column, ended in any way: some of them YAML, many nearly so. */
export const randomLines: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 6), fc.constantFrom(...LINES)), { maxLength: 8 }),
    fc.constantFrom('\n', '\n', '\n', '\r\n'),
    fc.boolean(),
  )
  .map(([lines, lineBreak, isEnded]) => {
    const text = lines.map(([column, line]) => ' '.repeat(column) + line).join(lineBreak);
    return isEnded ? text + lineBreak : text;
  });

interface Mutation {
  readonly where: number;
  readonly kind: 'delete' | 'insert' | 'indent' | 'repeat';
  readonly size: number;
  readonly snippet: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  where: fc.nat(),
  kind: fc.constantFrom('delete', 'insert', 'insert', 'indent', 'repeat'),
  size: fc.nat(4),
  snippet: fc.constantFrom(...SNIPPETS),
});

/** A text after some mistakes of the kind that people and programs make. */
export function randomlyChanged(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.array(mutation, { maxLength: 3 })).map(([text, all]) => all.reduce(mutated, text));
}

function mutated(text: string, { where, kind, size, snippet }: Mutation): string {
  const at = where % (text.length + 1);
  const line = text.lastIndexOf('\n', at - 1) + 1;
  const next = text.indexOf('\n', at) + 1;
  switch (kind) {
    case 'delete':
      return text.slice(0, at) + text.slice(at + 1 + size);
    case 'insert':
      return text.slice(0, at) + snippet + text.slice(at);
    case 'indent':
      return (
        text.slice(0, line) + (size < 2 ? text.slice(line).replace(/^ {1,2}/, '') : ' '.repeat(size) + text.slice(line))
      );
    case 'repeat':
      return text.slice(0, next) + text.slice(line);
  }
}
