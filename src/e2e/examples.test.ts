/** The packages of fixtures/examples under the real kpt, by their own Kptfiles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Json } from './json.ts';
import { objectsIn } from './objects.ts';
import { pathWithProgram } from './path-with-program.ts';
import { copyOf, describeWith, FIXTURES, PROGRAM, runProgram, temporaryFolder } from './tools.ts';

const EXAMPLES = join(FIXTURES, 'examples');
const names = readdirSync(EXAMPLES).filter((name) => !name.endsWith('.diff'));

describeWith('kpt', 'examples', () => {
  const work = temporaryFolder();
  const env = { PATH: pathWithProgram(work) };

  /** The objects of a package by file. */
  function objectsOf(folder: string): Record<string, readonly Json[]> {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
    return Object.fromEntries(
      files.map((file) => [file, objectsIn(readFileSync(join(folder, file))).map(({ value }) => value)]),
    );
  }

  test.each(names)('kpt fn render makes of %s what the program makes of it alone', (name) => {
    const alone = copyOf(join(EXAMPLES, name), join(work, `${name}-alone`));
    expect(runProgram(PROGRAM, ['--in-place', alone]).exitCode).toBe(0);
    const rendered = copyOf(join(EXAMPLES, name), join(work, name));
    const { exitCode, stdout, stderr } = runProgram('kpt', ['fn', 'render', rendered, '--allow-exec'], { env });
    expect(exitCode, stdout + stderr).toBe(0);
    expect(objectsOf(rendered)).toEqual(objectsOf(alone));
    const left = runProgram(PROGRAM, ['--diff', rendered]);
    expect(left.exitCode, left.stderr).toBe(0);
    expect(left.stdout).toBe('');
  });
});
