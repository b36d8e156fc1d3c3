/** What a check is, and what it is given. */
import type { DataObjects } from '../config-data/data-objects.ts';
import type { Environments } from '../config-data/environments.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Options } from '../options.ts';
import type { WorkloadPlan } from '../plan/plan-workload.ts';

export interface CheckContext {
  readonly options: Options;
  readonly data: DataObjects;
  readonly environments: Environments;
}

/** Looks at a workload as it is planned. */
export type Check = (plan: WorkloadPlan, context: CheckContext) => readonly Diagnostic[];
