/** The annotations of the KRM functions specification and of Configuration IO (config.kubernetes.io). */
import { isMap, mapOf, type Value, type ValueMap } from '../yaml/value.ts';

/** Set to "true" on what is for functions, not for the cluster (proposal: Configuration IO API Semantics). */
export const LOCAL_CONFIG = 'config.kubernetes.io/local-config';

/** An object without the annotations by which orchestrators find it again: what two copies of it have in common. */
export function withoutBookkeeping(value: ValueMap): ValueMap {
  const { metadata } = value;
  if (!isMap(metadata) || !isMap(metadata['annotations'])) return value;
  const kept = Object.entries(metadata['annotations']).filter(
    ([key]) => !/^([a-z.]+\.)?config\.(kubernetes|k8s)\.io\//.test(key),
  );
  const rest = Object.entries(metadata).filter(([key]) => key !== 'annotations');
  const annotations: [string, Value][] = kept.length === 0 ? [] : [['annotations', mapOf(kept)]];
  return mapOf([...Object.entries(value), ['metadata', mapOf([...rest, ...annotations])]]);
}
