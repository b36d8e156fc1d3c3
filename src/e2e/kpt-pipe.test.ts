/** `kpt fn source | function | kpt fn sink`: what the function writes is what is written to the files. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADDED, addedLines, CONFLICT, CONFLICTING, exampleIn, POLICY, POLICY_FILE } from './example.ts';
import { describePrograms, filesOf, runProgram, temporaryFolder, writeFiles, type Files, type Run } from './tools.ts';

describePrograms('kpt', 'kpt fn source | function | kpt fn sink', (program) => {
  const work = temporaryFolder();

  function source(folder: string, ...args: readonly string[]): string {
    const run = runProgram('kpt', ['fn', 'source', folder, ...args], { cwd: work });
    expect(run).toMatchObject({ exitCode: 0 });
    return run.stdout;
  }

  /** The files that kpt writes of a ResourceList. */
  function sink(name: string, list: string): Files {
    expect(runProgram('kpt', ['fn', 'sink', name], { cwd: work, input: list })).toMatchObject({ exitCode: 0 });
    return filesOf(join(work, name));
  }

  function inject(list: string, ...args: readonly string[]): Run {
    return runProgram(program.path, args, { input: list });
  }

  test('adds the lines that the program adds by itself, and nothing the second time', () => {
    const list = source(exampleIn(join(work, 'package')));
    const run = inject(list);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(addedLines(sink('before', list), sink('after', run.stdout))).toEqual(ADDED);
    const again = source(join(work, 'after'));
    const second = inject(again);
    expect(second).toMatchObject({ exitCode: 0, stderr: '' });
    expect(sink('again', second.stdout)).toEqual(filesOf(join(work, 'after')));
  });

  test('gives what a run in place gives', () => {
    const folder = exampleIn(join(work, 'in-place'));
    const { stdout } = inject(source(folder));
    expect(runProgram('kpt', ['fn', 'eval', folder, '--exec', program.path])).toMatchObject({ exitCode: 0 });
    expect(sink('piped', stdout)).toEqual(filesOf(folder));
  });

  test('takes a policy from outside of the package with --fn-config of the source', () => {
    writeFiles(work, { 'policy.yaml': POLICY });
    const list = source(exampleIn(join(work, 'configured'), { [POLICY_FILE]: '' }), '--fn-config', 'policy.yaml');
    const run = inject(list);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(addedLines(sink('configured-before', list), sink('configured-after', run.stdout))).toEqual(ADDED);
  });

  // A shell without `pipefail` goes on behind a function that fails.
  test('on an error writes the resources as they were, so that the sink does no harm', () => {
    const list = source(exampleIn(join(work, 'failing'), { 'logging.yaml': CONFLICTING }));
    const run = inject(list);
    expect(run).toMatchObject({ exitCode: 1, stderr: `error: ${CONFLICT} (deployment.yaml)\n` });
    expect(sink('failing-after', run.stdout)).toEqual(sink('failing-before', list));
  });

  test('takes flags', () => {
    const list = source(exampleIn(join(work, 'flags'), { 'logging.yaml': CONFLICTING }));
    expect(inject(list).exitCode).toBe(1);
    const run = inject(list, '--conflicts', 'keep');
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain(JSON.stringify(`${CONFLICT}; that stays`));
  });
});
