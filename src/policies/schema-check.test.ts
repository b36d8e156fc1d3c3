import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseValue } from '../testing/parse-value.ts';
import { CASES, expectShare } from '../testing/properties.ts';
import { isList, isMap, toJson, type Value } from '../yaml/value.ts';
import { explainPolicy } from './explain-policy.ts';
import podDefinitions from './pod-definitions.json' with { type: 'json' };
import { policyRules, type Schema } from './policy-schema.ts';
import { validate } from './policy.schema.generated.js';
import policySchema from './policy.schema.json' with { type: 'json' };
import { conforms, KEYWORDS } from './schema-check.ts';

/** A sound policy with something of everything. */
const POLICY = json(`
apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
kind: ServiceInjectionPolicy
metadata: {name: db, namespace: shop, labels: {a: b}}
spec:
  service: db
  selector:
    matchLabels: {role: frontend, example.com/tier: ""}
    matchExpressions:
      - {key: a, operator: In, values: [b]}
      - {key: c, operator: Exists}
  containers: [web, app-*]
  env:
    - {name: A, value: b}
    - {name: B, valueFrom: {secretKeyRef: {name: s, key: k, optional: true}}}
    - {name: C, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
    - {name: D, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}
    - {name: E, valueFrom: {configData: {configDataName: c, key: k}}}
    - {name: F, valueFrom: {fileKeyRef: {volumeName: v, path: a/b, key: K}}}
  envFrom:
    - {prefix: P_, configMapRef: {name: c, optional: false}}
    - {secretRef: {name: s}}
    - {configData: {configDataName: c}}
  volumes:
    - {name: a, emptyDir: {sizeLimit: 1Gi, medium: Memory}}
    - {name: b, configMap: {name: c, defaultMode: 420, items: [{key: k, path: p/q, mode: 256}]}}
    - {name: c, secret: {secretName: s}}
    - {name: d, projected: {sources: [{secret: {name: s}}, {downwardAPI: {items: [{path: p, fieldRef: {fieldPath: metadata.labels}}]}}, {serviceAccountToken: {path: t, expirationSeconds: 600}}]}}
    - {name: e, hostPath: {path: /var, type: Directory}}
    - {name: f, persistentVolumeClaim: {claimName: c}}
  volumeMounts:
    - {name: a, mountPath: /a, readOnly: true, subPath: x}
    - {name: b, mountPath: /b, mountPropagation: None}
`);

const ODD = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    420,
    600,
    '',
    'a',
    'A b',
    '..',
    '/',
    '../x',
    'true',
    '=',
    'In',
    'Exists',
    'exclude',
  ],
  ...[
    'a'.repeat(63),
    'a'.repeat(64),
    '😀'.repeat(200),
    'é',
    'a/b/c',
    [],
    {},
    [null],
    ['a', 1],
    { a: 1 },
    { name: 'x' },
  ],
];
const NAMES = [
  'name',
  'key',
  'value',
  'valueFrom',
  'optional',
  'items',
  'configMapRef',
  'mode',
  'path',
  'subPath',
  'x',
  '__proto__',
];

/** A change somewhere: what is there goes, becomes something else, or gets a further field. */
const change = fc.record({
  where: fc.nat(),
  kind: fc.constantFrom('replace', 'remove', 'add', 'repeat'),
  odd: fc.constantFrom(...ODD),
  name: fc.constantFrom(...NAMES),
});

function changed(
  value: unknown,
  { where, kind, odd, name }: typeof change extends fc.Arbitrary<infer T> ? T : never,
): unknown {
  const copy = structuredClone(value);
  const places = placesIn(copy);
  const place = places[where % places.length];
  if (place === undefined) return odd;
  const { holder, key } = place;
  if (kind === 'replace') Reflect.set(holder, key, structuredClone(odd));
  else if (kind === 'remove' && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind === 'remove') Reflect.deleteProperty(holder, key);
  else if (Array.isArray(holder)) holder.push(kind === 'add' ? odd : holder[0]);
  else
    Object.defineProperty(holder, name, {
      value: structuredClone(odd),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}

function placesIn(value: unknown): { holder: object; key: string }[] {
  if (!isMap(value as Value) && !isList(value as Value)) return [];
  const holder = value as object;
  return Object.entries(holder).flatMap(([key, below]) => [{ holder, key }, ...placesIn(below)]);
}

function json(yaml: string): unknown {
  return toJson(parseValue(yaml));
}

describe('a value conforms to the schema of policies', () => {
  test('where it is a sound policy', () => {
    expect(validate(POLICY), JSON.stringify(validate.errors)).toBe(true);
    expect(conforms(POLICY as Value, policyRules)).toBe(true);
  });

  test('exactly where ajv says so, and then there is nothing to explain', () => {
    const policies = fc.array(change, { minLength: 1, maxLength: 3 }).map((all) => all.reduce(changed, POLICY));
    let sound = 0;
    const property = fc.property(policies, (policy) => {
      const expected = validate(policy);
      const found = conforms(policy as Value, policyRules);
      expect(found, JSON.stringify({ policy, errors: validate.errors })).toBe(expected);
      if (!found) return;
      sound++;
      expect(explainPolicy(policy as Value)).toEqual([]);
    });
    fc.assert(property);
    expectShare(sound, CASES, 1 / 50);
  });

  test.each([
    ['a fraction where a whole number is due', 'type: integer', '1.5'],
    ['a number that is none', 'type: number', '.nan'],
    ['too short a text', 'minLength: 2', '😀'],
    ['too few fields', 'minProperties: 1', '{}'],
    ['two alternatives at once', 'oneOf: [{type: string}, {enum: [a]}]', 'a'],
    ['what is excluded', 'not: {enum: [a]}', 'a'],
    ['what a condition excludes', '{if: {type: string}, then: {enum: [a]}}', 'b'],
    ['a field that every object inherits', '{properties: {a: {}}, additionalProperties: false}', 'constructor: 1'],
  ])('and not where it is %s', (_, schema, value) => {
    expect(conforms(json(value) as Value, json(schema) as Schema)).toBe(false);
  });
});

test('the check knows every keyword of the schemas', () => {
  const rules = new Set<string>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [keyword, below] of Object.entries(schema)) {
      rules.add(keyword);
      if (keyword === 'properties' || keyword === 'definitions') Object.values(below as object).forEach(visit);
      else if (Array.isArray(below)) below.forEach(visit);
      else visit(below);
    }
  };
  visit(policySchema);
  visit(podDefinitions);
  const noRules = ['$schema', '$comment', 'title', 'description', 'x-expected', 'x-origin', 'definitions', 'then'];
  expect([...rules].filter((name) => !noRules.includes(name)).toSorted()).toEqual(Object.keys(KEYWORDS).toSorted());
});
