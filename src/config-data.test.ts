/** ConfigData of which little depends on the text around it: whether they are written, and what is said of them. */
import { describe, expect, it } from 'vitest';
import { run } from './pipeline.ts';
import type { Options } from './options.ts';

const SETTINGS = `apiVersion: extensions/v1beta1
kind: ConfigData
metadata: {name: settings}
data: {HOST: db}
`;

const podWith = (fields: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      ${fields}
`;

function messagesOf(texts: { readonly written: string; readonly read: string }, flags: Partial<Options> = {}) {
  const { diagnostics } = run(
    [
      { bytes: Buffer.from(texts.written), path: 'web.yaml' },
      { bytes: Buffer.from(texts.read), path: 'settings.yaml', readOnly: true },
    ],
    flags,
  );
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

describe('a ConfigData in an input that is only read', () => {
  const error =
    'ConfigData settings: expected it among what is written, since it has to become a ConfigMap; found it in an input that is only read';

  it.each([
    ['may stay there where nothing refers to it', 'env: [{name: HOST, value: db}]', {}, []],
    [
      'is no use to a variable',
      'env: [{name: A, valueFrom: {configData: {configDataName: settings, key: HOST}}}]',
      {},
      [error],
    ],
    ['is no use to a source', 'envFrom: [{configDataRef: {name: settings}}]', {}, [error]],
    [
      'gives its values where they are inlined',
      'envFrom: [{configDataRef: {name: settings}}]',
      { configData: 'inline' },
      [],
    ],
    [
      'is no use to a source that stays',
      'envFrom: [{configDataRef: {name: settings}}, {secretRef: {name: s}}]',
      { configData: 'inline' },
      [error],
    ],
  ] as const)('%s', (_, fields, flags, expected) => {
    expect(messagesOf({ written: podWith(fields), read: SETTINGS }, flags)).toEqual(expected);
  });
});

it.each([
  ['configMap', 'ConfigMap'],
  ['inline', 'ConfigMap'],
  ['keep', 'ConfigData'],
] as const)('with %s a ConfigData that is referred to as a ConfigMap is a %s afterwards', (configData, kind) => {
  const pod = podWith('envFrom: [{configMapRef: {name: settings}}]');
  const { outputs } = run([{ bytes: Buffer.from(`${SETTINGS}---\n${pod}`) }], { configData });
  expect(Buffer.concat(outputs.flatMap(({ pieces }) => pieces)).toString()).toContain(`kind: ${kind}\n`);
});

it('a ConfigData stays one beside a ConfigMap that is referred to', () => {
  const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n';
  const text = [SETTINGS, configMap, podWith('envFrom: [{configMapRef: {name: settings}}]')].join('---\n');
  const { outputs, exitCode } = run([{ bytes: Buffer.from(text) }], { configData: 'inline' });
  expect(exitCode).toBe(0);
  expect(Buffer.concat(outputs.flatMap(({ pieces }) => pieces)).toString()).toBe(text);
});

it('two ConfigData of one name are in one namespace where the option says so', () => {
  const named = SETTINGS.replace('name: settings', 'name: settings, namespace: shop').replace('db', 'other');
  const of = (flags: Partial<Options>) => messagesOf({ written: `${SETTINGS}---\n${named}`, read: '' }, flags);
  expect(of({})).toEqual([]);
  expect(of({ namespace: 'test' })).toEqual([]);
  expect(of({ namespace: 'shop' })).toEqual([
    'ConfigData shop/settings: expected one ConfigData of this name, found two that differ, in web.yaml and web.yaml, document 2',
  ]);
});

it('of several variables of one name the last one tells whether a source that is inlined is overridden', () => {
  const env = 'env: [{name: A, value: x}, {name: A, value: one}, {name: B, value: two}, {name: B, value: y}]';
  const pod = podWith(`${env}\n      envFrom: [{configDataRef: {name: settings}}]`);
  const settings = SETTINGS.replace('HOST: db', 'A: one, B: two');
  const { diagnostics } = run([{ bytes: Buffer.from(`${settings}---\n${pod}`) }], { configData: 'inline' });
  expect(diagnostics.map(({ message }) => message)).toContain(
    'Pod web: container "web": ConfigData settings: env B is set to something else and stays so',
  );
  expect(diagnostics.filter(({ message }) => message.includes('env A'))).toEqual([]);
});
