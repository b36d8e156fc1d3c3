/** Which policies reach which pod templates. */
import { matchesAny } from './name-patterns.ts';
import type { Options } from '../options.ts';
import type { Policy } from './policy.ts';

/**
 * Whether a policy and an object are in one namespace. A policy without one applies everywhere. An object without one
 * is taken to be in the namespace of the options; without that either, it is open where it will be applied, so that
 * policies of every namespace match it (the proposal's own example does) unless `strictNamespace` says otherwise.
 */
export function inScope(
  policy: Pick<Policy, 'namespace'>,
  namespace: string | undefined,
  options: Pick<Options, 'namespace' | 'strictNamespace'>,
): boolean {
  if (policy.namespace === undefined) return true;
  const effective = namespace ?? options.namespace;
  return effective === undefined ? !options.strictNamespace : effective === policy.namespace;
}

/** Whether a policy is for a container, by name or glob. */
export function isForContainer({ containers }: Pick<Policy, 'containers'>, name: string): boolean {
  return containers === undefined || matchesAny(containers, name);
}
