/** ConfigMaps and Secrets that a pod template needs and that are not among the items. */
import { fieldPath } from '../../krm/field-path.ts';
import type { Report } from '../../krm/report.ts';
import { fieldResult } from '../../krm/resource.ts';
import type { Severity } from '../../krm/result.ts';
import { placedReferences } from '../../kubernetes/data-references.ts';
import type { DataObjects } from '../data-objects.ts';
import { missingReferences, type Alternatives } from './missing-references.ts';
import type { Template } from '../plan-template.ts';
import { policyResult, type Policy } from '../policies/policy.ts';
import { WantedEntries } from '../policies/wanted-by.ts';
import { templateEntries } from '../template-entries.ts';

/** Kubernetes itself puts this ConfigMap into every namespace (Kubernetes, "Publish CA certificates to ConfigMap"). */
const IN_EVERY_NAMESPACE = 'kube-root-ca.crt';

/**
 * Reports every required ConfigMap or Secret, and every required key of one, that is not there: where a policy wants
 * it, at the policy, and once for all the templates that it is injected into.
 */
export function checkReferences(
  { resource, path, value }: Pick<Template, 'resource' | 'path' | 'value'>,
  policies: readonly Policy[],
  data: DataObjects,
  severity: Severity,
  report: Report,
): void {
  const wanted = new WantedEntries(policies);
  for (const one of templateEntries(value)) {
    for (const reference of placedReferences(one.list, one.entry)) {
      const { kind, name, optional } = reference;
      // References to ConfigData are looked at where they are resolved.
      if (optional || kind === 'ConfigData' || name === IN_EVERY_NAMESPACE) continue;
      const found = data.find(kind, name, resource.ref.namespace);
      const alternatives = (): Alternatives => data.alternatives(kind, name, resource.ref.namespace);
      for (const missing of missingReferences(reference, found, alternatives)) {
        const by = wanted.by(one);
        if (by) {
          report.once(policyResult(by.policy, by.place, severity, missing.path, missing.message));
          continue;
        }
        const field = fieldPath([...path, ...one.path, ...missing.path]);
        report.add(fieldResult(resource, severity, field, missing.message));
      }
    }
  }
}
