/** One list of a pod template as the policies want it. */
import { LIST_RULES, type ListName } from '../kubernetes/list-rules.ts';
import type { Options } from '../options.ts';
import type { FieldPath } from '../wording/field-path.ts';
import { isList, type Value, type ValueMap } from '../yaml/value.ts';
import { conflictMessage, type ConflictMessage } from './conflict-message.ts';
import type { ContainerRef, Injection } from './injection.ts';
import { mergeEntries, type PlannedEntry, type SameEntry, type Wanted } from './merge-entries.ts';
import { placeVariables } from './place-variables.ts';

export interface ListPlan {
  readonly entries: readonly PlannedEntry[];
  /** Whether the entries are others than they were. */
  readonly isChanged: boolean;
  readonly injections: readonly Injection[];
  readonly conflicts: readonly ConflictMessage[];
}

/** A list, and what it belongs to. */
export interface PlannedList {
  readonly list: ListName;
  /** The container or the pod's spec. */
  readonly holder: ValueMap;
  readonly container: ContainerRef | undefined;
  /** From the template to the list. */
  readonly path: FieldPath;
  /** Whether the entry at an index refers to a ConfigData. */
  readonly isConfigData: (index: number) => boolean;
  readonly same?: SameEntry | undefined;
}

export function planList(
  { list, holder, container, path, isConfigData, same = LIST_RULES[list].same }: PlannedList,
  wanted: readonly Wanted[],
  { conflicts: strategy, envPlacement }: Options,
): ListPlan {
  const before = holder[list];
  const current = (isList(before) ? before : []).map((value, index): PlannedEntry => {
    return { value, index, wanted: undefined, isConfigData: isConfigData(index) };
  });
  if (wanted.length === 0) return { entries: current, isChanged: false, injections: [], conflicts: [] };
  const { own, added, outcomes, conflicts } = mergeEntries(list, current, wanted, strategy, same);
  const entries = placeVariables(own, added, list === 'env' ? envPlacement : 'append');
  // A conflict is to be found in the list as it is written, which is the old one where nothing is.
  const isWritten = strategy === 'keep' || strategy === 'override';
  const places = new Map(entries.map(({ index }, place) => [index, place]));
  const placeOf = (index: number | undefined): FieldPath =>
    index === undefined ? path : [...path, isWritten ? (places.get(index) ?? index) : index];
  return {
    entries,
    isChanged: added.length > 0 || outcomes.some(({ effect }) => effect === 'replaced'),
    injections: outcomes.map(({ wanted: { entry, policy }, effect, before: entryBefore }): Injection => {
      const { value, source } = entry;
      return {
        policy,
        container,
        list,
        entry: value,
        effect,
        before: entryBefore,
        listBefore: stateOf(before),
        source,
      };
    }),
    conflicts: conflicts.map((conflict) => {
      const { index } = conflict;
      const sourcePath = index === undefined ? path : [...path, index];
      return conflictMessage(conflict, { list, container, path: placeOf(index), sourcePath }, strategy);
    }),
  };
}

function stateOf(list: Value | undefined): Injection['listBefore'] {
  if (list === undefined) return 'absent';
  return isList(list) ? (list.length === 0 ? 'empty' : 'filled') : 'null';
}
