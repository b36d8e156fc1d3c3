/**
 * Runs the whole program on every golden folder (src/testing/fixtures.ts says what is in one).
 *
 * UPDATE_FIXTURES=1 npx vitest run src/fixtures.test.ts writes what comes out as what is expected: read every line of
 * `git diff fixtures` afterwards, since a test that was written this way has only seen what the program does.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand, type CommandOutcome } from './commands/run.ts';
import { readInputs } from './cli/files.ts';
import type { Options } from './options.ts';
import { linesOfText } from './report/printable.ts';
import { expectedName, FIXTURES, readFixtures, REPLACED_LINES, type Fixture } from './testing/fixtures.ts';
import { isInserted, lineChanges, type LineChange } from './testing/line-changes.ts';
import { readWithYaml } from './yaml/read-with-yaml.ts';
import { valueOf } from './yaml/source-node.ts';
import { splitDocuments } from './yaml/split.ts';
import { isList, isMap, Numeral, sameValue, toJson, type Value } from './yaml/value.ts';

const ROOT = join(FIXTURES, '..');
const UPDATE = process.env['UPDATE_FIXTURES'] === '1';

/** The package that `npm run demo` injects: it is made of files. */
const EXAMPLE = 'example';

const EXPECTATIONS = ['expected.yaml', 'expected.json', 'report.txt'];

const NOTHING_TO_DO = 'found no ServiceInjectionPolicy';

const fixtures = readFixtures();

describe.each(fixtures)('$name', (fixture) => {
  const outcome = runOn(fixture.input, fixture.flags);
  const output = Buffer.concat(outcome.stdout);

  test('comes out as expected', () => {
    const report = `exit code: ${outcome.exitCode}\n${linesOfText(outcome.stderr)}`;
    expect(outcome.exitCode, report).not.toBe(3);
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
    const isIdle =
      [outcome, again].map(({ stderr }) => stderr.some((line) => line.includes(NOTHING_TO_DO))).join() === 'false,true';
    const itemsOf = (whole: string): string => (isIdle ? whole.slice(whole.search(/^items:/m)) : whole);
    expect(itemsOf(text)).toBe(itemsOf(output.toString()));
  });

  test('keeps every line that was there', () => {
    const { replacedLines } = fixture.rules;
    const replaced =
      replacedLines === undefined ? undefined : (REPLACED_LINES[replacedLines] ?? new RegExp(replacedLines));
    const changes = lineChanges(lines(fixture.input), lines(output)).filter(({ removed }) => removed.length > 0);
    expect(changes.filter((change) => !isGentle(change, fixture.inputName, replaced))).toEqual([]);
    if (replaced) expect(changes.flatMap(({ removed }) => removed).some((line) => replaced.test(line))).toBe(true);
  });

  test.skipIf(fixture.rules.notAsJson !== undefined)('means the same as JSON', () => {
    const { stdout, exitCode } = runOn(asJson(fixture.input), fixture.flags);
    expect(exitCode).toBe(0);
    const [values, wanted] = [valuesIn(Buffer.concat(stdout)), valuesIn(output)];
    if (!sameValue(values, wanted)) expect(values.map(toJson)).toEqual(wanted.map(toJson));
    expect(sameValue(values, wanted)).toBe(true);
  });
});

test('the name of a case is its own, whatever the topic', () => {
  const names = fixtures.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  expect(names.length).toBeGreaterThan(200);
});

test(`the ${EXAMPLE} package gives the diff that "npm run demo" prints`, () => {
  const folder = join(FIXTURES, EXAMPLE);
  const inputs = readInputs([folder]).inputs.map(({ path = '', bytes }) => ({ bytes, path: relative(ROOT, path) }));
  const { stdout, stderr, exitCode } = runCommand(inputs, {}, 'diff');
  const diff = Buffer.concat(stdout).toString();
  const place = join(FIXTURES, `${EXAMPLE}.diff`);
  if (UPDATE) writeFileSync(place, diff);
  expect(exitCode, stderr.join('\n')).toBe(0);
  expect(diff).toBe(readFileSync(place, 'utf8'));
});

/** What the program does; 3 is the exit code of its bugs. */
function runOn(bytes: Buffer, flags: Partial<Options>): CommandOutcome {
  try {
    return runCommand([{ bytes }], flags, 'stdout');
  } catch (error) {
    return { stdout: [], stderr: [String(error)], files: [], exitCode: 3 };
  }
}

function update({ folder, inputName }: Fixture, output: Buffer, report: string): void {
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
    /: +(&\w+ +)?(!!null|(!!null +)?(null|~)|\[ *\]|\{ *\})( *#.*)?[ \t]*\r?$|:[ \t]+\r?$/.test(line);
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
