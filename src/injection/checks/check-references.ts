/** ConfigMaps and Secrets that a pod template needs and that are not among the items. */
import { fieldPath } from '../../krm/field-path.ts';
import type { Report } from '../../krm/report.ts';
import { titleOf } from '../../krm/resource.ts';
import type { Severity } from '../../krm/result.ts';
import { placedReferences } from '../../kubernetes/data-references.ts';
import { nameOf, type ValueMap } from '../../yaml/value.ts';
import type { DataObjects } from '../data-objects.ts';
import { LIST_RULES } from '../merge-entries.ts';
import { missingReferences, type Alternatives } from './missing-references.ts';
import type { Template } from '../plan-template.ts';
import { policyResult, type Policy } from '../policies/policy.ts';
import { isForContainer } from '../scope.ts';
import { templateEntries, type TemplateEntry } from '../template-entries.ts';

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
  for (const one of templateEntries(value)) {
    for (const reference of placedReferences(one.list, one.entry)) {
      const { kind, name, optional } = reference;
      // References to ConfigData are looked at where they are resolved.
      if (optional || kind === 'ConfigData' || name === IN_EVERY_NAMESPACE) continue;
      const found = data.find(kind, name, resource.ref.namespace);
      const alternatives = (): Alternatives => data.alternatives(kind, name, resource.ref.namespace);
      for (const missing of missingReferences(reference, found, alternatives)) {
        const by = wantedBy(policies, one);
        if (by) {
          report.once(policyResult(by.policy, by.place, severity, missing.path, missing.message));
          continue;
        }
        const field = fieldPath([...path, ...one.path, ...missing.path]);
        report.add({
          severity,
          message: `${titleOf(resource)}: ${field}: ${missing.message}`,
          resourceRef: resource.ref,
          field: { path: field },
          file: resource.file,
        });
      }
    }
  }
}

/** The policy that wants an entry, be it that it was there before. */
function wantedBy(
  policies: readonly Policy[],
  { list, entry, container }: TemplateEntry,
): { policy: Policy; place: NonNullable<ReturnType<Policy['places']['get']>> } | undefined {
  const { keyOf, same } = LIST_RULES[list];
  const isSame = (wanted: ValueMap): boolean => keyOf(wanted) === keyOf(entry) && same(wanted, entry);
  for (const policy of policies) {
    if (container && !isForContainer(policy, nameOf(container))) continue;
    const wanted = policy[list].find(isSame);
    const place = wanted && policy.places.get(wanted);
    if (place) return { policy, place };
  }
  return undefined;
}
