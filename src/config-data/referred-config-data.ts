/** The ConfigData to which pod templates refer in the end, as to ConfigMaps: those have to become some. */
import type { Resource } from '../krm/resource.ts';
import { placedReferences } from '../kubernetes/data-references.ts';
import type { ValueMap } from '../yaml/value.ts';
import type { DataObjects } from './data-objects.ts';
import { templateEntries } from '../kubernetes/pod-template.ts';

export class ReferredConfigData {
  readonly #data: DataObjects;
  readonly #keys = new Set<string>();

  constructor(data: DataObjects) {
    this.#data = data;
  }

  /** Takes in what a pod template refers to, as it will be written, in a namespace. */
  note(template: ValueMap, namespace: string | undefined): void {
    if (!this.#data.hasConfigData) return;
    for (const { list, entry } of templateEntries(template)) {
      for (const { kind, name } of placedReferences(list, entry)) {
        if (kind !== 'ConfigMap') continue;
        for (const resource of this.#data.becomingConfigMaps(name, namespace)) this.#keys.add(keyOf(resource));
      }
    }
  }

  has(configData: Resource): boolean {
    return this.#keys.has(keyOf(configData));
  }
}

function keyOf({ ref }: Resource): string {
  return `${ref.namespace ?? ''}/${ref.name}`;
}
