/** What becomes of a ConfigData itself, once it is known what refers to it. */
import { fieldDiagnostic, type Diagnostic, type Finding } from '../diagnostics/diagnostic.ts';
import { LOCAL_CONFIG } from '../krm/annotations.ts';
import type { ObjectIndex } from '../krm/object-index.ts';
import { titleOf, whereIs, type Resource } from '../krm/resource.ts';
import type { Options } from '../options.ts';
import { at, type ValueMap } from '../yaml/value.ts';
import { asConfigMap } from './config-data.ts';

export interface Conversion {
  readonly resource: Resource;
  /** The ConfigMap that the ConfigData becomes; undefined where it stays. */
  readonly configMap: ValueMap | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

interface Circumstances {
  /** Whether a pod template refers to it as to a ConfigMap. */
  readonly isReferred: boolean;
  /** Whether its input is only read. */
  readonly isReadOnly: boolean;
  readonly objects: ObjectIndex;
  readonly options: Pick<Options, 'configData' | 'namespace'>;
}

/**
 * With `configMap` every ConfigData becomes a ConfigMap, with `inline` those that something still refers to. What becomes
 * one must not take the name of another, and has to reach the cluster; what stays must not, since no cluster knows it.
 */
export function convertConfigData(
  resource: Resource,
  { isReferred, isReadOnly, objects, options }: Circumstances,
): Conversion {
  const { configData, namespace } = options;
  const isNeeded = configData === 'configMap' || (configData === 'inline' && isReferred);
  const told = (findings: readonly Finding[]): readonly Diagnostic[] =>
    findings.map((finding) => fieldDiagnostic(resource, [], finding));
  if (isReadOnly) {
    // What nothing refers to may stay where it is: settings that other packages share.
    const diagnostics = isNeeded && isReferred ? told([READ_ONLY]) : [];
    return { resource, configMap: undefined, diagnostics };
  }
  const isLocal = at(resource.value, 'metadata', 'annotations', LOCAL_CONFIG) === 'true';
  if (!isNeeded) return { resource, configMap: undefined, diagnostics: told(isLocal ? [] : [NOT_LOCAL]) };
  const other = objects.named('v1 ConfigMap', resource.ref.name).in(resource.ref.namespace ?? namespace)[0];
  return {
    resource,
    // In a ConfigDataList that becomes a ConfigMapList an item may go on leaving its kind to the list.
    configMap: asConfigMap(resource, configData !== 'configMap'),
    diagnostics: told([...(isLocal ? [LOCAL] : []), ...(other ? [nameTaken(other)] : [])]),
  };
}

const READ_ONLY: Finding = {
  id: 'config-data-read-only',
  severity: 'error',
  message:
    'expected it among what is written, since it has to become a ConfigMap; found it in an input that is only read',
};

const NOT_LOCAL: Finding = {
  id: 'config-data-not-local',
  severity: 'info',
  message: `expected the annotation ${LOCAL_CONFIG}: "true", found none; without it the ConfigData would be applied to a cluster that does not know its kind`,
};

const LOCAL: Finding = {
  id: 'config-data-local',
  severity: 'warning',
  message: `found the annotation ${LOCAL_CONFIG}: "true" on what becomes a ConfigMap: it will not reach the cluster, and pods that refer to it will not start`,
};

function nameTaken(other: Resource): Finding {
  const place = whereIs(other);
  const where = place === '' ? '' : ` (${place})`;
  const message = `expected no ConfigMap of this name, since the ConfigData becomes one; found ${titleOf(other)}${where}`;
  return { id: 'config-data-name-taken', severity: 'error', message };
}
