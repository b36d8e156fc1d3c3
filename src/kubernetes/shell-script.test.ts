import { expect, test } from 'vitest';
import { scriptStart } from './shell-script.ts';

test.each<readonly [string, readonly string[], number]>([
  ['behind sh -c', ['sh', '-c', 'echo $(date)', 'name'], 2],
  ['behind a shell with its path', ['/usr/local/bin/bash', '-c', 'script'], 2],
  ['behind options in one word', ['/bin/sh', '-ec', 'script'], 2],
  ['behind a login shell', ['bash', '-lc', 'script'], 2],
  ['behind several options', ['bash', '-e', '-u', '-c', 'script'], 4],
  ['behind an option with a word', ['bash', '-eo', 'pipefail', '-c', 'script'], 4],
  ['behind options with words', ['bash', '-o', 'errexit', '-O', 'globstar', '-c', 'script'], 6],
  ['behind a long option', ['bash', '--norc', '-c', 'script'], 3],
  ['behind an option that is turned off', ['bash', '+e', '-c', 'script'], 3],
  ['behind what starts a shell', ['/sbin/tini', '--', 'sh', '-c', 'script'], 4],
  ['behind env', ['/usr/bin/env', '-i', 'bash', '-c', 'script'], 4],
  ['behind busybox', ['busybox', 'ash', '-c', 'script'], 3],
  ['behind the second shell, if the first is none', ['sh', 'sh', '-c', 'script'], 3],
  ['behind PowerShell', ['C:\\Windows\\PowerShell.exe', '-NoProfile', '-Command', 'script'], 3],
  ['not behind a script file', ['bash', 'run.sh', '-c', '$(A)'], 4],
  ['not behind other programs', ['python', '-c', 'print("$(A)")'], 3],
  ['not without -c', ['sh', '-e', 'run.sh'], 3],
  ['not without a script', ['sh', '-c'], 2],
  ['not behind a name that only ends like a shell', ['/opt/publish', '-c', '$(A)'], 3],
  ['not behind options without a shell', ['-c', 'script'], 2],
  ['behind a shell that another one takes for a word', ['sh', '-o', 'sh', '-c', 'script'], 4],
  ['not in an empty command line', [], 0],
])('a script stands %s', (_, commandLine, start) => expect(scriptStart(commandLine)).toBe(start));

test('however often it may begin, it is looked for once', () => {
  const length = 100_000;
  const options = Array.from({ length }, () => ['-o', 'sh']).flat();
  expect(scriptStart(['sh', ...options])).toBe(2 * length + 1);
  expect(scriptStart(['sh', `-${'c'.repeat(length)}!`, 'script'])).toBe(3);
});
