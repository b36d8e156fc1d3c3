import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesAny, namePatterns } from './name-patterns.ts';

const matches = (pattern: string, name: string): boolean => matchesAny(namePatterns([pattern]), name);

const MEANINGS: Readonly<Record<string, string>> = { '*': '.*', '?': '.', '.': String.raw`\.` };

describe('a glob', () => {
  test('matches what the regular expression of the same meaning matches', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '.', '😀'), { maxLength: 8 }).map((parts) => parts.join(''));
    const pattern = fc.array(fc.constantFrom('a', 'b', '.', '*', '*', '?', '😀'), { maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (parts, name) => {
        const meaning = parts.map((part) => MEANINGS[part] ?? part);
        expect(matches(parts.join(''), name)).toBe(new RegExp(`^${meaning.join('')}$`, 's').test(name));
      }),
      { numRuns: 2000 },
    );
  });

  // A regular expression takes longer than the universe has been there.
  test.each([
    ['with many stars', '*a'.repeat(100), 'a'.repeat(10_000), true],
    ['with many stars that match almost', `${'*a'.repeat(100)}b`, 'a'.repeat(10_000), false],
    ['with many stars and question marks', `${'*?a'.repeat(80)}*b`, 'a'.repeat(10_000), false],
    ['of nothing but stars', '*'.repeat(250), 'a'.repeat(10_000), true],
  ])('%s is matched without trying every way', (_, glob, name, expected) => expect(matches(glob, name)).toBe(expected));
});

test('names are names, and globs are globs', () => {
  const patterns = namePatterns(['web', 'db-*']);
  expect(matchesAny(patterns, 'web')).toBe(true);
  expect(matchesAny(patterns, 'db-1')).toBe(true);
  expect(matchesAny(patterns, 'web-1')).toBe(false);
  expect(matchesAny(patterns, 'db')).toBe(false);
});
