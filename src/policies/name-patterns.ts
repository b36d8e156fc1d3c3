/** Names and globs (`*` for any text, `?` for one character) that a user lists. */

export interface NamePatterns {
  readonly names: ReadonlySet<string>;
  readonly globs: readonly string[];
}

export function namePatterns(patterns: readonly string[]): NamePatterns {
  const globs = patterns.filter((pattern) => /[*?]/.test(pattern));
  return { names: new Set(patterns), globs };
}

/** Whether a name is among those listed, or one of the globs matches it. */
export function matchesAny({ names, globs }: NamePatterns, name: string): boolean {
  return names.has(name) || globs.some((glob) => globMatches(glob, name));
}

/**
 * Goes back to the last `*` alone, which then takes one character more: what an earlier one took in suffices for whatever
 * follows. So it takes no more steps than the pattern has characters for each of the name.
 */
function globMatches(glob: string, name: string): boolean {
  let [inGlob, inName] = [0, 0];
  let star: { readonly behind: number; end: number } | undefined;
  while (inName < name.length) {
    const wanted = glob[inGlob];
    if (wanted === '*') {
      inGlob++;
      star = { behind: inGlob, end: inName };
    } else if (wanted === '?' || wanted === name[inName]) {
      inGlob++;
      inName++;
    } else if (star) {
      star.end++;
      [inGlob, inName] = [star.behind, star.end];
    } else {
      return false;
    }
  }
  while (glob[inGlob] === '*') inGlob++;
  return inGlob === glob.length;
}
