import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileProblem } from './cli/attempt.ts';
import { readInputs, replaceFile } from './files.ts';

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
    const inputs = readInputs(paths.map((path) => join(folder, path)));
    expect(inputs.map(({ path }) => relative(folder, path ?? ''))).toEqual(read);
    expect(inputs.map(({ bytes }) => bytes.toString())).toEqual(read);
  });

  test('no links in folders, of which one may lead around in circles', () => {
    make('a.yaml', 'b/c.yaml');
    symlinkSync(join(folder, 'a.yaml'), join(folder, 'link.yaml'));
    symlinkSync(folder, join(folder, 'b/circle'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'broken.yaml'));
    expect(readInputs([folder]).map(({ path }) => relative(folder, path ?? ''))).toEqual(['a.yaml', 'b/c.yaml']);
  });

  test('links that are named', () => {
    make('a/b.yaml');
    symlinkSync(join(folder, 'a/b.yaml'), join(folder, 'file'));
    symlinkSync(join(folder, 'a'), join(folder, 'folder'));
    const inputs = readInputs([join(folder, 'file'), join(folder, 'folder')]);
    expect(inputs.map(({ path }) => relative(folder, path ?? ''))).toEqual(['file', 'folder/b.yaml']);
  });

  test.each<readonly [sentence: string, paths: readonly string[], message: string]>([
    ['what is not there', ['a.yaml', 'none.yaml'], 'FOLDER/none.yaml: there is no such file or folder'],
    ['what is below a file', ['a.yaml/b.yaml'], 'FOLDER/a.yaml/b.yaml: a part of its path is no folder'],
    [
      'folders without YAML',
      ['empty', 'texts'],
      'expected *.yaml or *.yml files in FOLDER/empty, FOLDER/texts, found none',
    ],
  ])('refuses %s', (_, paths, message) => {
    make('a.yaml', 'texts/a.txt');
    mkdirSync(join(folder, 'empty'));
    expect(problemOf(() => readInputs(paths.map((path) => join(folder, path))))).toBe(message);
  });

  test.skipIf(process.getuid?.() === 0)('refuses what must not be read', () => {
    make('a.yaml', 'b/c.yaml');
    chmodSync(join(folder, 'a.yaml'), 0);
    chmodSync(join(folder, 'b'), 0);
    expect(problemOf(() => readInputs([join(folder, 'a.yaml')]))).toBe('FOLDER/a.yaml: permission denied');
    expect(problemOf(() => readInputs([join(folder, 'b')]))).toBe('FOLDER/b: permission denied');
    chmodSync(join(folder, 'b'), 0o700);
  });
});

describe('replaceFile', () => {
  const pieces = [Buffer.from('new '), Buffer.from('text')];

  test.each([0o600, 0o644, 0o666, 0o755, 0o400])('keeps the permissions %o, whatever the umask', (mode) => {
    make('a.yaml');
    const path = join(folder, 'a.yaml');
    chmodSync(path, mode);
    const inode = statSync(path).ino;
    replaceFile(path, pieces);
    expect(readFileSync(path, 'utf8')).toBe('new text');
    expect(statSync(path).mode & 0o7777).toBe(mode);
    // It is another file of the same name: whoever reads the old one reads it to its end.
    expect(statSync(path).ino).not.toBe(inode);
    expect(readdirSync(folder)).toEqual(['a.yaml']);
  });

  test('empties a file', () => {
    make('a.yaml');
    replaceFile(join(folder, 'a.yaml'), []);
    expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe('');
  });

  test('replaces what a link leads to and leaves the link', () => {
    make('a/b.yaml');
    symlinkSync('a/b.yaml', join(folder, 'link.yaml'));
    replaceFile(join(folder, 'link.yaml'), pieces);
    expect(lstatSync(join(folder, 'link.yaml')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'a/b.yaml'), 'utf8')).toBe('new text');
    expect(readdirSync(join(folder, 'a'))).toEqual(['b.yaml']);
  });

  test('refuses what is not there, and leaves nothing behind', () => {
    expect(problemOf(() => replaceFile(join(folder, 'a.yaml'), pieces))).toBe(
      'FOLDER/a.yaml: there is no such file or folder',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('leaves the file as it was where the new text cannot be put in its place', () => {
    make('a.yaml/b');
    expect(problemOf(() => replaceFile(join(folder, 'a.yaml'), pieces))).toBe('FOLDER/a.yaml: it is a folder');
    expect(readdirSync(folder)).toEqual(['a.yaml']);
    expect(readFileSync(join(folder, 'a.yaml/b'), 'utf8')).toBe('a.yaml/b');
  });

  test.skipIf(process.getuid?.() === 0)('refuses a file in a folder that must not be written', () => {
    make('a.yaml');
    chmodSync(folder, 0o500);
    expect(problemOf(() => replaceFile(join(folder, 'a.yaml'), pieces))).toBe('FOLDER/a.yaml: permission denied');
    chmodSync(folder, 0o700);
    expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe('a.yaml');
  });
});

function problemOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof FileProblem) return error.message.replaceAll(folder, 'FOLDER');
    throw error;
  }
  return 'none';
}
