/** The program under its name. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PATH, PROGRAM } from './tools.ts';

/** A PATH on which `inject-services` is the program, by a link in a folder. */
export function pathWithProgram(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(PROGRAM, join(bin, 'inject-services'));
  return [bin, PATH].join(delimiter);
}
