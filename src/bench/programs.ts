/** The programs that are compared: the least that one can be, ours, and others that do the same work. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Program } from './measure.ts';

export interface Programs {
  /** What no program of its kind can be faster than. */
  readonly floors: Readonly<Record<string, Program>>;
  readonly ours: Program;
  /** What does the same work as ours. */
  readonly others: Readonly<Record<string, Program>>;
}

const ROOT = resolve(import.meta.dirname, '..');
const PASS_THROUGH = `const { readFileSync, writeSync } = require('node:fs');
const bytes = readFileSync(0);
for (let from = 0; from < bytes.length; ) from += writeSync(1, bytes, from);
`;

export function programsIn(
  folder: string,
  withPeer: boolean,
  against: string | undefined,
  image: string | undefined,
): Programs {
  const passThrough = join(folder, 'pass-through.cjs');
  writeFileSync(passThrough, PASS_THROUGH);
  const executable = join(ROOT, `dist/executables/inject-services-${process.platform}-${process.arch}`);
  return {
    floors: { 'node -e 0': nodeProgram('-e', '0'), 'read+write': nodeProgram(passThrough) },
    ours: copyOfOurs(folder),
    others: {
      ...(existsSync(executable) ? { executable: { command: executable, args: [] } } : {}),
      ...(against === undefined ? {} : { [basename(against)]: programAt(resolve(against)) }),
      ...(image === undefined ? {} : { image: imageProgram(image) }),
      ...(withPeer ? { kyaml: buildPeer(join(folder, 'peer')) } : {}),
    },
  };
}

/** A copy, so that a build in the meantime does no harm. */
export function copyOfOurs(folder: string): Program {
  const ours = join(folder, 'ours.cjs');
  copyFileSync(join(ROOT, 'dist/inject-services.cjs'), ours);
  copyFileSync(join(ROOT, 'dist/inject-services-extra.cjs'), join(folder, 'inject-services-extra.cjs'));
  return nodeProgram(ours);
}

function nodeProgram(...args: readonly string[]): Program {
  return { command: process.execPath, args };
}

export function programAt(file: string): Program {
  return /\.[cm]?js$/.test(file) ? nodeProgram(file) : { command: file, args: [] };
}

/** As kpt starts it. Its peak is not known: only its own processes are in the container. */
function imageProgram(image: string): Program {
  const options = ['--rm', '-i', '--network=none', '--user=nobody', '--security-opt=no-new-privileges'];
  return { command: 'podman', args: ['run', ...options, image] };
}

/** In the folder for temporary files, so that the Go module stays without build products. */
function buildPeer(folder: string): Program {
  const executable = join(folder, 'kyaml-peer');
  const { status, error } = spawnSync('go', ['build', '-o', executable, '.'], {
    cwd: join(ROOT, 'src/bench/peer'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error || status !== 0) throw new Error(`go build: ${error?.message ?? `exit code ${status}`}; --peer needs Go`);
  return { command: executable, args: [] };
}
