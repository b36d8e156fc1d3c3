/** `kpt fn render` of packages in packages: kpt renders the inner one first, and the outer one is given all resources. */
import { expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { CONFLICT, CONFLICTING, POLICY, POLICY_FILE } from './example.ts';
import { kptfile, packagesWith, render } from './kpt-package.ts';
import { describePrograms, filesOf, type Files } from './tools.ts';

/** The example's policy without its namespace, so that it reaches what has none. */
const DATABASE = POLICY.replace(/^ {2}namespace: .*\n/m, '');

const CACHE = dedent(`
  apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
  kind: ServiceInjectionPolicy
  metadata:
    name: allow-cache
    annotations:
      config.kubernetes.io/local-config: "true"
  spec:
    service: cache
    selector: {}
    env:
      - name: CACHE_HOST
        value: cache
`);

/** What that policy adds to a deployment. */
const CACHE_LINES = [
  '      annotations:',
  '        serviceinjectionpolicy.k8s.io/cache: allow-cache',
  '          env:',
  '            - name: CACHE_HOST',
  '              value: cache',
];

function deployment(name: string): string {
  return dedent(`
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: ${name}
    spec:
      template:
        metadata:
          labels:
            uses: db
        spec:
          containers:
            - name: main
              image: shop/main:1
  `);
}

describePrograms('kpt', 'kpt fn render of a package in a package', (program) => {
  const packageOf = packagesWith(program.path);

  const idle = (): string => kptfile('any', {});
  const injecting = (exec: string): string => kptfile('any', { mutators: [{ exec }] });

  /** A shop with a package `orders` in it, each with one deployment and the Kptfile given. */
  function nested(outer: (exec: string) => string, inner: (exec: string) => string, files: Files) {
    return packageOf((exec) => ({
      Kptfile: outer(exec),
      'cronjob.yaml': '',
      'deployment.yaml': '',
      [POLICY_FILE]: '',
      'web.yaml': deployment('web'),
      'orders/Kptfile': inner(exec),
      'orders/worker.yaml': deployment('worker'),
      ...files,
    }));
  }

  test('lets a policy of the outer package reach the inner one', () => {
    const { folder, added } = nested(injecting, idle, { 'cache.yaml': CACHE });
    expect(render(folder)).toMatchObject({ exitCode: 0 });
    expect(added()).toEqual({ 'web.yaml': CACHE_LINES, 'orders/worker.yaml': CACHE_LINES });
  });

  test('lets a policy of the inner package reach the outer one where that has the function', () => {
    const { folder, added } = nested(injecting, idle, { 'orders/cache.yaml': CACHE });
    expect(render(folder)).toMatchObject({ exitCode: 0 });
    expect(added()).toEqual({ 'web.yaml': CACHE_LINES, 'orders/worker.yaml': CACHE_LINES });
  });

  test('keeps a policy of the inner package inside where only that has the function', () => {
    const { folder, added } = nested(idle, injecting, { 'orders/cache.yaml': CACHE });
    expect(render(folder)).toMatchObject({ exitCode: 0 });
    expect(added()).toEqual({ 'orders/worker.yaml': CACHE_LINES });
  });

  test('injects each policy once where both have the function', () => {
    const { folder, added } = nested(injecting, injecting, { 'orders/cache.yaml': CACHE, 'database.yaml': DATABASE });
    const run = render(folder);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr.match(/"deployment .*(?=")/g)).toEqual([
      '"deployment worker: injected cache (env 1)',
      '"deployment worker: injected db (env 2, envFrom 1, volumeMounts 1, volumes 1)',
      '"deployment web: injected cache (env 1), db (env 2, envFrom 1, volumeMounts 1, volumes 1)',
    ]);
    const names = Object.values(added()).map((lines) => lines.filter((line) => /name: (CACHE|DB)_/.test(line)));
    expect(names.map((lines) => lines.map((line) => line.trim()).toSorted())).toEqual([
      ['- name: CACHE_HOST', '- name: DB_HOST', '- name: DB_PORT'],
      ['- name: CACHE_HOST', '- name: DB_HOST', '- name: DB_PORT'],
    ]);
    const after = filesOf(folder);
    expect(render(folder)).toMatchObject({ exitCode: 0 });
    expect(filesOf(folder)).toEqual(after);
  });

  test('leaves the files of both as they were where the outer one fails', () => {
    const { folder } = packageOf((exec) => ({
      Kptfile: injecting(exec),
      'orders/Kptfile': injecting(exec),
      'orders/cache.yaml': CACHE,
      'orders/worker.yaml': deployment('worker'),
      'logging.yaml': CONFLICTING,
    }));
    const before = filesOf(folder);
    const run = render(folder);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('deployment worker: injected cache (env 1)');
    expect(run.stderr).toContain(CONFLICT);
    expect(filesOf(folder)).toEqual(before);
  });
});
