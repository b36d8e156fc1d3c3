/** Where a command line runs a script of a shell, in which `$(…)` is the shell's. */

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash', 'zsh', 'ksh', 'pwsh', 'powershell']);

/**
 * The index in a command line from which on everything is a shell's script or an argument of it; its length where there
 * is none. The shell may be started by something else (`tini -- bash -ec …`, `busybox sh -c …`, `env -i sh -c …`).
 */
export function scriptStart(commandLine: readonly string[]): number {
  for (const [index, word] of commandLine.entries()) {
    const script = isShell(word) ? scriptAfter(commandLine, index + 1) : undefined;
    if (script !== undefined) return script;
  }
  return commandLine.length;
}

function isShell(word: string): boolean {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return SHELLS.has(name.replace(/\.exe$/i, '').toLowerCase());
}

/** The index behind the shell's `-c`, alone or among other options (`-ec`, `-lc`, `-o pipefail -c`, `-Command`). */
function scriptAfter(commandLine: readonly string[], start: number): number | undefined {
  for (let index = start; index < commandLine.length; index++) {
    const word = commandLine[index] ?? '';
    if (/^-(?:[a-zA-Z]*c[a-zA-Z]*)$/.test(word) || /^-c(?:ommand)?$/i.test(word)) return index + 1;
    const takesWord = /^[-+][a-zA-Z]*[oO]$/.test(word);
    if (takesWord) index += 1;
    else if (!/^[-+]/.test(word)) return undefined;
  }
  return undefined;
}
