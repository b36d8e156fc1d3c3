/** What the suites are made of: the real programs, ours and others', what happens where one is missing, and folders. */
import { spawnSync, type StdioOptions } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { skippedTitle } from './skipped-suites.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export const FIXTURES = join(ROOT, 'fixtures');

/** A form in which the program is published. */
export interface Program {
  readonly name: string;
  readonly path: string;
}

/** The program for Node, which is always there. */
export const PROGRAM = join(ROOT, 'dist/inject-services.cjs');

/** Every form that runs on a Linux machine with Node; `npm run build:executables -- linux-x64` makes the second. */
export const PROGRAMS: readonly Program[] = [
  { name: 'Node bundle', path: PROGRAM },
  { name: 'executable', path: join(ROOT, 'dist/executables/inject-services-linux-x64') },
];

/** Tools of this repository's own come first: they have the versions that the expectations were written against. */
export const PATH = [join(ROOT, '.tools/bin'), process.env['PATH'] ?? ''].join(delimiter);

export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. Without input its standard input is closed. */
export function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Run {
  const stdin: StdioOptions = options.input === undefined ? ['ignore', 'pipe', 'pipe'] : 'pipe';
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    stdio: stdin,
    encoding: 'utf8',
    env: { ...process.env, PATH, ...options.env },
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (error) throw error;
  return { exitCode: status, stdout, stderr };
}

/**
 * A suite that needs tools, each a command on PATH or the path of a program. Without one of them a test in its place
 * is skipped with a word on why, or fails where REQUIRE_ALL_TOOLS=1 says that everything must be there.
 */
export function describeWith(tools: string | readonly string[], title: string, suite: () => void): void {
  const missing = [tools].flat().filter((tool) => !isInstalled(tool));
  const isRequired = process.env['REQUIRE_ALL_TOOLS'] === '1';
  if (missing.length === 0) describe(title, suite);
  else
    test.skipIf(!isRequired)(skippedTitle(title, missing.map(shortName)), () => {
      expect(missing, 'tools that are missing').toEqual([]);
    });
}

/** The suite once for every form of the program. */
export function describePrograms(
  tools: string | readonly string[],
  title: string,
  suite: (program: Program) => void,
): void {
  for (const program of PROGRAMS) {
    describeWith([...[tools].flat(), program.path], `${title}, ${program.name}`, () => suite(program));
  }
}

/** Of a program of this repository, its path in it. */
function shortName(tool: string): string {
  return tool.replace(`${ROOT}/`, '');
}

function isInstalled(tool: string): boolean {
  const places = tool.includes('/') ? [tool] : PATH.split(delimiter).map((folder) => join(folder, tool));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The texts of files by their paths, relative to a folder. */
export type Files = Readonly<Record<string, string>>;

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

/** Writes files into a folder, over what is there. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}

/** Every file of a folder with its text. */
export function filesOf(folder: string): Files {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
  return Object.fromEntries(files.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}
