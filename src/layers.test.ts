/**
 * Imports go one way: every file imports from its own layer and from those below it. Of Node's library the core knows
 * bytes alone, and only the readers of YAML know the `yaml` package.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/** From the command line down. A name ending in `/` is a folder. */
const LAYERS = [
  ['cli/'],
  ['commands/'],
  ['index.ts'],
  ['inject-services.ts'],
  ['pipeline.ts'],
  ['stages/'],
  ['report/'],
  ['checks/'],
  ['plan/'],
  ['policies/'],
  ['config-data/'],
  ['function-config.ts'],
  ['options.ts'],
  ['diagnostics/'],
  ['api.ts'],
  ['krm/'],
  ['kubernetes/'],
  ['wording/'],
  ['yaml/'],
] as const;

/** Modules from outside, with the files that may import them; all others none of them may. */
const OUTSIDE: Readonly<Record<string, RegExp>> = {
  'node:buffer': /^(yaml|krm)\//,
  yaml: /^yaml\//,
  ajv: /^policies\//,
  commander: /^cli\/arguments\.ts$/,
};
/** Node itself, for the command line alone. */
const NODE = /^node:/;

const ROOT = import.meta.dirname;
/** What is not part of the program. */
const APART = /^(bench|e2e|testing)\/|\.test\.ts$|\.generated\.d\.ts$/;
const IMPORT = /^(?:import|export)\s(?:[^'=;]*\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

/** What is wrong with the imports of a file at a path below src. */
function violations(path: string, text: string): readonly string[] {
  const floor = layerOf(path);
  if (floor === -1) return [`${path} is in no layer`];
  return Array.from(text.matchAll(IMPORT), ([, name, onDemand = '']) => name ?? onDemand).flatMap((name) => {
    if (!name.startsWith('.')) return mayImport(path, name) ? [] : [`${path} must not import ${name}`];
    const target = posix.join(posix.dirname(path), name);
    return layerOf(target) >= floor ? [] : [`${path} must not import ${target}, which lies above it`];
  });
}

function mayImport(path: string, name: string): boolean {
  return OUTSIDE[name]?.test(path) ?? (NODE.test(name) && path.startsWith('cli/'));
}

function layerOf(path: string): number {
  return LAYERS.findIndex((names) =>
    names.some((name) => (name.endsWith('/') ? path.startsWith(name) : path === name)),
  );
}

describe('imports go one way', () => {
  test.each([
    ['a layer above', 'yaml/split.ts', `import { x } from '../krm/envelope.ts';`],
    ['a layer above, for a type', 'krm/item.ts', `import type { Options } from '../options.ts';`],
    ['a layer above, on demand', 'policies/hints.ts', `const a = await import('../plan/plan-workload.ts');`],
    ['a layer above, to pass it on', 'kubernetes/a.ts', `export { run } from '../index.ts';`],
    ['Node', 'plan/plan-workload.ts', `import { readFileSync } from 'node:fs';`],
    ['Node, for its effects', 'report/text.ts', `import 'node:process';`],
    ['Node under its old name', 'checks/a.ts', `import { readFileSync } from 'fs';`],
    ['the yaml package outside of its folder', 'krm/envelope.ts', `import { parse } from 'yaml';`],
    ['a part of the yaml package', 'yaml/compose.ts', `import { Lexer } from 'yaml/util';`],
    ['a file in no layer', 'helpers/a.ts', ''],
  ])('%s is found', (_, path, text) => {
    expect(violations(path, text)).toHaveLength(1);
  });

  test.each([
    ['the same layer', 'yaml/split.ts', `import { lineEnd } from './lines.ts';`],
    ['a layer below', 'cli/main.ts', `import { run } from '../pipeline.ts';`],
    ['Node on the command line', 'cli/files.ts', `import { readFileSync } from 'node:fs';`],
    ['bytes', 'yaml/strict-cursor.ts', `import { isAscii } from 'node:buffer';`],
  ])('%s is allowed', (_, path, text) => {
    expect(violations(path, text)).toEqual([]);
  });

  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !APART.test(path));

  test('in every file', () => {
    expect(files.length).toBeGreaterThan(80);
    expect(files.flatMap((path) => violations(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
  });

  test('every layer has a file', () => {
    for (const [index] of LAYERS.entries()) expect(files.some((path) => layerOf(path) === index)).toBe(true);
  });
});
