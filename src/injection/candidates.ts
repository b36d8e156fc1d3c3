/** Which units of the input have to be read: from their lines alone, so that most of them need not be. */
import type { Unit } from '../krm/envelope.ts';
import { POLICY_KIND } from '../krm/function-config.ts';
import type { Options } from '../krm/options.ts';
import { isListKind } from '../krm/resource.ts';
import { hasNoKind, sniffKind, sniffLabels, sniffNamespace } from '../krm/sniff.ts';
import { selects } from '../kubernetes/label-selector.ts';
import { workloadOf, type Workload } from '../kubernetes/workloads.ts';
import type { Policy } from './policy.ts';
import { inScope } from './scope.ts';

/** What a unit may hold; `anything` where only reading it can tell. */
export type Candidate =
  { readonly kind: 'policy' | 'anything' | 'nothing' } | { readonly kind: 'workload'; readonly workload: Workload };

/** `inFile`: the unit is from a file, where there may be anything; what is no object is none of our business. */
export function candidateOf(bytes: Buffer, unit: Unit, workloads: readonly Workload[], inFile: boolean): Candidate {
  if (inFile && hasNoKind(bytes, unit)) return { kind: 'nothing' };
  const sniffed = sniffKind(bytes, unit);
  if (sniffed === undefined || isListKind(sniffed.kind)) return { kind: 'anything' };
  if (sniffed.kind === POLICY_KIND) return { kind: 'policy' };
  const workload = workloadOf(sniffed.apiVersion, sniffed.kind, workloads);
  return workload ? { kind: 'workload', workload } : { kind: 'nothing' };
}

/** From the lines of a workload: whether a policy could select it. True where that is not certain. */
export function mayMatch(
  bytes: Buffer,
  unit: Unit,
  { workload }: { readonly workload: Workload },
  { policies, options }: { readonly policies: readonly Policy[]; readonly options: Options },
): boolean {
  const labels = sniffLabels(bytes, unit, [...workload.template, 'metadata', 'labels']);
  if (labels === undefined) return true;
  const selecting = policies.filter((policy) => selects(policy.selector, labels));
  if (selecting.length === 0) return false;
  const namespace = sniffNamespace(bytes, unit);
  return namespace === undefined || selecting.some((policy) => inScope(policy, namespace ?? undefined, options));
}
