/** What the README shows is what the program does. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from './commands/run.ts';
import { OPTIONS } from './options.ts';

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

function blockOf(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(README)?.[1] ?? '';
}

function blocksOf(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);
}

test('the policy of the README makes the diff of the README', () => {
  const lines = blockOf('diff').split('\n').filter(Boolean);
  const side = (mark: string): string =>
    lines
      .filter((line) => line.startsWith(' ') || line.startsWith(mark))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const policy = blockOf('yaml');
  const { stdout, exitCode } = runCommand([{ bytes: Buffer.from(`${policy}---\n${side('-')}`) }], {}, 'stdout');
  expect(Buffer.concat(stdout).toString()).toBe(`${policy}---\n${side('+')}`);
  expect(exitCode).toBe(0);
});

test.each(['configMap', 'inline'] as const)(
  'the etcd example of the README comes out as it says, with %s',
  (configData) => {
    const section = README.slice(README.indexOf('## ConfigData'), README.indexOf('## ConfigMaps and Secrets'));
    const [example = ''] = blocksOf(section, 'yaml');
    const diff = blocksOf(section, 'diff')[configData === 'configMap' ? 0 : 1];
    const { stdout, exitCode } = runCommand([{ bytes: Buffer.from(example) }], { configData }, 'diff');
    expect(Buffer.concat(stdout).toString()).toBe(diff);
    expect(exitCode).toBe(0);
  },
);

test.each(OPTIONS)('the README has the option $name with its values', ({ name, choices }) => {
  const row = README.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
  expect(row).toBeDefined();
  for (const choice of choices ?? []) expect(row).toContain(`\`${choice}\``);
});

test('the suites that the README names are there', () => {
  const rows = README.split('\n').filter((line) => line.startsWith('|') && line.includes('.test.ts'));
  const names = rows.flatMap((row) => row.match(/[\w-]+\.test\.ts/g) ?? []);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !existsSync(join(import.meta.dirname, 'e2e', name)))).toEqual([]);
});

test('the files that the README links are there', () => {
  const links = [...README.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((path) => !existsSync(join(import.meta.dirname, '..', path)))).toEqual([]);
});
