/**
 * Files in place, as the machine treats them: signals, other programs and other users, full disks. With real ones of all of
 * these, for what can go wrong with a repository.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import {
  describePrograms,
  describeWith,
  PROGRAM,
  temporaryFolder,
  writeFiles,
  filesOf,
  type Files,
  type Run,
} from './tools.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

/** Whether there is somebody and a disk for it. */
const canBeImmutable =
  isRoot &&
  spawnSync('sh', ['-ec', 'file=$(mktemp); chattr +i "$file"; chattr -i "$file"; rm "$file"'], { stdio: 'ignore' })
    .status === 0;

const pod = dedent(`
  apiVersion: v1
  kind: Pod
  metadata:
    name: web
  spec:
    containers:
    - name: web
`);

/** The policy, and what it makes of the Pod. */
const policyOf = (value: string): string =>
  dedent(`
    apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
    kind: ServiceInjectionPolicy
    metadata:
      name: db
    spec:
      selector: {}
      env:
      - name: DB_HOST
        value: ${value}
  `);
const injectedBy = (value: string): string =>
  dedent(`
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
          value: ${value}
  `);

describePrograms([], 'files in place', ({ path: original }) => {
  const work = temporaryFolder();
  const program = join(work, 'program', basename(original));
  const policy = join(work, 'policy.yaml');

  // Where other users can read them.
  beforeAll(() => {
    chmodSync(work, 0o755);
    mkdirSync(dirname(program));
    for (const name of readdirSync(dirname(original))) {
      if (name === basename(original) || (original === PROGRAM && name.endsWith('.cjs'))) {
        copyFileSync(join(dirname(original), name), join(dirname(program), name));
      }
    }
    writeFileSync(policy, policyOf('new'));
  });

  function folderWith(files: Files): string {
    const folder = mkdtempSync(join(work, 'files-'));
    chmodSync(folder, 0o777);
    writeFiles(folder, files);
    return folder;
  }

  const manyPods = (count: number): Files =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), pod]));
  const nameOf = (index: number): string => `pod-${String(index).padStart(5, '0')}.yaml`;

  const inPlace = ['--in-place', '--policies', policy];

  function run(args: readonly string[], cwd: string, options: { uid?: number; env?: NodeJS.ProcessEnv } = {}): Run {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    return { exitCode: status, stdout, stderr };
  }

  const touched = 'pod web: injected db (env 1)\n';
  const done: Run = { exitCode: 0, stdout: '', stderr: touched };
  const refused = (message: string): Run => ({ exitCode: 2, stdout: '', stderr: `error: ${message}\n` });

  function temporaries(folder: string): readonly string[] {
    return readdirSync(folder).filter((name) => name.startsWith('.inject-services-'));
  }

  /** Which of the texts each file has, for all files of a folder in one list. */
  function textsIn(folder: string): readonly string[] {
    const texts = new Set(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')));
    return [...texts].toSorted();
  }

  interface Ended {
    readonly code: number | null;
    readonly signal: string | null;
    readonly stderr: string;
  }

  function start(
    folder: string,
    args: readonly string[] = [...inPlace, '.'],
  ): { child: ChildProcess; ended: Promise<Ended> } {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stderr }) as Ended);
    return { child, ended };
  }

  /** Looks as often as possible; false where the program has ended before. */
  async function until(child: ChildProcess, holds: () => boolean): Promise<boolean> {
    for (;;) {
      if (holds()) return true;
      if (child.exitCode !== null || child.signalCode !== null) return false;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** An environment in which renames fail, of those counted from 1 the ones in a range. */
  function failingFrom(first: number, count = Infinity): NodeJS.ProcessEnv {
    const path = join(work, `failing-${first}-${count}.cjs`);
    writeFileSync(
      path,
      `const fs = require('node:fs');
      const { renameSync } = fs;
      let calls = 0;
      fs.renameSync = (...paths) => {
        calls++;
        if (calls < ${first} || calls >= ${first} + ${count}) return renameSync(...paths);
        throw Object.assign(new Error('EIO: i/o error, rename'), { code: 'EIO' });
      };`,
    );
    return { BUN_OPTIONS: `--preload=${path}`, NODE_OPTIONS: `--require=${path}` };
  }

  describe('a signal', { timeout: 120_000 }, () => {
    test.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
      '%s while 2,000 files are written changes none',
      async (signal) => {
        const folder = folderWith(manyPods(2_000));
        const { child, ended } = start(folder);
        expect(await until(child, () => temporaries(folder).length > 300)).toBe(true);
        child.kill(signal);
        expect(await ended).toEqual({ code: null, signal, stderr: '' });
        expect(readdirSync(folder).length).toBe(2_000);
        expect(textsIn(folder)).toEqual([pod]);
      },
    );

    test('gives the exit code that shells expect', async () => {
      const folder = folderWith(manyPods(500));
      const script = 'sh -c \'echo $$ > ../pid; exec "$@"\' sh "$@"; echo "exit code $?"';
      const shell = spawn('sh', ['-c', script, 'sh', program, ...inPlace, '.'], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let stdout = '';
      shell.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      expect(await until(shell, () => temporaries(folder).length > 100)).toBe(true);
      process.kill(Number(readFileSync(join(work, 'pid'), 'utf8')), 'SIGTERM');
      await once(shell, 'close');
      expect(stdout).toBe('exit code 143\n');
      expect(textsIn(folder)).toEqual([pod]);
    });

    // The first process of a PID namespace, as in a container, is not killed by signals for which it has no handler.
    test.runIf(isRoot)('ends the first process of a container, too', async () => {
      const folder = folderWith(manyPods(500));
      const args = ['--pid', '--fork', '--kill-child', program, ...inPlace, '.'];
      const outer = spawn('unshare', args, { cwd: folder, stdio: 'ignore' });
      expect(await until(outer, () => temporaries(folder).length > 100)).toBe(true);
      const { stdout } = spawnSync('pgrep', ['-P', String(outer.pid)], { encoding: 'utf8' });
      process.kill(Number(stdout), 'SIGTERM');
      const [code] = (await once(outer, 'close')) as [number | null];
      expect(code).toBe(143);
      expect(textsIn(folder)).toEqual([pod]);
    });

    test('at any moment finds all files old or all new, and nothing beside them', async () => {
      const duration = async (): Promise<number> => {
        const begin = performance.now();
        await start(folderWith(manyPods(200))).ended;
        return performance.now() - begin;
      };
      const length = await duration();
      const outcomes = new Set<string>();
      for (let step = 1; step <= 16; step++) {
        const folder = folderWith(manyPods(200));
        const { child, ended } = start(folder);
        await new Promise((resolve) => setTimeout(resolve, (length * step) / 14));
        child.kill('SIGTERM');
        const { code, signal } = await ended;
        expect([null, 0]).toContain(code);
        expect(readdirSync(folder).length).toBe(200);
        const texts = textsIn(folder);
        expect(texts).toHaveLength(1);
        if (code === 0) expect(texts).toEqual([injectedBy('new')]);
        outcomes.add(texts[0] === pod ? `old, ${signal}` : 'new');
      }
      expect([...outcomes]).toContain('old, SIGTERM');
    });
  });

  describe('another program', { timeout: 120_000 }, () => {
    const changed = 'expected what was read, found that another program has changed it since';

    /** Stops a run at some point, does something, and lets it go on. */
    async function whileStopped(folder: string, holds: () => boolean, act: () => void): Promise<Ended | undefined> {
      const { child, ended } = start(folder);
      const seen = await until(child, holds);
      child.kill('SIGSTOP');
      act();
      child.kill('SIGCONT');
      const end = await ended;
      return seen ? end : undefined;
    }

    test('that changes a file while others are written keeps its change', async () => {
      const folder = folderWith(manyPods(400));
      const [early, late] = [nameOf(3), nameOf(397)];
      for (const name of [early, late]) {
        const end = await whileStopped(
          folder,
          () => temporaries(folder).length > 100,
          () => writeFileSync(join(folder, name), `${pod}# mine\n`),
        );
        expect(end).toMatchObject({ code: 2, signal: null });
        expect(end?.stderr).toMatch(new RegExp(`^error: ${name}: ${changed}; no file (was|is) changed[^;\n]*\n$`));
        expect(textsIn(folder)).toEqual([pod, `${pod}# mine\n`].toSorted());
        expect(temporaries(folder)).toEqual([]);
        writeFileSync(join(folder, name), pod);
      }
    });

    test('that changes a file while others are replaced keeps its change, and they are put back', () => {
      const folder = folderWith(manyPods(5));
      const last = join(folder, nameOf(4));
      const script = join(work, 'meanwhile.cjs');
      writeFileSync(
        script,
        `const fs = require('node:fs');
        const { renameSync } = fs;
        let calls = 0;
        fs.renameSync = (...paths) => {
          if (++calls === 3) fs.writeFileSync(${JSON.stringify(last)}, 'mine');
          return renameSync(...paths);
        };`,
      );
      const env = { BUN_OPTIONS: `--preload=${script}`, NODE_OPTIONS: `--require=${script}` };
      const back = 'no file is changed: those replaced before it (4) have their old texts again';
      expect(run([...inPlace, '.'], folder, { env })).toEqual(refused(`${nameOf(4)}: ${changed}; ${back}`));
      expect(filesOf(folder)).toEqual({ ...manyPods(5), [nameOf(4)]: 'mine' });
    });

    test('of the same kind that runs to its end meanwhile is noticed', async () => {
      const folder = folderWith(manyPods(300));
      const other = join(work, 'other.yaml');
      writeFileSync(other, policyOf('other'));
      let between: Run | undefined;
      const end = await whileStopped(
        folder,
        () => temporaries(folder).length > 100,
        () => (between = run(['--in-place', '--policies', other, '.'], folder)),
      );
      expect(between?.exitCode).toBe(0);
      expect(end).toMatchObject({ code: 2, signal: null });
      expect(end?.stderr).toContain(changed);
      expect(textsIn(folder)).toEqual([injectedBy('other')]);
    });

    test('of the same kind, four at a time: each file has one whole text, and who fails says so', async () => {
      const values = ['one', 'two', 'three', 'four'];
      const policies = values.map((value) => {
        const path = join(work, `${value}.yaml`);
        writeFileSync(path, policyOf(value));
        return path;
      });
      const whole = [pod, ...values.map(injectedBy)];
      let [succeeded, failed] = [0, 0];
      for (let round = 0; round < 10; round++) {
        const folder = folderWith(manyPods(60));
        const ends = await Promise.all(
          policies.map(
            (path) => start(folder, ['--in-place', '--conflicts', 'override', '--policies', path, '.']).ended,
          ),
        );
        for (const { code, signal, stderr } of ends) {
          expect([code, signal], stderr).toEqual([code === 0 ? 0 : 2, null]);
          if (code === 0) succeeded++;
          else failed++;
          if (code === 2) expect(stderr).toMatch(/^error: pod-\d+\.yaml: expected what was read, found .*\n$/);
        }
        for (const text of textsIn(folder)) expect(whole).toContain(text);
        expect(readdirSync(folder).length).toBe(60);
      }
      expect(succeeded).toBeGreaterThanOrEqual(10);
      expect(failed).toBeGreaterThan(0);
    });
  });

  describe('a rename that fails', () => {
    test('at once changes nothing', () => {
      const folder = folderWith(manyPods(4));
      expect(run([...inPlace, '.'], folder, { env: failingFrom(1) })).toEqual(
        refused(`${nameOf(0)}: the disk reports a fault; no file was changed`),
      );
      expect(textsIn(folder)).toEqual([pod]);
    });

    test('in between puts back what was replaced before it', () => {
      const folder = folderWith(manyPods(5));
      const back = 'no file is changed: those replaced before it (3) have their old texts again';
      expect(run([...inPlace, '.'], folder, { env: failingFrom(4, 1) })).toEqual(
        refused(`${nameOf(3)}: the disk reports a fault; ${back}`),
      );
      expect(filesOf(folder)).toEqual(manyPods(5));
    });

    test('and fails again where files are put back names those that are changed', () => {
      const folder = folderWith(manyPods(5));
      const names = [nameOf(1), nameOf(2)];
      // The fourth, then the third and the second, put back in turn; not the first.
      expect(run([...inPlace, '.'], folder, { env: failingFrom(4, 3) })).toEqual(
        refused(
          `${nameOf(3)}: the disk reports a fault; changed, since they could not be put back: ${names.join(', ')}; no other file is`,
        ),
      );
      expect(filesOf(folder)).toEqual({
        ...manyPods(5),
        ...Object.fromEntries(names.map((name) => [name, injectedBy('new')])),
      });
    });
  });

  describe('a file', () => {
    test('of somebody else stays theirs, with its mode, where root runs the program', { skip: !isRoot }, () => {
      const folder = folderWith({ 'a.yaml': pod });
      chownSync(join(folder, 'a.yaml'), 1234, 4321);
      chmodSync(join(folder, 'a.yaml'), 0o2640);
      expect(run([...inPlace, 'a.yaml'], folder)).toEqual(done);
      expect(statSync(join(folder, 'a.yaml'))).toMatchObject({ uid: 1234, gid: 4321, mode: 0o102640 });
    });

    test('of somebody else keeps its group and mode where its group may write it', { skip: !isRoot }, () => {
      const folder = folderWith({ 'a.yaml': pod, 'b.yaml': pod });
      chownSync(join(folder, 'a.yaml'), 1234, NOBODY);
      chownSync(join(folder, 'b.yaml'), 1234, 4321);
      for (const [name, mode] of [
        ['a.yaml', 0o664],
        ['b.yaml', 0o606],
      ] as const)
        chmodSync(join(folder, name), mode);
      expect(run([...inPlace, '.'], folder, { uid: NOBODY })).toEqual({ ...done, stderr: touched + touched });
      expect(statSync(join(folder, 'a.yaml'))).toMatchObject({ uid: NOBODY, gid: NOBODY, mode: 0o100664 });
      expect(statSync(join(folder, 'b.yaml'))).toMatchObject({ uid: NOBODY, gid: NOBODY, mode: 0o100606 });
    });

    const readOnly = 'expected a file that may be written, found it read-only; see --force; no file was changed';

    test('that is read-only is replaced only with --force, also by root', () => {
      const folder = folderWith({ 'a.yaml': pod, 'b.yaml': pod });
      chmodSync(join(folder, 'b.yaml'), 0o444);
      expect(run([...inPlace, '.'], folder)).toEqual(refused(`b.yaml: ${readOnly}`));
      expect(textsIn(folder)).toEqual([pod]);
      expect(run([...inPlace, '--force', '.'], folder)).toEqual({ ...done, stderr: touched + touched });
      expect(textsIn(folder)).toEqual([injectedBy('new')]);
      expect(statSync(join(folder, 'b.yaml')).mode & 0o777).toBe(0o444);
      // Nothing to write, nothing to refuse.
      expect(run([...inPlace, '.'], folder)).toEqual({ ...done, stderr: '' });
    });

    test('that its user may not write is refused', { skip: !isRoot }, () => {
      const folder = folderWith({ 'a.yaml': pod });
      chmodSync(join(folder, 'a.yaml'), 0o644);
      expect(run([...inPlace, '.'], folder, { uid: NOBODY })).toEqual(refused(`a.yaml: ${readOnly}`));
      expect(run([...inPlace, '--force', '.'], folder, { uid: NOBODY })).toEqual(done);
    });

    test('in a folder that its user may not write is refused', { skip: !isRoot }, () => {
      const folder = folderWith({ 'a.yaml': pod });
      chmodSync(join(folder, 'a.yaml'), 0o666);
      chmodSync(folder, 0o755);
      const message = 'a.yaml: a new file beside it: permission denied; no file was changed';
      expect(run([...inPlace, '.'], folder, { uid: NOBODY })).toEqual(refused(message));
    });

    test('of somebody else in a folder with a sticky bit is refused', { skip: !isRoot }, () => {
      const folder = folderWith({ 'a.yaml': pod });
      chmodSync(join(folder, 'a.yaml'), 0o666);
      chmodSync(folder, 0o1777);
      const reason = 'its owner, a flag such as "immutable" or the sticky bit of its folder does not permit it';
      expect(run([...inPlace, '.'], folder, { uid: NOBODY })).toEqual(
        refused(`a.yaml: ${reason}; no file was changed`),
      );
      expect(textsIn(folder)).toEqual([pod]);
      expect(temporaries(folder)).toEqual([]);
    });

    test('loses none of its other names, which keep the old text', () => {
      const folder = folderWith({ 'a.yaml': pod });
      linkSync(join(folder, 'a.yaml'), join(folder, 'other'));
      expect(run([...inPlace, '.'], folder)).toEqual(done);
      expect(readFileSync(join(folder, 'other'), 'utf8')).toBe(pod);
    });

    test('leaves alone whatever is named like a temporary one', { timeout: 20_000 }, () => {
      const own = { 'a.yaml.inject-services': 'mine', 'b.yaml': pod, 'c.yaml': pod, precious: 'precious' };
      const folder = folderWith({ 'a.yaml': pod, ...own });
      symlinkSync('precious', join(folder, 'b.yaml.inject-services'));
      spawnSync('mkfifo', [join(folder, 'c.yaml.inject-services')]);
      expect(run([...inPlace, '.'], folder)).toEqual({ ...done, stderr: touched.repeat(3) });
      expect(readFileSync(join(folder, 'a.yaml.inject-services'), 'utf8')).toBe('mine');
      expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious');
      for (const name of ['a.yaml', 'b.yaml', 'c.yaml']) {
        expect(lstatSync(join(folder, name)).isFile()).toBe(true);
        expect(readFileSync(join(folder, name), 'utf8')).toBe(injectedBy('new'));
      }
    });
  });

  describeWith(['python3', '/usr/bin/tar', '/usr/bin/cp'], `extended attributes, ${basename(original)}`, () => {
    /** Runs Python, which has calls for them; in it `shared` is a list that lets one more user write a file. */
    function python(script: string, ...args: readonly string[]): string {
      const head = dedent(`
        import os, struct, sys
        def acl(*entries): return struct.pack('<I', 2) + b''.join(struct.pack('<HHI', *entry) for entry in entries)
        shared = acl((1, 6, 2**32 - 1), (2, 6, 1234), (4, 0, 2**32 - 1), (16, 6, 2**32 - 1), (32, 4, 2**32 - 1))
      `);
      const { status, stdout, stderr } = spawnSync('python3', ['-c', head + script, ...args], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
      return stdout;
    }

    /** A line for each file. */
    const attributesOf = (paths: readonly string[]): readonly string[] =>
      python(
        'for path in sys.argv[1:]: print([(name, os.getxattr(path, name)) for name in sorted(os.listxattr(path))])',
        ...paths,
      )
        .split('\n')
        .slice(0, -1);

    test('and access control lists stay, whatever the name', () => {
      const names = ['a.yaml', 'b b.yaml', 'c\nd.yaml', '-e.yaml', 'é.yaml', 'none.yaml'];
      const folder = folderWith(Object.fromEntries(names.map((name) => [name, pod])));
      const paths = names.map((name) => join(folder, name));
      const script = dedent(`
        for path in sys.argv[1:6]: os.setxattr(path, 'user.a', b'1')
        for path in sys.argv[2:6]: os.setxattr(path, 'user.b', bytes(100))
        for path in sys.argv[3:6]: os.setxattr(path, 'system.posix_acl_access', shared)
      `);
      python(script, ...paths);
      const before = attributesOf(paths);
      expect(new Set(before).size).toBe(4);
      expect(run([...inPlace, '.'], folder)).toEqual({ ...done, stderr: touched.repeat(names.length) });
      expect(attributesOf(paths)).toEqual(before);
      expect(textsIn(folder)).toEqual([injectedBy('new')]);
    });

    test('that a folder gives to new files do not come to others', () => {
      const folder = folderWith({ 'a.yaml': pod });
      chmodSync(join(folder, 'a.yaml'), 0o660);
      python("os.setxattr(sys.argv[1], 'system.posix_acl_default', shared)", folder);
      expect(run([...inPlace, 'a.yaml'], folder)).toEqual(done);
      expect(attributesOf([join(folder, 'a.yaml')])).toEqual(['[]']);
      expect(statSync(join(folder, 'a.yaml')).mode & 0o777).toBe(0o660);
    });

    test('that cannot be told from others are not lost', () => {
      const folder = folderWith({ 'a.yaml': pod });
      // In tar's list it is a line of its own.
      python("os.setxattr(sys.argv[1], b'user.a\\n-rw', b'1')", join(folder, 'a.yaml'));
      const message = 'a.yaml: expected extended attributes that can be kept, found some that cannot';
      expect(run([...inPlace, 'a.yaml'], folder)).toEqual(refused(`${message}; no file was changed`));
      expect(textsIn(folder)).toEqual([pod]);
    });

    test('of a file that is put back stay, too', () => {
      const folder = folderWith({ 'a.yaml': pod, 'b.yaml': pod });
      python("os.setxattr(sys.argv[1], 'user.a', b'1')", join(folder, 'a.yaml'));
      const before = attributesOf([join(folder, 'a.yaml')]);
      expect(run([...inPlace, '.'], folder, { env: failingFrom(2, 1) })).toMatchObject({ exitCode: 2 });
      expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(pod);
      expect(attributesOf([join(folder, 'a.yaml')])).toEqual(before);
    });
  });

  test.runIf(process.platform === 'linux')(
    'names that are not UTF-8 are left alone, with a warning, and others written',
    () => {
      const folder = folderWith({ 'a.yaml': pod });
      const name = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.yaml')]);
      writeFileSync(name, pod);
      const warning = 'warning: caf\uFFFD.yaml: left alone, since its name is not UTF-8\n';
      expect(run([...inPlace, '.'], folder)).toEqual({ ...done, stderr: touched + warning });
      expect(readFileSync(name, 'utf8')).toBe(pod);
      expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(injectedBy('new'));
    },
  );

  test('names reach a terminal escaped', () => {
    const [hostile, shown] = [
      '\x1b]0;x\x07\u009b2J\u202e\nerror: b.yaml',
      '\\u001b]0;x\\u0007\\u009b2J\\u202e\\nerror: b.yaml',
    ];
    const folder = folderWith({ [hostile]: '{' });
    expect(run([...inPlace, '.'], folder).stderr).toMatch(
      /^error: \\u001b\]0;x\\u0007\\u009b2J\\u202e error: b\.yaml: .*\n$/,
    );
    expect(run([...inPlace, `${hostile}x`], folder)).toEqual(refused(`${shown}x: there is no such file or folder`));
    expect(run(['--x\x1b\u202e'], folder).stderr).toContain("unknown option '--x\\u001b\\u202e'");
    writeFiles(folder, { [hostile]: pod.replace('name: web', `name: ${JSON.stringify(hostile)}`) });
    const { stdout, stderr } = run(['--policies', policy, '--diff', '.'], folder);
    expect(stderr).toBe(`pod ${shown}: injected db (env 1)\n`);
    expect(stdout.split('\n')[0]).toBe('--- "a/\\033]0;x\\a\\302\\2332J\\342\\200\\256\\nerror: b.yaml"\t');
  });

  describe('what is no file', () => {
    const bash = (command: string, cwd: string): Run => {
      const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, program, policy },
      });
      return { exitCode: status, stdout, stderr };
    };

    test('can be read where it gives something', () => {
      const folder = folderWith({ 'a.yaml': pod });
      expect(bash('"$program" --policies <(cat "$policy") a.yaml', folder)).toEqual({
        ...done,
        stdout: injectedBy('new'),
      });
      expect(bash('"$program" --policies "$policy" <(cat a.yaml)', folder)).toEqual({
        ...done,
        stdout: injectedBy('new'),
      });
      expect(bash('cat "$policy" | "$program" --policies /dev/stdin a.yaml', folder)).toEqual({
        ...done,
        stdout: injectedBy('new'),
      });
      expect(bash('"$program" --in-place --policies <(cat "$policy") a.yaml', folder)).toEqual(done);
      expect(textsIn(folder)).toEqual([injectedBy('new')]);
    });

    test('cannot be written back', () => {
      const folder = folderWith({ 'a.yaml': pod });
      spawnSync('mkfifo', [join(folder, 'pipe')]);
      expect(run([...inPlace, 'a.yaml', 'pipe'], folder)).toEqual(
        refused('pipe: expected a file that can be written back, found a pipe'),
      );
      expect(run([...inPlace, 'a.yaml', '/dev/null'], folder)).toEqual(
        refused('/dev/null: expected a file or a folder, found a device'),
      );
      expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(pod);
    });
  });

  describe('a disk', () => {
    /** Runs a script as root in mounts of its own, with the folder in $1. */
    function mounted(folder: string, script: string): Run {
      const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-ec', script, 'sh', folder], {
        encoding: 'utf8',
        env: { ...process.env, program, policy },
      });
      return { exitCode: status, stdout, stderr };
    }
    const call = '"$program" --in-place --policies "$policy" .';

    test('that is full changes nothing', { skip: !isRoot }, () => {
      const folder = folderWith({});
      const result = mounted(
        folder,
        `mount -t tmpfs -o size=256k none "$1"; cd "$1"
        for i in 1 2 3 4 5 6 7 8; do printf '%s' '${pod}' > pod-$i.yaml; done
        cp pod-1.yaml expected; head -c 1m /dev/zero > filler 2> /dev/null || true
        rm expected; code=0; ${call} || code=$?
        ls -A | grep -v '^pod-\\|^filler' || true; for i in 1 2 3 4 5 6 7 8; do test "$(cat pod-$i.yaml)" = '${pod.trimEnd()}' || echo pod-$i; done; exit $code`,
      );
      expect(result).toEqual(refused('pod-2.yaml: no space is left on the disk; no file was changed'));
    });

    test('that is read-only says so', { skip: !isRoot }, () => {
      const folder = folderWith({ 'a.yaml': pod });
      const result = mounted(folder, `mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; cd "$1"; ${call}`);
      expect(result).toEqual(refused('a.yaml: the disk is read-only; no file was changed'));
    });

    test(
      'on which a file is mounted by itself cannot have it replaced, and changes no other',
      { skip: !isRoot },
      () => {
        const folder = folderWith({ 'a.yaml': pod, 'b.yaml': pod });
        const result = mounted(folder, `cd "$1"; mount --bind b.yaml b.yaml; ${call}`);
        const back = 'no file is changed: those replaced before it (1) have their old texts again';
        expect(result).toEqual(
          refused(`b.yaml: it is in use, or mounted by itself instead of with its folder; ${back}`),
        );
        expect(textsIn(folder)).toEqual([pod]);
      },
    );

    test('that takes no large files says so', () => {
      const folder = folderWith({ 'a.yaml': `${pod}# ${'a'.repeat(100_000)}\n` });
      const { status, stdout, stderr } = spawnSync('bash', ['-c', `ulimit -f 10; ${call}`], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, program, policy },
      });
      const message = 'a.yaml: it would become larger than the disk or a limit (ulimit -f) allows; no file was changed';
      expect({ exitCode: status, stdout, stderr }).toEqual(refused(message));
      expect(readdirSync(folder)).toEqual(['a.yaml']);
    });

    test('on which a file is immutable says so, with --force, too', { skip: !canBeImmutable }, () => {
      const folder = folderWith({ 'a.yaml': pod, 'b.yaml': pod });
      const immutable = join(folder, 'b.yaml');
      spawnSync('chattr', ['+i', immutable]);
      try {
        const reason = 'its owner, a flag such as "immutable" or the sticky bit of its folder does not permit it';
        expect(run([...inPlace, '.'], folder)).toEqual(refused(`b.yaml: ${reason}; no file was changed`));
        const back = 'no file is changed: those replaced before it (1) have their old texts again';
        expect(run([...inPlace, '--force', '.'], folder)).toEqual(refused(`b.yaml: ${reason}; ${back}`));
        expect(textsIn(folder)).toEqual([pod]);
      } finally {
        spawnSync('chattr', ['-i', immutable]);
      }
    });
  });
});
