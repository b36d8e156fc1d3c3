/**
 * What a real API server makes of the result: what it takes before injection it takes after, and what it would store
 * differs by the injected entries alone, its own defaults included. Nothing is stored; fields that it does not know,
 * or that occur twice, are refused.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFixtures, type Fixture } from '../testing/fixtures.ts';
import { apiServerIn } from './api-server.ts';
import { askersOf, storedOf } from './ask.ts';
import type { Json } from './json.ts';
import { functionConfigIn, objectsIn, type SentObject } from './objects.ts';
import type { Answer } from './send-request.ts';
import { copyOf, describeWith, FIXTURES, PROGRAM, runProgram, temporaryFolder } from './tools.ts';
import { wantedIn } from './wanted-entries.ts';
import { withoutInjected } from './without-injected.ts';

interface Case {
  readonly name: string;
  /** The functionConfig and the flags. */
  readonly options: string;
  readonly before: Buffer;
  readonly after: Buffer;
  /** Whether a policy brings what no API server knows. */
  readonly isRefused: boolean;
}

/** Options that have values replaced, so that more than injected entries differs: there the server only has to take it. */
const REPLACING = /"(override|inline)"/;

/** How many objects have to be taken and injected at least, so that no run is about nothing. */
const FEWEST = { taken: 200, applied: 200, injected: 150 };

const cases = readFixtures().flatMap(fixtureCase);
const examples = readdirSync(join(FIXTURES, 'examples'))
  .filter((name) => !name.endsWith('.diff'))
  .map((name) => join('examples', name));

describeWith('kube-apiserver', 'kube-apiserver', () => {
  const folder = temporaryFolder();
  const count = { taken: 0, applied: 0, injected: 0 };
  const ask = askersOf(apiServerIn(folder));

  test.each(cases)('fixture $name', async (one) => compare(one, wantedIn(one.before)));

  test.each(['example', ...examples])('package %s', async (name) => {
    const [source, target] = [join(FIXTURES, name), join(folder, name)];
    const { exitCode, stderr } = runProgram(PROGRAM, ['--in-place', copyOf(source, target)]);
    expect(exitCode, stderr).toBe(0);
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
    const pairs = files.map((file) => ({
      name: file,
      options: '',
      before: readFileSync(join(source, file)),
      after: readFileSync(join(target, file)),
      isRefused: false,
    }));
    const wanted = pairs.flatMap(({ before }) => wantedIn(before));
    for (const pair of pairs) await compare(pair, wanted);
    // Examples are whole: of what comes out, the server takes everything but policies.
    for (const object of pairs.flatMap(({ after }) => objectsIn(after))) {
      const answer = await ask.create(object);
      if (object.value['kind'] === 'ServiceInjectionPolicy') expect(answer).toBeUndefined();
      else expect(answer?.status, String(answer?.body['message'])).toBe(201);
    }
  });

  async function compare({ options, before, after, isRefused }: Case, wanted: readonly Json[]): Promise<void> {
    const [olds, news] = [objectsIn(before), objectsIn(after)];
    expect(news.length).toBe(olds.length);
    for (const [index, old] of olds.entries()) {
      const answers = await takenBeforeAndAfter(old, news[index] as SentObject, isRefused ? 400 : 201);
      if (answers === undefined) continue;
      const [was, is] = answers.map(storedOf) as [Json, Json];
      if (JSON.stringify(is) !== JSON.stringify(was)) count.injected += 1;
      if (!REPLACING.test(options)) expect(withoutInjected(is, was, wanted)).toEqual(was);
    }
  }

  /** What the server would store before and after; undefined for what it does not take or does not know before. */
  async function takenBeforeAndAfter(
    old: SentObject,
    now: SentObject,
    expected: number,
  ): Promise<readonly [Answer, Answer] | undefined> {
    let pair = [old, now] as const;
    let was = await ask.create(old);
    if (was === undefined) return undefined;
    if (was.status !== 201) {
      pair = [completed(old), completed(now)];
      was = await ask.create(pair[0]);
    }
    if (was?.status !== 201) return undefined;
    const is = await ask.create(pair[1]);
    expect(is?.status, String(is?.body['message'])).toBe(expected);
    if (is?.status !== 201) return undefined;
    count.taken += 1;
    if ((await ask.apply(pair[0]))?.status === 201) {
      const applied = await ask.apply(pair[1]);
      expect(applied?.status, String(applied?.body['message'])).toBe(201);
      count.applied += 1;
    }
    return [was, is];
  }

  test('enough objects were taken before and after, and enough of them were injected', () => {
    expect(count.taken).toBeGreaterThanOrEqual(FEWEST.taken);
    expect(count.applied).toBeGreaterThanOrEqual(FEWEST.applied);
    expect(count.injected).toBeGreaterThanOrEqual(FEWEST.injected);
  });
});

/** A workload with the selector that most fixtures leave out for brevity: the one that its template's labels fit. */
function completed({ value }: SentObject): SentObject {
  const spec = (value['spec'] ?? {}) as Json;
  const labels = ((spec['template'] as Json | undefined)?.['metadata'] as Json | undefined)?.['labels'];
  const whole = labels === undefined ? value : { ...value, spec: { ...spec, selector: { matchLabels: labels } } };
  return { value: whole, text: JSON.stringify(whole) };
}

function fixtureCase({ name, input, expected, report, given, rules }: Fixture): readonly Case[] {
  if (expected.length === 0 || !report.startsWith('exit code: 0')) return [];
  const options = JSON.stringify(functionConfigIn(input)) + JSON.stringify(given);
  return [
    { name, options, before: input, after: expected, isRefused: rules.refusedBy?.['kube-apiserver'] !== undefined },
  ];
}
