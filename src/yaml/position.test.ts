import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Positions } from './position.ts';

/** By definition: the line breaks before, and the characters since the last one. */
function positionOf(bytes: Buffer, offset: number): { line: number; column: number } {
  const lines = bytes.toString('utf8', 0, offset).split('\n');
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 };
}

test('offsets have the same position in whatever order they are asked for', () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '\ufeff'), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 5 }), (given, picks) => {
      const bytes = Buffer.from(given);
      const starts = [...bytes.keys(), bytes.length].filter((offset) => ((bytes[offset] ?? 0) & 0xc0) !== 0x80);
      const positions = new Positions(bytes);
      for (const pick of picks) {
        const offset = starts[pick % starts.length] ?? 0;
        expect(positions.at(offset)).toEqual(positionOf(bytes, offset));
      }
    }),
  );
});

test('a text is gone through once for many offsets in its order', () => {
  const length = 1000;
  let searched = 0;
  const bytes = Buffer.from('a\n'.repeat(length));
  const subarray = bytes.subarray.bind(bytes);
  bytes.subarray = (start = 0, end = bytes.length) => {
    searched += end - start;
    return subarray(start, end);
  };
  const positions = new Positions(bytes);
  for (let line = 1; line <= length; line++) expect(positions.at(2 * line - 1)).toEqual({ line, column: 2 });
  expect(searched).toBeLessThan(bytes.length);
});
