/** Which units of the input have to be read: from their lines alone, so that most of them need not be. */
import type { Unit } from '../krm/envelope.ts';
import { POLICY_KIND } from '../krm/function-config.ts';
import { objectKind } from '../krm/objects.ts';
import type { Options } from '../krm/options.ts';
import { isListKind } from '../krm/resource.ts';
import { hasNoKind, sniffKind, sniffLabels, sniffNamespace } from '../krm/sniff.ts';
import { selects } from '../kubernetes/label-selector.ts';
import { workloadOf, type Workload, type WorkloadTable } from '../kubernetes/workloads.ts';
import { CONFIG_DATA } from './config-data/config-data.ts';
import type { Policy } from './policies/policy.ts';
import { inScope } from './scope.ts';

/** What a unit may hold; `anything` where only reading it can tell. */
export type Candidate =
  /** A policy or a ConfigData, which is always read. */
  | { readonly kind: 'declaration' | 'anything' | 'nothing' }
  | { readonly kind: 'workload'; readonly workload: Workload }
  /** An object that others may refer to: its apiVersion and kind. */
  | { readonly kind: 'object'; readonly objectKind: string };

const REFERRED = ['v1 ConfigMap', 'v1 Secret', 'v1 Service'];

/** `inFile`: the unit is from a file, where there may be anything; what is no object is none of our business. */
export function candidateOf(bytes: Buffer, unit: Unit, workloads: WorkloadTable, inFile: boolean): Candidate {
  if (inFile && hasNoKind(bytes, unit)) return { kind: 'nothing' };
  const sniffed = sniffKind(bytes, unit);
  if (sniffed === undefined || isListKind(sniffed.kind)) return { kind: 'anything' };
  if (sniffed.kind === POLICY_KIND || sniffed.kind === CONFIG_DATA) return { kind: 'declaration' };
  const workload = workloadOf(sniffed.apiVersion, sniffed.kind, workloads);
  if (workload) return { kind: 'workload', workload };
  const referred = objectKind(sniffed.apiVersion, sniffed.kind);
  return REFERRED.includes(referred) ? { kind: 'object', objectKind: referred } : { kind: 'nothing' };
}

/** What is done with a workload. */
export type Need = 'change' | 'look' | 'nothing';

/** From the lines of a workload: whether it may change, or only has something to be checked. */
export function needOf(
  bytes: Buffer,
  unit: Unit,
  candidate: { readonly workload: Workload },
  context: { readonly policies: readonly Policy[]; readonly options: Options },
): Need {
  const { configData, expansion, references } = context.options;
  const text = bytes.subarray(unit.slice.start, unit.slice.end);
  // No policy needs it to be read, a reference may.
  if (mayMatch(bytes, unit, candidate, context) || text.includes('configData') || references === 'error')
    return 'change';
  const hasReferences = expansion !== 'off' && text.includes('$(');
  if (hasReferences && expansion === 'inline') return 'change';
  // A ConfigData is not inlined for what refers to it as the ConfigMap that it would become.
  const mayMeanConfigData = configData === 'inline' && text.includes('configMap');
  return hasReferences || references === 'warn' || mayMeanConfigData ? 'look' : 'nothing';
}

/** From the lines of a workload: whether a policy could select it. True where that is not certain. */
function mayMatch(
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
