/** Which policies reach which pod templates. */
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

/** Whether a policy is for a container, by name or glob (`*`, `?`). */
export function isForContainer({ containers }: Pick<Policy, 'containers'>, name: string): boolean {
  return containers === undefined || containers.some((pattern) => globMatches(pattern, name));
}

function globMatches(pattern: string, name: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === name;
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/\*+/g, '.*').replaceAll('?', '.')}$`, 's').test(name);
}
