import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUE } from './catalogue.ts';

const SOURCES = join(import.meta.dirname, '..');
const program = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('catalogue.ts'))
  .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
  .join('\n');

test.each(Object.entries(CATALOGUE))('%s is made somewhere, and says what to do', (id, { help }) => {
  expect(program).toContain(`'${id}'`);
  expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(help).toMatch(/^[A-Z].*\.$/);
});
