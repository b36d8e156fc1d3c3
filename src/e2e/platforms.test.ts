/** The scripts in the manifests of docs/platforms, run as the platforms would run them, over a checkout of packages. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkouts, PACKAGES } from './checkouts.ts';
import { part, type Json } from './json.ts';
import { manifest, MANIFESTS } from './manifests.ts';
import { filesOf, type Run } from './tools.ts';

describe('platforms', () => {
  const { work, checkout, injected, run } = checkouts();

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

  describe('the page', () => {
    const page = readFileSync(join(MANIFESTS, '../platforms.md'), 'utf8');
    const manifests = readdirSync(MANIFESTS);

    test('links every manifest, and nothing that is not there', () => {
      const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
      expect(links.filter((link) => !existsSync(join(MANIFESTS, '..', link)))).toEqual([]);
      expect(manifests.filter((file) => !links.includes(`platforms/${file}`))).toEqual([]);
    });

    test('lists packages as the manifests do', () => {
      const commands = /^find .*\n {2}awk .*$/m.exec(page)?.[0].split(/ \|\n +/) ?? [];
      expect(commands).toHaveLength(2);
      for (const file of ['kubernetes-job.yaml', 'tekton.yaml', 'argo-workflows.yaml']) {
        const text = readFileSync(join(MANIFESTS, file), 'utf8');
        expect(commands.filter((command) => !text.includes(command))).toEqual([]);
      }
    });

    test('has policies that packages share read and not written', () => {
      const [root, policies] = [checkout('shared'), join(work, 'shared-policies')];
      mkdirSync(policies);
      renameSync(join(root, 'simple-again/policy.yaml'), join(policies, 'policy.yaml'));
      const before = filesOf(policies);
      expect(run(['inject-services', '--in-place', 'simple-again', '--policies', policies], root).exitCode).toBe(0);
      expect(filesOf(policies)).toEqual(before);
      const wanted = injected('shared-expected')['simple-again/deployment.yaml'];
      expect(readFileSync(join(root, 'simple-again/deployment.yaml'), 'utf8')).toBe(wanted);
    });
  });

  function substitute(text: unknown, variable: string, value: string): string {
    return String(text).replaceAll(variable, () => value);
  }
});
