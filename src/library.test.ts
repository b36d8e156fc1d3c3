/** The library by its front door, and the page about it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import * as library from './index.ts';
import { injectServices, run, type InjectServicesOptions } from './index.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../docs/library.md'), 'utf8');

/** The examples of the page, each with what it prints. */
const examples = [...PAGE.matchAll(/^```js\n(.*?)^```\n\n```(?:yaml|text)\n(.*?)^```/gms)].map(
  ([, code = '', printed = '']) => ({ code, printed, title: /^import \{ (.*?) \}/.exec(code)?.[1] ?? code }),
);

test('the page has three examples', () => {
  expect(examples).toHaveLength(3);
});

test.each(examples)('the example with $title prints what the page says', ({ code, printed }) => {
  const lines: string[] = [];
  const log = (...parts: readonly unknown[]): void => void lines.push(parts.map(String).join(' '));
  const names = /^import \{ (.*?) \} from 'inject-services';$/m.exec(code)?.[1] ?? '';
  const script = code.replace(/^import .*$/m, `const { ${names} } = library;`);
  runInContext(script, createContext({ library, Buffer, console: { log } }));
  expect(`${lines.join('\n')}\n`).toBe(printed);
});

const policy = `apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
kind: ServiceInjectionPolicy
metadata: {name: db, annotations: {config.kubernetes.io/local-config: "true"}}
spec: {selector: {}, env: [{name: A, value: ä}]}
`;
const pod = `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers: [{name: wéb}]\n`;

describe('injectServices', () => {
  const expected = `apiVersion: v1\nkind: Pod\nmetadata: {name: web, annotations: {serviceinjectionpolicy.k8s.io/db: db}}\nspec:\n  containers: [{name: wéb, env: [{name: A, value: ä}]}]\n`;

  test.each<readonly [sentence: string, text: string | Uint8Array]>([
    ['a string', pod],
    ['a Buffer', Buffer.from(pod)],
    ['a Uint8Array', new TextEncoder().encode(pod)],
    ['a part of a larger Uint8Array', new TextEncoder().encode(`###${pod}`).subarray(3)],
  ])('takes %s', (_, text) => {
    const { text: result, changed, diagnostics, workloads } = injectServices(text, { policies: [policy] });
    expect(result).toBe(expected);
    expect([changed, diagnostics, workloads.length]).toEqual([true, [], 1]);
  });

  test('takes policies from the text itself, which stay in it', () => {
    expect(injectServices(`${policy}---\n${pod}`).text).toBe(`${policy}---\n${expected}`);
  });

  test('changes nothing in its own output', () => {
    const { text, changed } = injectServices(expected, { policies: [policy] });
    expect([text, changed]).toEqual([expected, false]);
  });

  test('gives the text as it was where there is an error', () => {
    const other = pod.replace('{name: wéb}', '{name: wéb, env: [{name: A, value: b}]}');
    const { text, changed, diagnostics } = injectServices(other, { policies: [policy] });
    expect([text, changed]).toEqual([other, false]);
    expect(diagnostics.map(({ id, severity }) => [id, severity])).toEqual([['env-conflict', 'error']]);
  });

  test('takes the options of a functionConfig', () => {
    const scaledJob = `apiVersion: keda.sh/v1alpha1\nkind: ScaledJob\nmetadata: {name: j}\nspec:\n  jobTargetRef:\n    template:\n      spec:\n        containers: [{name: a}]\n`;
    const workloads = [{ group: 'keda.sh', kind: 'ScaledJob', template: 'spec.jobTargetRef.template' }];
    expect(injectServices(scaledJob, { policies: [policy] }).changed).toBe(false);
    expect(injectServices(scaledJob, { policies: [policy], workloads, references: 'warn' }).changed).toBe(true);
  });

  test.each<readonly [sentence: string, options: object, message: string]>([
    ['an unknown option', { conflict: 'keep' }, 'unknown option "conflict"; did you mean "conflicts"?'],
    [
      'a wrong value',
      { conflicts: 'bogus' },
      'option conflicts: expected one of error, skip, keep, override, found "bogus"',
    ],
    [
      'a wrong workload',
      { workloads: [{ kind: 'Job' }] },
      'option workloads[0].template: expected the path to the pod template, such as spec.jobTargetRef.template, found nothing',
    ],
  ])('refuses %s', (_, options, message) => {
    expect(() => injectServices(pod, options as InjectServicesOptions)).toThrow(new TypeError(message));
  });

  test('an option that is undefined is not given', () => {
    expect(
      injectServices(pod, { policies: [policy], conflicts: undefined } as unknown as InjectServicesOptions).changed,
    ).toBe(true);
  });
});

test('run refuses a wrong flag', () => {
  expect(() => run([{ bytes: Buffer.from(pod) }], { conflicts: 'bogus' as 'keep' })).toThrow(TypeError);
});
