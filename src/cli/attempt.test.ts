import { getSystemErrorMap } from 'node:util';
import { describe, expect, test } from 'vitest';
import { attempt, FileProblem } from './attempt.ts';

/** An error as Node makes it: with the words of libuv, the call and its paths. */
function failing(code: string, words: string, call = "rename '/a, b/c' -> '/d'"): () => never {
  return () => {
    throw Object.assign(new Error(`${code}: ${words}, ${call}`), { code });
  };
}

function problemOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof FileProblem) return error.message;
    throw error;
  }
  return 'none';
}

describe('attempt puts into words', () => {
  test.each([
    ['ENOSPC', 'no space left on device', 'out: no space is left on the disk'],
    ['EROFS', 'read-only file system', 'out: the disk is read-only'],
    ['EMFILE', 'too many open files', 'out: this program has too many files open'],
    ['EHOSTDOWN', 'host is down', 'out: host is down (EHOSTDOWN)'],
    ['ERR_FS_FILE_TOO_LARGE', 'File size is greater than 2 GiB', 'out: it is larger than 2 GiB'],
  ])('%s', (code, words, message) => {
    expect(problemOf(() => attempt('out', failing(code, words)))).toBe(message);
    expect(problemOf(() => attempt('out', failing(code, words, 'read')))).toBe(message);
  });

  test('every code that the operating system has', () => {
    for (const [code, words] of getSystemErrorMap().values()) {
      expect(problemOf(() => attempt('out', failing(code, words)))).toMatch(/^out: [a-z]/);
    }
  });

  test('a code without words', () => {
    const fails = (): never => {
      throw Object.assign(new Error('e'), { code: 'ENOWORDS' });
    };
    expect(problemOf(() => attempt('out', fails))).toBe('out: ENOWORDS');
  });
});

describe('attempt leaves our own faults alone', () => {
  test.each([
    ['a type error', new TypeError('a bug'), TypeError],
    [
      'an argument that Node refuses',
      Object.assign(new TypeError('path'), { code: 'ERR_INVALID_ARG_TYPE' }),
      TypeError,
    ],
  ])('%s', (_, error, type) => {
    const fails = (): never => {
      throw error;
    };
    expect(() => attempt('out', fails)).toThrow(type);
    expect(() => attempt('out', fails)).not.toThrow(FileProblem);
  });
});
