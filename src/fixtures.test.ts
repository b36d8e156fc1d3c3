/**
 * Golden folders: every folder of fixtures/ runs the whole program on its input and says what must come out. The
 * folder's name is a phrase; `flags.json` holds options where the input itself cannot.
 *
 *     input.yaml | input.json | input.txt      standard input; .txt for bytes that are no YAML
 *     expected.yaml | expected.json            standard output; absent where nothing is written
 *     report.txt                               the exit code, then standard error
 *
 * UPDATE_FIXTURES=1 npx vitest run src/fixtures.test.ts writes what comes out as what is expected: read every line of
 * `git diff fixtures` afterwards, since a test that was written this way has only seen what the program does.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runCommand, type CommandOutcome } from './commands/run.ts';
import { readInputs } from './files.ts';
import { parseOptions, type Options } from './krm/options.ts';
import { isInserted, lineChanges, type LineChange } from './testing/line-changes.ts';
import { readWithYaml } from './yaml/read-with-yaml.ts';
import { valueOf } from './yaml/source-node.ts';
import { splitDocuments } from './yaml/split.ts';
import { isList, isMap, mapOf, Numeral, sameValue, toJson, type Value } from './yaml/value.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FIXTURES = join(ROOT, 'fixtures');
const UPDATE = process.env['UPDATE_FIXTURES'] === '1';

/** The packages that `npm run demo` and src/examples.test.ts inject: they are made of files. */
const EXAMPLE = 'example';
const EXAMPLES = 'examples';

const INPUTS = ['input.yaml', 'input.json', 'input.txt'];
const EXPECTATIONS = ['expected.yaml', 'expected.json', 'report.txt'];
const KNOWN = [...INPUTS, ...EXPECTATIONS, 'flags.json'];

/** A ConfigData that becomes a ConfigMap, and references to it. */
const AS_CONFIG_MAP = /apiVersion: (extensions|serviceinjectionpolicy)|kind: ConfigData|configData|\w: \d+( # one)?$/;
/** A reference to a ConfigData that becomes a value, as well as the above. */
const AS_VALUE = new RegExp(
  `${AS_CONFIG_MAP.source}|valueFrom:$|key: \\S+$|optional: |envFrom:$|prefix: |^ +- metadata:$`,
);
/** A value with references that becomes one without. */
const EXPANDED = /\$\(/;

/** Folders in which lines are replaced on purpose, each with what those lines are. */
const REPLACING: Readonly<Record<string, RegExp>> = {
  'config-data-in-every-place-that-refers-to-it': AS_CONFIG_MAP,
  'config-data-in-every-place-that-refers-to-it-inlined': AS_VALUE,
  'config-data-in-two-namespaces': AS_VALUE,
  'config-data-inlined-where-the-container-gets-the-same': AS_VALUE,
  'config-data-inlined-with-dollar-signs': AS_VALUE,
  'config-data-list-alone': AS_CONFIG_MAP,
  'config-data-list-of-which-one-becomes-a-config-map': AS_VALUE,
  'config-data-lists': AS_CONFIG_MAP,
  'config-data-of-an-excluded-template': AS_CONFIG_MAP,
  'config-data-of-the-proposal': AS_CONFIG_MAP,
  'config-data-of-the-proposal-inlined': AS_VALUE,
  'config-data-of-values-that-are-no-strings': /apiVersion: extensions|kind: ConfigData|:( [-\w.~]+)?( # quoted key)?$/,
  'config-data-that-a-policy-projects': AS_CONFIG_MAP,
  'config-data-that-is-optional': AS_CONFIG_MAP,
  'config-data-that-is-optional-inlined': AS_VALUE,
  'config-data-that-policies-refer-to': AS_CONFIG_MAP,
  'config-data-that-will-not-reach-the-cluster': AS_CONFIG_MAP,
  'config-data-whose-value-depends-on-the-namespace': AS_VALUE,
  'config-data-with-binary-data-inlined': AS_VALUE,
  'expansion-inlined': EXPANDED,
  'expansion-of-what-a-policy-injects-inlined': EXPANDED,
  'hints-of-config-data-that-the-policy-overrides': AS_CONFIG_MAP,
  'hints-that-name-config-data': AS_CONFIG_MAP,
  'url-from-service-variables-of-the-proposal-inlined': EXPANDED,
  'url-from-the-downward-api-of-the-proposal-inlined': EXPANDED,
  'anchor-used-in-another-item-that-stays-as-it-is': /template: \*template$/,
  'anchors-kept-in-a-field-of-their-own': /env: \*env$/,
  'env-conflict-takes-the-policys-entry': /value: localhost # for the debugger$/,
  'last-of-two-variables-of-one-name-conflicts': /value: localhost$/,
  'mount-conflict-takes-the-policys-entry': /name: cache-volume$/,
  // At the end of the input a literal needs no line break to be without one; elsewhere it has to say so.
  'no-final-line-break-after-a-literal': /- \|$/,
  'only-one-of-two-containers-that-share-an-anchor': /env: \*env # the same as on the left$/,
  'policy-joins-the-annotation-that-is-there':
    /serviceinjectionpolicy\.k8s\.io\/db: db-write # injected by another package$/,
};

/** Folders that mean something else as JSON, or cannot be put that way, and why. */
const NOT_AS_JSON: Readonly<Record<string, string>> = {
  'item-that-cannot-be-read-and-does-not-matter': 'an item of it is no YAML',
  'item-that-nobody-reads-may-be-deep': 'an item of it is nested deeper than what is read may be',
  'config-data-of-values-that-are-no-strings': 'values are written as they were spelled, which JSON does not keep',
  'scalars-that-other-tools-rewrite': 'JSON has no infinity',
  'values-that-are-no-strings':
    'values are written as they were spelled (0644, yes, 1e3, 1.50), which JSON does not keep',
};

const NOTHING_TO_DO = 'found no ServiceInjectionPolicy';

interface Fixture {
  readonly name: string;
  readonly inputName: string;
  readonly input: Buffer;
  readonly flags: Partial<Options>;
  readonly expected: Buffer;
  readonly report: string;
}

const fixtures = readdirSync(FIXTURES)
  .filter((name) => ![EXAMPLE, `${EXAMPLE}.diff`, EXAMPLES].includes(name) && !name.startsWith('.'))
  .toSorted()
  .map(readFixture);

describe.each(fixtures)('$name', (fixture) => {
  const outcome = runOn(fixture.input, fixture.flags);
  const output = Buffer.concat(outcome.stdout);

  test('comes out as expected', () => {
    expect(outcome.exitCode, outcome.stderr).not.toBe(3);
    const report = `exit code: ${outcome.exitCode}\n${outcome.stderr}`;
    if (UPDATE) {
      update(fixture, output, report);
      return;
    }
    expect(report).toBe(fixture.report);
    expect(output.toString()).toBe(fixture.expected.toString());
    expect(output.equals(fixture.expected)).toBe(true);
  });

  if (outcome.exitCode !== 0) return;

  test('comes out the same when its output is run again', () => {
    const again = runOn(output, fixture.flags);
    expect(again.exitCode).toBe(0);
    const text = Buffer.concat(again.stdout).toString();
    // Where all there was to do was to make ConfigMaps of ConfigData, the second run finds nothing to do, and says so.
    const isIdle = [outcome, again].map(({ stderr }) => stderr.includes(NOTHING_TO_DO)).join() === 'false,true';
    const itemsOf = (whole: string): string => (isIdle ? whole.slice(whole.search(/^items:/m)) : whole);
    expect(itemsOf(text)).toBe(itemsOf(output.toString()));
  });

  test('keeps every line that was there', () => {
    const replaced = REPLACING[fixture.name];
    const changes = lineChanges(lines(fixture.input), lines(output)).filter(({ removed }) => removed.length > 0);
    expect(changes.filter((change) => !isGentle(change, fixture.inputName, replaced))).toEqual([]);
    if (replaced) expect(changes.flatMap(({ removed }) => removed).some((line) => replaced.test(line))).toBe(true);
  });

  test.skipIf(fixture.name in NOT_AS_JSON)('means the same as JSON', () => {
    const { stdout, exitCode } = runOn(asJson(fixture.input), fixture.flags);
    expect(exitCode).toBe(0);
    const [values, wanted] = [valuesIn(Buffer.concat(stdout)), valuesIn(output)];
    if (!sameValue(values, wanted)) expect(values.map(toJson)).toEqual(wanted.map(toJson));
    expect(sameValue(values, wanted)).toBe(true);
  });
});

test('the lists of exceptions name folders that are there', () => {
  const names = fixtures.map(({ name }) => name);
  expect([...Object.keys(REPLACING), ...Object.keys(NOT_AS_JSON)].filter((name) => !names.includes(name))).toEqual([]);
});

test(`the ${EXAMPLE} package gives the diff that "npm run demo" prints`, () => {
  const folder = join(FIXTURES, EXAMPLE);
  const inputs = readInputs([folder]).map(({ path = '', bytes }) => ({ bytes, path: relative(ROOT, path) }));
  const { stdout, stderr, exitCode } = runCommand(inputs, {}, 'diff');
  const diff = Buffer.concat(stdout).toString();
  const place = join(FIXTURES, `${EXAMPLE}.diff`);
  if (UPDATE) writeFileSync(place, diff);
  expect(exitCode, stderr).toBe(0);
  expect(diff).toBe(readFileSync(place, 'utf8'));
});

function readFixture(name: string): Fixture {
  const folder = join(FIXTURES, name);
  const files = readdirSync(folder);
  const unknown = files.filter((file) => !KNOWN.includes(file));
  if (unknown.length > 0)
    throw new Error(`fixtures/${name}: expected ${KNOWN.join(', ')}, found ${unknown.join(', ')}`);
  const inputs = INPUTS.filter((file) => files.includes(file));
  const [inputName] = inputs;
  if (inputName === undefined || inputs.length > 1) {
    throw new Error(`fixtures/${name}: expected one of ${INPUTS.join(', ')}, found ${inputs.join(', ') || 'none'}`);
  }
  const text = (file: string): Buffer => (files.includes(file) ? readFileSync(join(folder, file)) : Buffer.alloc(0));
  const given: unknown = files.includes('flags.json') ? JSON.parse(text('flags.json').toString()) : {};
  const { options, problems } = parseOptions(mapOf(Object.entries(given as Record<string, Value>)));
  if (problems[0]) throw new Error(`fixtures/${name}/flags.json: ${problems[0].message}`);
  return {
    name,
    inputName,
    input: text(inputName),
    flags: options,
    expected: text(expectedName(inputName)),
    report: text('report.txt').toString(),
  };
}

function expectedName(inputName: string): string {
  return extname(inputName) === '.json' ? 'expected.json' : 'expected.yaml';
}

/** What the program does; 3 is the exit code of its bugs. */
function runOn(bytes: Buffer, flags: Partial<Options>): CommandOutcome {
  try {
    return runCommand([{ bytes }], flags, 'stdout');
  } catch (error) {
    return { stdout: [], stderr: `${String(error)}\n`, files: [], exitCode: 3 };
  }
}

function update({ name, inputName }: Fixture, output: Buffer, report: string): void {
  const folder = join(FIXTURES, name);
  for (const file of EXPECTATIONS) rmSync(join(folder, file), { force: true });
  if (output.length > 0) writeFileSync(join(folder, expectedName(inputName)), output);
  writeFileSync(join(folder, 'report.txt'), report);
}

/** A text whose last line has a line break in any case: to add one is no change of that line. */
function lines(bytes: Buffer): string {
  const text = bytes.toString();
  return text.endsWith('\n') ? text : `${text}${text.includes('\r\n') ? '\r' : ''}\n`;
}

/** Whether lines went only because something was inserted in them, or put in the place of nothing. */
function isGentle({ removed, added }: LineChange, inputName: string, replaced: RegExp | undefined): boolean {
  if (replaced && removed.every((line) => replaced.test(line))) return true;
  const isFlow = (line: string): boolean =>
    extname(inputName) === '.json' || /[[\]{}]/.test(line) || added.some((other) => hasOneMoreComma(line, other));
  const isNothing = (line: string): boolean =>
    /: +(&\w+ +)?(!!null|(!!null +)?(null|~)|\[ *\]|\{ *\})( *#.*)?\r?$/.test(line);
  return (
    removed.every((line) => isFlow(line) || isNothing(line)) &&
    isInserted(removed.filter((line) => !isNothing(line)).join('\n'), added.join('\n'))
  );
}

/** So the last part of a flow collection on several lines becomes the last but one. */
function hasOneMoreComma(before: string, after: string): boolean {
  return (
    after.length === before.length + 1 &&
    isInserted(before, after) &&
    after.replaceAll(',', '') === before.replaceAll(',', '')
  );
}

/** The documents of a text as JSON, one after the other. */
function asJson(bytes: Buffer): Buffer {
  return Buffer.from(valuesIn(bytes).map(jsonText).join('\n---\n'));
}

function valuesIn(bytes: Buffer): readonly Value[] {
  return splitDocuments(bytes).flatMap((document) => {
    const read = readWithYaml(bytes, document);
    if (read.kind === 'problem') throw new Error(read.problem.message);
    return read.root ? [valueOf(read.root)] : [];
  });
}

/** JSON with all the digits of a large integer. */
function jsonText(value: Value): string {
  if (value instanceof Numeral) return String(value.value);
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isMap(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`)
    .join(',')}}`;
}
