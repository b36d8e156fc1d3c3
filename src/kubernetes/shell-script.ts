/** Where a command line runs a script of a shell, in which `$(…)` is the shell's. */

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash', 'zsh', 'ksh', 'pwsh', 'powershell']);

/**
 * The index in a command line from which on everything is a shell's script or an argument of it; its length where there
 * is none. The shell may be started by something else (`tini -- bash -ec …`, `busybox sh -c …`, `env -i sh -c …`).
 */
export function scriptStart(commandLine: readonly string[]): number {
  const scripts = scriptsAfter(commandLine);
  const shell = commandLine.findIndex((word, index) => scripts[index + 1] !== undefined && isShell(word));
  return (shell === -1 ? undefined : scripts[shell + 1]) ?? commandLine.length;
}

function isShell(word: string): boolean {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return SHELLS.has(name.replace(/\.exe$/i, '').toLowerCase());
}

/**
 * For every index that options of a shell may begin at, the one behind its `-c`, alone or among other options (`-ec`,
 * `-lc`, `-o pipefail -c`, `-Command`). From the end, so that a word is looked at once however many shells there are.
 */
function scriptsAfter(commandLine: readonly string[]): readonly (number | undefined)[] {
  const scripts: (number | undefined)[] = [];
  for (const [index, word] of [...commandLine.entries()].toReversed()) {
    const isCommand = (/^-[a-zA-Z]+$/.test(word) && word.includes('c')) || /^-c(?:ommand)?$/i.test(word);
    const takesWord = /^[-+][a-zA-Z]*[oO]$/.test(word);
    if (isCommand) scripts[index] = index + 1;
    else if (/^[-+]/.test(word)) scripts[index] = scripts[index + (takesWord ? 2 : 1)];
  }
  return scripts;
}
