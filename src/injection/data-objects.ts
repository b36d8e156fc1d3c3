/** What is known of the ConfigMaps, ConfigData and Secrets that pod templates refer to, from the items alone. */
import { addTo } from '../yaml/multi-map.ts';
import type { Objects } from '../krm/objects.ts';
import type { Options } from '../krm/options.ts';
import type { Resource } from '../krm/resource.ts';
import type { KnownData } from '../kubernetes/environment.ts';
import type { DataKind } from '../kubernetes/variable-source.ts';
import { isMap, scalarText, type Value } from '../yaml/value.ts';
import { configDataTexts, isConfigData } from './config-data/config-data.ts';
import type { Alternatives } from './checks/missing-references.ts';

export class DataObjects {
  readonly #objects: Objects;
  readonly #configData: readonly Resource[];
  readonly #configDataByName: ReadonlyMap<string, readonly Resource[]>;
  readonly #options: Pick<Options, 'namespace' | 'configData'>;
  readonly #known = new Map<string, KnownData | undefined>();

  constructor(objects: Objects, configData: readonly Resource[], options: Pick<Options, 'namespace' | 'configData'>) {
    this.#objects = objects;
    this.#configData = configData;
    const byName = new Map<string, Resource[]>();
    for (const resource of configData) addTo(byName, resource.ref.name, resource);
    this.#configDataByName = byName;
    this.#options = options;
  }

  /**
   * What a reference from a namespace finds, or undefined. A namespace that is not known matches any; of several objects
   * only what they have in common is known.
   */
  find(kind: DataKind, name: string, namespace: string | undefined): KnownData | undefined {
    const key = `${kind} ${name} ${namespace ?? ''}`;
    if (!this.#known.has(key)) this.#known.set(key, common(this.#resources(kind, name, namespace).map(dataOf)));
    return this.#known.get(key);
  }

  get hasConfigData(): boolean {
    return this.#configData.length > 0;
  }

  /** The ConfigData of a name that a reference from a namespace finds. */
  #configDataOf(name: string, namespace: string | undefined): readonly Resource[] {
    return this.#inNamespace(this.#configDataByName.get(name) ?? [], namespace);
  }

  /** The ConfigData that a reference to a ConfigMap finds: where there is no such ConfigMap. */
  becomingConfigMaps(name: string, namespace: string | undefined): readonly Resource[] {
    // ConfigMaps are read only where they matter.
    if (this.#configDataOf(name, namespace).length === 0) return [];
    return this.#resources('ConfigMap', name, namespace).filter(({ ref }) => isConfigData(ref));
  }

  /** What a reference of a kind could have found instead, for a message. */
  alternatives(kind: DataKind, name: string, namespace: string | undefined): Alternatives {
    const all = this.#all(kind);
    const names = this.#inNamespace(all, namespace, true).map(({ ref }) => ref.name);
    const elsewhere = all.filter(({ ref }) => ref.name === name).map(({ ref }) => ref.namespace ?? '');
    return { names: distinct(names), elsewhere: distinct(elsewhere) };
  }

  #all(kind: DataKind): readonly Resource[] {
    if (kind === 'Secret') return this.#objects.all('v1 Secret');
    if (kind === 'ConfigData') return this.#configData;
    return [...this.#objects.all('v1 ConfigMap'), ...(this.#becomeConfigMaps ? this.#configData : [])];
  }

  /** Unless they are kept, a ConfigMap may be what a ConfigData became in an earlier run, or will become in this one. */
  get #becomeConfigMaps(): boolean {
    return this.#options.configData !== 'keep';
  }

  #resources(kind: DataKind, name: string, namespace: string | undefined): readonly Resource[] {
    if (kind === 'Secret') return this.#inNamespace(this.#objects.named('v1 Secret', name), namespace);
    const configMaps = (): readonly Resource[] =>
      this.#inNamespace(this.#objects.named('v1 ConfigMap', name), namespace);
    if (!this.#becomeConfigMaps) return kind === 'ConfigMap' ? configMaps() : this.#configDataOf(name, namespace);
    const [first, second] = [this.#configDataOf(name, namespace), configMaps()];
    return kind === 'ConfigMap' && second.length > 0 ? second : first.length > 0 ? first : second;
  }

  /** Those that a reference from a namespace finds: the ones in it, or else those that may come to be; or both. */
  #inNamespace(resources: readonly Resource[], namespace: string | undefined, both = false): readonly Resource[] {
    const wanted = namespace ?? this.#options.namespace;
    const namespaceOf = ({ ref }: Resource): string | undefined => ref.namespace ?? this.#options.namespace;
    const exact = resources.filter((resource) => namespaceOf(resource) === wanted);
    if (exact.length > 0 && !both) return exact;
    return resources.filter((resource) => {
      const found = namespaceOf(resource);
      return wanted === undefined || found === undefined || found === wanted;
    });
  }
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter(Boolean).toSorted();
}

interface Data {
  /** By key the value, or undefined where it is not known or, of a Secret, not looked at. */
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly binaryKeys: ReadonlySet<string>;
}

function dataOf(resource: Resource): Data {
  const { value, ref } = resource;
  const keysOf = (field: string): readonly string[] => Object.keys(mapAt(value[field]));
  if (ref.kind === 'Secret') {
    const keys = [...keysOf('data'), ...keysOf('stringData')];
    return { texts: new Map(keys.map((key) => [key, undefined])), binaryKeys: new Set() };
  }
  const texts =
    ref.kind === 'ConfigMap'
      ? new Map(Object.entries(mapAt(value['data'])).map(([key, item]) => [key, scalarText(item)]))
      : configDataTexts(resource);
  return { texts, binaryKeys: new Set(keysOf('binaryData')) };
}

function mapAt(value: Value | undefined): Readonly<Record<string, Value>> {
  return isMap(value) ? value : {};
}

function common(all: readonly Data[]): KnownData | undefined {
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  const shared = [...first.texts].filter(([key]) => others.every(({ texts }) => texts.has(key)));
  const binaryKeys = [...first.binaryKeys].filter((key) => others.every((data) => data.binaryKeys.has(key)));
  return {
    data: new Map(
      shared.map(([key, value]) => [key, others.every(({ texts }) => texts.get(key) === value) ? value : undefined]),
    ),
    binaryKeys: new Set(binaryKeys),
    complete: all.every(
      ({ texts, binaryKeys: { size } }) => texts.size === shared.length && size === binaryKeys.length,
    ),
  };
}
