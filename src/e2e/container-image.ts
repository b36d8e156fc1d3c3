/** The image as the Dockerfile makes it, and programs that run it with podman. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { writeBuildBase, writeRuntimeBase } from './base-images.ts';
import type { Run } from './tools.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export const IMAGE = 'localhost/inject-services-e2e';

/** What the Dockerfile's base images are replaced with: tests reach no registry. */
const BASES = [
  { argument: 'BUILD_IMAGE', image: `${IMAGE}-build`, write: writeBuildBase },
  { argument: 'RUNTIME_IMAGE', image: `${IMAGE}-runtime`, write: writeRuntimeBase },
];

/** With a podman that needs no daemon, and a `docker` that is podman: kustomize calls no other. */
const PATH = [join(ROOT, '.tools/containers/bin'), join(ROOT, '.tools/bin'), process.env['PATH'] ?? ''].join(delimiter);

/** Runs a program to its end. Without input its standard input is closed. */
export function runWithPodman(program: string, args: readonly string[], cwd: string, input?: string): Run {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH, KPT_FN_RUNTIME: 'podman' },
    maxBuffer: 1024 * 1024 * 1024,
    ...(input === undefined ? { stdio: ['ignore', 'pipe', 'pipe'] } : { input }),
  });
  if (error) throw error;
  return { exitCode: status, stdout, stderr };
}

/** Builds the image from the repository as it is. */
export function buildImage(): void {
  const folder = mkdtempSync(join(tmpdir(), 'inject-services-image-'));
  try {
    for (const { image, write } of BASES) {
      const [files, archive] = [join(folder, 'files'), join(folder, 'files.tar')];
      write(files);
      succeed('tar', ['-C', files, '-cf', archive, '.']);
      succeed('podman', ['import', archive, image]);
      rmSync(files, { recursive: true });
    }
    const bases = BASES.map(({ argument, image }) => `--build-arg=${argument}=${image}`);
    // Isolated by no more than chroot, because this may itself run in a container.
    succeed('podman', ['build', '--isolation=chroot', '--layers=false', ...bases, `--tag=${IMAGE}`, '.']);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function removeImage(): void {
  runWithPodman('podman', ['rmi', '--force', IMAGE, ...BASES.map(({ image }) => image)], ROOT);
}

function succeed(program: string, args: readonly string[]): void {
  const { exitCode, stdout, stderr } = runWithPodman(program, args, ROOT);
  if (exitCode !== 0) throw new Error(`${[program, ...args].join(' ')}: exit code ${exitCode}\n${stdout}${stderr}`);
}
