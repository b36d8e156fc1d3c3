/** The entries of a pod template that refer to ConfigMaps, ConfigData and Secrets, one by one. */
import type { ReferringList } from './data-references.ts';
import { at, isList, isMap, withKey, type ValueMap } from '../yaml/value.ts';

export interface TemplateEntry {
  readonly list: ReferringList;
  readonly entry: ValueMap;
  /** From the template to the entry. */
  readonly path: readonly (string | number)[];
  /** The container that the entry is in; undefined for a volume. */
  readonly container: ValueMap | undefined;
}

/** The entries of `env`, `envFrom` and `volumes` of a pod template of any shape, init containers first. */
export function templateEntries(template: ValueMap): readonly TemplateEntry[] {
  const entries: TemplateEntry[] = [];
  changeEntries(template, (entry) => {
    entries.push(entry);
    return entry.entry;
  });
  return entries;
}

/** The template with every entry as `change` gives it; the very object where none is changed. */
export function changeEntries(template: ValueMap, change: (entry: TemplateEntry) => ValueMap): ValueMap {
  const changeList = (
    holder: ValueMap,
    list: ReferringList,
    path: readonly (string | number)[],
    container: ValueMap | undefined,
  ): ValueMap =>
    changeItems(holder, list, (entry, index) => change({ list, entry, path: [...path, list, index], container }));
  return changeItem(template, 'spec', (spec) => {
    let changed = spec;
    for (const list of CONTAINER_LISTS) {
      changed = changeItems(changed, list, (container, index) => {
        const path = ['spec', list, index];
        return changeList(changeList(container, 'env', path, container), 'envFrom', path, container);
      });
    }
    return changeList(changed, 'volumes', ['spec'], undefined);
  });
}

/** The lists of containers in a pod spec. */
export type ContainerList = 'initContainers' | 'containers';

const CONTAINER_LISTS: readonly ContainerList[] = ['initContainers', 'containers'];

export interface ContainerPlace {
  readonly list: ContainerList;
  readonly index: number;
  readonly container: ValueMap;
}

/** The containers of a pod template, init containers first, as they run. */
export function templateContainers(template: ValueMap): readonly ContainerPlace[] {
  return CONTAINER_LISTS.flatMap((list) => {
    const containers = at(template, 'spec', list);
    if (!isList(containers)) return [];
    return containers.flatMap((container, index) => (isMap(container) ? [{ list, index, container }] : []));
  });
}

/** The template with containers in the places of those that were there; the very object where all are the same. */
export function withContainers(template: ValueMap, containers: readonly ContainerPlace[]): ValueMap {
  if (containers.length === 0) return template;
  return changeItem(template, 'spec', (spec) =>
    CONTAINER_LISTS.reduce((changed, list) => {
      const becoming = new Map(containers.flatMap((one) => (one.list === list ? [[one.index, one.container]] : [])));
      return changeItems(changed, list, (container, index) => becoming.get(index) ?? container);
    }, spec),
  );
}

function changeItem(holder: ValueMap, key: string, change: (item: ValueMap) => ValueMap): ValueMap {
  const item = holder[key];
  return isMap(item) ? withKey(holder, key, change(item)) : holder;
}

function changeItems(holder: ValueMap, key: string, change: (item: ValueMap, index: number) => ValueMap): ValueMap {
  const items = holder[key];
  if (!isList(items)) return holder;
  const changed = items.map((item, index) => (isMap(item) ? change(item, index) : item));
  return changed.every((item, index) => item === items[index]) ? holder : withKey(holder, key, changed);
}
