/** What an item is to a run: from its head alone, so that most items need not be read. */
import { CONFIG_DATA, POLICY_KIND } from '../api.ts';
import { objectKind } from '../krm/object-index.ts';
import type { Item, Source } from '../krm/source.ts';
import { isListKind } from '../kubernetes/api-version.ts';
import { workloadOf, type Workload, type WorkloadTable } from '../kubernetes/workloads.ts';

export type ItemRole =
  /** A policy or a ConfigData, which is always read. */
  | { readonly kind: 'declaration' }
  | { readonly kind: 'workload'; readonly workload: Workload }
  /** An object that others may refer to: its apiVersion and kind. */
  | { readonly kind: 'referent'; readonly objectKind: string }
  /** Only reading it can tell. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'other' };

const REFERENTS = ['v1 ConfigMap', 'v1 Secret', 'v1 Service'];

export function roleOf({ input, envelope: { bytes } }: Source, item: Item, workloads: WorkloadTable): ItemRole {
  const { head, unit } = item;
  // In a file there may be anything; what is no object is none of our business.
  if (input.path !== undefined && !mayHaveKind(bytes, item)) return { kind: 'other' };
  if (head === undefined || unit.tree !== undefined) return { kind: 'unknown' };
  const { apiVersion, kind } = head;
  if (kind === '' || apiVersion === '' || isListKind(kind)) return { kind: 'unknown' };
  if (kind === POLICY_KIND || kind === CONFIG_DATA) return { kind: 'declaration' };
  const workload = workloadOf(apiVersion, kind, workloads);
  if (workload) return { kind: 'workload', workload };
  const referent = objectKind(apiVersion, kind);
  return REFERENTS.includes(referent) ? { kind: 'referent', objectKind: referent } : { kind: 'other' };
}

function mayHaveKind(bytes: Buffer, { head, unit: { slice } }: Item): boolean {
  return head ? head.hasKind : bytes.subarray(slice.start, slice.end).includes('kind');
}
