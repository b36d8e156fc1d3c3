/**
 * Whether a value conforms to a JSON schema (draft 7), for the keywords that `policy.schema.json` uses. It says yes or no;
 * what is wrong ajv says, whose code takes longer to load than a sound policy to check.
 */

/** A schema, or `true` for anything and `false` for nothing. */
export type JsonSchema = boolean | JsonSchemaObject;

export interface JsonSchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly not?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

/** `root` is the schema whose definitions are referred to. */
export function conforms(value: unknown, schema: JsonSchema, root: JsonSchemaObject): boolean {
  if (typeof schema === 'boolean') return schema;
  const to = (part: JsonSchema): boolean => conforms(value, part, root);
  const { $ref, type, enum: choices, not, allOf, anyOf, oneOf, if: condition } = schema;
  if ($ref !== undefined && !to(definition($ref, root))) return false;
  if (
    type !== undefined &&
    !(typeof type === 'string' ? isOfType(value, type) : type.some((one) => isOfType(value, one)))
  )
    return false;
  if (choices && !choices.includes(value)) return false;
  if ('const' in schema && schema.const !== value) return false;
  if (!conformsByType(value, schema, root)) return false;
  if (not !== undefined && to(not)) return false;
  if (allOf && !allOf.every(to)) return false;
  if (anyOf && !anyOf.some(to)) return false;
  if (oneOf && oneOf.filter(to).length !== 1) return false;
  return condition === undefined || to((to(condition) ? schema.then : schema.else) ?? true);
}

function definition($ref: string, { definitions }: JsonSchemaObject): JsonSchema {
  const found = definitions?.[$ref.replace('#/definitions/', '')];
  if (found === undefined) throw new Error(`The schema has no ${$ref}`);
  return found;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The keywords that only count for values of a certain type. */
function conformsByType(value: unknown, schema: JsonSchemaObject, root: JsonSchemaObject): boolean {
  if (typeof value === 'string') return isText(value, schema);
  if (typeof value === 'number') return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  if (Array.isArray(value)) {
    const { items = true } = schema;
    return (
      isBetween(value.length, schema.minItems, schema.maxItems) && value.every((item) => conforms(item, items, root))
    );
  }
  return !isObject(value) || isMapping(value, schema, root);
}

const patterns = new Map<string, RegExp>();

function isText(value: string, { pattern, minLength, maxLength }: JsonSchemaObject): boolean {
  if ((minLength ?? maxLength) !== undefined && !isBetween(Array.from(value).length, minLength, maxLength))
    return false;
  if (pattern === undefined) return true;
  let compiled = patterns.get(pattern);
  if (compiled === undefined) patterns.set(pattern, (compiled = new RegExp(pattern, 'u')));
  return compiled.test(value);
}

function isMapping(
  value: Readonly<Record<string, unknown>>,
  { required = [], properties = {}, additionalProperties = true, propertyNames = true, ...schema }: JsonSchemaObject,
  root: JsonSchemaObject,
): boolean {
  const names = Object.keys(value);
  return (
    isBetween(names.length, schema.minProperties, schema.maxProperties) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    names.every((name) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return conforms(name, propertyNames, root) && conforms(value[name], property ?? additionalProperties, root);
    })
  );
}

function isBetween(count: number, least = 0, most = Infinity): boolean {
  return count >= least && count <= most;
}
