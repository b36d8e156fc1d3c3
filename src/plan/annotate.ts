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
  let annotations: ValueMap = isMap(before) ? before : mapOf([]);
  const injections = policies.map((policy): AnnotationInjection => {
    const names = new Set(scalarText(annotations[policy.annotation]).split(',').filter(Boolean));
    if (names.has(policy.name)) return { policy, effect: 'present' };
    const joined = [...names, policy.name].toSorted(compareText).join(',');
    annotations = withKey(annotations, policy.annotation, joined);
    return { policy, effect: 'added' };
  });
  if (annotations === before || Object.keys(annotations).length === 0) return { template, annotations: injections };
  const changed = isMap(metadata)
    ? withKey(template, 'metadata', withKey(metadata, 'annotations', annotations))
    : withMetadata(template, mapOf([['annotations', annotations]]));
  return { template: changed, annotations: injections };
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
