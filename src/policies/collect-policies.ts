/** The policies of a run, from the functionConfig and the items, in the order in which they apply. */
import { GROUP, isPolicy, POLICY_KIND } from '../api.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { fieldDiagnostic } from '../diagnostics/diagnostic.ts';
import { LOCAL_CONFIG } from '../krm/annotations.ts';
import { withoutCopies } from '../krm/copies.ts';
import { whereIs, type Resource } from '../krm/resource.ts';
import { compareText } from '../wording/compare-text.ts';
import { at } from '../yaml/value.ts';
import { policyTitle, readPolicy, type Policy } from './policy.ts';

export interface CollectedPolicies {
  readonly policies: readonly Policy[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Validates policies and puts them in order of (namespace, name), so that the result does not depend on the order of
 * the items, which may be any objects. The same policy in the functionConfig and among the items counts once: kpt and
 * kustomize hand over the file that declares the function as both.
 */
export function collectPolicies(
  inConfig: readonly Resource[],
  inItems: readonly { readonly resource: Resource; readonly isWritten: boolean }[],
): CollectedPolicies {
  const found = inItems.filter(({ resource: { ref } }) => isPolicy(ref));
  const { first, differing } = withoutCopies([...inConfig, ...found.map(({ resource }) => resource)], undefined);
  const read = first.map(readPolicy);
  return {
    policies: read
      .flatMap(({ policy }) => (policy ? [policy] : []))
      .toSorted((a, b) => compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name)),
    diagnostics: [
      ...inItems.flatMap(({ resource }) => ofAnotherGroup(resource)),
      ...found.flatMap(({ resource, isWritten }) => (isWritten ? notLocal(resource) : [])),
      ...differing.map(({ first: one, other }): Diagnostic => {
        const places = [one, other].map(whereIs).join(' and ');
        const message = `expected one policy of this name, found two that differ, in ${places}`;
        return fieldDiagnostic(
          other,
          [],
          { id: 'policy-duplicate', severity: 'error', message },
          policyTitle(other.ref),
        );
      }),
      ...read.flatMap(({ diagnostics }) => diagnostics),
    ],
  };
}

/** An object of the right kind in a wrong group would be passed over in silence. */
function ofAnotherGroup(resource: Resource): readonly Diagnostic[] {
  const { ref } = resource;
  if (ref.kind !== POLICY_KIND || isPolicy(ref)) return [];
  const found = ref.apiVersion === '' ? 'none' : `"${ref.apiVersion}"`;
  const message = `expected the apiVersion ${GROUP}/v1alpha1 or extensions/v1beta1, found ${found}; it is not applied`;
  return [
    fieldDiagnostic(resource, [], { id: 'policy-unknown-group', severity: 'warning', message }, policyTitle(ref)),
  ];
}

/** An object for this program alone should not reach a cluster, which does not know its kind. */
function notLocal(resource: Resource): readonly Diagnostic[] {
  if (at(resource.value, 'metadata', 'annotations', LOCAL_CONFIG) === 'true') return [];
  const message = `expected the annotation ${LOCAL_CONFIG}: "true", found none; without it the policy would be applied to a cluster that does not know its kind`;
  return [
    fieldDiagnostic(resource, [], { id: 'policy-not-local', severity: 'info', message }, policyTitle(resource.ref)),
  ];
}
