/** `kubectl kustomize`, which can run no function by itself. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lineChanges } from '../testing/line-changes.ts';
import { ADDED, declared, EXAMPLE, POLICY, sortedLines } from './example.ts';
import { describePrograms, runProgram, temporaryFolder, writeFiles } from './tools.ts';

describePrograms('kubectl', 'kubectl kustomize', ({ path: ours }) => {
  const work = temporaryFolder();
  const files = {
    'cronjob.yaml': EXAMPLE['cronjob.yaml'] ?? '',
    'deployment.yaml': EXAMPLE['deployment.yaml'] ?? '',
    'policy.yaml': declared(ours),
  };
  const resources = 'resources: [cronjob.yaml, deployment.yaml]\n';
  writeFiles(join(work, 'plain'), { ...files, 'kustomization.yaml': resources });
  writeFiles(join(work, 'plugin'), { ...files, 'kustomization.yaml': `${resources}transformers: [policy.yaml]\n` });

  test('builds what the program then injects in a pipe', () => {
    const built = runProgram('kubectl', ['kustomize', join(work, 'plain')]);
    expect(built.exitCode).toBe(0);
    const injected = runProgram(ours, [], { input: `${built.stdout}---\n${POLICY}` });
    expect(injected.exitCode).toBe(0);
    const changes = lineChanges(`${built.stdout}---\n${POLICY}`, injected.stdout);
    expect(sortedLines(changes.flatMap(({ added }) => added))).toEqual(sortedLines(Object.values(ADDED).flat()));
  });

  test('has no --enable-exec, and silently skips the function without it', () => {
    const built = runProgram('kubectl', ['kustomize', join(work, 'plain')]);
    const skipped = runProgram('kubectl', ['kustomize', '--enable-alpha-plugins', join(work, 'plugin')]);
    expect(skipped).toEqual({ exitCode: 0, stdout: built.stdout, stderr: '' });
    const refused = runProgram('kubectl', ['kustomize', '--enable-exec', join(work, 'plugin')]);
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain('unknown flag: --enable-exec');
  });
});
