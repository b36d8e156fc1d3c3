/** What is to be said of policies once all workloads are planned, so that a mistyped selector or name is seen. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { policyDiagnostic, type Policy } from '../policies/policy.ts';

/** By policy, whether it selected a pod template, and found a container in one. */
export interface Reach {
  readonly matched: ReadonlySet<Policy>;
  readonly applied: ReadonlySet<Policy>;
}

export function checkPolicies(policies: readonly Policy[], { matched, applied }: Reach): readonly Diagnostic[] {
  return policies
    .filter((policy) => !applied.has(policy))
    .map((policy) => {
      const [field, id, what] = !matched.has(policy)
        ? (['selector', 'policy-unmatched', 'its selector matched no pod template'] as const)
        : policy.containers === undefined
          ? (['selector', 'policy-unmatched', 'the pod templates that it selects have no containers'] as const)
          : ([
              'containers',
              'policy-without-containers',
              'its containers are in no pod template that it selects',
            ] as const);
      const diagnostic = policyDiagnostic(policy, ['spec', field], { id, severity: 'warning', message: what });
      // The sentence says what the field is, so that its path would only repeat it.
      return { ...diagnostic, message: diagnostic.message.replace(`spec.${field}: `, '') };
    });
}
