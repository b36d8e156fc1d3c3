/** What is known of the ConfigMaps, ConfigData and Secrets that pod templates refer to, from the items alone. */
import { addTo } from '../yaml/multi-map.ts';
import { Namesakes } from '../krm/namesakes.ts';
import type { ObjectIndex } from '../krm/object-index.ts';
import type { Options } from '../options.ts';
import type { Resource } from '../krm/resource.ts';
import type { KnownData } from '../kubernetes/environment.ts';
import type { DataKind } from '../kubernetes/variable-source.ts';
import { isMap, scalarText, type Value } from '../yaml/value.ts';
import { isConfigData } from '../api.ts';
import { configDataTexts } from './config-data.ts';
import type { Alternatives } from './missing-references.ts';

export class DataObjects {
  readonly #objects: ObjectIndex;
  readonly #configData: readonly Resource[];
  readonly #configDataByName = new Map<string, Namesakes>();
  readonly #options: Pick<Options, 'namespace' | 'configData'>;
  readonly #known = new Map<string, KnownData | undefined>();
  readonly #names = new Map<DataKind, Names>();

  constructor(
    objects: ObjectIndex,
    configData: readonly Resource[],
    options: Pick<Options, 'namespace' | 'configData'>,
  ) {
    this.#objects = objects;
    this.#configData = configData;
    for (const resource of configData) {
      const { name } = resource.ref;
      let namesakes = this.#configDataByName.get(name);
      if (!namesakes) this.#configDataByName.set(name, (namesakes = new Namesakes(options.namespace)));
      namesakes.add(resource);
    }
    this.#options = options;
  }

  /**
   * What a reference from a namespace finds, or undefined. A namespace that is not known matches any; of several objects
   * only what they have in common is known.
   */
  find(kind: DataKind, name: string, namespace: string | undefined): KnownData | undefined {
    const key = JSON.stringify([kind, name, namespace ?? null]);
    if (!this.#known.has(key)) this.#known.set(key, common(this.#resources(kind, name, namespace).map(dataOf)));
    return this.#known.get(key);
  }

  get hasConfigData(): boolean {
    return this.#configData.length > 0;
  }

  /** The ConfigData of a name that a reference from a namespace finds. */
  #configDataOf(name: string, namespace: string | undefined): readonly Resource[] {
    return this.#configDataByName.get(name)?.reachedFrom(namespace) ?? [];
  }

  /** The ConfigData that a reference to a ConfigMap finds: where there is no such ConfigMap. */
  becomingConfigMaps(name: string, namespace: string | undefined): readonly Resource[] {
    // ConfigMaps are read only where they matter.
    if (this.#configDataOf(name, namespace).length === 0) return [];
    return this.#resources('ConfigMap', name, namespace).filter(({ ref }) => isConfigData(ref));
  }

  /** What a reference of a kind could have found instead, for a message. */
  alternatives(kind: DataKind, name: string, namespace: string | undefined): Alternatives {
    let names = this.#names.get(kind);
    if (!names) this.#names.set(kind, (names = new Names(this.#all(kind), this.#options.namespace)));
    return { names: names.seenFrom(namespace), elsewhere: names.namespacesOf(name) };
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
    const objects = (ofKind: string): readonly Resource[] => this.#objects.named(ofKind, name).reachedFrom(namespace);
    if (kind === 'Secret') return objects('v1 Secret');
    if (!this.#becomeConfigMaps)
      return kind === 'ConfigMap' ? objects('v1 ConfigMap') : this.#configDataOf(name, namespace);
    const [first, second] = [this.#configDataOf(name, namespace), objects('v1 ConfigMap')];
    return kind === 'ConfigMap' && second.length > 0 ? second : first.length > 0 ? first : second;
  }
}

/** The names of the objects of a kind, for messages: sorted, each once, and made once for all messages. */
class Names {
  readonly #all: readonly Resource[];
  readonly #defaultNamespace: string | undefined;
  readonly #byNamespace = new Map<string | undefined, Resource[]>();
  readonly #seenFrom = new Map<string | undefined, readonly string[]>();
  readonly #byName = new Map<string, Resource[]>();
  readonly #namespacesOf = new Map<string, readonly string[]>();
  #unplaced: readonly string[] | undefined;

  constructor(all: readonly Resource[], defaultNamespace: string | undefined) {
    this.#all = all;
    this.#defaultNamespace = defaultNamespace;
    for (const resource of all) {
      addTo(this.#byNamespace, resource.ref.namespace ?? defaultNamespace, resource);
      addTo(this.#byName, resource.ref.name, resource);
    }
  }

  /** Those of the objects that are in a namespace or may come to be. */
  seenFrom(namespace: string | undefined): readonly string[] {
    const wanted = namespace ?? this.#defaultNamespace;
    let names = this.#seenFrom.get(wanted);
    if (names === undefined) this.#seenFrom.set(wanted, (names = this.#namesFor(wanted)));
    return names;
  }

  #namesFor(namespace: string | undefined): readonly string[] {
    if (namespace === undefined) return namesOf(this.#all);
    const unplaced = this.#byNamespace.get(undefined) ?? [];
    const own = this.#byNamespace.get(namespace) ?? [];
    // Thousands of namespaces without one of their own have them in common.
    return own.length === 0 ? (this.#unplaced ??= namesOf(unplaced)) : namesOf([...own, ...unplaced]);
  }

  /** The namespaces in which there is an object of a name. */
  namespacesOf(name: string): readonly string[] {
    let namespaces = this.#namespacesOf.get(name);
    if (namespaces === undefined) {
      namespaces = distinct((this.#byName.get(name) ?? []).map(({ ref }) => ref.namespace ?? ''));
      this.#namespacesOf.set(name, namespaces);
    }
    return namespaces;
  }
}

function namesOf(resources: readonly Resource[]): readonly string[] {
  return distinct(resources.map(({ ref }) => ref.name));
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
