/** The standalone executable of this machine: whatever is on the other side of its streams, it does what the program for Node does. */
import { spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, createReadStream, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { fixtureFolder } from '../testing/fixtures.ts';
import { copyOf, describeWith, filesOf, FIXTURES, PROGRAM, temporaryFolder, type Run } from './tools.ts';

const EXECUTABLE = join(dirname(PROGRAM), 'executables', `inject-services-${process.platform}-${process.arch}`);

describeWith(EXECUTABLE, 'the executable', () => {
  const work = temporaryFolder();
  const inputOf = (fixture: string): string => readFileSync(join(fixtureFolder(fixture), 'input.yaml'), 'utf8');

  interface Call {
    readonly args?: readonly string[];
    readonly input?: string;
    readonly stdio?: StdioOptions;
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
  }

  function run(program: string, { args = [], env = {}, ...options }: Call): Run {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      ...options,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    if (error) throw error;
    return { exitCode: status, stdout, stderr };
  }

  const injected: Call = { input: inputOf('every-kind-of-workload') };

  test.each<readonly [string, number, Call]>([
    ['input that is injected', 0, injected],
    ['a conflict', 1, { input: inputOf('env-conflict-is-an-error') }],
    ['a flag', 0, { input: inputOf('env-conflict-is-an-error'), args: ['--conflicts', 'keep'] }],
    ['input that cannot be used', 2, { input: inputOf('alias-without-an-anchor') }],
    ['empty input', 2, { input: '' }],
    ['no input', 2, { stdio: ['ignore', 'pipe', 'pipe'] }],
    ['a folder as input', 2, { stdio: [openSync(FIXTURES, 'r'), 'pipe', 'pipe'] }],
    ['a full disk', 2, { ...injected, stdio: ['pipe', openSync('/dev/full', 'w'), 'pipe'] }],
    ['a full disk for messages', 0, { ...injected, stdio: ['pipe', 'pipe', openSync('/dev/full', 'w')] }],
    ['--help', 0, { args: ['--help'] }],
    ['--version', 0, { args: ['--version'] }],
    ['an unknown flag', 2, { args: ['--conflict', 'keep'] }],
    ["a flag of bun's and of Node's", 2, { args: ['--eval', '1'] }],
    ['a diff of files', 0, { args: ['--diff', 'example'], cwd: FIXTURES }],
    ['files that are not there', 2, { args: ['nowhere'], cwd: FIXTURES }],
    ['neither environment nor home', 0, { ...injected, env: { HOME: '/nonexistent', TMPDIR: '/nonexistent' } }],
  ])('%s: as the program for Node, with exit code %d', (_, exitCode, call) => {
    const expected = run(PROGRAM, call);
    expect(expected.exitCode).toBe(exitCode);
    expect(run(EXECUTABLE, call)).toEqual(expected);
  });

  test('writes files in place', () => {
    const [ours, nodes] = ['ours', 'nodes'].map((name) => copyOf(join(FIXTURES, 'example'), join(work, name)));
    for (const [program, cwd] of [
      [EXECUTABLE, ours],
      [PROGRAM, nodes],
    ] as [string, string][]) {
      expect(run(program, { args: ['--in-place', '.'], cwd }).exitCode).toBe(0);
    }
    expect(filesOf(join(work, 'ours'))).toEqual(filesOf(join(work, 'nodes')));
    expect(filesOf(join(work, 'ours'))).not.toEqual(filesOf(join(FIXTURES, 'example')));
  });

  test('takes no settings from the folder in which it is run', () => {
    const cwd = join(work, 'settings');
    mkdirSync(cwd);
    const script = 'console.log("from a script");\n';
    const settings = { 'script.js': script, 'bunfig.toml': 'preload = ["./script.js"]\n', 'tsconfig.json': '{' };
    const more = { '.env': 'BUN_OPTIONS=--preload=./script.js\n', 'package.json': '{"type": "module"' };
    for (const [name, text] of Object.entries({ ...settings, ...more })) writeFileSync(join(cwd, name), text);
    expect(run(EXECUTABLE, { ...injected, cwd })).toEqual(run(PROGRAM, injected));
  });

  test('tells a bug on one line, with exit code 3', () => {
    const script = join(work, 'bug.cjs');
    writeFileSync(script, `Array.prototype.toSorted = () => { throw new Error('first line\\nsecond line'); };`);
    const call = { ...injected, env: { BUN_OPTIONS: `--preload=${script}`, NODE_OPTIONS: `--require=${script}` } };
    const expected = 'bug in inject-services: first line; nothing was written; please report it with the input\n';
    for (const program of [PROGRAM, EXECUTABLE]) {
      expect(run(program, call)).toEqual({ exitCode: 3, stdout: '', stderr: expected });
    }
  });

  test('prints the help where standard input is a terminal', () => {
    const { stdout } = run('script', { args: ['-qec', EXECUTABLE, '/dev/null'], stdio: ['ignore', 'pipe', 'pipe'] });
    expect(stdout.replaceAll('\r\n', '\n')).toBe(run(PROGRAM, { args: ['--help'] }).stdout);
  });

  const large = join(work, 'large.yaml');

  beforeAll(() => {
    const item = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  text: |\n`;
    const text = '    abcdefghijklmnopqrstuvwxyz 0123456789 abcdefghijklmnopqrstuvwxyz\n'.repeat(500);
    const example = Object.values(filesOf(join(FIXTURES, 'example')));
    writeFileSync(large, [...Array<string>(3_000).fill(item + text), ...example].join('---\n'));
  });

  test('passes 100 MB through pipes whose writer and reader are slow', async () => {
    const child = spawn(EXECUTABLE, [], { stdio: ['pipe', 'pipe', 'ignore'] });
    createReadStream(large, { highWaterMark: 4 * 1024 * 1024 }).pipe(child.stdin);
    const exit = once(child, 'exit');
    const found = createHash('sha256');
    let [chunks, length] = [0, 0];
    for await (const chunk of child.stdout) {
      if (chunks++ < 20) await new Promise((done) => setTimeout(done, 20));
      found.update(chunk as Buffer);
      length += (chunk as Buffer).length;
    }
    expect((await exit)[0]).toBe(0);
    expect(length).toBeGreaterThan(100e6);
    const [input, output] = [openSync(large, 'r'), openSync(join(work, 'expected.yaml'), 'w')];
    expect(run(PROGRAM, { stdio: [input, output, 'ignore'] }).exitCode).toBe(0);
    [input, output].forEach(closeSync);
    expect(found.digest('hex')).toBe(
      createHash('sha256')
        .update(readFileSync(join(work, 'expected.yaml')))
        .digest('hex'),
    );
  });

  test('ends quietly where its reader closes the pipe', () => {
    const script = `"${EXECUTABLE}" < "${large}" | head -1; echo "exit code \${PIPESTATUS[0]}"`;
    const { stdout, stderr } = run('bash', { args: ['-c', script] });
    expect(stdout).toBe('apiVersion: v1\nexit code 0\n');
    expect(stderr).not.toMatch(/EPIPE|error|bug/);
  });

  test('has the checksum that is published with it', () => {
    const { stdout } = run('sha256sum', { args: ['--check', 'SHA256SUMS'], cwd: dirname(EXECUTABLE) });
    expect(stdout).toContain(`inject-services-${process.platform}-${process.arch}: OK\n`);
  });

  test('is not in the npm package', () => {
    const { stdout } = run('npm', {
      args: ['pack', '--dry-run', '--json', '--ignore-scripts'],
      cwd: join(FIXTURES, '..'),
    });
    expect(stdout).toContain('"dist/inject-services.cjs"');
    expect(stdout).toContain('"dist/inject-services-extra.cjs"');
    expect(stdout).not.toContain('dist/executables');
  });
});
