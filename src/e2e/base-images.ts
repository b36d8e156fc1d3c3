/**
 * Base images for the Dockerfile, made of this machine's own files. They hold what the Dockerfile needs and no more, so a
 * build with them also shows that it needs no more.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Writes the files of an image with Node, npm, and the few commands that they and the Dockerfile call. */
export function writeBuildBase(folder: string): void {
  writeUsers(folder);
  for (const command of ['sh', 'env', 'sed', 'tar', 'gzip', 'mv', 'chmod']) {
    addProgram(folder, pathOf(command), join('/bin', command));
  }
  addProgram(folder, process.execPath, '/usr/bin/node');
  symlinkSync('../../bin/env', join(folder, 'usr/bin/env'));
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/bin/npm'));
  cpSync(resolve(realpathSync(pathOf('npm')), '../..'), join(folder, 'usr/lib/node_modules/npm'), { recursive: true });
  // The registry that this machine uses, and whom it trusts.
  const settings = [`registry=${outputOf('npm', ['config', 'get', 'registry'])}`];
  if (existsSync(CERTIFICATES)) {
    add(folder, CERTIFICATES, CERTIFICATES);
    settings.push(`cafile=${CERTIFICATES}`);
  }
  mkdirSync(join(folder, 'usr/etc'));
  writeFileSync(join(folder, 'usr/etc/npmrc'), `${settings.join('\n')}\n`);
}

/** Writes the files of an image with nothing but glibc: the libraries of Node, but for those of C++. */
export function writeRuntimeBase(folder: string): void {
  writeUsers(folder);
  for (const path of librariesOf(process.execPath)) if (!/stdc\+\+|gcc_s/.test(path)) add(folder, path, path);
}

function writeUsers(folder: string): void {
  mkdirSync(join(folder, 'etc'), { recursive: true });
  writeFileSync(
    join(folder, 'etc/passwd'),
    'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n',
  );
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnogroup:x:65534:\n');
  mkdirSync(join(folder, 'tmp'));
  chmodSync(join(folder, 'tmp'), 0o1777);
}

function addProgram(folder: string, from: string, to: string): void {
  add(folder, from, to);
  for (const path of librariesOf(from)) add(folder, path, path);
}

function add(folder: string, from: string, to: string): void {
  const target = join(folder, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { dereference: true });
}

/** The paths that the dynamic linker finds, the linker's own among them. */
function librariesOf(program: string): readonly string[] {
  return [...outputOf('ldd', [program]).matchAll(/(?:=> |^\s*)(\/\S+)/gm)].map(([, path = '']) => path);
}

function pathOf(command: string): string {
  return outputOf('sh', ['-c', 'command -v "$0"', command]);
}

function outputOf(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout.trim();
}
