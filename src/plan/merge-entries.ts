/**
 * One list of a pod template and what policies want in it: added where absent, left where equal, a conflict where
 * different (PodPreset's rules, with equality as the API server sees it).
 */
import { LIST_RULES, type ListName } from '../kubernetes/list-rules.ts';
import type { ConflictStrategy } from '../options.ts';
import type { Policy, PolicyEntry } from '../policies/policy.ts';
import { isMap, type Value, type ValueMap } from '../yaml/value.ts';

/** An entry and the policy that wants it. */
export interface Wanted {
  readonly entry: PolicyEntry;
  readonly policy: Policy;
}

/** An entry of a list on its way to what is written. */
export interface PlannedEntry {
  readonly value: Value;
  /** Index in the list as it was; undefined for a new entry. */
  readonly index: number | undefined;
  /** The first policy that wants it as it is. */
  readonly wanted: Wanted | undefined;
  /** Whether it refers to a ConfigData as to the ConfigMap that this becomes. */
  readonly isConfigData: boolean;
}

/** What came of what a policy wants. */
export interface MergeOutcome {
  readonly wanted: Wanted;
  readonly effect: 'added' | 'present' | 'replaced' | 'kept';
  /** The entry of that key that was there, in the list or wanted by an earlier policy. */
  readonly before: ValueMap | undefined;
}

/** Two different entries of one key. */
export interface Conflict {
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
  readonly own: readonly PlannedEntry[];
  readonly added: readonly PlannedEntry[];
  readonly outcomes: readonly MergeOutcome[];
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges what policies want into a list. Of conflicting entries `override` takes the policy's, of two policies' the later
 * one; every other strategy leaves what is there, of two policies' the earlier one.
 */
export function mergeEntries(
  list: ListName,
  current: readonly PlannedEntry[],
  wanted: readonly Wanted[],
  strategy: ConflictStrategy,
  same: SameEntry = LIST_RULES[list].same,
): MergedEntries {
  const { keyOf } = LIST_RULES[list];
  const outcomes: MergeOutcome[] = [];
  const conflicts: Conflict[] = [];
  const overrides = strategy === 'override';
  const effective = new Map<string, Wanted>();
  for (const one of wanted) {
    const key = keyOf(one.entry.value);
    const other = effective.get(key);
    if (other === undefined) {
      effective.set(key, one);
      continue;
    }
    const before = other.entry.value;
    if (same(before, one.entry.value, undefined)) {
      outcomes.push({ wanted: one, effect: 'present', before });
      continue;
    }
    conflicts.push({ wanted: one, found: before, owner: other.policy, index: undefined });
    if (overrides) effective.set(key, one);
    else outcomes.push({ wanted: one, effect: 'kept', before });
  }
  // With duplicates in the template the last one is in effect.
  const places = new Map(current.flatMap(({ value }, place) => (isMap(value) ? [[keyOf(value), place] as const] : [])));
  const own = [...current];
  const added: PlannedEntry[] = [];
  for (const [key, one] of effective) {
    const { value, isConfigData } = one.entry;
    const place = places.get(key);
    const found = place === undefined ? undefined : current[place];
    const before = found?.value;
    if (place === undefined || found === undefined || !isMap(before)) {
      added.push({ value, index: undefined, wanted: one, isConfigData });
      outcomes.push({ wanted: one, effect: 'added', before: undefined });
      continue;
    }
    if (same(before, value, found.index)) {
      own[place] = { ...found, wanted: one };
      outcomes.push({ wanted: one, effect: 'present', before });
      continue;
    }
    conflicts.push({ wanted: one, found: before, owner: undefined, index: found.index });
    if (overrides) own[place] = { value, index: found.index, wanted: one, isConfigData };
    outcomes.push({ wanted: one, effect: overrides ? 'replaced' : 'kept', before });
  }
  return { own, added, outcomes, conflicts };
}
