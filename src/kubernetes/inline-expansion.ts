/** References replaced by the values that are known before the pod runs, with the same result in the container. */
import { at, isList, isMap, nameOf, withKey, type Value, type ValueMap } from '../yaml/value.ts';
import { lookUp, LONGEST_STRING, type Environment } from './environment.ts';
import { partiallyExpand, references } from './expansion.ts';

/** The probes whose commands the kubelet expands. */
const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];

/**
 * The container with the known values written into its `env` values, `command` and `args`; the very object where there
 * is nothing to write. What the kubelet makes of it is what it made of the original, whatever the unknown values are.
 *
 * A variable that the command of a probe refers to stays as it stands: there the kubelet puts in the value as written,
 * its own references unexpanded (k8s.io/kubernetes v1.35.4 pkg/kubelet/container/helpers.go,
 * ExpandContainerCommandOnlyStatic).
 */
export function inlineExpansion(container: ValueMap, environment: Environment): ValueMap {
  const inline = inlineVariable(container, environment);
  const variable = (entry: Value, index: number): Value => (isMap(entry) ? inline(entry, index) : entry);
  const word = (text: Value): Value => inlined(text, environment);
  let result = container;
  for (const [list, change] of [
    ['env', variable],
    ['command', word],
    ['args', word],
  ] as const) {
    const current = result[list];
    if (!isList(current)) continue;
    const changed = current.map(change);
    if (changed.some((item, index) => item !== current[index])) result = withKey(result, list, changed);
  }
  return result;
}

/** The same for one entry of `env`, which may be put at any index of it: what counts are those before. */
export function inlineVariable(
  container: ValueMap,
  environment: Environment,
): (entry: ValueMap, index: number) => ValueMap {
  const fixed = probeReferences(container);
  return (entry, index) => {
    if (fixed.has(nameOf(entry))) return entry;
    const current = entry['value'] ?? null;
    const value = inlined(current, environment, index);
    // An empty value would give way to a valueFrom.
    return value === current || (value === '' && isMap(entry['valueFrom'])) ? entry : withKey(entry, 'value', value);
  };
}

/** The names that the commands of a container's probes refer to. */
export function probeReferences(container: ValueMap): ReadonlySet<string> {
  return new Set(PROBES.flatMap((probe) => textsOf(at(container, probe, 'exec', 'command')).flatMap(references)));
}

function inlined(value: Value, environment: Environment, before?: number): Value {
  if (typeof value !== 'string') return value;
  let length = value.length;
  const text = partiallyExpand(value, (name) => {
    const state = lookUp(environment, name, before)?.state;
    if (state?.kind !== 'known') return undefined;
    length += state.value.length;
    return length <= LONGEST_STRING ? state.value : undefined;
  });
  return length <= LONGEST_STRING ? text : value;
}

function textsOf(list: Value | undefined): readonly string[] {
  return isList(list) ? list.filter((item) => typeof item === 'string') : [];
}
