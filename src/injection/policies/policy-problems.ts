/**
 * What is wrong with a ServiceInjectionPolicy, in words that its author can act on.
 *
 * `policy.schema.json` holds the rules and, as `x-expected`, the words for each. A policy is judged as the API server
 * would see it: unknown fields are dropped (with a warning) and null fields are absent, so that what is dropped never
 * counts as, say, the one source of a variable.
 */
import type { ErrorObject } from 'ajv';
import { nearestName } from '../../krm/nearest-name.ts';
import { validate } from './policy.schema.generated.js';
import policySchema from './policy.schema.json' with { type: 'json' };
import { conforms, type JsonSchemaObject } from './schema-check.ts';

export interface PolicyProblem {
  readonly severity: 'error' | 'warning';
  /** For example `spec.env[0].name` or `metadata.annotations["a/b"]`; for a missing field, where it should be. */
  readonly path: string;
  /** One line. */
  readonly message: string;
}

/** Steps from the policy to a place in it: keys of mappings and indices of lists. */
type Place = readonly (string | number)[];
type Finding = Pick<PolicyProblem, 'severity' | 'message'> & { readonly place: Place };

/** As much of JSON Schema as it takes to find fields and words. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema | boolean>>;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly not?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly 'x-expected'?: string;
}

const root = policySchema as Schema;

/** The problems of `policy`, given as plain JSON values, in the order of their places in it; none if it is sound. */
export function policyProblems(policy: unknown): PolicyProblem[] {
  const ignored: Finding[] = [];
  const kept = withoutIgnored(policy, root, [], ignored);
  const findings = [...ignored, ...emptiedSelector(kept, ignored), ...violations(policy, kept, errorsOf(kept))];
  const indexIn = memorizedIndices();
  return findings
    .map((finding) => ({ ...finding, position: positionOf(finding.place, policy, indexIn) }))
    .toSorted((a, b) => comparePositions(a.position, b.position))
    .map(({ severity, place, message }) => ({ severity, path: pathText(place), message }));
}

/** What ajv finds wrong; its code, which is large, is loaded only where anything is. */
function errorsOf(kept: unknown): readonly ErrorObject[] {
  const rules = policySchema as JsonSchemaObject;
  if (conforms(kept, rules, rules)) return [];
  validate(kept);
  return validate.errors ?? [];
}

/** `value` without its unknown and null fields; the unknown ones are reported to `ignored`. */
function withoutIgnored(value: unknown, schema: Schema, place: Place, ignored: Finding[]): unknown {
  const { items, properties, additionalProperties } = resolve(schema);
  if (Array.isArray(value) && items) {
    return value.map((item: unknown, index) => withoutIgnored(item, items, [...place, index], ignored));
  }
  // A mapping with keys of the user's own keeps its nulls: to drop a label would widen a selector.
  if (!isMapping(value) || !properties) return value;
  const kept: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    const known = own(properties, key);
    if (known === undefined && additionalProperties === false) {
      const message = unknownField(key, Object.keys(properties));
      ignored.push({ severity: 'warning', place: [...place, key], message });
    } else if (item !== null) {
      kept[key] = isSchema(known) ? withoutIgnored(item, known, [...place, key], ignored) : item;
    }
  }
  return kept;
}

function unknownField(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known);
  if (nearest !== undefined) return `unknown field ${quote(key)}; did you mean ${quote(nearest)}?`;
  const names = known.length > 8 ? [...known.slice(0, 7), `${known.length - 7} more`] : known;
  return `unknown field ${quote(key)}; known here: ${enumerate(names, 'and')}`;
}

/** A selector that only unknown fields made non-empty would select everything, which its author did not ask for. */
function emptiedSelector(kept: unknown, ignored: readonly Finding[]): Finding[] {
  const place = ['spec', 'selector'];
  const selector = valueAt(kept, place);
  if (!isMapping(selector) || Object.keys(selector).length > 0) return [];
  if (!ignored.some((finding) => pathText(finding.place.slice(0, -1)) === 'spec.selector')) return [];
  const message = 'expected matchLabels, matchExpressions or {} (which selects all), found only unknown fields';
  return [{ severity: 'error', place, message }];
}

/** One finding for each value or key: of one mistake ajv makes several errors (pattern and length, a rule and its branches). */
function violations(policy: unknown, kept: unknown, errors: readonly ErrorObject[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const error of errors) {
    if (isEcho(error)) continue;
    const place = placeOf(error, kept);
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

function placeOf(error: ErrorObject, value: unknown): Place {
  const place: (string | number)[] = [];
  for (const key of pointer(error.instancePath)) place.push(Array.isArray(valueAt(value, place)) ? Number(key) : key);
  if (error.propertyName !== undefined) place.push(error.propertyName);
  if (error.keyword === 'required') place.push(String(error.params['missingProperty']));
  return place;
}

function violation(error: ErrorObject, found: unknown): string {
  const schemas = schemasAlong(error);
  const rule = brokenRule(error, schemas);
  const subject = schemas.at(-1) ?? root;
  switch (error.keyword) {
    case 'required':
      return expected(wordsFor(own(rule.properties, String(error.params['missingProperty']))), describe(found));
    case 'type':
      // "A DNS label, found 80" would mislead: the digits are fine, the type is not.
      return expected(rule.type === 'string' ? 'a string' : wordsFor(rule), describe(found) + quotesHint(rule, found));
    case 'not':
      return expected(wordsFor(rule.not), describe(found));
    case 'minProperties':
    case 'maxProperties':
    case 'oneOf':
    case 'anyOf':
      return expected(wordsFor(subject), presentOf(alternatives(rule, subject), found));
    default:
      return expected(wordsFor(rule), describe(error.propertyName ?? found) + choiceHint(rule, found));
  }
}

function expected(words: string, found: string): string {
  return `expected ${words}, found ${found}`;
}

function wordsFor(schema: Schema | boolean | undefined): string {
  if (!isSchema(schema)) return 'a value';
  const { 'x-expected': words, enum: choices, type } = resolve(schema);
  if (words !== undefined) return words;
  if (choices) return enumerate(choices.map(plain), 'or');
  return typeWords[String(Array.isArray(type) ? type[0] : type)] ?? 'a value';
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  object: 'a mapping',
  array: 'a list',
};

function quotesHint({ type }: Schema, found: unknown): string {
  if (type === 'string') return typeof found === 'number' || typeof found === 'boolean' ? '; put it in quotes' : '';
  const meant = type === 'boolean' ? /^(true|false)$/i : type === 'integer' ? /^[0-9]+$/ : undefined;
  return typeof found === 'string' && meant?.test(found) ? '; remove the quotes' : '';
}

function choiceHint({ enum: choices, 'x-expected': words }: Schema, found: unknown): string {
  if (!choices || words !== undefined || typeof found !== 'string') return '';
  const nearest = nearestName(found, choices.map(String));
  return nearest ? `; did you mean ${quote(nearest)}?` : '';
}

/** The fields that exclude each other: those of the branches or, where the rule only counts, all that hold mappings. */
function alternatives(rule: Schema, subject: Schema): string[] {
  const branches = rule.oneOf ?? rule.anyOf;
  if (branches) return branches.flatMap((branch) => branch.required ?? []);
  return Object.entries(subject.properties ?? {})
    .filter(([, schema]) => isSchema(schema) && resolve(schema).type === 'object')
    .map(([key]) => key);
}

function presentOf(names: readonly string[], value: unknown): string {
  const present = isMapping(value) ? names.filter((name) => (own(value, name) ?? null) !== null) : [];
  return present.length > 0 ? enumerate(present, 'and') : 'none of them';
}

/** The schemas of the values on the way to the one that the error is about, which is the last. */
function schemasAlong(error: ErrorObject): Schema[] {
  const schemas = [root];
  for (const key of pointer(error.instancePath)) {
    const { items, properties, additionalProperties } = schemas.at(-1) ?? root;
    const next = items ?? own(properties, key) ?? additionalProperties;
    if (isSchema(next)) schemas.push(resolve(next));
  }
  const names = schemas.at(-1)?.propertyNames;
  return error.propertyName !== undefined && names ? [...schemas, resolve(names)] : schemas;
}

/**
 * The schema whose keyword failed. `schemaPath` starts at the root or, since ajv compiles definitions on their own,
 * at the definition of any value on the way; the innermost that has such a keyword is the one.
 */
function brokenRule({ schemaPath, keyword }: ErrorObject, schemas: readonly Schema[]): Schema {
  const steps = pointer(schemaPath).slice(0, -1);
  const rule = schemas
    .map((schema) => valueAt(schema, steps))
    .findLast((found) => isMapping(found) && keyword in found);
  if (rule === undefined) throw new Error(`The schema has no ${keyword} at ${schemaPath}`);
  return rule as Schema;
}

/** The schema with its reference followed. */
function resolve(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (valueAt(policySchema, pointer(schema.$ref)) as Schema);
}

function isSchema(schema: Schema | boolean | undefined): schema is Schema {
  return typeof schema === 'object';
}

/** The steps of a JSON pointer, after the `#` of a reference. */
function pointer(text: string): string[] {
  return text
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((here, step) => own(here, String(step)), value);
}

/** A field, never something inherited: `constructor` and `__proto__` are keys like any other. */
function own<T>(from: { readonly [key: string]: T } | undefined, key: string): T | undefined;
function own(from: unknown, key: string): unknown;
function own(from: unknown, key: string): unknown {
  return typeof from === 'object' && from !== null && Object.hasOwn(from, key) ? Reflect.get(from, key) : undefined;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where each step stands among its neighbours; what is missing stands before them. */
function positionOf(place: Place, policy: unknown, indexIn: (around: object, key: string) => number): number[] {
  return place.map((step, index) => {
    const around = valueAt(policy, place.slice(0, index));
    return typeof step === 'number' ? step : isMapping(around) ? indexIn(around, step) : -1;
  });
}

/** Gives where a key stands in a mapping, which may be asked about as many keys as it has; -1 where it has none. */
function memorizedIndices(): (around: object, key: string) => number {
  const known = new Map<object, ReadonlyMap<string, number>>();
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

function pathText(place: Place): string {
  return place.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    if (!/^[\w-]+$/.test(step)) return `${path}[${quote(step, Infinity)}]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');
}

/** A found value on one line. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isMapping(value)) return Object.keys(value).length === 0 ? 'an empty mapping' : 'a mapping';
  return `${value as number | boolean | null}`;
}

/** In double quotes, on one line, and not much longer than `limit`. */
function quote(text: string, limit = 60): string {
  const characters = Array.from(text);
  if (characters.length > limit) {
    return `${quote(`${characters.slice(0, limit - 1).join('')}…`)} (${characters.length} characters)`;
  }
  return JSON.stringify(text).replaceAll(/[\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function plain(value: unknown): string {
  return value === '' ? '""' : String(value);
}

function enumerate(names: readonly string[], conjunction: 'and' | 'or'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
