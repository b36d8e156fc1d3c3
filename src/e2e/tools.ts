/** The real programs that the suites run, and what happens where one is missing. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, describe } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** The program as it is published. */
export const PROGRAM = join(ROOT, 'dist/inject-services.cjs');
export const FIXTURES = join(ROOT, 'fixtures');

export const PATH = `${join(ROOT, '.tools/bin')}:${process.env['PATH'] ?? ''}`;

export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; input?: string; env?: Readonly<Record<string, string>> } = {},
): Run {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
    env: { ...process.env, PATH, ...options.env },
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (error) throw error;
  return { exitCode: status, stdout, stderr };
}

/**
 * A suite that needs a program. Without it the suite is skipped with a word on why, or fails where
 * REQUIRE_ALL_TOOLS=1 says that everything must be there.
 */
export function describeWith(tool: string, title: string, suite: () => void): void {
  const found = spawnSync(tool, ['version'], { env: { ...process.env, PATH } }).error === undefined;
  if (found || process.env['REQUIRE_ALL_TOOLS'] === '1') describe(title, suite);
  else describe.skip(`${title} (skipped: ${tool} is not installed)`, suite);
}

/** A folder for one suite, removed when it is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inject-services-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of a folder, as git or a person would have it. */
export function copyOf(source: string, target: string): string {
  cpSync(source, target, { recursive: true });
  return target;
}

/** Every file of a folder with its text, by relative path. */
export function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
  return Object.fromEntries(files.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}
