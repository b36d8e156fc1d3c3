import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { applyEdits, type Edit } from '../yaml/edit.ts';
import { CASES, SEED } from '../testing/properties.ts';
import { unifiedDiff } from './unified-diff.ts';

function diffOf(path: string, bytes: Buffer, edits: readonly Edit[]): string {
  return unifiedDiff(path, bytes, edits).join('');
}

/** A text in which `<old|new>` is an edit. */
const rows: readonly (readonly [sentence: string, text: string, diff: string])[] = [
  ['nothing', 'a\nb\n', ''],
  ['an edit that changes nothing', 'a\n<b|b>\n', ''],
  ['a changed line', 'a\n<b|x>\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n'],
  ['a change inside of a line', 'a\nb<1|2>c\n', '@@ -1,2 +1,2 @@\n a\n-b1c\n+b2c\n'],
  ['two changes in one line', '<a|x>b<c|y>\n', '@@ -1 +1 @@\n-abc\n+xby\n'],
  ['a line inserted', 'a\n<|x\n>b\n', '@@ -1,2 +1,3 @@\n a\n+x\n b\n'],
  ['a line inserted behind another, as a line break and its text', 'a<|\nx>\nb\n', '@@ -1,2 +1,3 @@\n a\n+x\n b\n'],
  [
    'a line inserted behind another, with a change in front of that',
    '<a|x>\nb<|\ny>\nc\n',
    '@@ -1,3 +1,4 @@\n-a\n+x\n b\n+y\n c\n',
  ],
  [
    'a line inserted behind another, with a change behind that and Windows line breaks',
    'a<|\r\nx>\r\n<b|z>\r\n',
    '@@ -1,2 +1,3 @@\n a\r\n-b\r\n+x\r\n+z\r\n',
  ],
  ['a line inserted at the very beginning', '<|x\n>a\n', '@@ -1 +1,2 @@\n+x\n a\n'],
  ['a line inserted at the very end', 'a\n<|x\n>', '@@ -1 +1,2 @@\n a\n+x\n'],
  ['a line inserted into nothing', '<|x\n>', '@@ -0,0 +1 @@\n+x\n'],
  ['a line removed', 'a\n<b\n|>c\n', '@@ -1,3 +1,2 @@\n a\n-b\n c\n'],
  ['every line removed', '<a\nb\n|>', '@@ -1,2 +0,0 @@\n-a\n-b\n'],
  ['several lines for one', 'a<b|x\ny\nz>c\n', '@@ -1 +1,3 @@\n-abc\n+ax\n+y\n+zc\n'],
  ['lines that stay at both ends of a change', 'a<\nb\nc|\nb\nx>\nd\n', '@@ -1,4 +1,4 @@\n a\n b\n-c\n+x\n d\n'],
  [
    'three lines of context around what changes, not around what is edited',
    '1\n2\n3<\n4\n5\n|\n4\nx\n>6\n7\n8\n9\n',
    '@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n',
  ],
  ['three lines of context', '1\n2\n3\n4\n<|x\n>5\n6\n7\n8\n', '@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+x\n 5\n 6\n 7\n'],
  [
    'one hunk where contexts meet',
    '<a|x>\n1\n2\n3\n4\n5\n6\n<b|y>\n',
    '@@ -1,8 +1,8 @@\n-a\n+x\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+y\n',
  ],
  [
    'two hunks where they do not, the second moved by the first',
    '<a|x\nx>\n1\n2\n3\n4\n5\n6\n7\n<b|y>\n',
    '@@ -1,4 +1,5 @@\n-a\n+x\n+x\n 1\n 2\n 3\n@@ -6,4 +7,4 @@\n 5\n 6\n 7\n-b\n+y\n',
  ],
  [
    'a change in the last line, which has no line break',
    'a\n<b|x>',
    '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+x\n\\ No newline at end of file\n',
  ],
  [
    'lines behind a last line without a line break',
    'a<|\nx>',
    '@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+x\n\\ No newline at end of file\n',
  ],
  ['a line break at the end', 'a<|\n>', '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n'],
  [
    'a last line without a line break as context',
    '<a|x>\nb',
    '@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n',
  ],
  ['lines of CRLF', 'a\r\n<|x\r\n>b\r\n', '@@ -1,2 +1,3 @@\n a\r\n+x\r\n b\r\n'],
  ['characters of several bytes', 'é\n<日|本>\n😀\n', '@@ -1,3 +1,3 @@\n é\n-日\n+本\n 😀\n'],
  ['lines that look like a diff', '+a\n<-b|@@ x>\n\\ c\n', '@@ -1,3 +1,3 @@\n +a\n--b\n+@@ x\n \\ c\n'],
];

describe('a diff shows', () => {
  test.each(rows)('%s', (_, text, diff) => {
    const { bytes, edits } = edited(text);
    const header = diff === '' ? '' : '--- a/web.yaml\n+++ b/web.yaml\n';
    expect(diffOf('web.yaml', bytes, edits)).toBe(header + diff);
    expect(diffOf('web.yaml', bytes, edits.toReversed())).toBe(header + diff);
  });

  test('paths with blanks so that patch sees where they end', () => {
    const { bytes, edits } = edited('<a|b>\n');
    expect(diffOf('my folder/web.yaml', bytes, edits).split('\n').slice(0, 2)).toEqual([
      '--- a/my folder/web.yaml\t',
      '+++ b/my folder/web.yaml\t',
    ]);
  });

  test('more lines at once than a call takes arguments', () => {
    const length = 200_000;
    const bytes = Buffer.from('a\n'.repeat(length));
    const edits = Array.from({ length }, (_, index) => ({ start: 2 * index, end: 2 * index + 1, text: 'b' }));
    const lines = unifiedDiff('web.yaml', bytes, edits);
    expect(lines).toHaveLength(3 + 2 * length);
    expect(lines[2]).toBe(`@@ -1,${length} +1,${length} @@\n`);
  });

  test('what injection does to a manifest', () => {
    const { bytes, edits } = edited(
      dedent(`
        spec:
          template:
            metadata:
              labels:
                role: web
        <|      annotations:
                a: b
        >    spec:
              containers:
              - name: web
                image: web<|
                env:
                - name: A
                  value: b>
      `),
    );
    expect(diffOf('web.yaml', bytes, edits)).toBe(
      dedent(`
        --- a/web.yaml
        +++ b/web.yaml
        @@ -3,7 +3,12 @@
             metadata:
               labels:
                 role: web
        +      annotations:
        +        a: b
             spec:
               containers:
               - name: web
                 image: web
        +        env:
        +        - name: A
        +          value: b
      `),
    );
  });
});

describe('random edits', () => {
  const line = fc.constantFrom('a', 'b', 'c', '', ' d', '-', '+e', '\\ No newline', 'é😀', '--- x', '@@ -1 +1 @@');
  const lines = fc.array(line, { maxLength: 30 });
  const lineBreak = fc.constantFrom('\n', '\n', '\n', '\r\n');
  const change = fc.record({
    at: fc.nat(1000),
    length: fc.oneof(fc.constant(0), fc.nat(12)),
    text: fc.array(line, { maxLength: 4 }),
    whole: fc.boolean(),
    ends: fc.boolean(),
  });
  const random = fc
    .record({ lines, lineBreak, final: fc.boolean(), changes: fc.array(change, { maxLength: 4 }) })
    .map(({ lines: own, lineBreak: end, final, changes }) => {
      const text = own.join(end) + (final ? end : '');
      // Offsets in characters, so that none is cut in two; of whole lines as often as of parts of them.
      const characters = Array.from(text);
      const starts = [0, ...characters.flatMap((character, index) => (character === '\n' ? [index + 1] : []))];
      const offsets = changes
        .flatMap(({ at, length, whole }) => {
          const from = whole ? (starts[at % starts.length] ?? 0) : at % (characters.length + 1);
          const to =
            whole && length > 0
              ? (starts[(at % starts.length) + length] ?? characters.length)
              : Math.min(from + length, characters.length);
          return [from, to];
        })
        .toSorted((a, b) => a - b)
        .map((offset) => Buffer.byteLength(characters.slice(0, offset).join('')));
      const edits = changes.map(({ text: added, ends }, index): Edit => {
        const [start = 0, stop = 0] = offsets.slice(2 * index);
        return { start, end: stop, text: added.join(end) + (ends && added.length > 0 ? end : '') };
      });
      return { bytes: Buffer.from(text), edits };
    });

  test('give diffs that make the one text of the other', () => {
    fc.assert(
      fc.property(random, ({ bytes, edits }) => {
        const after = Buffer.concat(applyEdits(bytes, edits)).toString();
        const diff = diffOf('a.yaml', bytes, edits);
        expect(patched(bytes.toString(), diff), diff).toBe(after);
        expect(diff === '', diff).toBe(bytes.toString() === after);
      }),
    );
  });

  const hasPatch = spawnSync('patch', ['--version']).status === 0;

  test.skipIf(!hasPatch)('give diffs that patch takes, without any fuzz', { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'inject-services-'));
    try {
      const cases = fc
        .sample(random, { numRuns: CASES, seed: SEED })
        .map(({ bytes, edits }, index) => ({ name: `case ${index}.yaml`, bytes, edits }))
        // To patch, an empty text is no file.
        .filter(({ bytes, edits }) => bytes.length > 0 && Buffer.concat(applyEdits(bytes, edits)).length > 0);
      for (const { name, bytes } of cases) writeFileSync(join(folder, name), bytes);
      const diff = cases.map(({ name, bytes, edits }) => diffOf(name, bytes, edits)).join('');
      const flags = ['-p1', '--binary', '--fuzz=0', '--no-backup-if-mismatch'];
      const { status, stdout, stderr } = spawnSync('patch', flags, { cwd: folder, input: diff, encoding: 'utf8' });
      const [refused] = /\bcase \d+\.yaml(?=\.rej)/.exec(stdout) ?? [];
      const culprit = cases.find(({ name }) => name === refused);
      const story = culprit && diffOf(culprit.name, culprit.bytes, culprit.edits);
      expect(status, `${stderr}${story}--- of ${JSON.stringify(culprit?.bytes.toString())}`).toBe(0);
      for (const { name, bytes, edits } of cases) {
        expect(readFileSync(join(folder, name), 'utf8')).toBe(Buffer.concat(applyEdits(bytes, edits)).toString());
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function edited(text: string): { bytes: Buffer; edits: readonly Edit[] } {
  const edits: Edit[] = [];
  let before = '';
  for (const [, plain = '', old, added = ''] of text.matchAll(/([^<]*)(?:<([^|]*)\|([^>]*)>)?/g)) {
    before += plain;
    if (old === undefined) continue;
    const start = Buffer.byteLength(before);
    before += old;
    edits.push({ start, end: Buffer.byteLength(before), text: added });
  }
  return { bytes: Buffer.from(before), edits };
}

/** Applies a diff, with every line of its context and its counts checked. */
function patched(text: string, diff: string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const body = diff.match(/[^\n]*\n/g)?.slice(2) ?? [];
  const result: string[] = [];
  const check = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`${what} in\n${diff}`);
  };
  let next = 0;
  for (let at = 0; at < body.length;) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$/.exec(body[at++] ?? '');
    const [from = -1, removed = 1, to = -1, added = 1] = (header ?? [])
      .slice(1)
      .map((number) => number && Number(number));
    const start = Number(from) - (removed === 0 ? 0 : 1);
    check(start >= next, 'no hunk');
    result.push(...lines.slice(next, start));
    check(result.length === Number(to) - (added === 0 ? 0 : 1), 'a wrong line number');
    next = start;
    const before = result.length;
    for (; at < body.length && !body[at]?.startsWith('@@'); at++) {
      const [mark = ''] = body[at] ?? '';
      const unterminated = body[at + 1]?.startsWith('\\') === true;
      const content = body[at]?.slice(1, unterminated ? -1 : undefined) ?? '';
      if (mark !== '+') check(lines[next++] === content, `a wrong line ${content}`);
      if (mark !== '-') result.push(content);
      check('+- '.includes(mark), `a wrong mark ${mark}`);
      if (unterminated) at++;
    }
    check(next - start === removed && result.length - before === added, 'a wrong count');
  }
  return [...result, ...lines.slice(next)].join('');
}
