/**
 * Every fixture that kpt and kustomize take, as a package of its own: what is there after the function is what is there
 * where the program has injected the files by itself and `cat` comes after it. So nothing that they hand over is read in
 * another way than the file, and nothing that is handed back is taken in another way than it is written.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { mapConcurrently, startProgram } from './concurrency.ts';
import { copyOf, describeWith, filesOf, FIXTURES, PROGRAM, temporaryFolder, writeFiles, type Files } from './tools.ts';

const COMMENT = 'a comment stands in another place after us: it is there, and put back in its old place as well';

/** Fixtures of which they make something else after us, and why. All but comments and the order of keys is the same. */
const PUT_BACK: Readonly<Record<string, string>> = {
  'comments-around-every-list': COMMENT,
  'comments-at-the-end-of-documents': COMMENT,
  'escapes-and-odd-references': COMMENT,
  'expansion-of-what-a-policy-injects': COMMENT,
  'flow-style-on-several-lines': COMMENT,
  'item-without-labels': 'keys that are new go behind those that were there',
  'items-in-the-column-of-a-comment': COMMENT,
  'no-final-line-break-after-a-comment': COMMENT,
  'variables-go-before-the-first-that-needs-them': COMMENT,
};

/** Fixtures that they cannot work with, whatever the function, and why. */
const ANCHOR = 'an anchor of another resource';
const REFUSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kpt: {
    'anchor-used-in-another-item': ANCHOR,
    'anchor-used-in-another-item-that-stays-as-it-is': ANCHOR,
    'anchored-variables-and-merge-lists': 'an alias where it looks for a mapping',
    'config-data-list-alone': 'no name',
    'item-that-cannot-be-read-and-does-not-matter': 'no YAML',
    'list-of-objects': 'no name',
    'quoted-keys-and-document-markers': 'a directive',
    'typed-list-in-a-stream': 'no name',
    'typed-list-of-policies': 'no name',
  },
  kustomize: {
    'anchor-used-in-another-item': ANCHOR,
    'anchor-used-in-another-item-that-stays-as-it-is': ANCHOR,
    'anchored-variables-and-merge-lists': 'an alias where it looks for a mapping',
    'item-that-cannot-be-read-and-does-not-matter': 'no YAML',
    'quoted-keys-and-document-markers': 'a directive',
  },
};

/** The fixtures without options of their own in which something changes. */
const fixtures = readdirSync(FIXTURES).flatMap((name) => {
  const folder = join(FIXTURES, name);
  const files = name.includes('.') ? [] : readdirSync(folder);
  if (!files.includes('input.yaml') || files.includes('flags.json')) return [];
  const input = readFileSync(join(folder, 'input.yaml'), 'utf8');
  const report = readFileSync(join(folder, 'report.txt'), 'utf8');
  const isChanged =
    report.startsWith('exit code: 0\n') && /: injected |: ConfigData references |: becomes /.test(report);
  return isChanged && !/^functionConfig:/m.test(input) ? [{ name, input }] : [];
});

describeWith(['kpt', 'kustomize'], 'the fixtures under kpt and kustomize', () => {
  const work = temporaryFolder();
  const sound = new Set<string>();

  async function succeeds(program: string, args: readonly string[], input = ''): Promise<boolean> {
    return (await startProgram(program, args, input)).exitCode === 0;
  }

  /** Every fixture as files, and as files that are injected. Of a ResourceList kpt makes a file for each item. */
  beforeAll(async () => {
    await mapConcurrently(fixtures, async ({ name, input }) => {
      const folder = join(work, 'given', name);
      if (!/^kind: ResourceList$/m.test(input)) writeFiles(folder, { 'input.yaml': input });
      else if (!(await succeeds('kpt', ['fn', 'sink', folder], input))) return;
      const injected = copyOf(folder, join(work, 'injected', name));
      if (await succeeds(PROGRAM, ['--in-place', injected])) sound.add(name);
    });
  });

  test.each([
    ['kpt', (folder: string, exec: string) => ['fn', 'eval', folder, '--exec', exec]],
    ['kustomize', (folder: string, exec: string) => ['fn', 'run', folder, '--enable-exec', '--exec-path', exec]],
  ])('come out of %s as they come out by themselves', { timeout: 300_000 }, async (tool, argumentsFor) => {
    const outcomes = await mapConcurrently(fixtures, async ({ name }) => {
      const [given, injected] = [join(work, 'given', name), join(work, 'injected', name)];
      if (!sound.has(name)) return { name };
      const [folder, expected] = [
        copyOf(given, join(work, tool, name)),
        copyOf(injected, join(work, `${tool}-cat`, name)),
      ];
      if (!(await succeeds(tool, argumentsFor(expected, 'cat')))) return { name };
      expect([name, await succeeds(tool, argumentsFor(folder, PROGRAM))]).toEqual([name, true]);
      return { name, files: { actual: filesOf(folder), expected: filesOf(expected) } };
    });
    const refused = outcomes.filter(({ files }) => files === undefined);
    expect(
      refused.map(({ name }) => name),
      'what it cannot work with',
    ).toEqual(Object.keys(REFUSED[tool] ?? {}));
    const differing = outcomes.filter(({ files }) => JSON.stringify(files?.actual) !== JSON.stringify(files?.expected));
    expect(
      differing.map(({ name }) => name),
      'what it puts back',
    ).toEqual(Object.keys(PUT_BACK));
    for (const { name, files } of differing) {
      expect([name, wordsOf(files?.actual)]).toEqual([name, wordsOf(files?.expected)]);
    }
    expect(outcomes.length).toBeGreaterThan(75);
  });
});

/** The words of files in any order, without comments. */
function wordsOf(files: Files = {}): readonly string[] {
  const lines = Object.values(files).flatMap((text) => text.split('\n'));
  return lines
    .flatMap((line) => line.replace(/(^| )#.*$/, '').split(/\s+/))
    .filter(Boolean)
    .toSorted();
}
