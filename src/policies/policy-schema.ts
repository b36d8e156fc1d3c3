/**
 * The rules for policies, as JSON schemas (draft 7): ours in `policy.schema.json`, and in `pod-definitions.json` those for
 * what a policy puts into pods, which are Kubernetes' own.
 */
import podDefinitions from './pod-definitions.json' with { type: 'json' };
import policySchema from './policy.schema.json' with { type: 'json' };

/** A JSON schema, with the keywords that the two files use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly not?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  /** What a message says is expected: "a list of volumes". */
  readonly 'x-expected'?: string;
  /** Of a mapping that belongs to our own kinds; all others are Kubernetes' own. */
  readonly 'x-origin'?: 'own';
}

/** What a ServiceInjectionPolicy has to be. */
export const policyRules = policySchema as Schema;

const definitions: Readonly<Record<string, Schema>> = podDefinitions.definitions as Record<string, Schema>;

/** The definition that `schema` refers to, or itself where it refers to none. */
export function resolve(schema: Schema): Schema {
  const { $ref } = schema;
  if ($ref === undefined) return schema;
  const found = definitions[$ref.slice($ref.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`No definition for ${$ref}`);
  return found;
}
