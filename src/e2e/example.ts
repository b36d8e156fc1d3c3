/** The example package for the suites: its files, what injection adds to them, and what goes wrong in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { filesOf, FIXTURES, writeFiles, type Files } from './tools.ts';

/** Lines by the file that they are in. */
export type Lines = Readonly<Record<string, readonly string[]>>;

/** Its files. */
export const EXAMPLE = filesOf(join(FIXTURES, 'example'));

/** Where the example has its one policy. */
export const POLICY_FILE = 'service-injection-policy.yaml';

/** The policy as a text of its own. */
export const POLICY = EXAMPLE[POLICY_FILE] ?? '';

/** The policy without a service, of which nothing is to be said: the example has no Service of that name. */
export const UNNAMED_POLICY = POLICY.replace('  service: db\n', '');

/** The same with a field that is mistyped, which is a warning. */
export const MISTYPED_POLICY = UNNAMED_POLICY.replace('  selector:\n', '  enFrom: []\n  selector:\n');

/** The lines that the program by itself adds to the example, as the recorded diff has them. */
export const ADDED: Lines = addedInDiff(readFileSync(join(FIXTURES, 'example.diff'), 'utf8'));

/** A policy that wants another LOG_LEVEL than the storefront has, which is a conflict. */
export const CONFLICTING = dedent(`
  apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
  kind: ServiceInjectionPolicy
  metadata:
    name: logging
    namespace: shop
    annotations:
      config.kubernetes.io/local-config: "true"
  spec:
    selector:
      matchLabels:
        app: storefront
    env:
      - name: LOG_LEVEL
        value: debug
`);

/** What is said of it. */
export const CONFLICT =
  'Deployment shop/storefront: container "web": env LOG_LEVEL: policy shop/logging wants "debug", but container "web" itself has "info"';

/** The example in a folder, with other files besides or instead; a path with an empty text is left out. */
export function exampleIn(folder: string, files: Files = {}): string {
  const all = Object.entries({ ...EXAMPLE, ...files }).filter(([, text]) => text !== '');
  writeFiles(folder, Object.fromEntries(all));
  return folder;
}

/** An object with the annotation by which kustomize takes it for the configuration of a function. */
export function declared(exec: string, object = POLICY): string {
  const declaration = `    config.kubernetes.io/function: |\n      exec: {path: ${exec}}\n`;
  return object.replace(/^ {2}annotations:\n/m, (line) => line + declaration);
}

/**
 * The lines by which files differ from what they were: every line that was there is still there, in order, but for
 * the brackets of an empty list that is filled.
 */
export function addedLines(before: Files, after: Files): Lines {
  expect(Object.keys(after)).toEqual(Object.keys(before));
  const added = Object.keys(after).map((path) => [path, addedToText(before[path] ?? '', after[path] ?? '')] as const);
  return Object.fromEntries(added.filter(([, lines]) => lines.length > 0));
}

/** For tools that indent lists in their own way. */
export function unindented(lines: Lines): Lines {
  return Object.fromEntries(Object.entries(lines).map(([path, own]) => [path, own.map((line) => line.trim())]));
}

/** Lines in an order of their own: kustomize sorts keys, and the dash of an entry stands in front of the first. */
export function sortedLines(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/^[ -]+/, '')).toSorted();
}

function addedToText(before: string, after: string): readonly string[] {
  const old = before.split('\n');
  const added: string[] = [];
  let at = 0;
  for (const line of after.split('\n')) {
    if (line === old[at]) at++;
    else if (`${line} []` === old[at]) {
      at++;
      added.push(line);
    } else added.push(line);
  }
  expect(old.slice(at), 'lines that are gone').toEqual([]);
  return added;
}

function addedInDiff(diff: string): Lines {
  return Object.fromEntries(
    diff.split(/^--- .*\n/m).flatMap((part) => {
      const path = /^\+\+\+ .*\/(.*)$/m.exec(part)?.[1];
      const lines = Array.from(part.matchAll(/^\+(?!\+\+ )(.*)$/gm), ([, line = '']) => line);
      return path === undefined ? [] : [[path, lines]];
    }),
  );
}
