/** The policies that select a pod template, and what keeps them away from it. */
import { EXCLUDE } from '../api.ts';
import { selects } from '../kubernetes/label-selector.ts';
import type { Options } from '../options.ts';
import type { Policy } from '../policies/policy.ts';
import { inScope } from '../policies/scope.ts';
import { at, type ValueMap } from '../yaml/value.ts';

/** What the labels of a pod template and the namespace of its object make of the policies. */
export function selectPolicies(
  policies: readonly Policy[],
  labels: ReadonlyMap<string, string>,
  namespace: string | undefined,
  options: Options,
): readonly Policy[] {
  return policies.filter((policy) => selects(policy.selector, labels) && inScope(policy, namespace, options));
}

/** What the kubelet runs by itself, the API server only shows. */
export const MIRROR = 'kubernetes.io/config.mirror';

/** The annotation by which a template asks to be left alone, or by which the kubelet marks the mirror of a static pod. */
export function exclusionOf(template: ValueMap): string | undefined {
  const annotations = at(template, 'metadata', 'annotations');
  if (at(annotations, EXCLUDE) === 'true') return EXCLUDE;
  return at(annotations, MIRROR) === undefined ? undefined : MIRROR;
}
