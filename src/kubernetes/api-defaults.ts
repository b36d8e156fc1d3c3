/**
 * Equality as the API server sees it: two entries are the same when they are the same after it has filled in its
 * defaults (Kubernetes API reference, EnvVar, EnvFromSource, Volume, VolumeMount; k8s.io/kubernetes
 * pkg/apis/core/v1/defaults.go).
 */
import { isList, isMap, mapOf, sameValue, scalarText, type Value, type ValueMap } from '../yaml/value.ts';

/** Fields that the server fills in, by the field above them and their own name. */
const DEFAULTS: Readonly<Record<string, Value>> = {
  'fieldRef.apiVersion': 'v1',
  'resourceFieldRef.divisor': '0',
  'configMap.defaultMode': 0o644,
  'secret.defaultMode': 0o644,
  'downwardAPI.defaultMode': 0o644,
  'projected.defaultMode': 0o644,
  'serviceAccountToken.expirationSeconds': 3600,
  'spec.volumeMode': 'Filesystem',
  'iscsi.iscsiInterface': 'default',
  'rbd.pool': 'rbd',
  'rbd.user': 'admin',
  'rbd.keyring': '/etc/ceph/keyring',
  'azureDisk.cachingMode': 'ReadWrite',
  'azureDisk.fsType': 'ext4',
  'azureDisk.kind': 'Shared',
  'scaleIO.storageMode': 'ThinProvisioned',
  'scaleIO.fsType': 'xfs',
};

/** Whether two entries of a list are the same to the API server. */
export function sameAfterDefaults(a: Value, b: Value): boolean {
  return sameValue(withoutDefaults(a, ''), withoutDefaults(b, ''));
}

/** Equality of volumes: one without a source is an emptyDir. */
export function sameVolume(a: ValueMap, b: ValueMap): boolean {
  return sameAfterDefaults(withSource(a), withSource(b));
}

function withSource(volume: ValueMap): ValueMap {
  const hasSource = Object.entries(volume).some(([field, value]) => field !== 'name' && value !== null);
  return hasSource ? volume : mapOf([...Object.entries(volume), ['emptyDir', mapOf([])]]);
}

/** Equality of variables: a value that is no string counts as its text, which is what whoever wrote it meant. */
export function sameVariable(a: ValueMap, b: ValueMap): boolean {
  return sameAfterDefaults(withTextValue(a), withTextValue(b));
}

function withTextValue(variable: ValueMap): ValueMap {
  const value = variable['value'];
  if (value === undefined || typeof value === 'string' || value === null || isMap(value) || isList(value))
    return variable;
  return mapOf([...Object.entries(variable), ['value', scalarText(value)]]);
}

/** Equality of mounts: `/cache/` is `/cache`. */
export function sameMount(a: ValueMap, b: ValueMap): boolean {
  return sameAfterDefaults(withPlainPath(a), withPlainPath(b));
}

function withPlainPath(mount: ValueMap): ValueMap {
  return mapOf([...Object.entries(mount), ['mountPath', mountPathKey(mount)]]);
}

/** A mount's path as a key: without slashes at its end, except for the root's. */
export function mountPathKey(mount: ValueMap): string {
  const path = mount['mountPath'];
  if (typeof path !== 'string') return '';
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function withoutDefaults(value: Value, field: string): Value {
  if (isList(value)) return value.map((item) => withoutDefaults(item, field));
  if (!isMap(value)) return value;
  return mapOf(
    Object.entries(value)
      .map(([name, item]) => [name, withoutDefaults(item, name)] as const)
      .filter(([name, item]) => !isDefault(`${field}.${name}`, name, item)),
  );
}

/** Zero values are what is absent, save for a storage class: the empty name says "none", no name says "the default". */
function isDefault(path: string, name: string, value: Value): boolean {
  if (value === null || value === false || (isList(value) && value.length === 0)) return true;
  if (value === '') return name !== 'storageClassName';
  const preset = DEFAULTS[path];
  return preset !== undefined && (sameValue(value, preset) || scalarText(value) === preset);
}
