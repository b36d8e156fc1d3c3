/** What kpt shows and records of our results: four lines of results, four of standard error, and all in results.yaml. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { CONFLICT, CONFLICTING, exampleIn, MISTYPED_POLICY, POLICY, POLICY_FILE, UNNAMED_POLICY } from './example.ts';
import { describePrograms, filesOf, runProgram, temporaryFolder, type Files, type Run } from './tools.ts';

/** One conflict, and nothing else to tell. */
const CONFLICT_FILES: Files = { [POLICY_FILE]: UNNAMED_POLICY, 'logging.yaml': CONFLICTING };

describePrograms('kpt', 'what kpt shows', (program) => {
  const work = temporaryFolder();

  function evaluate(folder: string, ...args: readonly string[]): Run {
    return runProgram('kpt', ['fn', 'eval', folder, '--exec', program.path, ...args]);
  }

  test('of a run that fails: the error as a result and on standard error, and the files as they were', () => {
    const folder = exampleIn(join(work, 'failing'), CONFLICT_FILES);
    const before = filesOf(folder);
    const run = evaluate(folder);
    expect(filesOf(folder)).toEqual(before);
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr.replace(/ in \d+m?s/, '').trimEnd()).toBe(
      dedent(`
        [RUNNING] "${program.path}"
        [FAIL] "${program.path}"
          Results:
            [error] apps/v1/Deployment/shop/storefront spec.template.spec.containers[0].env[0]: ${CONFLICT}
          Stderr:
            "error: ${CONFLICT.replaceAll('"', '\\"')} (deployment.yaml)"
            ""
          Exit code: 1
      `).trimEnd(),
    );
  });

  test('of more than four errors: the first four, unless it is told to show all', () => {
    // With the storefront there are six.
    const deployments = [1, 2, 3, 4, 5].map((number) => [`web-${number}.yaml`, conflictingDeployment(number)] as const);
    const folder = exampleIn(join(work, 'five'), { ...CONFLICT_FILES, ...Object.fromEntries(deployments) });
    const errors = ({ stderr }: Run) => stderr.match(/^ {4}\[error\] .*: container "web": env LOG_LEVEL: .*$/gm);
    expect(errors(evaluate(folder))).toHaveLength(4);
    expect(evaluate(folder).stderr).toContain("(2 line(s) truncated, use '--truncate-output=false' to disable)");
    expect(errors(evaluate(folder, '--truncate-output=false'))).toHaveLength(6);
  });

  test('of errors and warnings: errors on standard error first', () => {
    const folder = exampleIn(join(work, 'mixed'), {
      ...CONFLICT_FILES,
      [POLICY_FILE]: MISTYPED_POLICY,
    });
    const { stderr } = evaluate(folder);
    const own = stderr.slice(stderr.indexOf('Stderr:'));
    expect(own.indexOf('error: ')).toBeGreaterThan(0);
    expect(own.indexOf('warning: ')).toBeGreaterThan(own.indexOf('error: '));
  });

  test.each([
    ['an option that is unknown', ['conflict=keep'], {}, 2, 'unknown option "conflict"; did you mean "conflicts"?'],
    [
      'a policy that cannot be applied',
      [],
      { [POLICY_FILE]: POLICY.replace('matchLabels', 'matchLabel') },
      1,
      'spec.selector: expected matchLabels',
    ],
  ] satisfies [string, string[], Files, number, string][])(
    'of %s: what is wrong, and our exit code',
    (title, args, files, code, message) => {
      const folder = exampleIn(join(work, title), files);
      const run = evaluate(folder, '--', ...args);
      expect(run.exitCode).toBe(1);
      expect(run.stderr).toContain(`Exit code: ${code}`);
      const [results = '', own = ''] = run.stderr.split('Stderr:');
      expect(results).toContain('[error]');
      expect(results).toContain(message);
      expect(own.replaceAll('\\"', '"')).toContain(message);
    },
  );

  test('in results.yaml of an error: severity, resource, field and file', () => {
    const folder = exampleIn(join(work, 'recorded'), CONFLICT_FILES);
    expect(evaluate(folder, '--results-dir', join(work, 'results')).exitCode).toBe(1);
    expect(readFileSync(join(work, 'results/results.yaml'), 'utf8')).toBe(
      dedent(`
        apiVersion: kpt.dev/v1
        kind: FunctionResultList
        metadata:
          name: fnresults
        exitCode: 1
        items:
          - exec: ${program.path}
            stderr: |
              error: ${CONFLICT} (deployment.yaml)
            exitCode: 1
            results:
              - message: '${CONFLICT}'
                severity: error
                resourceRef:
                  apiVersion: apps/v1
                  kind: Deployment
                  name: storefront
                  namespace: shop
                field:
                  path: spec.template.spec.containers[0].env[0]
                  currentValue:
                    name: LOG_LEVEL
                    value: info
                  proposedValue:
                    name: LOG_LEVEL
                    value: debug
                file:
                  path: deployment.yaml
      `),
    );
  });

  test('in results.yaml of a run that succeeds: its warnings and infos', () => {
    const policy = MISTYPED_POLICY.replace(/^ {2}annotations:\n.*\n/m, '');
    const folder = exampleIn(join(work, 'warned'), { [POLICY_FILE]: policy });
    const run = evaluate(folder, '--results-dir', join(work, 'warnings'));
    expect(run).toMatchObject({ exitCode: 0 });
    const text = readFileSync(join(work, 'warnings/results.yaml'), 'utf8');
    expect(text.match(/^ {8}severity: .*$/gm)).toEqual(['        severity: warning', '        severity: info']);
    expect(text).toContain('unknown field "enFrom"; did you mean "envFrom"?');
    expect(text).toContain('expected the annotation config.kubernetes.io/local-config');
  });
});

/** A deployment of its own that the conflicting policy selects, too. */
function conflictingDeployment(number: number): string {
  return dedent(`
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web-${number}
      namespace: shop
    spec:
      template:
        metadata:
          labels:
            app: storefront
        spec:
          containers:
            - name: web
              env:
                - name: LOG_LEVEL
                  value: info
  `);
}
