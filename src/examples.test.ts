/**
 * The packages of fixtures/examples, which are documentation: each gives the diff that stands beside it, with the
 * options of its own Kptfile, and a second run finds nothing to do.
 *
 * UPDATE_FIXTURES=1 npx vitest run src/examples.test.ts writes the diffs: read `git diff fixtures/examples` afterwards.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand } from './commands/run.ts';
import { readInputs } from './cli/files.ts';
import type { Input } from './krm/source.ts';
import { parseOptions, type Options } from './options.ts';
import { readWithYaml } from './yaml/read-with-yaml.ts';
import { valueOf } from './yaml/source-node.ts';
import { at, isList, isMap, mapOf, type Value } from './yaml/value.ts';

const EXAMPLES = join(import.meta.dirname, '../fixtures/examples');
const names = readdirSync(EXAMPLES).filter((name) => !name.endsWith('.diff'));

describe.each(names)('the example %s', (name) => {
  const folder = join(EXAMPLES, name);
  const inputs: readonly Input[] = readInputs([folder]).inputs.map(({ path = '', bytes }) => ({
    bytes,
    path: relative(folder, path),
  }));
  const options = optionsOf(join(folder, 'Kptfile'));

  test('gives the diff beside it', () => {
    const { stdout, stderr, exitCode } = runCommand(inputs, options, 'diff');
    const [diff, place] = [Buffer.concat(stdout).toString(), join(EXAMPLES, `${name}.diff`)];
    if (process.env['UPDATE_FIXTURES'] === '1') writeFileSync(place, diff);
    expect(exitCode, stderr.join('\n')).toBe(0);
    expect(stderr.filter((line) => /^(error|warning|info)/.test(line))).toEqual([]);
    expect(diff).toBe(readFileSync(place, 'utf8'));
  });

  test('has nothing left to do for a second run', () => {
    const { files } = runCommand(inputs, options, 'files');
    const injected = inputs.map((input) => {
      const file = files.find(({ path }) => path === input.path);
      return file ? { ...input, bytes: Buffer.concat(file.pieces) } : input;
    });
    const again = runCommand(injected, options, 'files');
    expect(again.exitCode).toBe(0);
    expect(again.files).toEqual([]);
  });

  test('has a README whose links lead somewhere', () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links).toContain(`../${name}.diff`);
    expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
  });
});

/** The options that a pipeline gives to the function. */
function optionsOf(kptfile: string): Partial<Options> {
  const functions = at(read(kptfile), 'pipeline', 'mutators');
  const own = isList(functions) ? functions.find((one) => at(one, 'exec') === 'inject-services') : undefined;
  if (own === undefined) throw new Error(`${kptfile}: expected inject-services among the mutators`);
  const given = at(own, 'configMap');
  const { options, problems } = parseOptions(isMap(given) ? given : mapOf([]));
  if (problems[0]) throw new Error(`${kptfile}: ${problems[0].message}`);
  return options;
}

function read(path: string): Value {
  const bytes = readFileSync(path);
  const found = readWithYaml(bytes, { start: 0, end: bytes.length });
  if (found.kind === 'problem' || found.root === undefined) throw new Error(`${path}: expected YAML`);
  return valueOf(found.root);
}
