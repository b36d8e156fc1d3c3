/**
 * Every fixture that kpt and kustomize take, as a package of its own: what is there after the function is what is there
 * where the program has injected the files by itself and `cat` comes after it. So nothing that they hand over is read in
 * another way than the file, and nothing that is handed back is taken in another way than it is written.
 */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readFixtures, type Rules } from '../testing/fixtures.ts';
import { mapConcurrently, startProgram } from './concurrency.ts';
import { copyOf, describeWith, filesOf, PROGRAM, temporaryFolder, writeFiles, type Files } from './tools.ts';

/** The fixtures without options of their own in which something changes. */
const fixtures = readFixtures().flatMap(({ name, inputName, input, given, report, rules }) => {
  if (inputName !== 'input.yaml' || Object.keys(given).length > 0) return [];
  const isChanged =
    report.startsWith('exit code: 0\n') && /: injected |: ConfigData references |: becomes /.test(report);
  const text = input.toString();
  return isChanged && !/^functionConfig:/m.test(text) ? [{ name, input: text, rules }] : [];
});

/** The names of the fixtures whose rules say something. */
function namesOf(isSaid: (rules: Rules) => boolean): readonly string[] {
  return fixtures.filter(({ rules }) => isSaid(rules)).map(({ name }) => name);
}

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
    ).toEqual(namesOf(({ refusedBy }) => refusedBy?.[tool] !== undefined));
    const differing = outcomes.filter(({ files }) => JSON.stringify(files?.actual) !== JSON.stringify(files?.expected));
    expect(
      differing.map(({ name }) => name),
      'what it puts back',
    ).toEqual(namesOf(({ putBack }) => putBack !== undefined));
    for (const { name, files } of differing) {
      expect([name, wordsOf(files?.actual)]).toEqual([name, wordsOf(files?.expected)]);
    }
    expect(outcomes.length).toBeGreaterThan(75);
  });
});

/** The words of files in any order, without comments, brackets and commas. */
function wordsOf(files: Files = {}): readonly string[] {
  const lines = Object.values(files).flatMap((text) => text.split('\n'));
  return lines
    .flatMap((line) => line.replace(/(^| )#.*$/, '').split(/[\s{},[\]]+/))
    .filter(Boolean)
    .toSorted();
}
