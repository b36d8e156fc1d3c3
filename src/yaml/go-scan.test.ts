import { describe, expect, test } from 'vitest';
import { goScan } from './go-scan.ts';
import { MOST_LEVELS } from './source-node.ts';

function scan(text: string) {
  const bytes = Buffer.from(text);
  return goScan(bytes, 0, bytes.length);
}

describe('a text ends', () => {
  test.each([
    ['outside of everything', 'a: b\n', false],
    ['in double quotes', 'a: "b\n', true],
    ['in single quotes', "- 'b\n", true],
    ['behind quotes that end on another line', 'a: "b\nc" # d\n', false],
    ['in single quotes behind a doubled one', "a: 'it''s\n", true],
    ['in double quotes behind an escaped one', 'a: "b\\"\n', true],
    ['behind an escaped backslash', 'a: "b\\\\"\n', false],
    ['in quotes behind a tag', 'a: !!str "b\n', true],
    ['in quotes behind an anchor', '- &a "b\n', true],
    ['in quotes of a key inside of braces', '{"a":"b\n', true],
    ['outside, with an apostrophe in a plain text', "a: it's\n", false],
    ['outside, with quotes in a plain text on its second line', 'a: b\n  "c\n', false],
    ['in quotes on a line that is indented too little to be part of the plain text', 'a: b\n"c\n', true],
    ['outside, with quotes in a literal', 'a: |\n  b "c\n', false],
    ['in quotes below a literal', 'a: |\n  b\n"c\n', true],
    ['outside, with quotes in a literal with an indentation indicator', 'a:\n  b: |1\n    c\n   "d\n', false],
    ['outside, with quotes in a literal below blank lines', 'a: >-\n\n\n "b\n', false],
    ['outside, with quotes in a literal that is an item', '- |\n "b\n', false],
    ['in quotes below a literal that is an item', '-   - |\n     a\n  - "b\n', true],
    ['outside, with quotes in a comment', 'a: b # \'c\n# "d\n', false],
    ['outside, with quotes in a comment in a literal’s header', 'a: | # "b\n  c\n', false],
    ['in brackets', 'a: [b,\n', true],
    ['in braces behind others', 'a: {b: {c: d},\n', true],
    ['behind brackets', 'a: [b,\nc]\n', false],
    ['in brackets, with a bracket in quotes', "a: [b, ']'\n", true],
    ['outside, with a bracket in a plain text', 'a: b]{\n', false],
    ['in brackets, with the one that ends them in a comment', 'a: [b # ]\n', true],
    ['in quotes in the next document', 'a: b\n---\nc: "d\n', true],
    ['outside behind a marker, which ends quotes that are open', 'a: "b\n---\nc: d\n', false],
    ['outside behind a directive', '%YAML "1.1\n---\na: b\n', false],
    ['in quotes behind a byte order mark', '\ufeff"a\n', true],
  ])('%s', (_, text, isOpen) => {
    const { inQuotes, inBrackets } = scan(text);
    expect(inQuotes || inBrackets).toBe(isOpen);
  });
});

describe('lines that are indented too little', () => {
  test.each<readonly [sentence: string, text: string, lines: readonly string[]]>([
    ['are none outside of quotes and brackets', 'a:\n  b: c\nd: e\n', []],
    ['are none in the indentation that YAML wants', 'a: "b\n c"\nd: [e,\n f]\n', []],
    ['in quotes', 'a:\n  b: "c\n\n d\n   e"\n', ['d+2']],
    ['in brackets', '- a: [b,\nc,\n  d]\n', ['c,+3', 'd]+1']],
    ['comments in brackets are none', 'a: {b: c, # d\n# e\n}\n', ['}+1']],
    ['what looks like a comment in quotes is one', 'a: "b\n# c"\n', ['# c"+1']],
    ['in a plain text in brackets', '- [a\nb\n c]\n', ['b+1']],
    ['none at the root, where no indentation is wanted', '"a\nb"\n', []],
    ['below the dashes of a list that stand below its key', 'a:\n  - "b\n  c"\n', ['c"+1']],
    ['after a list whose dashes stand in the column of its key', 'a:\n- b: c\nd: "e\nf"\n', ['f"+1']],
    ['not in a literal', 'a:\n  - |\n   b\n', []],
  ])('%s', (_, text, lines) => {
    const found = scan(text).outdented.map(({ offset, lacks }) => {
      const end = text.indexOf('\n', offset);
      return `${text.slice(offset, end).trim()}+${lacks}`;
    });
    expect(found).toEqual(lines);
  });
});

describe('a line break that not all readers know', () => {
  const [NEL, LS, PS] = ['\u0085', '\u2028', '\u2029'];
  test.each<readonly [sentence: string, text: string, offset: number | undefined]>([
    ['is not LF or CRLF', 'a: b\r\nc: |\r\n  d\r\n', undefined],
    ['is NEL', `a: b${NEL}c: d\n`, 4],
    ['is LS', `a: b${LS}c: d\n`, 4],
    ['is PS', `a: b${PS}c: d\n`, 4],
    ['is a carriage return alone', 'a: b\rc: d\n', 4],
    ['is a carriage return in front of another line break', 'a: b\r\r\nc: d\n', 4],
    ['is in a plain text', `a: b${LS}  c\n`, 4],
    ['is in a key', `a${LS}b: c\n`, 1],
    ['is in a literal', `a: |\n  b${NEL}c\n`, 8],
    ['is in a folded text', `a: >\n  b${LS}\n  c\n`, 8],
    ['is behind a header', `a: |${LS}\n  b\n`, 4],
    ['is in front of everything', `${NEL}a: b\n`, 0],
    ['is on a line of its own', `a: b\n${LS}\nc: d\n`, 5],
    ['is inside of brackets', `a: [b,${LS}c]\n`, 6],
    ['is in a comment that goes on as something else', `# a${LS}b: c\n`, 3],
    ['is a carriage return at the end of a comment', '# a\r\r\nb: c\n', 3],
    ['is in quotes in front of a document marker', `a: "b${LS}--- c"\n`, 5],
    ['is behind quotes that have one', `a: "${LS}"${NEL}\n`, 6],
    ['is not in double quotes', `a: "b${NEL}c${LS}"\n`, undefined],
    ['is not in single quotes', `a: 'b${LS}c'\n`, undefined],
    ['is not a carriage return in quotes', 'a: "b\rc"\n', undefined],
    ['is not at the end of a comment', `# a${LS}\nb: c # d${NEL}  \n`, undefined],
    ['is not at the end of a comment that another follows', `# a${PS}# b\nc: d\n`, undefined],
    ['is not at the end of a line of a literal', `a: |\n  b${LS}\n  c\n`, undefined],
    ['is at the end of the last line of a literal', `a: |\n  b${LS}\nc: d\n`, 8],
    ['is no other letter of three bytes', 'a: \u2027\u202a\u0084\u0086\n', undefined],
  ])('%s', (_, text, offset) => {
    const found = scan(text).uncommonBreak;
    expect(found).toBe(offset === undefined ? undefined : Buffer.byteLength(text.slice(0, offset)));
  });
});

describe('levels of nesting', () => {
  test.each<readonly [what: string, one: string]>([
    ['brackets', '['],
    ['braces', '{a: '],
    ['pairs in brackets', '[a: '],
    ['dashes', '- '],
    ['question marks', '? '],
  ])('%s', (_, one) => {
    const levels = one === '[a: ' ? MOST_LEVELS / 2 : MOST_LEVELS;
    expect(scan(`${one.repeat(levels)}b`).tooDeep).toBeUndefined();
    expect(scan(`${one.repeat(levels + 1)}b`).tooDeep).toBe(one.length * levels);
  });

  test('block mappings', () => {
    const text = Array.from({ length: MOST_LEVELS + 1 }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
    expect(scan(text).tooDeep).toBe(text.length - 'a:\n'.length);
    expect(scan(text.slice(0, -(MOST_LEVELS + 3))).tooDeep).toBeUndefined();
  });

  test('mappings in lists whose dashes stand in the column of their keys', () => {
    const text = Array.from({ length: MOST_LEVELS / 2 }, (_, level) => `${'  '.repeat(level)}- a:\n`).join('');
    expect(scan(text).tooDeep).toBeUndefined();
    const deeper = `${text}${'  '.repeat(MOST_LEVELS / 2)}- b\n`;
    expect(scan(deeper).tooDeep).toBe(deeper.length - '- b\n'.length);
  });

  test('are counted anew behind each collection', () => {
    const text = `${'['.repeat(MOST_LEVELS)}${']'.repeat(MOST_LEVELS)}`;
    expect(scan(`a: [[${text}]]\n`).tooDeep).toBe('a: [['.length + MOST_LEVELS - 3);
    const inner = text.slice(1, -1);
    expect(scan(`a: ${inner}\nb:\n- ${inner.slice(1, -1)}\nc: ${inner}\n`).tooDeep).toBeUndefined();
  });
});
