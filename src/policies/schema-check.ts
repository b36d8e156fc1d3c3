/**
 * Whether a value conforms to a JSON schema (draft 7), for the keywords that {@link Schema} has: yes or no. It lets a sound
 * policy through without ajv, whose code would add a tenth to the time that the program takes to start.
 */
import { isList, isMap, type Value } from '../yaml/value.ts';
import { resolve, type Schema } from './policy-schema.ts';

/** Whether `value` keeps one keyword of `schema`, which stands there with `argument`. */
type Keyword<Argument> = (value: Value, argument: Argument, schema: Schema) => boolean;

/** All others are no rules. */
export const KEYWORDS: { readonly [Name in keyof Schema]?: Keyword<NonNullable<Schema[Name]>> } = {
  $ref: (value, $ref) => conforms(value, resolve({ $ref })),
  type: (value, types) =>
    typeof types === 'string' ? isOfType(value, types) : types.some((type) => isOfType(value, type)),
  enum: (value, choices) => choices.includes(value),
  not: (value, schema) => !conforms(value, schema),
  allOf: (value, schemas) => schemas.every((schema) => conforms(value, schema)),
  anyOf: (value, schemas) => schemas.some((schema) => conforms(value, schema)),
  oneOf: (value, schemas) => schemas.filter((schema) => conforms(value, schema)).length === 1,
  if: (value, schema, { then = {} }) => !conforms(value, schema) || conforms(value, then),
  // These are about values of one type, and let all others pass.
  pattern: (value, pattern) => typeof value !== 'string' || regExp(pattern).test(value),
  minLength: (value, least) => typeof value !== 'string' || Array.from(value).length >= least,
  maxLength: (value, most) => typeof value !== 'string' || Array.from(value).length <= most,
  minimum: (value, least) => typeof value !== 'number' || value >= least,
  maximum: (value, most) => typeof value !== 'number' || value <= most,
  items: (value, schema) => !isList(value) || value.every((item) => conforms(item, schema)),
  minItems: (value, least) => !isList(value) || value.length >= least,
  maxItems: (value, most) => !isList(value) || value.length <= most,
  required: (value, names) => !isMap(value) || names.every((name) => Object.hasOwn(value, name)),
  properties: (value, schemas) =>
    !isMap(value) ||
    Object.keys(value).every(
      (name) => !Object.hasOwn(schemas, name) || conforms(value[name] as Value, schemas[name] as Schema),
    ),
  additionalProperties: (value, schema, { properties = {} }) =>
    !isMap(value) ||
    Object.keys(value).every((name) => Object.hasOwn(properties, name) || conforms(value[name] as Value, schema)),
  propertyNames: (value, schema) => !isMap(value) || Object.keys(value).every((name) => conforms(name, schema)),
  minProperties: (value, least) => !isMap(value) || Object.keys(value).length >= least,
  maxProperties: (value, most) => !isMap(value) || Object.keys(value).length <= most,
};

/** Whether ajv would find nothing wrong with `value`. */
export function conforms(value: Value, schema: Schema | boolean): boolean {
  if (typeof schema === 'boolean') return schema;
  for (const name in schema) {
    const keyword = KEYWORDS[name as keyof Schema] as Keyword<unknown> | undefined;
    if (keyword && !keyword(value, schema[name as keyof Schema], schema)) return false;
  }
  return true;
}

const TYPES: Readonly<Record<string, (value: Value) => boolean>> = {
  object: isMap,
  array: isList,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  integer: Number.isInteger,
  null: (value) => value === null,
};

function isOfType(value: Value, type: string): boolean {
  return TYPES[type]?.(value) ?? false;
}

const regExps = new Map<string, RegExp>();

function regExp(pattern: string): RegExp {
  let compiled = regExps.get(pattern);
  if (!compiled) regExps.set(pattern, (compiled = new RegExp(pattern, 'u')));
  return compiled;
}
