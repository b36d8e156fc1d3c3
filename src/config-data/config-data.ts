/** ConfigData objects (proposal: Generic Configuration Object), and the ConfigMaps that they become. */
import { CONFIG_DATA_LIST, isOwnGroup } from '../api.ts';
import { fieldDiagnostic, type Diagnostic, type Finding } from '../diagnostics/diagnostic.ts';
import { sourceText, type Resource } from '../krm/resource.ts';
import { isConfigMapKey } from '../kubernetes/config-map-key.ts';
import { describeValue } from '../wording/describe-value.ts';
import type { FieldPath } from '../wording/field-path.ts';
import { nearestName } from '../wording/nearest-name.ts';
import { firstDuplicateKey, resolveAlias } from '../yaml/source-node.ts';
import { isList, isMap, mapOf, type Value, type ValueMap } from '../yaml/value.ts';

/** The fields of a ConfigMap: those that the proposal does not have are passed on. */
const FIELDS = ['apiVersion', 'kind', 'metadata', 'data', 'binaryData', 'immutable'];

/** What is wrong with a ConfigData; every problem names its field. */
export function configDataProblems(resource: Resource): readonly Diagnostic[] {
  const { value, ref, node } = resource;
  const diagnostics: Diagnostic[] = [];
  const add = (path: FieldPath, finding: Finding): void => {
    diagnostics.push(fieldDiagnostic(resource, path, finding));
  };
  const wrong = (path: FieldPath, message: string): void => {
    add(path, { id: 'config-data-invalid', severity: 'error', message });
  };
  const twice = firstDuplicateKey(resolveAlias(node));
  if (twice) {
    wrong([], `found the key "${twice.name}" twice in one mapping; which of the two counts depends on the reader`);
  }
  if (ref.name === '') wrong(['metadata', 'name'], 'expected a name, found none');
  for (const field of Object.keys(value).filter((name) => !FIELDS.includes(name))) {
    const nearest = nearestName(field, FIELDS);
    const hint = nearest === undefined ? 'known here: data' : `did you mean "${nearest}"?`;
    const message = `unknown field "${field}"; ${hint}`;
    add([field], { id: 'config-data-unknown-field', severity: 'warning', message });
  }
  for (const field of ['data', 'binaryData'] as const) {
    const data = value[field];
    if (data === undefined || data === null) continue;
    if (!isMap(data)) {
      wrong([field], `expected a mapping, found ${describeValue(data)}`);
      continue;
    }
    for (const [key, item] of Object.entries(data)) {
      if (!isConfigMapKey(key)) {
        const expected = "letters, digits, '-', '_' and '.', at most 253 of them and not '..' in front";
        wrong([field, key], `expected a key of ${expected}, found ${JSON.stringify(key)}`);
      }
      if (isMap(item) || isList(item)) wrong([field, key], `expected a string, found ${describeValue(item)}`);
    }
  }
  return diagnostics;
}

/** The values of a ConfigData by key; scalars that are no strings count as they are spelled. */
export function configDataTexts(resource: Resource): ReadonlyMap<string, string> {
  const { data } = resource.value;
  const entries = isMap(data) ? Object.entries(data) : [];
  return new Map(entries.map(([key, value]) => [key, textOf(resource, key, value)]));
}

function textOf(resource: Resource, key: string, value: Value): string {
  return typeof value === 'string' ? value : (sourceText(resource, ['data', key]) ?? '');
}

/**
 * The `v1 ConfigMap` that a ConfigData becomes: another apiVersion and kind, and strings for what is none. An item of a
 * ConfigDataList may leave the first two to its list: `isExplicit` where that does not become a ConfigMapList.
 */
export function asConfigMap(resource: Resource, isExplicit: boolean): ValueMap {
  const { value } = resource;
  const missing = isExplicit ? Object.entries(CONFIG_MAP).filter(([field]) => !(field in value)) : [];
  const pairs = Object.entries(value).map(([field, item]): [string, Value] => {
    if (field !== 'data' || !isMap(item)) return [field, CONFIG_MAP[field] ?? item];
    return [field, mapOf(Object.entries(item).map(([key, text]) => [key, textOf(resource, key, text)]))];
  });
  return mapOf([...missing, ...pairs]);
}

const CONFIG_MAP: Readonly<Record<string, Value>> = { apiVersion: 'v1', kind: 'ConfigMap' };

/** A value with every ConfigDataList in it, be it the value itself, as a ConfigMapList. */
export function withConfigMapLists(value: Value): Value {
  if (!isMap(value) || !isList(value['items'])) return value;
  const items = value['items'].map(withConfigMapLists);
  const changed = items.some((item, index) => item !== (value['items'] as readonly Value[])[index]);
  const { apiVersion, kind } = value;
  const isOurs = kind === CONFIG_DATA_LIST && typeof apiVersion === 'string' && isOwnGroup(apiVersion);
  if (!isOurs && !changed) return value;
  return mapOf(
    Object.entries(value).map(([field, item]) => {
      if (field === 'items') return [field, changed ? items : item];
      return [field, (isOurs ? CONFIG_MAP_LIST[field] : undefined) ?? item];
    }),
  );
}

const CONFIG_MAP_LIST: Readonly<Record<string, Value>> = { apiVersion: 'v1', kind: 'ConfigMapList' };
