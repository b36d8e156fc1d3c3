import { describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';
import { OPTIONS } from '../options.ts';

describe('arguments ask for a run', () => {
  test.each<readonly [args: string, run: object]>([
    ['', {}],
    ['run', {}],
    ['a.yaml b', { paths: ['a.yaml', 'b'] }],
    ['run a.yaml b', { paths: ['a.yaml', 'b'] }],
    ['./run', { paths: ['./run'] }],
    ['--diff', { destination: 'diff' }],
    ['--diff a', { destination: 'diff', paths: ['a'] }],
    ['a --diff b', { destination: 'diff', paths: ['a', 'b'] }],
    ['--in-place a', { destination: 'files', paths: ['a'] }],
    ['--inPlace a', { destination: 'files', paths: ['a'] }],
    ['--in-place --force a', { destination: 'files', force: true, paths: ['a'] }],
    ['run --in-place a', { destination: 'files', paths: ['a'] }],
    ['--policies p.yaml', { policies: ['p.yaml'] }],
    ['--policies p.yaml --policies=q a', { policies: ['p.yaml', 'q'], paths: ['a'] }],
    ['--debug', {}],
    ['--conflicts keep', { flags: { conflicts: 'keep' } }],
    ['--conflicts=override a', { flags: { conflicts: 'override' }, paths: ['a'] }],
    ['--env-placement prepend', { flags: { envPlacement: 'prepend' } }],
    ['--envPlacement prepend', { flags: { envPlacement: 'prepend' } }],
    ['--envPlacement=append', { flags: { envPlacement: 'append' } }],
    ['--init-containers false', { flags: { initContainers: false } }],
    ['--initContainers=true', { flags: { initContainers: true } }],
    ['--namespace shop', { flags: { namespace: 'shop' } }],
    ['--namespace 123', { flags: { namespace: '123' } }],
    ['--namespace=', {}],
    ['--strict-namespace true', { flags: { strictNamespace: true } }],
    ['--strictNamespace true', { flags: { strictNamespace: true } }],
    ['--conflicts skip --conflicts keep', { flags: { conflicts: 'keep' } }],
    ['-- --diff', { paths: ['--diff'] }],
    ['--conflicts keep -- -a.yaml', { flags: { conflicts: 'keep' }, paths: ['-a.yaml'] }],
  ])('%s', (args, run) => {
    expect(parseArguments(wordsOf(args))).toEqual({
      kind: 'run',
      paths: [],
      policies: [],
      flags: {},
      destination: 'stdout',
      force: false,
      ...run,
    });
  });
});

describe('arguments are refused', () => {
  test.each([
    ['--nothing', "unknown option '--nothing'"],
    ['-x', "unknown option '-x'"],
    ['--conflict keep', "unknown option '--conflict' (Did you mean --conflicts?)"],
    ['--envplacement auto', "unknown option '--envplacement' (Did you mean --env-placement?)"],
    ['--inplace a', "unknown option '--inplace' (Did you mean --in-place?)"],
    ['--dif', "unknown option '--dif' (Did you mean --diff?)"],
    ['--conflicts', "option '--conflicts <error|skip|keep|override>' argument missing"],
    ['--conflicts ignore', '--conflicts: expected one of error, skip, keep, override, found "ignore"'],
    ['--conflicts=', '--conflicts: expected one of error, skip, keep, override, found ""'],
    ['--env-placement last', '--env-placement: expected one of auto, append, prepend, found "last"'],
    ['--envPlacement last', '--env-placement: expected one of auto, append, prepend, found "last"'],
    ['--init-containers no', '--init-containers: expected true or false, found "no"'],
    ['--strict-namespace a.yaml', '--strict-namespace: expected true or false, found "a.yaml"'],
    ['--namespace A', expect.stringMatching(/^--namespace: expected a namespace \(.*\), found "A"$/) as string],
    ['--diff --in-place a', 'expected --diff or --in-place, found both'],
    ['--in-place', '--in-place: expected files or folders, found none'],
    ['--force a', '--force: expected --in-place with it'],
    ['run --in-place', '--in-place: expected files or folders, found none'],
  ])('%s', (args, message) => {
    const found = parseArguments(wordsOf(args));
    expect(found).toEqual({ kind: 'problem', message });
    expect(found.kind === 'problem' && found.message).not.toContain('\n');
  });
});

describe('arguments ask for a text', () => {
  test('--version', () => {
    expect(textOf('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('--help, with every flag, on lines that a terminal can show', () => {
    const text = textOf('--help');
    expect(text).toMatch(/^Usage: inject-services /);
    for (const { name, type } of OPTIONS) {
      const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} <`;
      expect(text.includes(flag), flag).toBe(type !== 'workloads');
    }
    for (const flag of ['--diff', '--in-place', '--force', '--debug', '--version', '--help'])
      expect(text).toContain(flag);
    expect(text).toContain('Exit codes: 0 done; 1 ');
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true);
  });

  test('--help wins over everything behind it', () => {
    expect(textOf('--help --nothing')).toMatch(/^Usage: /);
  });
});

function wordsOf(args: string): string[] {
  return args.split(' ').filter(Boolean);
}

function textOf(args: string): string {
  const found = parseArguments(wordsOf(args));
  return found.kind === 'text' ? found.text : `no text but ${JSON.stringify(found)}`;
}
