/** The YAML files that paths on the command line name. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { attempt, FileProblem } from './attempt.ts';
import type { Input } from '../krm/source.ts';
import { readAll } from './streams.ts';

export interface Reading {
  readonly inputs: readonly Input[];
  /** What in folders looks like YAML and could not be read, each on one line. */
  readonly warnings: readonly string[];
}

interface Found {
  readonly path: string;
  /** The same for all names of a file. Hard links are files of their own. */
  readonly identity: string;
  readonly isPipe?: boolean;
}

/**
 * Reads files, and from folders every `*.yaml` and `*.yml` in them and below, in alphabetical order. Hidden files and
 * folders, links in folders and the templates of Helm charts are left out. What only `policies` names is read-only. Pipes
 * are read as files are, unless they would have to be written (`inPlace`).
 *
 * @throws FileProblem
 */
export function readInputs(paths: readonly string[], policies: readonly string[] = [], inPlace = false): Reading {
  const warnings = new Set<string>();
  const [written, others] = [found(paths, warnings), found(policies, warnings)];
  const pipe = inPlace ? written.find(({ isPipe }) => isPipe) : undefined;
  if (pipe) throw new FileProblem(`${pipe.path}: expected a file that can be written back, found a pipe`);
  // A file counts once, also when it is named itself, by its folder and by a link.
  const files = new Map<string, Input>();
  for (const [list, readOnly] of [
    [written, false],
    [others, true],
  ] as const) {
    for (const { path, identity, isPipe = false } of list) {
      if (!files.has(identity)) files.set(identity, { path, bytes: bytesOf(path, isPipe), readOnly });
    }
  }
  return { inputs: [...files.values()], warnings: [...warnings] };
}

function bytesOf(path: string, isPipe: boolean): Buffer {
  return attempt(path, () => {
    if (!isPipe) return readFileSync(path);
    const fd = openSync(path, 'r');
    try {
      return readAll(fd);
    } finally {
      closeSync(fd);
    }
  });
}

function found(paths: readonly string[], warnings: Set<string>): readonly Found[] {
  const files = paths.flatMap((path): readonly Found[] => {
    const stats = attempt(path, () => statSync(path));
    if (stats.isFIFO()) return [{ path, identity: resolve(path), isPipe: true }];
    const identity = attempt(path, () => realpathSync(path));
    if (stats.isFile()) return [{ path, identity }];
    if (stats.isDirectory()) return filesIn(path, identity, warnings);
    throw new FileProblem(`${path}: expected a file or a folder, found a ${stats.isSocket() ? 'socket' : 'device'}`);
  });
  if (files.length > 0 || paths.length === 0) return files;
  throw new FileProblem(`expected *.yaml or *.yml files in ${paths.join(', ')}, found none`);
}

function filesIn(folder: string, identity: string, warnings: Set<string>): readonly Found[] {
  const entries = attempt(folder, () => readdirSync(folder, { withFileTypes: true }));
  // The templates of a Helm chart are no YAML before they are rendered.
  const isChart = entries.some(({ name }) => name === 'Chart.yaml');
  return entries
    .filter((entry) => {
      if (entry.name.startsWith('.')) return false;
      if (entry.isDirectory()) return !isChart || entry.name !== 'templates';
      return entry.isFile() && /\.ya?ml$/.test(entry.name);
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): readonly Found[] => {
      // Windows takes slashes, too, and results and diffs are read elsewhere.
      const path = posix.join(folder, entry.name);
      // Node has put this character for bytes that are no UTF-8: there is nothing of that name.
      if (entry.name.includes('\uFFFD') && !existsSync(path)) {
        warnings.add(`${path}: left alone, since its name is not UTF-8`);
        return [];
      }
      const inner = join(identity, entry.name);
      return entry.isDirectory() ? filesIn(path, inner, warnings) : [{ path, identity: inner }];
    });
}
