import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileProblem } from './attempt.ts';
import { readInputs } from './files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inject-services-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Each file holds its own path. */
function make(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
}

describe('readInputs', () => {
  test.each<readonly [sentence: string, files: readonly string[], paths: readonly string[], read: readonly string[]]>([
    ['a file', ['a.yaml'], ['a.yaml'], ['a.yaml']],
    ['a file of any name, where it is named', ['a.json', '.b'], ['a.json', '.b'], ['a.json', '.b']],
    ['files in the order in which they are named', ['a.yaml', 'b.yaml'], ['b.yaml', 'a.yaml'], ['b.yaml', 'a.yaml']],
    ['a folder in alphabetical order', ['c.yaml', 'a.yml', 'B.yaml'], ['.'], ['B.yaml', 'a.yml', 'c.yaml']],
    [
      'folders in folders, in their place',
      ['b/c/d.yaml', 'b/a.yaml', 'a.yaml', 'c.yaml'],
      ['.'],
      ['a.yaml', 'b/a.yaml', 'b/c/d.yaml', 'c.yaml'],
    ],
    ['only YAML in folders', ['a.yaml', 'a.yml', 'a.json', 'a.yaml.bak', 'yaml', 'a.YAML'], ['.'], ['a.yaml', 'a.yml']],
    ['nothing hidden in folders', ['.a.yaml', '.git/b.yaml', 'c/.d/e.yaml', 'f.yaml'], ['.'], ['f.yaml']],
    ['a hidden folder, where it is named', ['.ci/a.yaml'], ['.ci'], ['.ci/a.yaml']],
    ['a folder that is named like a file', ['a.yaml/b.yaml'], ['.'], ['a.yaml/b.yaml']],
    ['what is named twice once', ['a/b.yaml', 'a/c.yaml'], ['a/c.yaml', 'a', 'a/b.yaml'], ['a/c.yaml', 'a/b.yaml']],
    ['names beyond ASCII and with blanks', ['é/日 本.yaml'], ['.'], ['é/日 本.yaml']],
  ])('%s', (_, files, paths, read) => {
    make(...files);
    const { inputs, warnings } = readInputs(paths.map((path) => join(folder, path)));
    expect(inputs.map(({ path }) => relative(folder, path ?? ''))).toEqual(read);
    expect(inputs.map(({ bytes }) => bytes.toString())).toEqual(read);
    expect(inputs.some(({ readOnly }) => readOnly)).toBe(false);
    expect(warnings).toEqual([]);
  });

  test('no links in folders, of which one may lead around in cycles', () => {
    make('a.yaml', 'b/c.yaml');
    symlinkSync(join(folder, 'a.yaml'), join(folder, 'link.yaml'));
    symlinkSync(folder, join(folder, 'b/cycle'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'broken.yaml'));
    expect(readFrom('.')).toEqual(['a.yaml', 'b/c.yaml']);
  });

  test('links that are named, and what they lead to once', () => {
    make('a/b.yaml', 'a/c.yaml');
    symlinkSync(join(folder, 'a/b.yaml'), join(folder, 'file'));
    symlinkSync(join(folder, 'a'), join(folder, 'folder'));
    expect(readFrom('file', 'folder')).toEqual(['file', 'folder/c.yaml']);
    expect(readFrom('folder', 'file', 'a')).toEqual(['folder/b.yaml', 'folder/c.yaml']);
  });

  test('policies beside what is written, read-only unless they are named as that, too', () => {
    make('a.yaml', 'b/c.yaml', 'b/d.yaml');
    symlinkSync('b', join(folder, 'policies'));
    const { inputs } = readInputs(
      ['a.yaml', 'b/c.yaml'].map((path) => join(folder, path)),
      [join(folder, 'policies'), join(folder, 'a.yaml')],
    );
    expect(inputs.map(({ path = '', readOnly }) => [relative(folder, path), readOnly])).toEqual([
      ['a.yaml', false],
      ['b/c.yaml', false],
      ['policies/d.yaml', true],
    ]);
  });

  test('policies alone', () => {
    make('a.yaml');
    expect(readInputs([], [join(folder, 'a.yaml')]).inputs).toMatchObject([{ readOnly: true }]);
    expect(readInputs([])).toEqual({ inputs: [], warnings: [] });
  });

  test.each<readonly [sentence: string, paths: readonly string[], message: string]>([
    ['what is not there', ['a.yaml', 'none.yaml'], 'FOLDER/none.yaml: there is no such file or folder'],
    ['what is below a file', ['a.yaml/b.yaml'], 'FOLDER/a.yaml/b.yaml: a part of its path is no folder'],
    ['a name that is too long', ['a'.repeat(300)], `FOLDER/${'a'.repeat(300)}: its name or path is too long`],
    ['a link to itself', ['circle'], 'FOLDER/circle: its links lead around in circles'],
    ['a link to nothing', ['nowhere'], 'FOLDER/nowhere: there is no such file or folder'],
    ['a device', ['device'], 'FOLDER/device: expected a file or a folder, found a device'],
    [
      'folders without YAML',
      ['empty', 'texts'],
      'expected *.yaml or *.yml files in FOLDER/empty, FOLDER/texts, found none',
    ],
  ])('refuses %s', (_, paths, message) => {
    make('a.yaml', 'texts/a.txt');
    mkdirSync(join(folder, 'empty'));
    symlinkSync('circle', join(folder, 'circle'));
    symlinkSync('none', join(folder, 'nowhere'));
    symlinkSync('/dev/zero', join(folder, 'device'));
    const absolute = paths.map((path) => join(folder, path));
    for (const read of [() => readInputs(absolute), () => readInputs([], absolute)]) {
      expect(problemOf(read)).toBe(message);
    }
  });

  test('refuses sockets', async () => {
    const path = join(folder, 's');
    const server = createServer().listen(path);
    await once(server, 'listening');
    expect(problemOf(() => readInputs([path]))).toBe('FOLDER/s: expected a file or a folder, found a socket');
    server.close();
  });

  test('reads pipes where they need not be written', () => {
    const path = join(folder, 'pipe.yaml');
    execFileSync('mkfifo', [path]);
    make('a.yaml');
    const text = 'a\n'.repeat(100_000);
    writeFileSync(join(folder, 'text'), text);
    for (const read of [() => readInputs([path]), () => readInputs([join(folder, 'a.yaml')], [path], true)]) {
      const writer = spawn('sh', ['-c', 'cat "$1" > "$2"', 'sh', join(folder, 'text'), path]);
      expect(read().inputs.at(-1)?.bytes.toString()).toBe(text);
      writer.kill();
    }
    expect(problemOf(() => readInputs([path], [], true))).toBe(
      'FOLDER/pipe.yaml: expected a file that can be written back, found a pipe',
    );
    // In a folder it is none of the files.
    expect(readFrom('.')).toEqual(['a.yaml']);
  });

  test('refuses what must not be read', () => {
    make('a.yaml', 'b/c.yaml', 'd/e/f.yaml');
    chmodSync(folder, 0o755);
    for (const path of ['a.yaml', 'b', 'd/e']) chmodSync(join(folder, path), 0);
    const message = (path: string): string => asNobody(() => problemOf(() => readInputs([join(folder, path)])));
    expect(message('a.yaml')).toBe('FOLDER/a.yaml: permission denied');
    expect(message('b')).toBe('FOLDER/b: permission denied');
    expect(message('d')).toBe('FOLDER/d/e: permission denied');
    for (const path of ['b', 'd/e']) chmodSync(join(folder, path), 0o700);
  });

  // Others refuse such names.
  test.runIf(process.platform === 'linux')('warns of names that are no UTF-8 and reads what is beside them', () => {
    make('a.yaml', 'b.yaml', '\uFFFD.yaml');
    const named = (name: string): Buffer => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
    for (const name of ['caf\xe9.yaml', '\xff.txt', '.\xff.yaml']) writeFileSync(named(name), name);
    mkdirSync(named('d\xe9'));
    const { inputs, warnings } = readInputs([folder], [folder]);
    expect(inputs.map(({ path = '' }) => relative(folder, path))).toEqual(['a.yaml', 'b.yaml', '\uFFFD.yaml']);
    expect(warnings.map((warning) => warning.replace(folder, 'FOLDER'))).toEqual([
      'FOLDER/caf\uFFFD.yaml: left alone, since its name is not UTF-8',
      'FOLDER/d\uFFFD: left alone, since its name is not UTF-8',
    ]);
  });
});

/** The paths of what is read, relative to the folder. */
function readFrom(...paths: readonly string[]): readonly string[] {
  return readInputs(paths.map((path) => join(folder, path))).inputs.map(({ path = '' }) => relative(folder, path));
}

/** Does something with the permissions of nobody, where it is root who runs the tests. */
function asNobody<T>(action: () => T): T {
  if (process.geteuid?.() !== 0) return action();
  process.seteuid?.(65534);
  try {
    return action();
  } finally {
    process.seteuid?.(0);
  }
}

function problemOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof FileProblem) return error.message.replaceAll(folder, 'FOLDER');
    throw error;
  }
  return 'none';
}
