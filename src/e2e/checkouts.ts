/** Checkouts with several packages, and the program on a PATH beside them, as the scripts of platforms find them. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { pathWithProgram } from './path-with-program.ts';
import { copyOf, filesOf, FIXTURES, PROGRAM, runProgram, temporaryFolder, type Run } from './tools.ts';

/** The packages of a checkout, but for the one inside another. */
export const PACKAGES = ['./simple-again/', './simple/', './with blanks and "quotes"/online-shop/'];

export interface Checkouts {
  readonly work: string;
  /** Makes a checkout with packages in folders whose names are hard on scripts, one package inside another. */
  readonly checkout: (name: string) => string;
  /** The files of the same checkout, injected without any platform. */
  readonly injected: (name: string) => Readonly<Record<string, string>>;
  /** Runs a command in a folder. */
  readonly run: (argv: readonly unknown[], cwd: string, env?: Readonly<Record<string, string>>) => Run;
}

/** For one suite: what it needs to run scripts over packages, in a folder that goes when it is done. */
export function checkouts(): Checkouts {
  const work = temporaryFolder();
  const withProgram = pathWithProgram(work);

  function checkout(name: string): string {
    const root = join(work, name);
    for (const path of ['simple', 'simple-again', 'simple/charts/part', 'with blanks and "quotes"/online-shop']) {
      copyOf(join(FIXTURES, 'examples', path.endsWith('shop') ? 'online-shop' : 'simple'), join(root, path));
    }
    return root;
  }

  function injected(name: string): Readonly<Record<string, string>> {
    const root = checkout(name);
    for (const path of ['simple', 'simple-again', 'with blanks and "quotes"']) {
      expect(runProgram(PROGRAM, ['--in-place', join(root, path)]).exitCode).toBe(0);
    }
    return filesOf(root);
  }

  function run(argv: readonly unknown[], cwd: string, env: Readonly<Record<string, string>> = {}): Run {
    const [program = '', ...args] = argv.map(String);
    return runProgram(program, args, { cwd, env: { PATH: withProgram, ...env } });
  }

  return { work, checkout, injected, run };
}
