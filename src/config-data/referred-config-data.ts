/** The ConfigData to which a pod template refers in the end, as to ConfigMaps: those have to become some. */
import type { Resource } from '../krm/resource.ts';
import { placedReferences } from '../kubernetes/data-references.ts';
import { templateEntries } from '../kubernetes/pod-template.ts';
import type { ValueMap } from '../yaml/value.ts';
import type { DataObjects } from './data-objects.ts';

/** The keys, by {@link configDataKey}, of those that a template refers to as it will be written, in a namespace. */
export function referredConfigData(
  template: ValueMap,
  namespace: string | undefined,
  data: DataObjects,
): readonly string[] {
  if (!data.hasConfigData) return [];
  return templateEntries(template).flatMap(({ list, entry }) =>
    placedReferences(list, entry)
      .filter(({ kind }) => kind === 'ConfigMap')
      .flatMap(({ name }) => data.becomingConfigMaps(name, namespace).map(configDataKey)),
  );
}

/** Tells one ConfigData from others. */
export function configDataKey({ ref }: Pick<Resource, 'ref'>): string {
  return `${ref.namespace ?? ''}/${ref.name}`;
}
