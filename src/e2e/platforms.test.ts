/** The scripts in the manifests of docs/platforms, run as the platforms would run them, over two small packages. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { part, type Json } from './json.ts';
import { manifest } from './manifests.ts';
import { objectsIn } from './objects.ts';
import { pathWithProgram } from './path-with-program.ts';
import { copyOf, filesOf, FIXTURES, PROGRAM, runProgram, temporaryFolder, type Run } from './tools.ts';

describe('platforms', () => {
  const work = temporaryFolder();
  const withProgram = pathWithProgram(work);

  /** A checkout with packages in folders whose names are hard on scripts, one package inside another among them. */
  function checkout(name: string): string {
    const root = join(work, name);
    for (const path of ['simple', 'simple-again', 'simple/charts/part', 'with blanks and "quotes"/online-shop']) {
      copyOf(join(FIXTURES, 'examples', path.endsWith('shop') ? 'online-shop' : 'simple'), join(root, path));
    }
    return root;
  }

  /** The same checkout, injected without any platform. */
  function injected(name: string): Record<string, string> {
    const root = checkout(name);
    for (const path of ['simple', 'simple-again', 'with blanks and "quotes"']) {
      expect(runProgram(PROGRAM, ['--in-place', join(root, path)]).exitCode).toBe(0);
    }
    return filesOf(root);
  }

  function run(argv: readonly unknown[], cwd: string, env: Record<string, string> = {}): Run {
    const [program = '', ...args] = argv.map(String);
    return runProgram(program, args, { cwd, env: { PATH: withProgram, ...env } });
  }

  const PACKAGES = ['./simple-again/', './simple/', './with blanks and "quotes"/online-shop/'];

  test('the checkout has a package inside another one', () => {
    const found = Object.keys(filesOf(checkout('all'))).filter((path) => path.endsWith('/Kptfile'));
    expect(found).toContain('simple/charts/part/Kptfile');
    expect(found).toHaveLength(PACKAGES.length + 1);
  });

  describe('the Job', () => {
    const container = part(manifest('kubernetes-job.yaml', 'Job'), 'spec.template.spec.containers.0') as Json;
    const argv = [container['command'], container['args']].flat();
    const shards = Number(part(container, 'env.0.value'));

    function shard(index: number, root: string): Run {
      return run(argv, root, { SHARDS: String(shards), JOB_COMPLETION_INDEX: String(index) });
    }

    test('has as many shards as completions', () => {
      expect(part(manifest('kubernetes-job.yaml', 'Job'), 'spec.completions')).toBe(shards);
    });

    test('injects every package once, whichever shard takes it', () => {
      const root = checkout('job');
      const runs = Array.from({ length: shards }, (_, index) => shard(index, root));
      expect(runs.map(({ exitCode }) => exitCode)).toEqual(runs.map(() => 0));
      expect(filesOf(root)).toEqual(injected('job-expected'));
      const touched = runs.flatMap(({ stderr }) => stderr.match(/^deployment guestbook\/guestbook: injected/gm) ?? []);
      // Twice for the package with one inside it, which no other shard takes.
      expect(touched.length).toBe(3);
    });

    test('goes on after a package that fails, and fails', () => {
      const root = checkout('job-with-a-mistake');
      writeFileSync(join(root, 'simple-again/policy.yaml'), 'kind: [');
      const before = filesOf(join(root, 'simple-again'));
      const runs = Array.from({ length: shards }, (_, index) => shard(index, root));
      expect(runs.filter(({ exitCode }) => exitCode !== 0)).toHaveLength(1);
      expect(filesOf(join(root, 'simple-again'))).toEqual(before);
      expect(filesOf(join(root, 'simple'))).toEqual(
        Object.fromEntries(
          Object.entries(injected('job-with-a-mistake-expected')).flatMap(([path, text]) =>
            path.startsWith('simple/') ? [[path.slice('simple/'.length), text]] : [],
          ),
        ),
      );
    });
  });

  test('the Tekton task lists the packages, and the other one injects one of them', () => {
    const root = checkout('tekton');
    const [list, inject] = ['list-packages', 'inject-services'].map(
      (name) => part(manifest('tekton.yaml', 'Task', name), 'spec.steps.0') as Json,
    );
    const result = join(work, 'packages.json');
    const script = join(work, 'script');
    writeFileSync(script, String(list?.['script']).replaceAll('$(results.packages.path)', result), { mode: 0o755 });
    expect(run([script], root)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const packages = JSON.parse(readFileSync(result, 'utf8')) as readonly string[];
    expect(packages).toEqual(PACKAGES);
    for (const name of packages) {
      const argv = [inject?.['command'], inject?.['args']]
        .flat()
        .map((text) => substitute(text, '$(params.package)', name));
      expect(run(argv, root).exitCode).toBe(0);
    }
    expect(filesOf(root)).toEqual(injected('tekton-expected'));
  });

  test('the Argo workflow lists the packages and injects each of them', () => {
    const root = checkout('argo-workflows');
    const templates = part(manifest('argo-workflows.yaml', 'WorkflowTemplate'), 'spec.templates') as readonly Json[];
    const template = (name: string, kind: string): Json =>
      templates.find((one) => one['name'] === name)?.[kind] as Json;
    const [list, inject] = [template('list-packages', 'script'), template('inject-services', 'container')];
    const script = join(work, 'source');
    writeFileSync(script, String(list['source']));
    const listed = run([...(list['command'] as readonly string[]), script], root);
    expect(listed.exitCode, listed.stderr).toBe(0);
    const packages = JSON.parse(listed.stdout) as readonly string[];
    expect(packages).toEqual(PACKAGES);
    for (const name of packages) {
      const argv = [inject['command'], inject['args']].flat();
      expect(
        run(
          argv.map((text) => substitute(text, '{{inputs.parameters.package}}', name)),
          root,
        ).exitCode,
      ).toBe(0);
    }
    expect(filesOf(root)).toEqual(injected('argo-workflows-expected'));
  });

  describe('the Argo CD plugin', () => {
    const config = manifest('argo-cd.yaml', 'ConfigMap');
    const [plugin] = objectsIn(Buffer.from(String(part(config, 'data', 'plugin.yaml')))).map(({ value }) => value);
    const commandOf = (path: string): readonly unknown[] => {
      const { command, args } = part(plugin, path) as Json;
      return [command, args].flat();
    };

    test('has the fields of a ConfigManagementPlugin and no others', () => {
      // It is a file, not an object: argocd-cmp-server reads these (cmpserver/plugin/config.go), and ignores the rest.
      expect(plugin).toEqual({
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'ConfigManagementPlugin',
        metadata: { name: 'inject-services' },
        spec: {
          version: expect.stringMatching(/^v\d/),
          discover: { find: { command: expect.any(Array), args: expect.any(Array) } },
          generate: { command: expect.any(Array), args: expect.any(Array) },
        },
      });
    });

    test('finds applications with policies and no others', () => {
      const root = checkout('argo-cd-discover');
      expect(run(commandOf('spec.discover.find'), join(root, 'simple')).stdout).not.toBe('');
      const other = join(work, 'without-policies');
      mkdirSync(other);
      writeFileSync(join(other, 'deployment.yaml'), readFileSync(join(root, 'simple/deployment.yaml')));
      expect(run(commandOf('spec.discover.find'), other)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    });

    test('prints what the program prints, but for what is local', () => {
      const root = join(FIXTURES, 'examples/online-shop');
      const printed = run(commandOf('spec.generate'), root);
      expect(printed.exitCode, printed.stderr).toBe(0);
      const all = objectsIn(Buffer.from(runProgram(PROGRAM, ['.'], { cwd: root }).stdout)).map(({ value }) => value);
      const isLocal = (object: Json): boolean =>
        part(object, 'metadata', 'annotations', 'config.kubernetes.io/local-config') === 'true';
      const wanted = all.filter((object) => !isLocal(object));
      expect(wanted.length).toBeGreaterThan(10);
      expect(wanted.length).toBeLessThan(all.length);
      expect(objectsIn(Buffer.from(printed.stdout)).map(({ value }) => value)).toEqual(wanted);
    });

    test('prints nothing where the program fails', () => {
      const root = checkout('argo-cd-with-a-mistake');
      writeFileSync(join(root, 'simple/policy.yaml'), 'kind: [');
      const { exitCode, stdout, stderr } = run(commandOf('spec.generate'), join(root, 'simple'));
      expect(exitCode).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toContain('policy.yaml');
    });
  });

  function substitute(text: unknown, variable: string, value: string): string {
    return String(text).replaceAll(variable, () => value);
  }
});
