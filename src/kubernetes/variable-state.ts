/** What is known of a variable before the pod runs. */

export type VariableState =
  /** The container gets it with this value. */
  | { readonly kind: 'known'; readonly value: string }
  /** The container gets it, with a value that only the cluster knows. */
  | { readonly kind: 'unknown' }
  /** The container gets it only if the cluster has what would bring it. */
  | { readonly kind: 'uncertain' };

export const UNKNOWN: VariableState = { kind: 'unknown' };
export const UNCERTAIN: VariableState = { kind: 'uncertain' };

export function knownAs(value: string): VariableState {
  return { kind: 'known', value };
}

/** The state of a variable that may be set anew: by then `before` still holds, or another value, which is unknown. */
export function orElse(before: VariableState | undefined): VariableState {
  return before === undefined || before.kind === 'uncertain' ? UNCERTAIN : UNKNOWN;
}

/**
 * Whether Kubernetes of every version takes a name for a variable's: `IsEnvVarName` in k8s.io/apimachinery
 * pkg/util/validation. Since 1.32 any printable ASCII but `=` will do (`IsRelaxedEnvVarName`).
 */
export function isStrictVariableName(name: string): boolean {
  return /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name) && name !== '.' && !name.startsWith('..');
}
