/** The plugin of docs/platforms/argo-cd.yaml: its commands, run as argocd-cmp-server runs them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkouts } from './checkouts.ts';
import { part, type Json } from './json.ts';
import { manifest } from './manifests.ts';
import { objectsIn } from './objects.ts';
import { FIXTURES, PROGRAM, runProgram } from './tools.ts';

describe('the Argo CD plugin', () => {
  const { work, checkout, run } = checkouts();
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
