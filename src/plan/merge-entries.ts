/**
 * One list of a pod template and what policies want in it: added where absent, skipped where equal, a clash where
 * different (PodPreset's rules, with equality as the API server sees it).
 */
import type { ConflictStrategy } from '../options.ts';
import { mountPathKey, sameAfterDefaults, sameMount, sameVariable, sameVolume } from '../kubernetes/api-defaults.ts';
import { at, isMap, nameOf, scalarText, type Value, type ValueMap } from '../yaml/value.ts';
import type { Policy } from '../policies/policy.ts';

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

/** An entry and the policy that wants it. */
export interface Wanted {
  readonly entry: ValueMap;
  readonly policy: Policy;
}

/** Two different entries of one key. */
export interface Clash {
  readonly wanted: Wanted;
  readonly found: ValueMap;
  /** Who set what was found: another policy, or undefined for the template itself. */
  readonly owner: Policy | undefined;
  /** Index of what was found in the template's list; undefined where another policy wants it. */
  readonly index: number | undefined;
}

/** Whether two entries are the same, the first one at an index of the template's list or wanted by another policy. */
export type SameEntry = (found: ValueMap, wanted: ValueMap, index: number | undefined) => boolean;

export interface MergedEntries {
  /** The list as it was, with overridden entries replaced. */
  readonly own: readonly Value[];
  readonly added: readonly Wanted[];
  readonly overridden: readonly Wanted[];
  readonly clashes: readonly Clash[];
}

/**
 * Merges what policies want into a list. Of clashing entries `override` takes the policy's, of two policies' the later
 * one; every other strategy leaves what is there, of two policies' the earlier one.
 */
export function mergeEntries(
  list: ListName,
  current: readonly Value[],
  wanted: readonly Wanted[],
  strategy: ConflictStrategy,
  same: SameEntry = LIST_RULES[list].same,
): MergedEntries {
  const { keyOf } = LIST_RULES[list];
  const clashes: Clash[] = [];
  const effective = new Map<string, Wanted>();
  for (const one of wanted) {
    const key = keyOf(one.entry);
    const other = effective.get(key);
    if (other && same(other.entry, one.entry, undefined)) continue;
    if (other) clashes.push({ wanted: one, found: other.entry, owner: other.policy, index: undefined });
    if (!other || strategy === 'override') effective.set(key, one);
  }
  // With duplicates in the template the last one is in effect.
  const places = new Map(current.flatMap((entry, index) => (isMap(entry) ? [[keyOf(entry), index] as const] : [])));
  const own = [...current];
  const added: Wanted[] = [];
  const overridden: Wanted[] = [];
  for (const [key, one] of effective) {
    const index = places.get(key);
    const found = index === undefined ? undefined : current[index];
    if (index === undefined || !isMap(found)) {
      added.push(one);
    } else if (!same(found, one.entry, index)) {
      clashes.push({ wanted: one, found, owner: undefined, index });
      if (strategy === 'override') {
        own[index] = one.entry;
        overridden.push(one);
      }
    }
  }
  return { own, added, overridden, clashes };
}
