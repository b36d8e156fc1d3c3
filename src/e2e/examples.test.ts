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

  /** A copy of an example, injected in place without any kpt. */
  function alone(name: string, target: string): Record<string, readonly Json[]> {
    const folder = copyOf(join(FIXTURES, name), join(work, target));
    expect(runProgram(PROGRAM, ['--in-place', folder]).exitCode).toBe(0);
    return objectsOf(folder);
  }

  function render(folder: string): void {
    const { exitCode, stdout, stderr } = runProgram('kpt', ['fn', 'render', '.', '--allow-exec'], { cwd: folder, env });
    expect(exitCode, stdout + stderr).toBe(0);
  }

  test.each(names)('kpt fn render makes of %s what the program makes of it alone', (name) => {
    const folder = copyOf(join(EXAMPLES, name), join(work, name));
    render(folder);
    expect(objectsOf(folder)).toEqual(alone(join('examples', name), `${name}-alone`));
    const left = runProgram(PROGRAM, ['--diff', folder]);
    expect(left.exitCode, left.stderr).toBe(0);
    expect(left.stdout).toBe('');
  });

  test('this repository is a package with the examples in it, and none of them gets what is for another', () => {
    const repository = join(work, 'repository');
    // kpt finds packages inside this one whatever .krmignore says.
    const program = ['dist/inject-services.cjs', 'dist/inject-services-extra.cjs'];
    for (const part of ['Kptfile', '.krmignore', ...program, 'fixtures/example', 'fixtures/examples']) {
      copyOf(join(FIXTURES, '..', part), join(repository, part));
    }
    render(repository);
    for (const name of ['example', ...names.map((one) => join('examples', one))]) {
      expect(objectsOf(join(repository, 'fixtures', name)), name).toEqual(alone(name, `${name}-again`));
    }
  });
});
