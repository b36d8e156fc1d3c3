/**
 * What is long takes no more than its length: so many looks, so many calls, so much memory. Nothing here is timed, since a
 * test must not fail for a busy machine; what grows with the square of the input would not end, or fill the memory.
 */
import { describe, expect, test } from 'vitest';
import { inlineSources } from './config-data/inline-sources.ts';
import { placeVariables } from './plan/place-variables.ts';
import { readHints } from './policies/hints.ts';
import { policyProblems } from './policies/policy-problems.ts';
import { GROUP } from './api.ts';
import { withoutRepetitions, type Diagnostic } from './diagnostics/diagnostic.ts';
import { ObjectIndex } from './krm/object-index.ts';
import type { Resource } from './krm/resource.ts';
import { newResults, resultValue } from './report/results.ts';
import { mountPathKey } from './kubernetes/api-defaults.ts';
import { outlineDocument, splitDocuments } from './yaml/split.ts';
import { outlineScalar } from './yaml/outline.ts';
import { nameOf, type Value, type ValueMap } from './yaml/value.ts';

function range<T>(length: number, item: (index: number) => T): readonly T[] {
  return Array.from({ length }, (_, index) => item(index));
}

/** A mapping that tells when one of its fields is looked at. */
function watched(fields: Readonly<Record<string, Value>>, look: () => void): ValueMap {
  return new Proxy(fields, {
    get: (target, key) => {
      look();
      return Reflect.get(target, key) as Value;
    },
  });
}

function resourceOf(value: ValueMap, ref: Resource['ref']): Resource {
  return { input: 0, value, ref, node: undefined as never, path: [], place: '', file: undefined };
}

describe('variables', () => {
  test('in a chain, and each used by another, find their places', () => {
    const length = 20_000;
    let looks = 0;
    const look = (): void => void looks++;
    const added = range(length, (index) => watched({ name: `A${index}`, value: `$(A${index + 1})` }, look));
    const own = range(length, (index) => watched({ name: `a${index}`, value: `$(A${index})` }, look));
    const listOf = (values: readonly ValueMap[]) => values.map((value) => ({ value }));
    const placed = placeVariables(listOf(own), listOf(added), 'auto').map(({ value }) => nameOf(value));
    expect(placed.slice(0, length)).toEqual(range(length, (index) => `A${length - 1 - index}`));
    expect(placed.slice(length)).toEqual(range(length, (index) => `a${index}`));
    expect(looks).toBeLessThan(100 * length);
  });

  test('of thousands of sources are inlined with a few looks at each', () => {
    const length = 2000;
    const envFrom = range(length, (index): ValueMap => ({ configMapRef: { name: `source-${index}` } }));
    const sources = new Set(range(length / 2, (index) => 2 * index));
    let looks = 0;
    const resolve = (source: ValueMap): { data: ReadonlyMap<string, string>; complete: true } => {
      looks++;
      const { name } = source['configMapRef'] as { name: string };
      return { data: new Map([[name, 'a']]), complete: true };
    };
    const { added, removed } = inlineSources({ envFrom, env: [{ name: 'A', value: 'a' }] }, sources, resolve);
    expect(removed.size).toBe(length / 2);
    expect(added).toHaveLength(length / 2);
    expect(looks).toBeLessThan(3 * length);
  });
});

test('objects of thousands of names, and of one name in thousands of namespaces, are found with a look at each', () => {
  const length = 2000;
  let looks = 0;
  const objects = new ObjectIndex(
    range(2 * length, (index) => {
      const name = index < length ? `settings-${index}` : 'settings';
      const ref = { apiVersion: 'v1', kind: 'ConfigMap', name, namespace: `team-${index}` };
      return resourceOf({}, watched(ref, () => looks++) as unknown as Resource['ref']);
    }),
    new Map(),
    undefined,
  );
  for (let index = 0; index < length; index++) {
    expect(objects.named('v1 ConfigMap', `settings-${index}`).all).toHaveLength(1);
    expect(objects.named('v1 ConfigMap', 'settings').reachedFrom(`team-${length + index}`)).toHaveLength(1);
  }
  expect(looks).toBeLessThan(30 * length);
});

describe('policies', () => {
  test('with thousands of unknown fields are gone through a few times', () => {
    const length = 2000;
    let listed = 0;
    const spec = new Proxy(
      { selector: {}, ...Object.fromEntries(range(length, (index) => [`field${index}`, 1])) },
      {
        ownKeys: (target) => {
          listed++;
          return Reflect.ownKeys(target);
        },
      },
    );
    const problems = policyProblems({
      apiVersion: `${GROUP}/v1alpha1`,
      kind: 'ServiceInjectionPolicy',
      metadata: { name: 'a' },
      spec,
    });
    expect(problems.map(({ path }) => path)).toEqual(range(length, (index) => `spec.field${index}`));
    expect(listed).toBeLessThan(50);
  });

  test('a hint of nothing but commas is one problem, and is not repeated for each', () => {
    const annotations = { [`${GROUP}/env-from`]: `secret/a${','.repeat(200_000)}` };
    const ref = { apiVersion: 'v1', kind: 'Service', name: 'a', namespace: undefined };
    const { problems, envFrom } = readHints(resourceOf({ metadata: { annotations } }, ref));
    expect(envFrom).toHaveLength(1);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message.length).toBeLessThan(200);
  });
});

describe('diagnostics', () => {
  const info = (message: string): Diagnostic => ({ id: 'policy-missing', severity: 'info', message });

  test('of one text are compared without looking at all of them for each', () => {
    const length = 1000;
    let looks = 0;
    const existing = range(length, (index) => {
      const file = { path: 'a', index };
      return watched({ message: 'a', severity: 'info', file }, () => looks++);
    });
    expect(newResults([info('a'), info('b')], existing)).toHaveLength(2);
    expect(looks).toBeLessThan(10 * length);
  });

  test('are told once, however many there are', () => {
    expect(withoutRepetitions(range(200_000, (index) => info(`${index % 100_000}`)))).toHaveLength(100_000);
  });

  test('are as long as somebody reads', () => {
    const long = 'a\n'.repeat(100_000);
    expect(resultValue({ ...info(long), field: { path: 'a', currentValue: long } })).toEqual({
      severity: 'info',
      message: `${'a '.repeat(1000)}…`,
      field: { path: 'a' },
    });
  });
});

describe('texts', () => {
  test('a path of nothing but slashes, almost', () => {
    const slashes = '/'.repeat(500_000);
    expect(mountPathKey({ mountPath: `${slashes}a` })).toBe(`${slashes}a`);
    expect(mountPathKey({ mountPath: `/a${slashes}` })).toBe('/a');
    expect(mountPathKey({ mountPath: slashes })).toBe('/');
  });

  test('quoted scalars are searched up to the end of their lines', () => {
    const length = 1000;
    const bytes = Buffer.from(range(length, (index) => `a${index}: "text"\n`).join(''));
    let searched = 0;
    const indexOf = bytes.indexOf.bind(bytes);
    bytes.indexOf = (wanted: string | number | Uint8Array, from?: number | BufferEncoding) => {
      const start = typeof from === 'number' ? from : 0;
      const found = indexOf(wanted, start);
      searched += (found === -1 ? bytes.length : found) - start;
      return found;
    };
    const [document] = splitDocuments(bytes);
    const entries = document && outlineDocument(bytes, document);
    expect(entries?.map((entry) => outlineScalar(bytes, entry))).toEqual(range(length, () => 'text'));
    expect(searched).toBeLessThan(20 * bytes.length);
  });
});
