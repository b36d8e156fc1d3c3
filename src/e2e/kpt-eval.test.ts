/** `kpt fn eval`: one function, given on the command line, with what it is given there. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { ADDED, addedLines, CONFLICT, CONFLICTING, exampleIn, POLICY, POLICY_FILE, unindented } from './example.ts';
import { describePrograms, filesOf, runProgram, temporaryFolder, writeFiles, type Files, type Run } from './tools.ts';

describePrograms('kpt', 'kpt fn eval', (program) => {
  const work = temporaryFolder();

  function evaluate(folder: string, exec: string, ...args: readonly string[]): Run {
    return runProgram('kpt', ['fn', 'eval', folder, '--exec', exec, ...args], { cwd: work });
  }

  /** What `cat` leaves of a package, since kpt writes the files anew whatever the function does. */
  function leftByCat(name: string, files: Files = {}): Files {
    const folder = exampleIn(join(work, `${name}-cat`), files);
    expect(evaluate(folder, 'cat')).toMatchObject({ exitCode: 0 });
    return filesOf(folder);
  }

  test('adds to what cat leaves the very lines that the program adds by itself, and nothing the second time', () => {
    const folder = exampleIn(join(work, 'in-place'));
    const run = evaluate(folder, program.path);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain('"deployment shop/storefront: injected db (env 2, ');
    const after = filesOf(folder);
    expect(addedLines(leftByCat('in-place'), after)).toEqual(ADDED);

    const again = evaluate(folder, program.path);
    expect([again.exitCode, again.stderr.includes('Stderr')]).toEqual([0, false]);
    expect(filesOf(folder)).toEqual(after);
  });

  test('leaves what the program leaves by itself and cat after it', () => {
    const folder = exampleIn(join(work, 'by-kpt'));
    expect(evaluate(folder, program.path)).toMatchObject({ exitCode: 0 });
    const byItself = exampleIn(join(work, 'by-itself'));
    expect(runProgram(program.path, ['--in-place', byItself])).toMatchObject({ exitCode: 0 });
    expect(evaluate(byItself, 'cat')).toMatchObject({ exitCode: 0 });
    expect(filesOf(folder)).toEqual(filesOf(byItself));
  });

  test('hands over options behind --', () => {
    const files = { 'logging.yaml': CONFLICTING };
    const folder = exampleIn(join(work, 'arguments'), files);
    expect(evaluate(folder, program.path, '--', 'conflicts=error').exitCode).toBe(1);
    const run = evaluate(folder, program.path, '--', 'conflicts=keep', 'initContainers=false');
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain(`[info] apps/v1/Deployment/shop/storefront spec`);
    expect(run.stderr).toContain(`: ${CONFLICT}; that stays`);
    const added = addedLines(leftByCat('arguments', files), filesOf(folder));
    const logging = '        serviceinjectionpolicy.k8s.io/logging: logging';
    expect(added['deployment.yaml']).toEqual(ADDED['deployment.yaml']?.toSpliced(2, 0, logging));
  });

  test('takes flags behind the name of the program', () => {
    const folder = exampleIn(join(work, 'flags'), { 'logging.yaml': CONFLICTING });
    const run = evaluate(folder, `${program.path} --conflicts keep`);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain(`: ${CONFLICT}; that stays`);
    expect(filesOf(folder)['deployment.yaml']).toContain('name: DB_HOST');
  });

  test('hands over options in an InjectServices object with --fn-config', () => {
    writeFiles(work, {
      'options.yaml': dedent(`
        apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
        kind: InjectServices
        metadata:
          name: options
        spec:
          conflicts: keep
      `),
    });
    const folder = exampleIn(join(work, 'options'), { 'logging.yaml': CONFLICTING });
    expect(evaluate(folder, program.path).exitCode).toBe(1);
    expect(evaluate(folder, program.path, '--fn-config', 'options.yaml')).toMatchObject({ exitCode: 0 });
    expect(filesOf(folder)['deployment.yaml']).toContain('name: DB_HOST');
  });

  test('takes a policy from outside of the package with --fn-config', () => {
    writeFiles(work, { 'policy.yaml': POLICY });
    const files = { [POLICY_FILE]: '' };
    const folder = exampleIn(join(work, 'policy'), files);
    expect(evaluate(folder, program.path, '--fn-config', 'policy.yaml')).toMatchObject({ exitCode: 0 });
    expect(addedLines(leftByCat('policy', files), filesOf(folder))).toEqual(ADDED);
  });

  test('hands over selected resources only, without the policies of the package', () => {
    const folder = exampleIn(join(work, 'selected'));
    const run = evaluate(folder, program.path, '--match-kind', 'Deployment');
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain('[warning]: found no ServiceInjectionPolicy: nothing is injected');
    expect(addedLines(leftByCat('selected'), filesOf(folder))).toEqual({});
  });

  test.each([
    ['--match-kind', 'Deployment', 'deployment.yaml'],
    ['--match-name', 'order-export', 'cronjob.yaml'],
    ['--exclude-kind', 'CronJob', 'deployment.yaml'],
    ['--exclude-name', 'storefront', 'cronjob.yaml'],
  ])('injects only what %s %s leaves, with the policy as --fn-config', (flag, value, path) => {
    const folder = exampleIn(join(work, `selected${flag}`));
    const config = join(folder, POLICY_FILE);
    const run = evaluate(folder, program.path, flag, value, '--fn-config', config);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(addedLines(leftByCat(`selected${flag}`), filesOf(folder))).toEqual({ [path]: ADDED[path] });
  });

  test('reads a stream from standard input and writes a ResourceList to standard output', () => {
    const folder = exampleIn(join(work, 'stream'));
    const input = Object.values(filesOf(folder)).join('---\n');
    const [before, after] = ['cat', program.path].map((exec) =>
      runProgram('kpt', ['fn', 'eval', '-', '--exec', exec], { input }),
    );
    expect(after).toMatchObject({ exitCode: 0 });
    const added = addedLines({ output: before?.stdout ?? '' }, { output: after?.stdout ?? '' });
    expect(unindented(added)).toEqual({ output: Object.values(unindented(ADDED)).flat() });
  });

  // kpt matches the entries of lists by their positions when it looks for comments that a function has lost.
  test('lets kpt copy a comment to the variable that takes the place of its own, which a pipe does not', () => {
    const folder = exampleIn(join(work, 'comments'));
    expect(evaluate(folder, program.path, '--', 'envPlacement=prepend')).toMatchObject({ exitCode: 0 });
    const text = filesOf(folder)['deployment.yaml'];
    expect(text).toContain('value: db.shop.svc.cluster.local # debug is loud');
    expect(text).toContain('value: info # debug is loud');

    const source = runProgram('kpt', ['fn', 'source', exampleIn(join(work, 'comments-source'))]);
    const piped = runProgram(program.path, ['--env-placement', 'prepend'], { input: source.stdout });
    expect(piped.stdout.match(/.*# debug is loud/g)?.map((line) => line.trim())).toEqual([
      'value: info # debug is loud',
    ]);
  });
});
