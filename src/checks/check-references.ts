/** ConfigMaps and Secrets that a pod template needs and that are not among the items. */
import { missingReferences } from '../config-data/missing-references.ts';
import { fieldDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { placedReferences, type ReferringList } from '../kubernetes/data-references.ts';
import type { PlannedEntry } from '../plan/merge-entries.ts';
import type { WorkloadPlan } from '../plan/plan-workload.ts';
import { entryDiagnostic } from '../policies/policy.ts';
import { isMap } from '../yaml/value.ts';
import type { Check } from './check.ts';

/** Kubernetes itself puts this ConfigMap into every namespace (Kubernetes, "Publish CA certificates to ConfigMap"). */
const IN_EVERY_NAMESPACE = 'kube-root-ca.crt';

/**
 * Reports every required ConfigMap or Secret, and every required key of one, that is not there: where a policy wants
 * it, at the policy, and once for all the templates that it is injected into.
 */
export const checkReferences: Check = (plan, { options, data }) => {
  if (options.references === 'ignore') return [];
  const severity = options.references === 'warn' ? 'warning' : 'error';
  const { resource, workload } = plan;
  const diagnostics: Diagnostic[] = [];
  for (const { list, path, index, entry } of referringEntries(plan)) {
    const { value, wanted } = entry;
    if (!isMap(value)) continue;
    for (const reference of placedReferences(list, value)) {
      const { kind, name, optional } = reference;
      // References to ConfigData are looked at where they are resolved.
      if (optional || kind === 'ConfigData' || name === IN_EVERY_NAMESPACE) continue;
      const found = data.find(kind, name, resource.ref.namespace);
      const missing = missingReferences(reference, found, () => data.alternatives(kind, name, resource.ref.namespace));
      for (const { path: within, message } of missing) {
        const finding = { id: 'reference-missing', severity, message } as const;
        diagnostics.push(
          wanted
            ? entryDiagnostic(wanted.policy, wanted.entry.source, within, finding)
            : fieldDiagnostic(resource, [...workload.template, ...path, index, ...within], finding),
        );
      }
    }
  }
  return diagnostics;
};

interface ReferringEntry {
  readonly list: ReferringList;
  /** From the template to the list. */
  readonly path: readonly (string | number)[];
  readonly index: number;
  readonly entry: PlannedEntry;
}

/** The entries that may refer to objects, in the order of the pod's spec. */
function referringEntries({ containers, volumes }: WorkloadPlan): readonly ReferringEntry[] {
  const ofList = (list: ReferringList, path: readonly (string | number)[], entries: readonly PlannedEntry[]) =>
    entries.map((entry, index): ReferringEntry => ({ list, path, index, entry }));
  return [
    ...containers.flatMap(({ place, env, envFrom }) => [
      ...ofList('env', ['spec', place.list, place.index, 'env'], env),
      ...ofList('envFrom', ['spec', place.list, place.index, 'envFrom'], envFrom),
    ]),
    ...ofList('volumes', ['spec', 'volumes'], volumes),
  ];
}
