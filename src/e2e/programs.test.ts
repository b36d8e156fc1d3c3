/** Every form of the program does the same, byte for byte: what is recorded in the fixtures, and what the Node bundle does. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFixtures } from '../testing/fixtures.ts';
import { mapConcurrently, startProgram } from './concurrency.ts';
import { copyOf, describePrograms, filesOf, FIXTURES, PROGRAM, runProgram, temporaryFolder } from './tools.ts';

interface Case {
  readonly name: string;
  readonly input: Buffer;
  readonly flags: readonly string[];
  /** The exit code and standard error, then standard output. */
  readonly expected: string;
}

const fixtures = readFixtures().map(({ name, input, given, expected, report }): Case => {
  const flags = Object.entries(given).map(([option, value]) => `--${option}=${String(value)}`);
  return { name, input, flags, expected: outcome(Buffer.from(report), expected) };
});

function outcome(report: Buffer, stdout: Buffer): string {
  return `${report.toString('latin1')}${stdout.toString('latin1')}`;
}

/** Arguments with which the others are compared with the Node bundle. */
const ARGUMENTS: readonly [title: string, args: readonly string[]][] = [
  ['--diff', ['--diff', '.']],
  ['--in-place', ['--in-place', '.']],
  ['--version', ['--version']],
  ['--help', ['--help']],
  ['a flag that is unknown', ['--conflict', 'keep']],
  ['a file that is not there', ['none.yaml']],
];

describePrograms([], 'the program', ({ path }) => {
  const work = temporaryFolder();

  test('gives the output, the messages and the exit code that are recorded for every fixture', async () => {
    const differing = await mapConcurrently(fixtures, async ({ name, input, flags, expected }) => {
      const { exitCode, stdout, stderr } = await startProgram(path, flags, input);
      const report = Buffer.concat([Buffer.from(`exit code: ${exitCode}\n`), stderr]);
      return outcome(report, stdout) === expected ? [] : [name];
    });
    expect(differing.flat()).toEqual([]);
    expect(fixtures.length).toBeGreaterThan(150);
  });

  test.each(path === PROGRAM ? [] : ARGUMENTS)('does with %s what the Node bundle does', (title, args) => {
    const [expected, actual] = [PROGRAM, path].map((program, index) => {
      const cwd = copyOf(join(FIXTURES, 'example'), join(work, title, String(index)));
      return { run: runProgram(program, args, { cwd }), files: filesOf(cwd) };
    });
    expect(actual).toEqual(expected);
  });

  test.each(['--help', '-h'])('explains itself on standard output with %s, without a standard input', (flag) => {
    const { exitCode, stdout, stderr } = runProgram(path, [flag]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: inject-services \[options\] \[paths\.\.\.\]\n/);
  });

  test('says so where its standard input is closed', () => {
    expect(runProgram(path, [])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: expected a ResourceList, a List or Kubernetes objects on standard input, found nothing\n',
    });
  });
});
