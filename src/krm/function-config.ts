/**
 * The functionConfig of a ResourceList in every form that orchestrators send: nothing, the ConfigMap that
 * `kpt fn eval -- a=b` and `kustomize fn run -- a=b` make, `kind: InjectServices`, or policies themselves.
 */
import { valueOf, type SourceNode } from '../yaml/source-node.ts';
import { isMap, mapOf, type Value, type ValueMap } from '../yaml/value.ts';
import { parseOptions, type OptionProblem, type Options } from './options.ts';
import { describeValue, groupOf, isListKind, resourcesIn, type Resource } from './resource.ts';

/** The group of everything that the program defines itself. */
export const GROUP = 'serviceinjectionpolicy.k8s.io';

/** Set to "true" on what is for functions, not for the cluster (proposal: Configuration IO API Semantics). */
export const LOCAL_CONFIG = 'config.kubernetes.io/local-config';

export interface FunctionConfig {
  readonly options: Partial<Options>;
  /** The policies that it consists of. */
  readonly policies: readonly Resource[];
  readonly problems: readonly OptionProblem[];
}

const NOTHING: FunctionConfig = { options: {}, policies: [], problems: [] };

/** Reads a functionConfig. Absent, null and the empty `function-input` that kpt always sends are the same. */
export function readFunctionConfig(node: SourceNode | undefined): FunctionConfig {
  if (node === undefined) return NOTHING;
  const value = valueOf(node);
  if (value === null) return NOTHING;
  if (!isMap(value))
    return problem('functionConfig', `functionConfig: expected an object, found ${describeValue(value)}`);
  const { kind } = value;
  if (kind === 'ConfigMap') return fromMap(value['data'], 'data');
  if (kind === 'InjectServices') return fromInjectServices(value);
  if (kind === POLICY_KIND || (typeof kind === 'string' && isListKind(kind))) return fromObjects(node);
  const expected = 'a ConfigMap, InjectServices, ServiceInjectionPolicy or a List of policies';
  return problem('functionConfig.kind', `functionConfig: expected ${expected}, found kind ${describeValue(kind)}`);
}

function fromMap(value: Value | undefined, place: string): FunctionConfig {
  if (value === undefined || value === null) return NOTHING;
  if (!isMap(value)) {
    return problem(
      `functionConfig.${place}`,
      `functionConfig.${place}: expected a mapping, found ${describeValue(value)}`,
    );
  }
  const { options, problems } = parseOptions(value);
  return {
    options,
    policies: [],
    problems: problems.map(({ path, message }) => ({ path: `functionConfig.${place}.${path}`, message })),
  };
}

/** With `kustomize fn run -- InjectServices a=b` the options come under `data`, otherwise under `spec`. */
function fromInjectServices(value: ValueMap): FunctionConfig {
  const unknown = Object.keys(value).find((key) => !['apiVersion', 'kind', 'metadata', 'spec', 'data'].includes(key));
  if (unknown !== undefined) {
    const path = `functionConfig.${unknown}`;
    return problem(path, `InjectServices: unknown field "${unknown}"; options stand under spec`);
  }
  const [spec, data] = [fromMap(value['spec'], 'spec'), fromMap(value['data'], 'data')];
  return {
    options: { ...spec.options, ...data.options },
    policies: [],
    problems: [...spec.problems, ...data.problems],
  };
}

function fromObjects(node: SourceNode): FunctionConfig {
  const found = resourcesIn(node, 'functionConfig');
  const policies = found.flatMap((one) => ('ref' in one && isPolicy(one.ref.apiVersion, one.ref.kind) ? [one] : []));
  const problems = found.flatMap((one): OptionProblem[] => {
    if (!('ref' in one)) return [{ path: one.place, message: `${one.place}: ${one.message}` }];
    if (isPolicy(one.ref.apiVersion, one.ref.kind)) return [];
    const kind = `${one.ref.apiVersion} ${one.ref.kind}`;
    const expected = `a ServiceInjectionPolicy of ${GROUP}/v1alpha1 or extensions/v1beta1`;
    return [{ path: one.place, message: `${one.place}: expected ${expected}, found ${kind}` }];
  });
  return { options: {}, policies, problems };
}

export const POLICY_KIND = 'ServiceInjectionPolicy';

/** ServiceInjectionPolicy as the proposal has it (`extensions`), and in the group of this program. */
export function isPolicy(apiVersion: string, kind: string): boolean {
  return kind === POLICY_KIND && isOwnGroup(apiVersion);
}

/** The groups of the kinds that the program reads itself: its own, and that of the proposals. */
export function isOwnGroup(apiVersion: string): boolean {
  const group = groupOf(apiVersion);
  return group === GROUP || group === 'extensions';
}

function problem(path: string, message: string): FunctionConfig {
  return { ...NOTHING, problems: [{ path, message }] };
}

/** An object without the annotations by which orchestrators find it again: what two copies of it have in common. */
export function withoutBookkeeping(value: ValueMap): ValueMap {
  const { metadata } = value;
  if (!isMap(metadata) || !isMap(metadata['annotations'])) return value;
  const kept = Object.entries(metadata['annotations']).filter(
    ([key]) => !/^([a-z.]+\.)?config\.(kubernetes|k8s)\.io\//.test(key),
  );
  const rest = Object.entries(metadata).filter(([key]) => key !== 'annotations');
  const annotations: [string, Value][] = kept.length === 0 ? [] : [['annotations', mapOf(kept)]];
  return mapOf([...Object.entries(value), ['metadata', mapOf([...rest, ...annotations])]]);
}
