/** `kpt fn render`: the pipeline of a package. */
import { expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { ADDED, CONFLICT, CONFLICTING, POLICY_FILE } from './example.ts';
import { kptfile, packagesWith, render, type Packages } from './kpt-package.ts';
import { describePrograms, filesOf, type Files } from './tools.ts';

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

describePrograms('kpt', 'kpt fn render', (program) => {
  const packageOf = packagesWith(program.path);

  /** The example with the function as its only mutator, and more of that mutator's entry. */
  function mutator(config = '', files: Files = {}): Packages {
    return packageOf((exec) => ({ Kptfile: kptfile('shop', { mutators: [{ exec, config }] }), ...files }));
  }

  function validator(files: Files = {}): Packages {
    return packageOf((exec) => ({ Kptfile: kptfile('shop', { validators: [{ exec }] }), ...files }));
  }

  test('as a mutator adds the lines that the program adds by itself, and nothing the second time', () => {
    const { folder, added } = mutator();
    expect(render(folder)).toMatchObject({ exitCode: 0 });
    expect(added()).toEqual(ADDED);
    const after = filesOf(folder);
    expect(render(folder)).toMatchObject({ exitCode: 0 });
    expect(filesOf(folder)).toEqual(after);
  });

  test.each<[string, string, Files]>([
    ['configMap', 'configMap: {conflicts: keep}', {}],
    ['an InjectServices object as configPath', 'configPath: options.yaml', { 'options.yaml': OPTIONS }],
  ])('takes options from %s', (_, config, files) => {
    const { folder, added } = mutator(config, { 'logging.yaml': CONFLICTING, ...files });
    const run = render(folder);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain(`: ${CONFLICT}; that stays`);
    expect(added()['cronjob.yaml']).toEqual(ADDED['cronjob.yaml']);
  });

  test('takes flags behind the name of the program', () => {
    const { folder } = packageOf((exec) => ({
      Kptfile: kptfile('shop', { mutators: [{ exec: exec === program.path ? `${exec} --conflicts keep` : exec }] }),
      'logging.yaml': CONFLICTING,
    }));
    const run = render(folder);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain(`: ${CONFLICT}; that stays`);
    expect(filesOf(folder)['deployment.yaml']).toContain('name: DB_HOST');
  });

  test('takes a policy of the package as configPath, and applies it once', () => {
    const { folder, added } = mutator(`configPath: ${POLICY_FILE}`);
    expect(render(folder)).toMatchObject({ exitCode: 0 });
    expect(added()).toEqual(ADDED);
  });

  test.each([
    ['selectors leave', 'selectors: [{kind: Deployment}]', 'deployment.yaml'],
    ['exclude leaves', 'exclude: [{kind: Deployment}]', 'cronjob.yaml'],
    [
      'both leave',
      'selectors: [{apiVersion: batch/v1}, {kind: Deployment}]\nexclude: [{kind: Deployment}]',
      'cronjob.yaml',
    ],
  ])('injects only what %s, with the policy as configPath', (_, selection, path) => {
    const { folder, added } = mutator(`configPath: ${POLICY_FILE}\n${selection}`);
    expect(render(folder)).toMatchObject({ exitCode: 0 });
    expect(added()).toEqual({ [path]: ADDED[path] });
  });

  test('finds policies among the items where they are selected, too', () => {
    const { folder, added } = mutator('selectors: [{kind: Deployment}, {kind: ServiceInjectionPolicy}]');
    expect(render(folder)).toMatchObject({ exitCode: 0 });
    expect(added()).toEqual({ 'deployment.yaml': ADDED['deployment.yaml'] });
  });

  test('warns where selectors have left the policies out', () => {
    const { folder, added } = mutator('selectors: [{kind: Deployment}]');
    const run = render(folder);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain('[warning]: found no ServiceInjectionPolicy: nothing is injected');
    expect(added()).toEqual({});
  });

  test('as a validator fails on a conflict', () => {
    const { folder } = validator({ 'logging.yaml': CONFLICTING });
    const before = filesOf(folder);
    const run = render(folder);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(CONFLICT);
    expect(filesOf(folder)).toEqual(before);
  });

  // A function is not told whether it is a mutator or a validator.
  test('as a validator passes what is not injected yet, says what would be, and changes nothing', () => {
    const { folder, added } = validator();
    const run = render(folder);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain('"deployment shop/storefront: injected db (env 2, ');
    expect(added()).toEqual({});
  });

  test('as a validator behind itself as a mutator finds nothing left to inject', () => {
    const { folder, added } = packageOf((exec) => ({
      Kptfile: kptfile('shop', { mutators: [{ exec }], validators: [{ exec }] }),
    }));
    const run = render(folder);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr.match(/\[PASS\]/g)).toHaveLength(2);
    expect(run.stderr.match(/deployment shop\/storefront: injected/g)).toHaveLength(1);
    expect(added()).toEqual(ADDED);
  });
});
