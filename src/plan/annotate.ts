/** The annotations by which policies leave their names on a pod template. */
import type { Policy } from '../policies/policy.ts';
import { compareText } from '../wording/compare-text.ts';
import { at, isMap, mapOf, scalarText, withKey, type Value, type ValueMap } from '../yaml/value.ts';
import type { AnnotationInjection } from './injection.ts';

export interface Annotated {
  readonly template: ValueMap;
  readonly annotations: readonly AnnotationInjection[];
}

/** Every matching policy leaves its name, also where everything that it wants was there already. */
export function annotate(template: ValueMap, policies: readonly Policy[]): Annotated {
  const metadata = template['metadata'];
  const before = at(metadata, 'annotations');
  const current: ValueMap = isMap(before) ? before : mapOf([]);
  const namesByKey = new Map<string, Set<string>>();
  const changed = new Set<string>();
  const annotations = policies.map((policy): AnnotationInjection => {
    const { name, annotation } = policy;
    const names = namesByKey.get(annotation) ?? new Set(scalarText(current[annotation]).split(',').filter(Boolean));
    namesByKey.set(annotation, names);
    if (names.has(name)) return { policy, effect: 'present' };
    names.add(name);
    changed.add(annotation);
    return { policy, effect: 'added' };
  });
  if (changed.size === 0) return { template, annotations };
  const joined = [...changed].map((key): [string, Value] => {
    return [key, [...(namesByKey.get(key) ?? [])].toSorted(compareText).join(',')];
  });
  const value = mapOf([...Object.entries(current), ...joined]);
  const annotated = isMap(metadata)
    ? withKey(template, 'metadata', withKey(metadata, 'annotations', value))
    : withMetadata(template, mapOf([['annotations', value]]));
  return { template: annotated, annotations };
}

/** Metadata goes in front of the spec, where people look for it; a null in its place is filled in. */
function withMetadata(template: ValueMap, metadata: ValueMap): ValueMap {
  if ('metadata' in template) return withKey(template, 'metadata', metadata);
  const pairs = Object.entries(template).flatMap(([key, value]): [string, Value][] =>
    key === 'spec'
      ? [
          ['metadata', metadata],
          [key, value],
        ]
      : [[key, value]],
  );
  return mapOf(pairs);
}
