import { describe, expect, test } from 'vitest';
import { parseValue } from '../testing/parse-value.ts';
import { at, type ValueMap } from '../yaml/value.ts';
import { evaluateEnvironment, LONGEST_STRING } from './environment.ts';
import { inlineExpansion } from './inline-expansion.ts';
import { serviceVariables } from './service-variables.ts';

function inlined(container: ValueMap): ValueMap {
  const scope = { namespace: 'shop', defaultNamespace: undefined, enableServiceLinks: true };
  const services = serviceVariables(
    [parseValue('{metadata: {name: db, namespace: shop}, spec: {ports: [{port: 1}]}}') as ValueMap],
    scope,
  );
  const environment = evaluateEnvironment(container, services, () => undefined);
  return inlineExpansion(container, environment);
}

const parsed = (text: string): ValueMap => parseValue(text) as ValueMap;
const A = '{name: A, value: a}';

describe('what is known at render time is written out', () => {
  test.each([
    ['in env', `env: [${A}, {name: B, value: "<$(A)>"}]`, `env: [${A}, {name: B, value: <a>}]`],
    ['in a command', `{env: [${A}], command: [x, $(A)]}`, `{env: [${A}], command: [x, a]}`],
    ['in arguments', `{env: [${A}], args: ["--a=$(A)"]}`, `{env: [${A}], args: [--a=a]}`],
    ['from Services', 'args: ["$(DB_SERVICE_HOST):$(DB_SERVICE_PORT)"]', 'args: ["$(DB_SERVICE_HOST):1"]'],
    [
      'step by step',
      `{env: [${A}, {name: B, value: $(A)$(A)}], args: [$(B)]}`,
      `{env: [${A}, {name: B, value: aa}], args: [aa]}`,
    ],
    [
      'with the value at that point of the list',
      `env: [${A}, {name: B, value: $(A)}, {name: A, value: z}, {name: C, value: $(A)}]`,
      `env: [${A}, {name: B, value: a}, {name: A, value: z}, {name: C, value: z}]`,
    ],
    [
      'so that a reference that stayed stays',
      '{env: [{name: B, value: $(C)}, {name: C, value: c}], args: [$(B)]}',
      '{env: [{name: B, value: $(C)}, {name: C, value: c}], args: [$$(C)]}',
    ],
    [
      'with escapes as they were',
      `{env: [{name: B, value: $$(A)}, ${A}], args: [$(A)$$(A)$(B)]}`,
      `{env: [{name: B, value: $$(A)}, ${A}], args: [a$$(A)$$(A)]}`,
    ],
    ['even if nothing remains', 'env: [{name: E}, {name: B, value: $(E)}]', 'env: [{name: E}, {name: B, value: ""}]'],
  ])('%s', (_, container, result) => expect(inlined(parsed(container))).toEqual(parsed(result)));
});

describe('the very same container comes back', () => {
  const field = '{name: F, valueFrom: {fieldRef: {fieldPath: status.podIP}}}';
  test.each([
    ['without references', `{env: [${A}, {name: B}, null], command: [x, 1], args: [$$(A), $A]}`],
    ['without lists', 'image: a'],
    ['where the value is not known', `{env: [${field}, {name: B, value: $(F)}], args: [$(F), $(B)]}`],
    ['where nothing sets the variable', 'args: [$(X), "$(date)"]'],
    ['where a Service elsewhere may set it', '{env: [{name: B, value: $(MQ_PORT)}], args: [$(B)]}'],
    ['where an empty value would give way', 'env: [{name: E}, {name: B, value: $(E), valueFrom: {fieldRef: {}}}]'],
    [
      'where a probe reads the value as it is written',
      `{env: [${A}, {name: B, value: $(A)}], startupProbe: {exec: {command: [x, "<$(B)>"]}}}`,
    ],
  ])('%s', (_, text) => {
    const container = parsed(text);
    expect(inlined(container)).toBe(container);
  });

  test('where the result is longer than Linux allows', () => {
    const half = 'x'.repeat(LONGEST_STRING / 2 + 1);
    const container = parsed(`{env: [{name: A, value: ${half}}], args: ["$(A)$(A)", $(A)]}`);
    expect(at(inlined(container), 'args')).toEqual(['$(A)$(A)', half]);
  });
});

test('what does not change is shared', () => {
  const container = parsed(
    `{env: [${A}, {name: B, value: $(A)}], args: [$(X), b], command: [$(A)], ports: [{port: 1}]}`,
  );
  const result = inlined(container);
  expect(Object.keys(result)).toEqual(Object.keys(container));
  expect(result['args']).toBe(container['args']);
  expect(result['ports']).toBe(container['ports']);
  expect((result['env'] as readonly unknown[])[0]).toBe((container['env'] as readonly unknown[])[0]);
});
