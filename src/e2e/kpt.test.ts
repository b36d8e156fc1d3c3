/** The function under the real kpt. Every expectation is against the same pipeline with `cat` in the function's place. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyOf, describeWith, filesOf, FIXTURES, PROGRAM, runProgram, temporaryFolder, type Run } from './tools.ts';

const EXAMPLE = join(FIXTURES, 'example');

describeWith('kpt', 'kpt', () => {
  const work = temporaryFolder();

  /** The example as a package of its own, with a pipeline. */
  function packageWith(name: string, mutator: string): string {
    const folder = copyOf(EXAMPLE, join(work, name));
    const pipeline = `pipeline:\n  mutators:\n    - ${mutator}\n`;
    writeFileSync(
      join(folder, 'Kptfile'),
      `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: example\n${pipeline}`,
    );
    return folder;
  }

  function kpt(args: readonly string[], input?: string): Run {
    return runProgram('kpt', args, { cwd: work, ...(input === undefined ? {} : { input }) });
  }

  /** The new lines of a text in which the others are as they were, but for a list that was empty. */
  function linesAdded(before: string, after: string): readonly string[] {
    const old = before.split('\n');
    const added: string[] = [];
    let at = 0;
    for (const line of after.split('\n')) {
      if (line === old[at] || `${line} []` === old[at]) at++;
      else added.push(line);
    }
    expect(at, 'every line of before is in after, in order').toBe(old.length);
    return added;
  }

  test('render in place: only injected lines differ from what cat leaves, and a second run changes nothing', () => {
    const identity = packageWith('render-cat', 'exec: cat');
    const injected = packageWith('render', `exec: ${PROGRAM}`);
    expect(kpt(['fn', 'render', identity, '--allow-exec']).exitCode).toBe(0);
    expect(kpt(['fn', 'render', injected, '--allow-exec'])).toMatchObject({ exitCode: 0 });
    const [before, after] = [filesOf(identity), filesOf(injected)];
    const added = Object.keys(before)
      .filter((path) => path !== 'Kptfile')
      .flatMap((path) => linesAdded(before[path] ?? '', after[path] ?? ''));
    expect(added.length).toBeGreaterThan(10);
    expect(added.join('\n')).toContain('serviceinjectionpolicy.k8s.io/');

    const again = kpt(['fn', 'render', injected, '--allow-exec']);
    expect(again.exitCode).toBe(0);
    expect(filesOf(injected)).toEqual(after);
  });

  test('source | function | sink gives what the run in place gives', () => {
    const inPlace = packageWith('in-place', 'exec: cat');
    const piped = packageWith('piped', 'exec: cat');
    expect(kpt(['fn', 'eval', inPlace, '--exec', PROGRAM]).exitCode).toBe(0);
    const source = kpt(['fn', 'source', piped]);
    const run = runProgram(PROGRAM, [], { input: source.stdout });
    expect(run.exitCode).toBe(0);
    expect(kpt(['fn', 'sink', join(work, 'sunk')], run.stdout).exitCode).toBe(0);
    expect(filesOf(join(work, 'sunk'))).toEqual(filesOf(inPlace));
  });

  test('options of `kpt fn eval -- name=value` arrive', () => {
    const folder = packageWith('options', 'exec: cat');
    const run = kpt(['fn', 'eval', folder, '--exec', PROGRAM, '--', 'conflict=skip']);
    expect(run.exitCode).toBe(1);
    expect(run.stderr + run.stdout).toContain('unknown option "conflict"; did you mean "conflicts"?');
    expect(kpt(['fn', 'eval', folder, '--exec', PROGRAM, '--', 'conflicts=skip']).exitCode).toBe(0);
  });

  test('a failing run leaves the files alone and shows why', () => {
    const folder = packageWith('conflict', `exec: ${PROGRAM}`);
    mkdirSync(join(folder, 'more'));
    const conflicting = `apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
kind: ServiceInjectionPolicy
metadata:
  name: other-database
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  selector: {}
  env:
    - name: DB_HOST
      value: elsewhere
`;
    writeFileSync(join(folder, 'more/policy.yaml'), conflicting);
    const before = filesOf(folder);
    const run = kpt(['fn', 'render', folder, '--allow-exec']);
    expect(run.exitCode).toBe(1);
    expect(run.stderr + run.stdout).toMatch(/env DB_HOST: policy other-database|env DB_HOST: policy shop\//);
    expect(run.stderr + run.stdout).toContain('Exit code: 1');
    expect(filesOf(folder)).toEqual(before);
  });
});
