/** What stays of a workload's plan: what was done, not the object itself, whose tree would stay in memory with it. */
import type { Resource } from '../krm/resource.ts';
import type { WorkloadPlan } from './plan-workload.ts';

/** How reports call an object. */
export type PlannedObject = Pick<Resource, 'ref' | 'place' | 'file'>;

export interface PlannedWorkload extends Pick<WorkloadPlan, 'injections' | 'annotations' | 'changes' | 'exclusion'> {
  readonly object: PlannedObject;
  readonly isChanged: boolean;
}

export function objectOf({ ref, place, file }: Resource): PlannedObject {
  return { ref, place, file };
}

export function summaryOf(plan: WorkloadPlan): PlannedWorkload {
  const { resource, injections, annotations, changes, exclusion, desired, template, selectedBy } = plan;
  return {
    object: objectOf(resource),
    isChanged: desired !== template,
    // What no policy selects is not left out by an annotation.
    exclusion: selectedBy.length > 0 ? exclusion : undefined,
    injections,
    annotations,
    changes,
  };
}
