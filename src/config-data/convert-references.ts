/**
 * What becomes of references to ConfigData, in pod templates and in what policies want: references to ConfigMaps, or
 * the values themselves (proposal: Generic Configuration Object).
 */
import type { Finding } from '../diagnostics/diagnostic.ts';
import { placedReferences, type PlacedReference, type ReferringList } from '../kubernetes/data-references.ts';
import { escaped } from '../kubernetes/expansion.ts';
import type { Options } from '../options.ts';
import type { FieldPath } from '../wording/field-path.ts';
import { at, isMap, nameOf, replaceAt, valueAt, withRenamedKey, type ValueMap } from '../yaml/value.ts';
import type { DataObjects } from './data-objects.ts';
import { missingReferences } from './missing-references.ts';

/** What is to be said of a place within an entry. */
export interface EntryFinding extends Finding {
  readonly path: FieldPath;
}

export interface ConvertedEntry {
  /** Undefined where the entry refers to what is optional and not there. */
  readonly entry: ValueMap | undefined;
  /** Whether it refers to a ConfigData as to a ConfigMap now. */
  readonly isConfigData: boolean;
  readonly findings: readonly EntryFinding[];
}

/** What an entry belongs to. */
export type EntryHolder =
  /** It does not want what is optional and not there, so that an earlier variable of that name stays in effect. */
  | { readonly kind: 'policy' }
  /** `probed`: the names that the commands of its probes refer to. */
  | { readonly kind: 'container'; readonly probed: () => ReadonlySet<string> }
  | { readonly kind: 'pod' };

/** Where references are looked up, and what they become. */
export interface References {
  readonly data: DataObjects;
  readonly namespace: string | undefined;
  readonly mode: Options['configData'];
}

/** An entry with its references as the options want them. */
export function convertReferences(
  list: ReferringList,
  entry: ValueMap,
  { data, namespace, mode }: References,
  holder: EntryHolder,
): ConvertedEntry {
  const findings: EntryFinding[] = [];
  let [result, isConfigData] = [entry, false];
  for (const reference of placedReferences(list, entry)) {
    if (reference.kind !== 'ConfigData') continue;
    const found = data.find('ConfigData', reference.name, namespace);
    const missing = missingReferences(reference, found, () =>
      data.alternatives('ConfigData', reference.name, namespace),
    );
    if (!reference.optional) {
      for (const { path, message } of missing) {
        findings.push({ id: 'config-data-missing', severity: 'error', path, message });
      }
    }
    if (mode === 'keep') continue;
    if (holder.kind === 'policy' && missing.length > 0 && reference.optional && list !== 'volumes') {
      return { entry: undefined, isConfigData: false, findings };
    }
    if (mode === 'inline' && list === 'env') {
      const text = found?.data.get(reference.keys[0]?.key ?? '');
      const isInProbe = holder.kind === 'container' && holder.probed().has(nameOf(entry));
      if (text !== undefined && !isInProbe) {
        result = withRenamedKey(result, 'valueFrom', 'value', escaped(text));
        continue;
      }
      if (missing.length === 0) findings.push(notInlined(reference.path, isInProbe));
    }
    result = asConfigMapReference(list, result, reference);
    isConfigData = true;
  }
  return { entry: result, isConfigData, findings };
}

function notInlined(path: FieldPath, isInProbe: boolean): EntryFinding {
  const reason = isInProbe
    ? 'the command of a probe refers to it, and would get the text of its value instead'
    : 'its value is not the same wherever it may be found';
  const message = `stays a reference to a ConfigMap: ${reason}`;
  return { id: 'config-data-not-inlined', severity: 'info', path, message };
}

const CONFIG_MAP_FIELDS: Readonly<Record<ReferringList, string>> = {
  env: 'configMapKeyRef',
  envFrom: 'configMapRef',
  volumes: 'configMap',
};

/** An entry with a reference to a ConfigData as one to the ConfigMap that it becomes: only names of fields change. */
function asConfigMapReference(list: ReferringList, entry: ValueMap, { path, nameField }: PlacedReference): ValueMap {
  const reference = valueAt(entry, path);
  const holder = valueAt(entry, path.slice(0, -1));
  if (!isMap(reference) || !isMap(holder)) return entry;
  const renamed = withRenamedKey(reference, nameField, 'name', at(reference, nameField) ?? null);
  const changed = withRenamedKey(holder, String(path.at(-1)), CONFIG_MAP_FIELDS[list], renamed);
  return replaceAt(entry, path.slice(0, -1), changed) as ValueMap;
}
