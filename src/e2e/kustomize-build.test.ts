/** `kustomize build` with the function as a plugin. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { lineChanges } from '../testing/line-changes.ts';
import { ADDED, CONFLICT, CONFLICTING, declared, EXAMPLE, POLICY, sortedLines } from './example.ts';
import { describePrograms, runProgram, temporaryFolder, writeFiles, type Files, type Run } from './tools.ts';

const OPTIONS = dedent(`
  apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
  kind: InjectServices
  metadata:
    name: options
    annotations:
      config.kubernetes.io/local-config: "true"
  spec:
    conflicts: keep
`);

describePrograms('kustomize', 'kustomize build', ({ path: ours }) => {
  const work = temporaryFolder();

  /** An overlay of the example's workloads with `cat` and our function as plugins, whichever the kustomization names. */
  function overlay(name: string, kustomization: string, files: Files = {}): string {
    const folder = join(work, name);
    writeFiles(folder, {
      'base/kustomization.yaml': 'resources: [cronjob.yaml, deployment.yaml]\n',
      'base/cronjob.yaml': EXAMPLE['cronjob.yaml'] ?? '',
      'base/deployment.yaml': EXAMPLE['deployment.yaml'] ?? '',
      'cat.yaml': declared('cat', OPTIONS.replace('name: options', 'name: cat')),
      'options.yaml': declared(ours, OPTIONS),
      'policy.yaml': declared(ours),
      'kustomization.yaml': `${kustomization}\n`,
      ...files,
    });
    return folder;
  }

  function build(folder: string, flags = ['--enable-alpha-plugins', '--enable-exec']): Run {
    return runProgram('kustomize', ['build', ...flags, folder]);
  }

  const plain = build(overlay('plain', 'resources: [base]')).stdout;
  const transformed = build(overlay('transformed', 'resources: [base]\ntransformers: [policy.yaml]'));

  test('with a policy as a transformer adds to the build without it', () => {
    expect(build(overlay('cat', 'resources: [base]\ntransformers: [cat.yaml]')).stdout).toBe(plain);
    expect(transformed.exitCode).toBe(0);
    expect(transformed.stderr).toMatch(
      /^cronjob shop\/order-export: injected db .*\ndeployment shop\/storefront: injected db .*\n$/,
    );
    const changes = lineChanges(plain, transformed.stdout);
    expect(changes.flatMap(({ removed }) => removed)).toEqual(['            envFrom: []']);
    // kustomize writes numbers in decimal.
    const added = changes.flatMap((change) => change.added).map((line) => line.replace(': 288', ': 0440'));
    expect(sortedLines(added)).toEqual(sortedLines(Object.values(ADDED).flat()));
  });

  test('gives the same where the program follows the build in a pipe', () => {
    const { stdout } = runProgram(ours, [], { input: `${plain}---\n${POLICY}` });
    const file = { 'piped.yaml': stdout, 'kustomization.yaml': 'resources: [piped.yaml]\n' };
    expect(build(overlay('piped', '', file)).stdout).toBe(transformed.stdout);
  });

  test('takes policies from the resources, and drops them from what it builds', () => {
    const folder = overlay('resources', 'resources: [base, own.yaml]\ntransformers: [options.yaml]', {
      'own.yaml': POLICY,
    });
    expect(build(folder)).toEqual(transformed);
  });

  test('takes a policy written into the kustomization', () => {
    const inline = declared(ours).replaceAll(/^(?=.)/gm, '    ');
    expect(build(overlay('inline', `resources: [base]\ntransformers:\n  - |\n${inline}`))).toEqual(transformed);
  });

  test('changes nothing when it is run on what it has built', () => {
    const files = { 'built.yaml': transformed.stdout };
    const again = build(overlay('again', 'resources: [built.yaml]\ntransformers: [policy.yaml]', files));
    expect(again).toEqual({ exitCode: 0, stdout: transformed.stdout, stderr: '' });
  });

  test('shows an error and builds nothing', () => {
    const kustomization = 'resources: [base, logging.yaml]\ntransformers: [policy.yaml]';
    expect(build(overlay('failing', kustomization, { 'logging.yaml': CONFLICTING }))).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: ${CONFLICT}\nError: couldn't execute function: exit status 1 \n`,
    });
  });

  test('finds nothing left to inject behind itself, so that as a second transformer it is a validator', () => {
    const kustomization = 'resources: [base, own.yaml]\ntransformers: [options.yaml, policy.yaml]';
    expect(build(overlay('two', kustomization, { 'own.yaml': POLICY }))).toEqual(transformed);
  });

  // kustomize holds the annotations that it hands over itself against a validator.
  test('lets no validator pass as the first plugin, whatever it does', () => {
    for (const plugin of ['cat.yaml', 'options.yaml']) {
      const run = build(overlay(`validator-${plugin}`, `resources: [base]\nvalidators: [${plugin}]`));
      expect(run).toMatchObject({ exitCode: 1, stdout: '' });
      expect(run.stderr).toContain("Error: validator shouldn't modify the resource map");
    }
  });

  // It compares the order of keys as well, and sorts them for a validator only.
  test('lets a validator pass only behind a transformer that adds nothing', () => {
    const kustomization = (transformers: string) =>
      `resources: [base]\ntransformers: [${transformers}]\nvalidators: [options.yaml]`;
    expect(build(overlay('validated', kustomization('policy.yaml'))).exitCode).toBe(1);
    expect(build(overlay('validated-cat', kustomization('policy.yaml, cat.yaml')))).toMatchObject({
      exitCode: 0,
      stdout: transformed.stdout,
    });
  });

  test('silently skips the function without --enable-exec', () => {
    const folder = join(work, 'transformed');
    expect(build(folder, ['--enable-alpha-plugins'])).toEqual({ exitCode: 0, stdout: plain, stderr: '' });
  });

  test('refuses it without --enable-alpha-plugins', () => {
    const run = build(join(work, 'transformed'), ['--enable-exec']);
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain("external plugins disabled; unable to load external plugin 'ServiceInjectionPolicy'");
  });
});
