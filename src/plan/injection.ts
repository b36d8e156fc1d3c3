/** What injection does, entry by entry: who wants it, where, and what was there before. */
import type { ListName } from '../kubernetes/list-rules.ts';
import type { ContainerList } from '../kubernetes/pod-template.ts';
import type { EntrySource, Policy } from '../policies/policy.ts';
import type { ValueMap } from '../yaml/value.ts';

export interface Injection {
  readonly policy: Policy;
  /** Undefined for a volume, which belongs to the pod. */
  readonly container: ContainerRef | undefined;
  readonly list: ListName;
  /** As the policy has it. */
  readonly entry: ValueMap;
  /** `present`: it was there already; `kept`: something else was, and stays. */
  readonly effect: 'added' | 'present' | 'replaced' | 'kept';
  /** The entry that was there, in the template or wanted by an earlier policy. */
  readonly before: ValueMap | undefined;
  /** What the list was before: its key is created where it was absent, its value filled in where it was null or empty. */
  readonly listBefore: 'absent' | 'null' | 'empty' | 'filled';
  /** Where the entry was written. */
  readonly source: EntrySource;
}

export interface ContainerRef {
  readonly list: ContainerList;
  readonly index: number;
  readonly name: string;
}

/** The annotation by which a policy leaves its name on a template. */
export interface AnnotationInjection {
  readonly policy: Policy;
  readonly effect: 'added' | 'present';
}

/** Whether an injection changes the template. */
export function isChange({ effect }: Pick<Injection, 'effect'> | AnnotationInjection): boolean {
  return effect === 'added' || effect === 'replaced';
}
