import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'dist/inject-services.cjs');

const folder = mkdtempSync(join(tmpdir(), 'inject-services-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The program is tested as it is published; it is built only where it is missing or older than what it is made of. */
beforeAll(() => {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|json)$/.test(path) && !/(\.test\.ts|\.generated\.d\.ts)$/.test(path))
    .map((path) => statSync(join(ROOT, 'src', path)).mtimeMs);
  if (existsSync(PROGRAM) && statSync(PROGRAM).mtimeMs > Math.max(...sources)) return;
  execFileSync(process.execPath, [join(ROOT, 'build.mjs')], { stdio: 'inherit' });
}, 120_000);

const policy = dedent(`
  apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
  kind: ServiceInjectionPolicy
  metadata:
    name: db
    annotations:
      config.kubernetes.io/local-config: 'true'
  spec:
    selector: {}
    env:
    - name: DB_HOST
      value: db.shop
`);

const pod = dedent(`
  apiVersion: v1
  kind: Pod
  metadata:
    name: web
  spec:
    containers:
    - name: web
`);

const injected = dedent(`
  apiVersion: v1
  kind: Pod
  metadata:
    name: web
    annotations:
      serviceinjectionpolicy.k8s.io/db: db
  spec:
    containers:
    - name: web
      env:
      - name: DB_HOST
        value: db.shop
`);

const broken = pod.replace('containers:\n  - name: web', 'containers: {}');

function inject(args: readonly string[], input?: string | Buffer, cwd = folder) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    input: input ?? '',
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
  });
  return { exitCode: status, stdout, stderr };
}

describe('standard input', { timeout: 30_000 }, () => {
  test('comes out injected, with a line for what was touched', () => {
    expect(inject([], `${policy}---\n${pod}`)).toEqual({
      exitCode: 0,
      stdout: `${policy}---\n${injected}`,
      stderr: 'pod web: injected db (env 1)\n',
    });
  });

  test('is read with the command run, too', () => {
    expect(inject(['run'], `${policy}---\n${pod}`).stdout).toBe(`${policy}---\n${injected}`);
  });

  test('is refused where there is nothing in it', () => {
    expect(inject([], '')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: expected a ResourceList, a List or Kubernetes objects on standard input, found nothing\n',
    });
  });

  test('gives exit code 1 and no output where something in it is to be mended', () => {
    expect(inject([], `${policy}---\n${broken}`)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: Pod web: spec.containers: expected a list, found a mapping\n',
    });
  });

  test('gives exit code 1 and itself with the results where it is a ResourceList', () => {
    const items = [policy, broken].map((item) => `- ${item.trimEnd().replaceAll('\n', '\n  ')}\n`).join('');
    const { exitCode, stdout, stderr } = inject([], `kind: ResourceList\nitems:\n${items}`);
    expect([exitCode, stderr]).toEqual([1, 'error: Pod web: spec.containers: expected a list, found a mapping\n']);
    expect(stdout.startsWith('kind: ResourceList\nresults:\n- message: ')).toBe(true);
    expect(stdout.endsWith(`items:\n${items}`)).toBe(true);
  });

  test('is refused where it is no YAML', () => {
    expect(inject([], Buffer.from('kind: caf\xe9\n', 'latin1'))).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: line 1, column 10: expected UTF-8, found the byte 0xe9\n',
    });
  });

  test('may be a file', () => {
    const path = join(folder, 'input.yaml');
    writeFileSync(path, `${policy}---\n${pod}`);
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM], {
      stdio: [openSync(path, 'r'), 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, `${policy}---\n${injected}`]);
  });

  test('may be closed or empty of its own', () => {
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM], {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('found nothing')]);
  });

  test('is no folder', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM], {
      stdio: [openSync(folder, 'r'), 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([2, '', 'error: standard input: it is a folder\n']);
  });
});

describe('standard output', { timeout: 60_000 }, () => {
  const path = join(folder, 'large.yaml');

  /** A ResourceList of 100 MB with a Pod at its end. */
  beforeAll(() => {
    const data = '      abcdefghijklmnopqrstuvwxyz 0123456789 abcdefghijklmnopqrstuvwxyz\n'.repeat(500);
    const item = `- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: settings\n  data:\n    text: |\n${data}`;
    const [first, last] = [policy, pod].map((text) => `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`);
    writeFileSync(path, `kind: ResourceList\nitems:\n${first}${item.repeat(Math.ceil(100e6 / item.length))}${last}`);
  }, 60_000);

  test('takes 100 MB through a pipe whose reader is slow', async () => {
    const input = readFileSync(path);
    const child = spawn(process.execPath, [PROGRAM], { stdio: [openSync(path, 'r'), 'pipe', 'pipe'] });
    const exit = once(child, 'exit');
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout ?? []) {
      if (chunks.length < 20) await new Promise((done) => setTimeout(done, 20));
      chunks.push(chunk as Buffer);
    }
    expect((await exit)[0]).toBe(0);
    const output = Buffer.concat(chunks);
    const [from, to] = [input.length - 64, output.length - input.length];
    expect(to).toBeGreaterThan(0);
    // All in front of the Pod is as it was.
    expect(output.subarray(0, from).equals(input.subarray(0, from))).toBe(true);
    expect(output.subarray(-80).toString()).toContain('value: db.shop\n');
  });

  test('may be closed before all of it is read', () => {
    const script = `"${process.execPath}" "${PROGRAM}" < "${path}" | head -c 20; echo " \${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stdout).toBe('kind: ResourceList\ni 0\n');
    expect(stderr).toBe('pod web: injected db (env 1)\n');
  });

  test.skipIf(!existsSync('/dev/full'))('may have no space, which is no bug', () => {
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM], {
      stdio: ['pipe', openSync('/dev/full', 'w'), 'pipe'],
      input: pod,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, 'error: standard output: no space is left on the disk\n']);
  });

  test.skipIf(!existsSync('/dev/full'))('gets everything even where standard error takes nothing', () => {
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM], {
      stdio: ['pipe', 'pipe', openSync('/dev/full', 'w')],
      input: `${policy}---\n${pod}`,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, `${policy}---\n${injected}`]);
  });
});

describe('arguments', { timeout: 30_000 }, () => {
  test('--help prints the help, without reading anything', () => {
    for (const stdio of ['ignore', 'pipe'] as const) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, '--help'], {
        stdio: [stdio, 'pipe', 'pipe'],
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^Usage: inject-services /);
    }
  });

  test('--version prints that of the package', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(inject(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('that are unknown are refused', () => {
    expect(inject(['--conflict', 'skip'], pod)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: "error: unknown option '--conflict' (Did you mean --conflicts?); see inject-services --help\n",
    });
  });

  test('reach the function', () => {
    const own = pod.replace('- name: web', '- name: web\n    env:\n    - name: DB_HOST\n      value: own');
    expect(inject([], `${policy}---\n${own}`).exitCode).toBe(1);
    const { exitCode, stdout, stderr } = inject(['--conflicts', 'keep'], `${policy}---\n${own}`);
    expect([exitCode, stderr.split('\n')[0]]).toEqual([0, 'pod web: injected db (annotation)']);
    expect(stdout).toContain('value: own\n');
  });
});

describe('files', { timeout: 30_000 }, () => {
  const old = new Date('2020-01-01T00:00:00Z');

  /** A folder of its own with files of a certain age. */
  function folderWith(files: Readonly<Record<string, string>>): string {
    const made = mkdtempSync(join(folder, 'files-'));
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(made, name), text);
      utimesSync(join(made, name), old, old);
    }
    return made;
  }

  test('come out one after the other as documents', () => {
    const cwd = folderWith({ 'pod.yaml': pod, 'z.yaml': policy });
    expect(inject(['.'], undefined, cwd)).toEqual({
      exitCode: 0,
      stdout: `${injected}---\n${policy}`,
      stderr: 'pod web: injected db (env 1)\n',
    });
  });

  test('come out with a marker between them where they have none and no line break at their end', () => {
    const cwd = folderWith({ 'a.yaml': pod.trimEnd(), 'b.yaml': `---\n${policy}`, 'c.yaml': policy.trimEnd() });
    expect(inject(['.'], undefined, cwd).stdout).toBe(`${injected.trimEnd()}\n---\n${policy}---\n${policy.trimEnd()}`);
  });

  test('--in-place writes what changes and nothing else', () => {
    const cwd = folderWith({ 'pod.yaml': pod, 'policy.yaml': policy, 'values.yaml': 'a: b\n', 'notes.txt': pod });
    chmodSync(join(cwd, 'pod.yaml'), 0o640);
    expect(inject(['--in-place', '.'], undefined, cwd)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'pod web: injected db (env 1)\n',
    });
    expect(readdirSync(cwd).toSorted()).toEqual(['notes.txt', 'pod.yaml', 'policy.yaml', 'values.yaml']);
    expect(readFileSync(join(cwd, 'pod.yaml'), 'utf8')).toBe(injected);
    expect(statSync(join(cwd, 'pod.yaml')).mode & 0o777).toBe(0o640);
    const unchanged = ['policy.yaml', 'values.yaml', 'notes.txt'].map((name) => statSync(join(cwd, name)).mtimeMs);
    expect(unchanged).toEqual([old, old, old].map(Number));
    expect(statSync(join(cwd, 'pod.yaml')).mtimeMs).toBeGreaterThan(Number(old));

    utimesSync(join(cwd, 'pod.yaml'), old, old);
    expect(inject(['--in-place', '.'], undefined, cwd)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(statSync(join(cwd, 'pod.yaml')).mtimeMs).toBe(Number(old));
  });

  test('--in-place writes nothing where there is an error in any file', () => {
    const cwd = folderWith({ 'a.yaml': pod, 'b.yaml': broken, 'policy.yaml': policy });
    expect(inject(['--in-place', '.'], undefined, cwd)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: Pod web: spec.containers: expected a list, found a mapping (b.yaml)\n',
    });
    expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(pod);
  });

  test('--diff shows what would change and changes nothing', () => {
    const cwd = folderWith({ 'pod.yaml': pod, 'policy.yaml': policy });
    const { exitCode, stdout, stderr } = inject(['--diff', '.'], undefined, cwd);
    expect([exitCode, stderr]).toEqual([0, 'pod web: injected db (env 1)\n']);
    expect(stdout).toBe(
      dedent(`
        --- a/pod.yaml
        +++ b/pod.yaml
        @@ -2,6 +2,11 @@
         kind: Pod
         metadata:
           name: web
        +  annotations:
        +    serviceinjectionpolicy.k8s.io/db: db
         spec:
           containers:
           - name: web
        +    env:
        +    - name: DB_HOST
        +      value: db.shop
      `),
    );
    expect(statSync(join(cwd, 'pod.yaml')).mtimeMs).toBe(Number(old));
  });

  test('--diff of standard input', () => {
    expect(inject(['--diff'], `${policy}---\n${pod}`).stdout).toMatch(
      /^--- a\/stdin\n\+\+\+ b\/stdin\n@@ -14,6 \+14,11 @@\n/,
    );
    const stderr = 'warning: found no ServiceInjectionPolicy: nothing is injected\n';
    expect(inject(['--diff'], pod)).toEqual({ exitCode: 0, stdout: '', stderr });
  });

  test('--policies are read and not written', () => {
    const cwd = folderWith({ 'pod.yaml': pod, 'policy.yaml': policy.replace(/^  annotations:\n.*\n/m, '') });
    const touched = 'pod web: injected db (env 1)\n';
    expect(inject(['--policies', 'policy.yaml'], pod, cwd)).toEqual({ exitCode: 0, stdout: injected, stderr: touched });
    expect(inject(['--policies=policy.yaml', '--in-place', 'pod.yaml'], undefined, cwd).stderr).toBe(touched);
    expect(readFileSync(join(cwd, 'pod.yaml'), 'utf8')).toBe(injected);
    expect(inject(['--policies', 'none.yaml'], pod, cwd)).toMatchObject({ exitCode: 2, stdout: '' });
  });

  test('--policies that are named as paths, too, are written', () => {
    const cwd = folderWith({ 'pod.yaml': pod, 'policy.yaml': policy });
    expect(inject(['--policies', '.', 'pod.yaml', './policy.yaml'], undefined, cwd).stdout).toBe(
      `${injected}---\n${policy}`,
    );
  });

  test('--policies cannot hold what has to be written', () => {
    const data = 'apiVersion: extensions/v1beta1\nkind: ConfigData\nmetadata:\n  name: c\ndata: {A: b}\n';
    const cwd = folderWith({ 'data.yaml': data });
    const using = `${pod}    envFrom:\n    - configDataRef: {name: c}\n`;
    const run = inject(['--policies', 'data.yaml'], using, cwd);
    expect([run.exitCode, run.stdout]).toEqual([1, '']);
    expect(run.stderr).toContain('ConfigData c: expected it among what is written, since it has to become a ConfigMap');
    expect(inject(['--policies', 'data.yaml', '--config-data', 'inline'], using, cwd).exitCode).toBe(0);
    expect(inject(['--policies', 'data.yaml'], pod, cwd).exitCode).toBe(0);
  });

  test('that are not there are told of', () => {
    expect(inject(['none.yaml'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: none.yaml: there is no such file or folder\n',
    });
  });
});

describe('a bug', { timeout: 30_000 }, () => {
  /** Sorting, which every run needs, fails. */
  function withBug(...args: readonly string[]) {
    const script = join(folder, 'bug.cjs');
    writeFileSync(script, `Array.prototype.toSorted = () => { throw new Error('first line\\nsecond line'); };`);
    const child = spawnSync(process.execPath, ['--require', script, PROGRAM, ...args], {
      input: pod,
      encoding: 'utf8',
    });
    return { exitCode: child.status, stdout: child.stdout, stderr: child.stderr };
  }

  test('is told on one line, with exit code 3', () => {
    expect(withBug()).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: 'bug in inject-services: first line; nothing was written; please report it with the input\n',
    });
  });

  test('is told with its place on --debug', () => {
    const { exitCode, stdout, stderr } = withBug('--debug');
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^bug in inject-services: Error: first line\nsecond line\n +at /);
  });
});
