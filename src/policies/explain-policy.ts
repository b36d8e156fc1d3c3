/**
 * What is wrong with a ServiceInjectionPolicy, in words that its author can act on. A policy is judged as the API server
 * would see it: unknown fields are dropped (with a warning) and null fields are absent, so that what is dropped never
 * counts as, say, the one source of a variable.
 */
import type { ErrorObject } from 'ajv';
import { fieldPath, type FieldPath } from '../wording/field-path.ts';
import { nearestName } from '../wording/nearest-name.ts';
import { isList, isMap, mapOf, valueAt, type Value, type ValueMap } from '../yaml/value.ts';
import { validate } from './policy.schema.generated.js';
import { policyRules, resolve, type Schema } from './policy-schema.ts';
import { enumerate, inOneLine, quote, violation } from './violation.ts';

export interface PolicyProblem {
  readonly severity: 'error' | 'warning';
  /** For example `spec.env[0].name` or `metadata.annotations["a/b"]`; for a missing field, where it should be. */
  readonly path: string;
  /** The same, as keys of mappings and indices of lists. */
  readonly place: FieldPath;
  /** One line. */
  readonly message: string;
  /** Of an unknown field, and of nothing else: whether one of our own kinds does not have it, or one of Kubernetes'. */
  readonly origin?: 'own' | 'kubernetes';
}

type Finding = Omit<PolicyProblem, 'path'>;

/** The problems of `policy`, in the order of their places in it. */
export function explainPolicy(policy: Value): PolicyProblem[] {
  const unknown: Finding[] = [];
  const kept = withoutIgnored(policy, policyRules, [], unknown);
  validate(kept);
  const findings = [...unknown, ...emptiedSelector(kept, unknown), ...violations(policy, validate.errors ?? [])];
  const indexIn = memorizedIndices();
  return findings
    .map((finding) => ({ finding, position: positionOf(finding.place, policy, indexIn) }))
    .toSorted((a, b) => comparePositions(a.position, b.position))
    .map(({ finding }) => ({ ...finding, path: pathText(finding.place) }));
}

/** `value` without its unknown and null fields; the unknown ones are added to `unknown`. */
function withoutIgnored(value: Value, schema: Schema, place: FieldPath, unknown: Finding[]): Value {
  const { items, properties, additionalProperties, 'x-origin': origin = 'kubernetes' } = resolve(schema);
  if (isList(value) && items) {
    return value.map((item, index) => withoutIgnored(item, items, [...place, index], unknown));
  }
  // A mapping with keys of the user's own keeps its nulls: to drop a label would widen a selector.
  if (!isMap(value) || !properties) return value;
  const kept: [string, Value][] = [];
  for (const [key, item] of Object.entries(value)) {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (known === undefined && additionalProperties === false) {
      const message = unknownField(key, Object.keys(properties));
      unknown.push({ severity: 'warning', place: [...place, key], message, origin });
    } else if (item !== null) {
      kept.push([key, known ? withoutIgnored(item, known, [...place, key], unknown) : item]);
    }
  }
  return mapOf(kept);
}

function unknownField(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known);
  if (nearest !== undefined) return `unknown field ${quote(key)}; did you mean ${quote(nearest)}?`;
  const names = known.length > 8 ? [...known.slice(0, 7), `${known.length - 7} more`] : known;
  return `unknown field ${quote(key)}; known here: ${enumerate(names, 'and')}`;
}

/** A selector that only unknown fields made non-empty would select everything, which its author did not ask for. */
function emptiedSelector(kept: Value, unknown: readonly Finding[]): Finding[] {
  const place = ['spec', 'selector'];
  const selector = valueAt(kept, place);
  if (!isMap(selector) || Object.keys(selector).length > 0) return [];
  if (!unknown.some((finding) => pathText(finding.place.slice(0, -1)) === 'spec.selector')) return [];
  const message = 'expected matchLabels, matchExpressions or {} (which selects all), found only unknown fields';
  return [{ severity: 'error', place, message }];
}

/** One finding for each value or key: of one mistake ajv makes several errors (pattern and length, a rule and its branches). */
function violations(policy: Value, errors: readonly ErrorObject[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const error of errors) {
    if (isEcho(error)) continue;
    const place = placeOf(error, policy);
    const path = `${pathText(place)} ${error.propertyName === undefined ? 'value' : 'key'}`;
    // A value of the wrong type breaks other rules as well, but the type is what is to be mended.
    if (findings.has(path) && error.keyword !== 'type') continue;
    findings.set(path, { severity: 'error', place, message: violation(error, valueAt(policy, place)) });
  }
  return [...findings.values()];
}

/** Whether the error only repeats another one, or tells of one branch among several. */
function isEcho({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword === 'if' || keyword === 'propertyNames' || /\/(oneOf|anyOf)\/\d+\//.test(schemaPath);
}

function placeOf({ instancePath, propertyName, keyword, params }: ErrorObject, policy: Value): FieldPath {
  const place: (string | number)[] = [];
  for (const step of instancePath.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    place.push(isList(valueAt(policy, place)) ? Number(key) : key);
  }
  if (propertyName !== undefined) place.push(propertyName);
  if (keyword === 'required') place.push(String(params['missingProperty']));
  return place;
}

/** Where each step stands among its neighbours; what is missing stands before them. */
function positionOf(place: FieldPath, policy: Value, indexIn: (around: ValueMap, key: string) => number): number[] {
  return place.map((step, index) => {
    const around = valueAt(policy, place.slice(0, index));
    return typeof step === 'number' ? step : isMap(around) ? indexIn(around, step) : -1;
  });
}

/** Gives where a key stands in a mapping, which may be asked about as many keys as it has; -1 where it has none. */
function memorizedIndices(): (around: ValueMap, key: string) => number {
  const known = new Map<ValueMap, ReadonlyMap<string, number>>();
  return (around, key) => {
    const indices = known.get(around) ?? new Map(Object.keys(around).map((one, index) => [one, index]));
    known.set(around, indices);
    return indices.get(key) ?? -1;
  };
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((position, at) => position !== b[at]);
  return index === -1 ? a.length - b.length : (a[index] ?? 0) - (b[index] ?? -Infinity);
}

function pathText(place: FieldPath): string {
  return inOneLine(fieldPath(place));
}
