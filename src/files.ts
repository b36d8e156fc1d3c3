/** The YAML files that paths on the command line name. */
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { posix, resolve } from 'node:path';
import { attempt, FileProblem } from './cli/attempt.ts';
import type { Input } from './function.ts';

/**
 * Reads files, and from folders every `*.yaml` and `*.yml` in them and below, in alphabetical order. Hidden files and
 * folders, links in folders and the templates of Helm charts are left out.
 *
 * @throws FileProblem
 */
export function readInputs(paths: readonly string[]): Input[] {
  const found = paths.flatMap((path) => (attempt(path, () => statSync(path)).isDirectory() ? filesIn(path) : [path]));
  // A file counts once, also when it is named itself and by its folder.
  const files = [...new Map(found.toReversed().map((path) => [resolve(path), path])).values()].toReversed();
  if (files.length === 0) throw new FileProblem(`expected *.yaml or *.yml files in ${paths.join(', ')}, found none`);
  return files.map((path) => ({ path, bytes: attempt(path, () => readFileSync(path)) }));
}

function filesIn(folder: string): string[] {
  const names = attempt(folder, () => readdirSync(folder)).toSorted();
  // The templates of a Helm chart are no YAML before they are rendered.
  const isChart = names.includes('Chart.yaml');
  return names
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      // Windows takes slashes, too, and results and diffs are read elsewhere.
      const path = posix.join(folder, name);
      const stats = attempt(path, () => lstatSync(path));
      if (stats.isDirectory()) return isChart && name === 'templates' ? [] : filesIn(path);
      return stats.isFile() && /\.ya?ml$/.test(name) ? [path] : [];
    });
}

/**
 * Replaces the text of a file. It is written beside it first, so that nothing is lost if the disk is full.
 *
 * @throws FileProblem
 */
export function replaceFile(path: string, pieces: readonly Uint8Array[]): void {
  attempt(path, () => {
    // Of a link it is the file behind it that is replaced.
    const target = realpathSync(path);
    const temporary = `${target}.inject-services`;
    const mode = statSync(target).mode & 0o7777;
    try {
      writeFileSync(temporary, Buffer.concat(pieces), { mode });
      // The umask may have taken some of the mode away.
      chmodSync(temporary, mode);
      renameSync(temporary, target);
    } catch (error) {
      try {
        unlinkSync(temporary);
      } catch {
        // It was not made.
      }
      throw error;
    }
  });
}
