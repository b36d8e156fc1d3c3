/**
 * The ConfigMaps, ConfigData and Secrets that a pod template refers to (Kubernetes API reference, EnvVarSource,
 * EnvFromSource, ConfigMapVolumeSource, SecretVolumeSource, VolumeProjection; proposals: Generic Configuration Object,
 * Optional ConfigMaps and Secrets).
 */
import { at, isList, isMap, scalarText, type ValueMap } from '../yaml/value.ts';
import {
  ENV_FROM_FIELDS,
  variableSource,
  VALUE_FROM_FIELDS,
  type DataReference,
  type ReferenceField,
} from './variable-source.ts';

/** The lists of a pod template whose entries refer to objects. */
export type ReferringList = 'env' | 'envFrom' | 'volumes';

type Path = readonly (string | number)[];

/** A reference, where it stands, and the keys that it asks for; without any it takes all there are. */
export interface PlacedReference extends DataReference {
  /** From the entry to the mapping that is the reference: `['valueFrom', 'configMapKeyRef']`. */
  readonly path: Path;
  /** The field of that mapping with the object's name. */
  readonly nameField: string;
  /** What becomes of the keys: of `binaryData` there are only files. */
  readonly as: 'variables' | 'files';
  /** Each with the path from the entry to it. */
  readonly keys: readonly { readonly key: string; readonly path: Path }[];
}

const VOLUME_FIELDS: ReadonlyMap<string, ReferenceField> = new Map([
  ['configMap', { kind: 'ConfigMap', name: 'name' }],
  ['secret', { kind: 'Secret', name: 'secretName' }],
  ['configData', { kind: 'ConfigData', name: 'configDataName' }],
]);
const PROJECTION_FIELDS: ReadonlyMap<string, ReferenceField> = new Map([
  ...VOLUME_FIELDS,
  ['secret', { kind: 'Secret', name: 'name' }],
]);

/** The references of an entry of a list, in the order of its fields. */
export function placedReferences(list: ReferringList, entry: ValueMap): readonly PlacedReference[] {
  switch (list) {
    case 'env':
      // A value that is not empty is what counts, whatever stands beside it.
      return isMap(entry['valueFrom']) && variableSource(entry).kind === 'key'
        ? referencesIn(entry, ['valueFrom'], VALUE_FROM_FIELDS, keyOf)
        : [];
    case 'envFrom':
      return referencesIn(entry, [], ENV_FROM_FIELDS, () => []);
    case 'volumes': {
      const sources = at(entry, 'projected', 'sources');
      return [
        ...referencesIn(entry, [], VOLUME_FIELDS, itemKeys),
        ...(isList(sources) ? sources : []).flatMap((source, index) =>
          isMap(source)
            ? referencesIn(source, ['projected', 'sources', index], PROJECTION_FIELDS, itemKeys, source)
            : [],
        ),
      ];
    }
  }
}

type KeysOf = (reference: ValueMap, path: Path) => PlacedReference['keys'];

function referencesIn(
  entry: ValueMap,
  holderPath: Path,
  fields: ReadonlyMap<string, ReferenceField>,
  keysOf: KeysOf,
  holder = at(entry, ...(holderPath as readonly string[])),
): readonly PlacedReference[] {
  if (!isMap(holder)) return [];
  const references: PlacedReference[] = [];
  for (const [field, { kind, name }] of fields) {
    const reference = holder[field];
    if (!isMap(reference)) continue;
    const path = [...holderPath, field];
    const optional = reference['optional'] === true;
    const as = keysOf === itemKeys ? 'files' : 'variables';
    const keys = keysOf(reference, path);
    references.push({ kind, name: scalarText(reference[name]), optional, path, nameField: name, as, keys });
  }
  return references;
}

function keyOf(reference: ValueMap, path: Path): PlacedReference['keys'] {
  return [{ key: scalarText(reference['key']), path: [...path, 'key'] }];
}

function itemKeys(reference: ValueMap, path: Path): PlacedReference['keys'] {
  const items = reference['items'];
  return (isList(items) ? items : []).map((item, index) => ({
    key: scalarText(at(item, 'key')),
    path: [...path, 'items', index, 'key'],
  }));
}
