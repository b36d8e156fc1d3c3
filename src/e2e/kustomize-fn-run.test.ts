/** `kustomize fn run`: functions that resources declare, those of other folders, and one on the command line. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import {
  ADDED,
  addedLines,
  CONFLICT,
  CONFLICTING,
  declared,
  EXAMPLE,
  exampleIn,
  MISTYPED_POLICY,
  POLICY_FILE,
  unindented,
} from './example.ts';
import { describePrograms, filesOf, runProgram, temporaryFolder, writeFiles, type Files, type Run } from './tools.ts';

describePrograms('kustomize', 'kustomize fn run', ({ path: ours }) => {
  const work = temporaryFolder();

  function run(folder: string, ...args: readonly string[]): Run {
    return runProgram('kustomize', ['fn', 'run', folder, ...args], { cwd: work });
  }

  /** What kustomize leaves of the example with `cat` as the only function: it indents lists in its own way. */
  function leftByCat(name: string, files: Files = {}): Files {
    const folder = exampleIn(join(work, `${name}-cat`), files);
    expect(run(folder, '--enable-exec', '--exec-path', 'cat')).toMatchObject({ exitCode: 0 });
    return filesOf(folder);
  }

  test('runs a policy that declares the function, and changes nothing the second time', () => {
    const files = { [POLICY_FILE]: declared(ours) };
    const folder = exampleIn(join(work, 'declared'), files);
    expect(run(folder, '--enable-exec')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: dedent(`
        cronjob shop/order-export: injected db (env 2, envFrom 1, volumeMounts 1, volumes 1)
        deployment shop/storefront: injected db (env 2, envFrom 1, volumeMounts 1, volumes 1)
      `),
    });
    const after = filesOf(folder);
    expect(unindented(addedLines(leftByCat('declared', files), after))).toEqual(unindented(ADDED));
    expect(run(folder, '--enable-exec')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(filesOf(folder)).toEqual(after);
  });

  test('leaves what the program leaves by itself and cat after it', () => {
    const files = { [POLICY_FILE]: declared(ours) };
    const folder = exampleIn(join(work, 'by-kustomize'), files);
    expect(run(folder, '--enable-exec')).toMatchObject({ exitCode: 0 });
    const byItself = exampleIn(join(work, 'by-itself'), files);
    expect(runProgram(ours, ['--in-place', byItself])).toMatchObject({ exitCode: 0 });
    expect(run(byItself, '--enable-exec', '--exec-path', 'cat')).toMatchObject({ exitCode: 0 });
    expect(filesOf(folder)).toEqual(filesOf(byItself));
  });

  test('takes options from an InjectServices object that declares the function', () => {
    const options = declared(
      ours,
      dedent(`
        apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
        kind: InjectServices
        metadata:
          name: options
          annotations:
            config.kubernetes.io/local-config: "true"
        spec:
          conflicts: keep
      `),
    );
    const files = { 'options.yaml': options, 'logging.yaml': CONFLICTING };
    const folder = exampleIn(join(work, 'options'), files);
    expect(run(folder, '--enable-exec')).toMatchObject({ exitCode: 0 });
    const added = unindented(addedLines(leftByCat('options', files), filesOf(folder)));
    const logging = 'serviceinjectionpolicy.k8s.io/logging: logging';
    expect(added['deployment.yaml']).toEqual(unindented(ADDED)['deployment.yaml']?.toSpliced(2, 0, logging));
  });

  test('takes flags as args of the declaration', () => {
    const policy = declared(ours).replace(`{path: ${ours}}`, `{path: ${ours}, args: [--conflicts, keep]}`);
    const folder = exampleIn(join(work, 'flags'), { [POLICY_FILE]: policy, 'logging.yaml': CONFLICTING });
    expect(run(folder, '--enable-exec')).toMatchObject({ exitCode: 0 });
    expect(filesOf(folder)['deployment.yaml']).toContain('name: DB_HOST');
  });

  // kustomize leaves an annotation of its own behind where no function has run.
  test('silently skips a policy that declares the function without --enable-exec', () => {
    const files = { [POLICY_FILE]: declared(ours) };
    const folder = exampleIn(join(work, 'disabled'), files);
    expect(run(folder)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const added = Object.values(addedLines(leftByCat('disabled', files), filesOf(folder))).flat();
    expect(added.filter((line) => !/annotations:|annotations-migration-resource-id:/.test(line))).toEqual([]);
  });

  test('runs a policy of another folder with --fn-path', () => {
    writeFiles(join(work, 'functions'), { 'policy.yaml': declared(ours) });
    const files = { [POLICY_FILE]: '' };
    const folder = exampleIn(join(work, 'fn-path'), files);
    expect(run(folder, '--enable-exec', '--fn-path', 'functions')).toMatchObject({ exitCode: 0 });
    expect(unindented(addedLines(leftByCat('fn-path', files), filesOf(folder)))).toEqual(unindented(ADDED));
  });

  test('gives a policy the resources of its own folder and below, unless it is told otherwise', () => {
    const [deployment = '', cronjob = ''] = ['deployment.yaml', 'cronjob.yaml'].map((path) => EXAMPLE[path]);
    const files = (exec: string): Files => ({
      [POLICY_FILE]: '',
      'deployment.yaml': '',
      'orders/deployment.yaml': deployment,
      'orders/policy.yaml': declared(exec),
      'cronjob.yaml': cronjob,
    });
    const left = (exec: string, name: string, ...args: readonly string[]): Files => {
      const folder = exampleIn(join(work, name), files(exec));
      expect(run(folder, '--enable-exec', ...args)).toMatchObject({ exitCode: 0 });
      return { ...filesOf(folder), 'orders/policy.yaml': '' };
    };
    const expected = unindented(ADDED);
    const orders = { 'orders/deployment.yaml': expected['deployment.yaml'] };
    const own = addedLines(left('cat', 'scope-cat'), left(ours, 'scope'));
    expect(unindented(own)).toEqual(orders);
    const global = addedLines(left('cat', 'global-cat', '--global-scope'), left(ours, 'global', '--global-scope'));
    expect(unindented(global)).toEqual({ 'cronjob.yaml': expected['cronjob.yaml'], ...orders });
  });

  // kustomize hands over numbers and booleans as such.
  test('hands over typed options behind --', () => {
    const files = { 'logging.yaml': CONFLICTING };
    const folder = exampleIn(join(work, 'arguments'), files);
    const options = ['conflicts=keep', 'initContainers=false', 'namespace=shop', 'strictNamespace=true'];
    const done = run(folder, '--enable-exec', '--exec-path', ours, '--', ...options);
    expect(done).toMatchObject({ exitCode: 0 });
    expect(filesOf(folder)['deployment.yaml']).toContain('DB_PORT');

    expect(run(folder, '--enable-exec', '--exec-path', ours, '--', 'conflicts=1')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'error: option conflicts: expected one of error, skip, keep, override, found the number 1\nError: exit status 2\n',
    });
    expect(run(folder, '--enable-exec', '--exec-path', ours, '--', 'InjectServices', 'conflicts=keep')).toMatchObject({
      exitCode: 0,
    });
  });

  test('reads a stream from standard input and writes one to standard output', () => {
    const input = Object.values(filesOf(exampleIn(join(work, 'stream')))).join('---\n');
    const [before, after] = ['cat', ours].map((exec) =>
      runProgram('kustomize', ['fn', 'run', '--enable-exec', '--exec-path', exec], { input }),
    );
    expect(after).toMatchObject({ exitCode: 0 });
    const added = addedLines({ output: before?.stdout ?? '' }, { output: after?.stdout ?? '' });
    expect(unindented(added)).toEqual({ output: Object.values(unindented(ADDED)).flat() });
  });

  test('on an error shows it and leaves the files as they were', () => {
    const folder = exampleIn(join(work, 'failing'), { [POLICY_FILE]: declared(ours), 'logging.yaml': CONFLICTING });
    const before = filesOf(folder);
    expect(run(folder, '--enable-exec')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: ${CONFLICT} (deployment.yaml)\nError: exit status 1\n`,
    });
    expect(filesOf(folder)).toEqual(before);
  });

  test('writes results into --results-dir, which has to be there', () => {
    const files = { [POLICY_FILE]: declared(ours, MISTYPED_POLICY) };
    const missing = run(exampleIn(join(work, 'no-results'), files), '--enable-exec', '--results-dir', 'results');
    expect(missing).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('results-0.yaml: no such file') as string,
    });

    mkdirSync(join(work, 'results'));
    const done = run(exampleIn(join(work, 'results-of'), files), '--enable-exec', '--results-dir', 'results');
    expect(done).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(work, 'results/results-0.yaml'), 'utf8')).toBe(
      dedent(`
        - message: "policy shop/allow-database: spec.enFrom: unknown field \\"enFrom\\"; did you mean \\"envFrom\\"?"
          severity: warning
          resourceRef:
            apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
            kind: ServiceInjectionPolicy
            name: allow-database
            namespace: shop
          field:
            path: spec.enFrom
          file:
            path: service-injection-policy.yaml
            index: 0
      `),
    );
  });
});
