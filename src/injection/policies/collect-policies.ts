/** The policies of a run, from the functionConfig and the items, in the order in which they apply. */
import { firstOfCopies } from '../../krm/copies.ts';
import { GROUP, isPolicy, LOCAL_CONFIG, POLICY_KIND } from '../../krm/function-config.ts';
import type { Report } from '../../krm/report.ts';
import type { Resource } from '../../krm/resource.ts';
import { compare } from '../../krm/result.ts';
import { at } from '../../yaml/value.ts';
import { policyTitle, readPolicy, type Policy } from './policy.ts';

/**
 * Validates policies and puts them in order of (namespace, name), so that the result does not depend on the order of
 * the items, which may be any objects. The same policy in the functionConfig and among the items counts once: kpt and kustomize hand over the
 * file that declares the function as both.
 */
export function collectPolicies(
  inConfig: readonly Resource[],
  inItems: readonly { readonly resource: Resource; readonly readOnly: boolean }[],
  report: Report,
): readonly Policy[] {
  const found = inItems.filter(({ resource }) => isOurs(resource, report));
  const ours = found.map(({ resource }) => resource);
  for (const { resource, readOnly } of found) if (!readOnly) checkLocal(resource, report);
  return firstOfCopies([...inConfig, ...ours], undefined, 'policy', ({ ref }) => policyTitle(ref), report)
    .flatMap((resource) => {
      const { policy, results } = readPolicy(resource);
      report.addAll(results);
      return policy ? [policy] : [];
    })
    .toSorted((a, b) => compare(a.namespace ?? '', b.namespace ?? '') || compare(a.name, b.name));
}

/** An object of the right kind in a wrong group would be passed over in silence. */
function isOurs({ ref, file }: Resource, report: Report): boolean {
  if (isPolicy(ref.apiVersion, ref.kind)) return true;
  if (ref.kind === POLICY_KIND) {
    const found = ref.apiVersion === '' ? 'none' : `"${ref.apiVersion}"`;
    const message = `${policyTitle(ref)}: expected the apiVersion ${GROUP}/v1alpha1 or extensions/v1beta1, found ${found}; it is not applied`;
    report.add({ severity: 'warning', message, resourceRef: ref, file });
  }
  return false;
}

/** An object for this program alone should not reach a cluster, which does not know its kind. */
function checkLocal({ value, ref, file }: Resource, report: Report): void {
  if (at(value, 'metadata', 'annotations', LOCAL_CONFIG) === 'true') return;
  const message = `${policyTitle(ref)}: expected the annotation ${LOCAL_CONFIG}: "true", found none; without it the policy would be applied to a cluster that does not know its kind`;
  report.add({ severity: 'info', message, resourceRef: ref, file });
}
