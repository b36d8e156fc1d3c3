/** One list of a pod template as the policies want it. */
import { LIST_RULES, type ListName } from '../kubernetes/list-rules.ts';
import type { Options } from '../options.ts';
import type { Policy } from '../policies/policy.ts';
import { fieldPath, type FieldPath } from '../wording/field-path.ts';
import { isList, type Value, type ValueMap } from '../yaml/value.ts';
import { conflictMessage, type ConflictMessage } from './conflict-message.ts';
import type { ContainerRef, Injection } from './injection.ts';
import { mergeEntries, type Conflict, type PlannedEntry, type SameEntry, type Wanted } from './merge-entries.ts';
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
  /** The entries, by their paths from the template, that refer to ConfigData as to ConfigMaps. */
  readonly configData: ReadonlySet<string>;
  readonly same?: SameEntry | undefined;
}

const NOTHING: Pick<ListPlan, 'isChanged' | 'injections' | 'conflicts'> = {
  isChanged: false,
  injections: [],
  conflicts: [],
};

export function planList(planned: PlannedList, policies: readonly Policy[], options: Options): ListPlan {
  const { list, holder, container, path, same } = planned;
  const before = holder[list];
  const current = ownEntries(before, planned);
  const wanted: Wanted[] = [];
  for (const policy of policies) for (const entry of policy.lists[list]) wanted.push({ entry, policy });
  if (wanted.length === 0) return { entries: current, ...NOTHING };
  const merged = mergeEntries(list, current, wanted, options.conflicts, same ?? LIST_RULES[list].same);
  const entries = placeVariables(merged.own, merged.added, list === 'env' ? options.envPlacement : 'append');
  const listBefore = stateOf(before);
  return {
    entries,
    isChanged: merged.added.length > 0 || merged.outcomes.some(({ effect }) => effect === 'replaced'),
    injections: merged.outcomes.map(({ wanted: { entry, policy }, effect, before: found }): Injection => {
      const { value, source } = entry;
      return { policy, container, list, entry: value, effect, before: found, listBefore, source };
    }),
    conflicts: conflictMessages(merged.conflicts, entries, { list, container, path }, options),
  };
}

function ownEntries(before: Value | undefined, { path, configData }: PlannedList): readonly PlannedEntry[] {
  if (!isList(before)) return [];
  return before.map((value, index) => {
    const isConfigData = configData.size > 0 && configData.has(fieldPath([...path, index]));
    return { value, index, wanted: undefined, isConfigData };
  });
}

function conflictMessages(
  conflicts: readonly Conflict[],
  entries: readonly PlannedEntry[],
  place: Pick<PlannedList, 'list' | 'container' | 'path'>,
  { conflicts: strategy }: Options,
): readonly ConflictMessage[] {
  if (conflicts.length === 0) return [];
  // A conflict is to be found in the list as it is written, which is the old one where nothing is.
  const isWritten = strategy === 'keep' || strategy === 'override';
  const placeOf = new Map(entries.map(({ index }, at) => [index, at]));
  return conflicts.map((conflict) => {
    const { index } = conflict;
    const pathTo = (at: number | undefined): FieldPath => (at === undefined ? place.path : [...place.path, at]);
    const path = pathTo(isWritten && index !== undefined ? placeOf.get(index) : index);
    return conflictMessage(conflict, { ...place, path, sourcePath: pathTo(index) }, strategy);
  });
}

function stateOf(list: Value | undefined): Injection['listBefore'] {
  if (list === undefined) return 'absent';
  return isList(list) ? (list.length === 0 ? 'empty' : 'filled') : 'null';
}
