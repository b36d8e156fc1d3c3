/**
 * The lists of a pod template that policies add to: which entries of one mean the same thing, and when two of these are
 * equal to the API server (Kubernetes API reference, Container and PodSpec, list map keys).
 */
import { at, isMap, nameOf, scalarText, type ValueMap } from '../yaml/value.ts';
import { mountPathKey, sameAfterDefaults, sameMount, sameVariable, sameVolume } from './api-defaults.ts';

export type ListName = 'env' | 'envFrom' | 'volumes' | 'volumeMounts';

interface ListRule {
  /** Entries with one key mean the same thing. */
  readonly keyOf: (entry: ValueMap) => string;
  readonly same: (a: ValueMap, b: ValueMap) => boolean;
  /** How messages call an entry. */
  readonly title: (entry: ValueMap) => string;
}

export const LIST_RULES: Readonly<Record<ListName, ListRule>> = {
  env: { keyOf: nameOf, same: sameVariable, title: (entry) => `env ${nameOf(entry)}` },
  envFrom: { keyOf: (entry) => sourceOf(entry).join(' '), same: sameAfterDefaults, title: titleOfSource },
  volumes: { keyOf: nameOf, same: sameVolume, title: (entry) => `volume ${nameOf(entry)}` },
  volumeMounts: { keyOf: mountPathKey, same: sameMount, title: (entry) => `volumeMount ${mountPathKey(entry)}` },
};

/** Prefix, kind and name of an environment source. */
function sourceOf(entry: ValueMap): readonly [prefix: string, kind: string, name: string] {
  const kind = Object.keys(entry).find((field) => field !== 'prefix' && isMap(entry[field])) ?? '';
  const { prefix } = entry;
  const name = scalarText(at(entry, kind, 'name')) || scalarText(at(entry, kind, 'configDataName'));
  return [typeof prefix === 'string' ? prefix : '', kind, name];
}

function titleOfSource(entry: ValueMap): string {
  const [prefix, kind, name] = sourceOf(entry);
  return `envFrom ${kind} ${name}${prefix === '' ? '' : ` with prefix ${prefix}`}`;
}
