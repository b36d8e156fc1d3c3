import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linesOfText, quotedPath } from './printable.ts';
import { unifiedDiff } from './unified-diff.ts';

/** What is hidden in a name, its message, and its path in a diff. */
const rows: readonly (readonly [sentence: string, name: string, message: string, path: string])[] = [
  ['nothing', 'shop/web.yaml', 'shop/web.yaml', 'shop/web.yaml'],
  ['nothing beyond ASCII', 'é/日 本 😀.yaml', 'é/日 本 😀.yaml', 'é/日 本 😀.yaml'],
  ['a command to a terminal', '\x1b[2Ja', '\\u001b[2Ja', '"\\033[2Ja"'],
  ['a command in one character', '\u009b2Ja', '\\u009b2Ja', '"\\302\\2332Ja"'],
  ['a bell, a backspace and a deletion', '\x07\b\x7f', '\\u0007\\u0008\\u007f', '"\\a\\b\\177"'],
  ['a null', 'a\0', 'a\\u0000', '"a\\000"'],
  ['a tab', 'a\tb', 'a\\tb', '"a\\tb"'],
  ['line breaks', 'a\nb\r\nc\v\f', 'a\\nb\\r\\nc\\u000b\\u000c', '"a\\nb\\r\\nc\\v\\f"'],
  [
    'line breaks of Unicode',
    'a\u0085b\u2028c\u2029',
    'a\\u0085b\\u2028c\\u2029',
    '"a\\302\\205b\\342\\200\\250c\\342\\200\\251"',
  ],
  ['a change of direction', 'a\u202Elmay.b', 'a\\u202elmay.b', '"a\\342\\200\\256lmay.b"'],
  ['an isolate', '\u2066a\u2069', '\\u2066a\\u2069', '"\\342\\201\\246a\\342\\201\\251"'],
  ['a mark of direction', 'a\u200Fb\u061C', 'a\\u200fb\\u061c', '"a\\342\\200\\217b\\330\\234"'],
  ['what has no width', 'we\u200Bb\uFEFF', 'we\\u200bb\\ufeff', '"we\\342\\200\\213b\\357\\273\\277"'],
  ['a tag', 'a\u{E0041}', 'a\\u{e0041}', '"a\\363\\240\\201\\201"'],
  ['a filler', 'a\u3164', 'a\\u3164', '"a\\343\\205\\244"'],
  ['half a character', 'a\uD800', 'a\\ud800', '"a\\357\\277\\275"'],
  ['a quote and a backslash', 'a"b\\c', 'a"b\\c', '"a\\"b\\\\c"'],
  ['a line that looks like ours', 'a\nerror: b', 'a\\nerror: b', '"a\\nerror: b"'],
];

describe('a name with', () => {
  test.each(rows)('%s', (_, name, message, path) => {
    expect(linesOfText([`error: ${name}: c`])).toBe(`error: ${message}: c\n`);
    expect(quotedPath(name)).toBe(path);
  });
});

test('messages are lines, of which each ends', () => {
  expect(linesOfText([])).toBe('');
  expect(linesOfText(['a', '', 'b'])).toBe('a\n\nb\n');
});

/** What a terminal obeys (ECMA-48), reverses or breaks lines (UAX #9, UAX #14), or shows as nothing: first and last characters. */
const OBEYED: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x61c, 0x61c],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe007f],
];

test('no character that a terminal would obey is in a message', { timeout: 60_000 }, () => {
  const escaped = new Set<number>();
  for (let code = 0; code < 0x110000; code++) {
    const character = String.fromCodePoint(code);
    const shown = linesOfText([character]).slice(0, -1);
    if (shown === character) continue;
    escaped.add(code);
    if (!/^\\(u[0-9a-f]{4}|u\{[0-9a-f]{5}\}|[nrt])$/.test(shown)) throw new Error(`${code} is shown as ${shown}`);
  }
  for (const [from, to] of OBEYED) {
    for (let code = from; code <= to; code++) expect(escaped.has(code), code.toString(16)).toBe(true);
  }
  // But for halves of characters, invisible ones that are reserved, and 300 more, all can be seen.
  expect(escaped.size).toBeLessThan(0x800 + 0x1000 + 300);
});

describe('a diff of a file whose name is hard to tell', { timeout: 30_000 }, () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inject-services-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const names = [
    ...rows.map(([, name]) => name).filter((name) => !/[\0\uD800]/u.test(name)),
    ' a ',
    'a b',
    'a"',
    '\\',
    '\\n',
    '\\101',
    '"a"',
    'a\t',
    'x/\x1b/y',
    'a\n--- a/other\n+++ b/other\n@@ -1 +1 @@\n-a\n+c',
  ];

  /** Files of these names, and a diff that changes all of them. */
  function diffOf(paths: readonly string[]): string {
    return paths
      .map((path) => {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), 'a\n');
        return unifiedDiff(path, Buffer.from('a\n'), [{ start: 0, end: 1, text: 'b' }]).join('');
      })
      .join('');
  }

  const tools: readonly (readonly [name: string, args: readonly string[], takes: (path: string) => boolean])[] = [
    ['git', ['apply', '--unsafe-paths'], () => true],
    // To GNU patch a line break is no part of a name, nor a blank at its end.
    ['patch', ['-p1', '--no-backup-if-mismatch'], (path) => !/\n| $/.test(path)],
  ];

  test.each(tools.filter(([tool]) => isInstalled(tool)))('is taken by %s', (tool, args, takes) => {
    const paths = names.filter(takes);
    const diff = diffOf(paths);
    const { status, stdout, stderr } = spawnSync(tool, args, { cwd: folder, input: diff, encoding: 'utf8' });
    expect([status, stderr], stdout).toEqual([0, '']);
    for (const path of paths) expect(readFileSync(join(folder, path), 'utf8'), JSON.stringify(path)).toBe('b\n');
  });

  test.runIf(isInstalled('git'))('has the header that git gives it', () => {
    for (const path of names.filter((name) => /^[\0-\x7f]*$/.test(name))) {
      diffOf([path]);
      writeFileSync(join(folder, 'new'), 'b\n');
      const git = spawnSync('git', ['diff', '--no-index', path, 'new'], { cwd: folder, encoding: 'utf8' }).stdout;
      const [, header] = /^--- (.*)$/m.exec(git) ?? [];
      const [first] = unifiedDiff(path, Buffer.from('a\n'), [{ start: 0, end: 1, text: 'b' }]);
      expect(first).toBe(`--- ${header}\n`);
    }
  });
});

function isInstalled(tool: string): boolean {
  return spawnSync(tool, ['--version']).status === 0;
}
