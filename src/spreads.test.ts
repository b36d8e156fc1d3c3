import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Calls that take any number of arguments, from a list: beyond some 100,000 V8 has no stack for them. */
const SPREAD =
  /\b(?:push|unshift|splice|concat|assign|max|min|fromCharCode|fromCodePoint|apply|add)\((?:[^()[\]]*,\s*)?\.\.\./;

test('no list that an input can make long is spread into a call', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/\.test\.ts$|^(?:bench|e2e|testing)\b/.test(path),
  );
  const found = files.flatMap((path) =>
    readFileSync(`${import.meta.dirname}/${path}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => (SPREAD.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});

test.each(['list.push(...others);', 'Math.min(...current)', 'lines.push(`${a}`, ...body);', 'fn.apply(...x)'])(
  '%s would be found',
  (line) => expect(SPREAD.test(line)).toBe(true),
);
