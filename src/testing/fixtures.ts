/**
 * The golden folders: fixtures/<topic>/<case>/, each with an input of the program and what must come out. The name of a
 * case is a phrase.
 *
 *     input.yaml | input.json | input.txt      standard input; .txt for bytes that are no YAML
 *     flags.json                               options, where the input itself cannot say them
 *     expected.yaml | expected.json            standard output; absent where nothing is written
 *     report.txt                               the exit code, then standard error
 *     rules.json                               what holds for others and not for this one, and why
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseOptions, type Options } from '../options.ts';
import { mapOf, type Value } from '../yaml/value.ts';

export const FIXTURES = join(import.meta.dirname, '../../fixtures');

const INPUTS = ['input.yaml', 'input.json', 'input.txt'];
const KNOWN = [...INPUTS, 'expected.yaml', 'expected.json', 'report.txt', 'flags.json', 'rules.json'];

export interface Fixture {
  readonly name: string;
  readonly folder: string;
  readonly inputName: string;
  readonly input: Buffer;
  /** The options as flags.json has them. */
  readonly given: Readonly<Record<string, Value>>;
  readonly flags: Partial<Options>;
  readonly expected: Buffer;
  readonly report: string;
  readonly rules: Rules;
}

export interface Rules {
  /** Lines that go on purpose, as a regular expression or by one of the names in {@link REPLACED_LINES}. */
  readonly replacedLines?: string;
  /** Why it means something else as JSON, or cannot be put that way. */
  readonly notAsJson?: string;
  /** What kpt and kustomize make something else of after us, and why. */
  readonly putBack?: string;
  /** Why kpt or kustomize cannot work with it, whatever the function. */
  readonly refusedBy?: Readonly<Record<string, string>>;
}

/** A ConfigData that becomes a ConfigMap, and references to it. */
const AS_CONFIG_MAP = /apiVersion: (extensions|serviceinjectionpolicy)|kind: ConfigData|configData|\w: \d+( # one)?$/;

export const REPLACED_LINES: Readonly<Record<string, RegExp>> = {
  'a ConfigData becomes a ConfigMap': AS_CONFIG_MAP,
  'a ConfigData becomes values': new RegExp(
    `${AS_CONFIG_MAP.source}|valueFrom:$|key: \\S+$|optional: |envFrom:$|prefix: |^ +- metadata:$`,
  ),
  'references to variables are expanded': /\$\(/,
};

/** All golden folders, by topic and name. */
export function readFixtures(): readonly Fixture[] {
  return foldersIn(FIXTURES)
    .filter((topic) => !['example', 'examples'].includes(topic))
    .flatMap((topic) => foldersIn(join(FIXTURES, topic)).map((name) => readFixture(join(FIXTURES, topic, name), name)));
}

function foldersIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
}

/** The folder of a case by its name. */
export function fixtureFolder(name: string): string {
  const folder = foldersIn(FIXTURES)
    .map((topic) => join(FIXTURES, topic, name))
    .find(existsSync);
  if (folder === undefined) throw new Error(`fixtures: expected a case called ${name}, found none`);
  return folder;
}

function readFixture(folder: string, name: string): Fixture {
  const files = readdirSync(folder);
  const unknown = files.filter((file) => !KNOWN.includes(file));
  if (unknown.length > 0) throw new Error(`${folder}: expected ${KNOWN.join(', ')}, found ${unknown.join(', ')}`);
  const [inputName, another] = INPUTS.filter((file) => files.includes(file));
  if (inputName === undefined || another !== undefined) {
    throw new Error(`${folder}: expected one of ${INPUTS.join(', ')}, found ${another === undefined ? 'none' : 'two'}`);
  }
  const read = (file: string): Buffer => (files.includes(file) ? readFileSync(join(folder, file)) : Buffer.alloc(0));
  const json = (file: string): unknown => (files.includes(file) ? JSON.parse(read(file).toString()) : {});
  const given = json('flags.json') as Readonly<Record<string, Value>>;
  const { options, problems } = parseOptions(mapOf(Object.entries(given)));
  if (problems[0]) throw new Error(`${folder}/flags.json: ${problems[0].message}`);
  return {
    name,
    folder,
    inputName,
    input: read(inputName),
    given,
    flags: options,
    expected: read(expectedName(inputName)),
    report: read('report.txt').toString(),
    rules: json('rules.json') as Rules,
  };
}

export function expectedName(inputName: string): string {
  return extname(inputName) === '.json' ? 'expected.json' : 'expected.yaml';
}
