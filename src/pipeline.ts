/**
 * The function: resources in, the same resources with what their policies inject out. Bytes to bytes; it knows neither
 * files nor streams nor the process.
 *
 * Its four stages, each of which takes what the one before it gives:
 *
 *     readPackage    inputs  → their envelopes, and the heads of their items
 *     resolve        package → options, policies with hints, ConfigData, the objects that others refer to
 *     planPackage    resolved → what is injected where, by whom, and what was there before; edits
 *     writePackage   plan → texts
 */
import { hasErrors, withoutRepetitions, type Diagnostic } from './diagnostics/diagnostic.ts';
import type { Input } from './krm/source.ts';
import { assertOptions, type Options } from './options.ts';
import type { PlannedObject, PlannedWorkload } from './plan/planned-workload.ts';
import { exitCodeOf } from './report/exit-code.ts';
import { planPackage, type Plan } from './stages/plan-package.ts';
import { readPackage, readPackageWhole, type Package, type Unusable } from './stages/read-package.ts';
import { resolve } from './stages/resolve.ts';
import { writePackage, type Output } from './stages/write-package.ts';

export interface Outcome {
  /** For each input that is not read-only, in order, what becomes of it. */
  readonly outputs: readonly Output[];
  /** The workloads that were changed or that a policy selects, in the order of the input; none on an error. */
  readonly workloads: readonly PlannedWorkload[];
  /** The ConfigData that became ConfigMaps; none on an error. */
  readonly conversions: readonly PlannedObject[];
  readonly diagnostics: readonly Diagnostic[];
  /** 0; 1 where a diagnostic is an error; 2 where the input or the options cannot be used. */
  readonly exitCode: 0 | 1 | 2;
}

/**
 * Injects what policies want. `flags` win over the options of a functionConfig. On any error nothing is injected
 * anywhere; a ResourceList then comes back with its items unchanged and the results.
 *
 * @throws TypeError where a flag is unknown or has a wrong value
 */
export function run(inputs: readonly Input[], flags: Partial<Options> = {}): Outcome {
  assertOptions(flags);
  return runOn(readPackage(inputs), flags);
}

function runOn(read: Package | Unusable, flags: Partial<Options>): Outcome {
  if (read.kind === 'unusable') return outcome(undefined, undefined, read.diagnostics);
  const resolved = resolve(read, flags);
  if (resolved.kind === 'dependent') return runOn(readPackageWhole(read, resolved.inputs), flags);
  if (hasErrors(resolved.diagnostics)) return outcome(read, undefined, resolved.diagnostics);
  const plan = planPackage(resolved);
  if (plan.kind === 'dependent') return runOn(readPackageWhole(read, plan.inputs), flags);
  return outcome(read, plan, [...resolved.diagnostics, ...plan.diagnostics]);
}

/** Without a package, that is, where an input could not be read, there is nothing to write. */
function outcome(read: Package | undefined, plan: Plan | undefined, found: readonly Diagnostic[]): Outcome {
  const diagnostics = withoutRepetitions(found);
  const exitCode = exitCodeOf(diagnostics);
  return {
    outputs: read ? writePackage(read, plan, diagnostics) : [],
    workloads: exitCode === 0 ? (plan?.workloads ?? []) : [],
    conversions: exitCode === 0 ? (plan?.conversions ?? []) : [],
    diagnostics,
    exitCode,
  };
}
