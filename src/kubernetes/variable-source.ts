/** Where the entries of `env` and `envFrom` take their values from (Kubernetes API reference, EnvVarSource, EnvFromSource). */
import { at, isList, isMap, scalarText, type Value, type ValueMap } from '../yaml/value.ts';

export type DataKind = 'ConfigMap' | 'ConfigData' | 'Secret';

/** An object of which all keys become variables. */
export interface DataReference {
  readonly kind: DataKind;
  readonly name: string;
  readonly optional: boolean;
}

/** One key of an object. */
export interface KeyReference extends DataReference {
  readonly key: string;
}

export type VariableSource =
  /** The text that the entry itself has, its references not yet expanded. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'key'; readonly reference: KeyReference }
  /** A field of the pod, a resource of a container, a line of a file: only the node knows the value. */
  | { readonly kind: 'node'; readonly optional: boolean };

/** A field that refers to an object. */
export interface ReferenceField {
  readonly kind: DataKind;
  /** The field below it with the object's name. */
  readonly name: string;
}

/** The API's fields, and the spellings of the proposals for ConfigData and for optional ConfigMaps. */
export const ENV_FROM_FIELDS: ReadonlyMap<string, ReferenceField> = new Map([
  ['configMapRef', { kind: 'ConfigMap', name: 'name' }],
  ['secretRef', { kind: 'Secret', name: 'name' }],
  ['configMap', { kind: 'ConfigMap', name: 'name' }],
  ['configDataRef', { kind: 'ConfigData', name: 'name' }],
  ['configData', { kind: 'ConfigData', name: 'configDataName' }],
]);
export const VALUE_FROM_FIELDS: ReadonlyMap<string, ReferenceField> = new Map([
  ['configMapKeyRef', { kind: 'ConfigMap', name: 'name' }],
  ['secretKeyRef', { kind: 'Secret', name: 'name' }],
  ['configData', { kind: 'ConfigData', name: 'configDataName' }],
]);

/** What an `envFrom` entry refers to; undefined where it is of no known kind. */
export function dataReference(source: ValueMap): DataReference | undefined {
  return referenceIn(source, ENV_FROM_FIELDS)?.reference;
}

/**
 * Where an `env` entry takes its value from. Of `value` and `valueFrom` the kubelet takes a `value` that is not empty;
 * one that is no string counts as its text, as it does when it is injected.
 */
export function variableSource(variable: ValueMap): VariableSource {
  const { value, valueFrom } = variable;
  if (isMap(value) || isList(value)) return { kind: 'node', optional: false };
  const text = scalarText(value);
  if (text !== '' || !isMap(valueFrom)) return { kind: 'text', text };
  const found = referenceIn(valueFrom, VALUE_FROM_FIELDS);
  if (!found) return { kind: 'node', optional: at(valueFrom, 'fileKeyRef', 'optional') === true };
  return { kind: 'key', reference: { ...found.reference, key: scalarText(found.value['key']) } };
}

function referenceIn(
  holder: ValueMap,
  fields: ReadonlyMap<string, ReferenceField>,
): { readonly reference: DataReference; readonly value: ValueMap } | undefined {
  for (const [field, { kind, name }] of fields) {
    const value: Value | undefined = holder[field];
    if (!isMap(value)) continue;
    return { reference: { kind, name: scalarText(value[name]), optional: value['optional'] === true }, value };
  }
  return undefined;
}
