import { describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { parseValue } from '../testing/parse-value.ts';
import type { ValueMap } from '../yaml/value.ts';
import {
  evaluateEnvironment,
  finalVariables,
  hasReferences,
  lookUp,
  type Environment,
  type KnownData,
  type Variable,
} from './environment.ts';
import { serviceVariables } from './service-variables.ts';

const data = (complete: boolean, entries: Readonly<Record<string, string | undefined>>): KnownData => ({
  data: new Map(Object.entries(entries)),
  complete,
});

const OBJECTS: ReadonlyMap<string, KnownData> = new Map([
  ['ConfigMap config', data(true, { HOST: 'db', PORT: '5432', REF: '$(HOST)', '1ST': 'x' })],
  ['ConfigMap other', data(true, { HOST: 'other', OPAQUE: undefined })],
  ['ConfigMap part', data(false, { HOST: 'part' })],
  ['ConfigData proposal', data(true, { HOST: 'proposed' })],
  ['Secret secret', data(true, { PASSWORD: 'hunter2' })],
]);

const DB = '{metadata: {name: db, namespace: shop}, spec: {clusterIP: 10.0.0.1, ports: [{port: 5432}]}}';

function environmentOf(container: string, enableServiceLinks = true): Environment {
  const scope = { namespace: 'shop', defaultNamespace: undefined, enableServiceLinks };
  const services = serviceVariables([parseValue(DB) as ValueMap], scope);
  return evaluateEnvironment(parseValue(dedent(container)) as ValueMap, services, (kind, name) =>
    OBJECTS.get(`${kind} ${name}`),
  );
}

/** `=value`, `?` for an unknown value, `??` for one that may not be there, `-` for none. */
function stateOf(variable: Variable | undefined): string {
  if (!variable) return '-';
  const { state } = variable;
  if (state.kind === 'known') return `=${state.value}`;
  return state.kind === 'unknown' ? '?' : '??';
}

describe('a variable', () => {
  test.each([
    ['has its value', 'env: [{name: A, value: a}]', '=a'],
    ['is empty without one', 'env: [{name: A}]', '='],
    ['has the text of a value that is no string', 'env: [{name: A, value: 0644}]', '=0644'],
    ['sees one before it', 'env: [{name: B, value: b}, {name: A, value: <$(B)>}]', '=<b>'],
    ['sees an expanded one', 'env: [{name: C, value: c}, {name: B, value: $(C)}, {name: A, value: $(B)}]', '=c'],
    ['does not see one behind it', 'env: [{name: A, value: <$(B)>}, {name: B, value: b}]', '=<$(B)>'],
    ['does not see itself', 'env: [{name: A, value: <$(A)>}]', '=<$(A)>'],
    ['sees itself as it was before', 'env: [{name: A, value: a}, {name: A, value: <$(A)>}]', '=<a>'],
    ['loses its escapes', 'env: [{name: A, value: $$(B)}]', '=$(B)'],
    ['comes from the last entry of its name', 'env: [{name: A, value: a}, {name: A, value: b}]', '=b'],
    ['sees variables of Services', 'env: [{name: A, value: $(DB_SERVICE_HOST):$(DB_SERVICE_PORT)}]', '=10.0.0.1:5432'],
    ['may see one of a Service elsewhere', 'env: [{name: A, value: $(MQ_SERVICE_HOST)}]', '?'],
    ['sees envFrom', '{envFrom: [{configMapRef: {name: config}}], env: [{name: A, value: $(HOST)}]}', '=db'],
    [
      'sees envFrom before a Service',
      '{envFrom: [{prefix: DB_SERVICE_, configMapRef: {name: config}}], env: [{name: A, value: $(DB_SERVICE_PORT)}]}',
      '=5432',
    ],
    [
      'is not expanded in data',
      '{envFrom: [{configMapRef: {name: config}}], env: [{name: A, value: $(REF)}]}',
      '=$(HOST)',
    ],
    [
      'has a value that nobody knows if a part of it is such',
      'env: [{name: B, valueFrom: {fieldRef: {fieldPath: metadata.name}}}, {name: A, value: x-$(B)}]',
      '?',
    ],
    ['from a field is there', 'env: [{name: A, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]', '?'],
    ['from a resource is there', 'env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}]', '?'],
    ['from a file is there', 'env: [{name: A, valueFrom: {fileKeyRef: {key: A}}}]', '?'],
    ['from an optional file may be', 'env: [{name: A, valueFrom: {fileKeyRef: {key: A, optional: true}}}]', '??'],
    ['from a ConfigMap', 'env: [{name: A, valueFrom: {configMapKeyRef: {name: config, key: HOST}}}]', '=db'],
    [
      'from a ConfigMap, as it is',
      'env: [{name: A, valueFrom: {configMapKeyRef: {name: config, key: REF}}}]',
      '=$(HOST)',
    ],
    [
      'from ConfigData',
      'env: [{name: A, valueFrom: {configData: {configDataName: proposal, key: HOST}}}]',
      '=proposed',
    ],
    ['from a Secret keeps it', 'env: [{name: A, valueFrom: {secretKeyRef: {name: secret, key: PASSWORD}}}]', '?'],
    ['from an unknown value', 'env: [{name: A, valueFrom: {configMapKeyRef: {name: other, key: OPAQUE}}}]', '?'],
    ['from no known object', 'env: [{name: A, valueFrom: {configMapKeyRef: {name: gone, key: A}}}]', '?'],
    ['from an unknown source', 'env: [{name: A, valueFrom: {futureRef: {name: a}}}]', '?'],
    [
      'with value and valueFrom has the value',
      'env: [{name: A, value: a, valueFrom: {fieldRef: {fieldPath: b}}}]',
      '=a',
    ],
    ['with an empty value has the other', 'env: [{name: A, value: "", valueFrom: {fieldRef: {fieldPath: b}}}]', '?'],
  ])('%s', (_, container, state) => expect(stateOf(lookUp(environmentOf(container), 'A'))).toBe(state));

  const optional = (name: string, key: string): string =>
    `{name: A, valueFrom: {configMapKeyRef: {name: ${name}, key: ${key}, optional: true}}}`;

  test.each([
    ['that is optional and there is set', [optional('config', 'HOST')], '=db'],
    ['that is optional and missing is not', [optional('config', 'NONE')], '-'],
    ['that is optional and missing leaves an earlier one', ['{name: A, value: a}', optional('config', 'NONE')], '=a'],
    ['that is optional may be in the cluster', [optional('gone', 'A')], '??'],
    ['that is optional may be in the rest of an object', [optional('part', 'NONE')], '??'],
    ['is there with either value', ['{name: A, value: a}', optional('gone', 'A')], '?'],
    ['is perhaps there twice', [optional('gone', 'A'), optional('gone', 'B')], '??'],
  ])('%s', (_, env, state) => {
    expect(stateOf(lookUp(environmentOf(`env: [${env.join(', ')}]`), 'A'))).toBe(state);
  });

  test('does not see what is optional and missing', () => {
    const environment = environmentOf(`env: [${optional('config', 'NONE')}, {name: B, value: $(A)}]`);
    expect(stateOf(lookUp(environment, 'B'))).toBe('=$(A)');
  });

  test.each(['__proto__', 'constructor', 'toString'])('%s is a variable like any other', (name) => {
    const environment = environmentOf(`env: [{name: B, value: $(${name})}, {name: ${name}, value: a}]`);
    expect(stateOf(lookUp(environment, 'B'))).toBe(`=$(${name})`);
    expect(stateOf(lookUp(environment, name))).toBe('=a');
    expect(stateOf(lookUp(environment, name, 1))).toBe('-');
  });

  test('that would be longer than Linux allows is not known', () => {
    const doubled = Array.from({ length: 60 }, (_, index) => `{name: A${index + 1}, value: $(A${index})$(A${index})}`);
    const environment = environmentOf(`env: [{name: A0, value: "0123456789"}, ${doubled.join(', ')}]`);
    expect(stateOf(lookUp(environment, 'A10'))).toBe(`=${'0123456789'.repeat(1024)}`);
    expect(stateOf(lookUp(environment, 'A60'))).toBe('?');
  });

  test('is not known where all of them together would be longer than Linux allows', () => {
    const long = Array.from({ length: 100 }, (_, index) => `{name: A${index + 1}, value: $(A0)$(A0)}`);
    const environment = environmentOf(`env: [{name: A0, value: ${'a'.repeat(60_000)}}, ${long.join(', ')}]`);
    expect(stateOf(lookUp(environment, 'A50'))).toBe(`=${'a'.repeat(120_000)}`);
    expect(stateOf(lookUp(environment, 'A100'))).toBe('?');
  });

  test('of thousands of sources is looked up in few of them', () => {
    const sources = Array.from({ length: 5000 }, (_, index) => `{prefix: P${index}_, secretRef: {name: s${index}}}`);
    const environment = environmentOf(`{envFrom: [{configMapRef: {name: config}}, ${sources.join(', ')}]}`);
    expect([...environment.declared.values()].flat()).toHaveLength(4);
    expect(lookUp(environment, 'P4999_A')?.origin).toMatchObject({ kind: 'envFrom', index: 5000 });
    expect(stateOf(lookUp(environment, 'HOST'))).toBe('=db');
  });
});

describe('envFrom', () => {
  test.each([
    ['brings the keys of a ConfigMap', '[{configMapRef: {name: config}}]', '=db'],
    ['as the proposal for optional ConfigMaps spells it', '[{configMap: {name: config}}]', '=db'],
    ['brings the keys of ConfigData', '[{configData: {configDataName: proposal}}]', '=proposed'],
    ['brings the keys of ConfigData by its other name', '[{configDataRef: {name: proposal}}]', '=proposed'],
    ['lets a later source win', '[{configMapRef: {name: config}}, {configMapRef: {name: other}}]', '=other'],
    ['has a prefix', '[{prefix: X_, configMapRef: {name: config}}]', '-'],
    ['may bring anything from what is not known', '[{configMapRef: {name: gone}}]', '??'],
    ['may bring anything from what is not known, optional or not', '[{secretRef: {name: gone, optional: true}}]', '??'],
    ['brings only names with its prefix', '[{prefix: X_, secretRef: {name: gone}}]', '-'],
    ['may override what came before', '[{configMapRef: {name: config}}, {secretRef: {name: gone}}]', '?'],
    ['cannot override what comes behind', '[{secretRef: {name: gone}}, {configMapRef: {name: config}}]', '=db'],
    ['has the keys that are known of a part', '[{configMapRef: {name: part}}]', '=part'],
    ['may be anything where its kind is not known', '[{futureRef: {name: a}}]', '??'],
  ])('%s', (_, envFrom, state) => {
    expect(stateOf(lookUp(environmentOf(`envFrom: ${envFrom}`), 'HOST'))).toBe(state);
  });

  test('gives way to env', () => {
    const environment = environmentOf('{envFrom: [{configMapRef: {name: config}}], env: [{name: HOST, value: mine}]}');
    expect(stateOf(lookUp(environment, 'HOST', 0))).toBe('=db');
    expect(stateOf(lookUp(environment, 'HOST'))).toBe('=mine');
  });

  test('may bring further keys of an object of which not all are known', () => {
    const environment = environmentOf('envFrom: [{prefix: X_, configMapRef: {name: part}}]');
    expect(stateOf(lookUp(environment, 'X_HOST'))).toBe('=part');
    expect(stateOf(lookUp(environment, 'X_OTHER'))).toBe('??');
    expect(lookUp(environment, 'OTHER')).toBeUndefined();
  });

  test('may override the variables of a Service if not all of its keys are known', () => {
    const environment = environmentOf('envFrom: [{secretRef: {name: gone}}]');
    expect(stateOf(lookUp(environment, 'DB_SERVICE_HOST'))).toBe('?');
    expect(environment.openSources.all).toEqual([
      { index: 0, prefix: '', reference: { kind: 'Secret', name: 'gone', optional: false } },
    ]);
  });

  test('perhaps brings a key that kubelets before 1.30 leave out', () => {
    const environment = environmentOf(
      'envFrom: [{configMapRef: {name: config}}, {prefix: X_, configMapRef: {name: config}}]',
    );
    expect(stateOf(lookUp(environment, '1ST'))).toBe('??');
    expect(stateOf(lookUp(environment, 'X_1ST'))).toBe('=x');
  });
});

test('every variable says where it comes from', () => {
  const environment = environmentOf(`
    envFrom:
    - configMapRef: {name: config}
    - secretRef: {name: gone, optional: true}
    env:
    - {name: HOST, valueFrom: {secretKeyRef: {name: gone, key: host, optional: true}}}
    - {name: URL, value: $(HOST)}
  `);
  const origins = finalVariables(environment).map((variable) => {
    const chain: string[] = [];
    for (let one: Variable | undefined = variable; one; one = one.otherwise) {
      const { origin } = one;
      const place = origin.kind === 'service' ? origin.service : `${origin.kind}[${origin.index}]`;
      chain.push(`${place} ${stateOf(one)}`);
    }
    return `${variable.name}: ${chain.join(' or ')}`;
  });
  expect(origins).toEqual([
    'DB_SERVICE_HOST: envFrom[1] ? or db =10.0.0.1',
    'DB_SERVICE_PORT: envFrom[1] ? or db =5432',
    'DB_PORT: envFrom[1] ? or db =tcp://10.0.0.1:5432',
    'DB_PORT_5432_TCP: envFrom[1] ? or db =tcp://10.0.0.1:5432',
    'DB_PORT_5432_TCP_PROTO: envFrom[1] ? or db =tcp',
    'DB_PORT_5432_TCP_PORT: envFrom[1] ? or db =5432',
    'DB_PORT_5432_TCP_ADDR: envFrom[1] ? or db =10.0.0.1',
    ...['_SERVICE_HOST', '_SERVICE_PORT', '_SERVICE_PORT_HTTPS', '_PORT', '_PORT_443_TCP', '_PORT_443_TCP_PROTO'].map(
      (name) => `KUBERNETES${name}: envFrom[1] ? or kubernetes ?`,
    ),
    'KUBERNETES_PORT_443_TCP_PORT: envFrom[1] ? or kubernetes ?',
    'KUBERNETES_PORT_443_TCP_ADDR: envFrom[1] ? or kubernetes ?',
    'HOST: env[0] ? or envFrom[1] ? or envFrom[0] =db',
    'PORT: envFrom[1] ? or envFrom[0] =5432',
    'REF: envFrom[1] ? or envFrom[0] =$(HOST)',
    '1ST: envFrom[1] ?? or envFrom[0] ??',
    'URL: env[1] ?',
  ]);
});

test.each([
  ['an env value', 'env: [{name: A, value: $(B)}]', true],
  ['a command', 'command: [$(B)]', true],
  ['an argument', 'args: [a, "--b=$(B)"]', true],
  ['nothing else', '{image: $(B), args: ["${B}", $B], env: [{name: $(A), value: b}, {name: B}, null]}', false],
])('references are looked for in %s', (_, container, answer) => {
  expect(hasReferences(parseValue(container) as ValueMap)).toBe(answer);
});

test('entries that are no mappings are passed over', () => {
  const environment = environmentOf('{envFrom: [a, null], env: [a, {name: A, value: a}, null]}');
  expect(stateOf(lookUp(environment, 'A'))).toBe('=a');
  expect(lookUp(environment, 'A', 1)).toBeUndefined();
});
