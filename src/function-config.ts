/**
 * The functionConfig of a ResourceList in every form that orchestrators send: nothing, the ConfigMap that
 * `kpt fn eval -- a=b` and `kustomize fn run -- a=b` make, `kind: InjectServices`, or policies themselves.
 */
import { GROUP, INJECT_SERVICES, isPolicy, POLICY_KIND } from './api.ts';
import { offsetOf, type Diagnostic } from './diagnostics/diagnostic.ts';
import { resourcesIn, type Resource } from './krm/resource.ts';
import { isListKind } from './kubernetes/api-version.ts';
import { parseOptions, type Options } from './options.ts';
import { describeValue } from './wording/describe-value.ts';
import { valueOf, type SourceNode } from './yaml/source-node.ts';
import { isMap, type Value, type ValueMap } from './yaml/value.ts';

export interface FunctionConfig {
  readonly options: Partial<Options>;
  /** The policies that it consists of. */
  readonly policies: readonly Resource[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Contents {
  readonly options: Partial<Options>;
  readonly policies: readonly Resource[];
  readonly problems: readonly ConfigProblem[];
}

interface ConfigProblem {
  /** Of the field, in words. */
  readonly path: string;
  /** As many keys of it as lead to something that is there. */
  readonly keys: readonly string[];
  readonly message: string;
}

const NOTHING: Contents = { options: {}, policies: [], problems: [] };

/**
 * Reads the functionConfig of an input. Absent, null and the empty `function-input` that kpt always sends are the
 * same.
 */
export function readFunctionConfig(node: SourceNode | undefined, input: number): FunctionConfig {
  const { options, policies, problems } = node === undefined ? NOTHING : contentsOf(node, valueOf(node));
  return {
    options,
    policies: policies.map((policy) => ({ ...policy, input })),
    diagnostics: problems.map(({ path, keys, message }): Diagnostic => {
      const location = node && { input, offset: offsetOf(node, keys) };
      return { id: 'function-config-invalid', severity: 'error', message, field: { path }, location };
    }),
  };
}

function contentsOf(node: SourceNode, value: Value): Contents {
  if (value === null) return NOTHING;
  if (!isMap(value)) return problem([], `functionConfig: expected an object, found ${describeValue(value)}`);
  const { kind } = value;
  if (kind === 'ConfigMap') return fromMap(value['data'], 'data');
  if (kind === INJECT_SERVICES) return fromInjectServices(value);
  if (kind === POLICY_KIND || (typeof kind === 'string' && isListKind(kind))) return fromObjects(node);
  const expected = 'a ConfigMap, InjectServices, ServiceInjectionPolicy or a List of policies';
  return problem(['kind'], `functionConfig: expected ${expected}, found kind ${describeValue(kind)}`);
}

function fromMap(value: Value | undefined, field: string): Contents {
  if (value === undefined || value === null) return NOTHING;
  if (!isMap(value)) {
    return problem([field], `functionConfig.${field}: expected a mapping, found ${describeValue(value)}`);
  }
  const { options, problems } = parseOptions(value);
  return {
    options,
    policies: [],
    problems: problems.map(({ path, message }) => {
      const [option = ''] = path.split(/[.[]/, 1);
      return { path: `functionConfig.${field}.${path}`, keys: [field, option], message };
    }),
  };
}

/** With `kustomize fn run -- InjectServices a=b` the options come under `data`, otherwise under `spec`. */
function fromInjectServices(value: ValueMap): Contents {
  const unknown = Object.keys(value).find((key) => !['apiVersion', 'kind', 'metadata', 'spec', 'data'].includes(key));
  if (unknown !== undefined) {
    return problem([unknown], `InjectServices: unknown field "${unknown}"; options stand under spec`);
  }
  const [spec, data] = [fromMap(value['spec'], 'spec'), fromMap(value['data'], 'data')];
  return {
    options: { ...spec.options, ...data.options },
    policies: [],
    problems: [...spec.problems, ...data.problems],
  };
}

function fromObjects(node: SourceNode): Contents {
  const found = resourcesIn(node, 'functionConfig');
  const policies = found.flatMap((one) => (one.kind === 'object' && isPolicy(one.resource.ref) ? [one.resource] : []));
  const problems = found.flatMap((one): readonly ConfigProblem[] => {
    if (one.kind !== 'object') return [{ path: one.place, keys: [], message: `${one.place}: ${one.message}` }];
    const { place, ref } = one.resource;
    if (isPolicy(ref)) return [];
    const expected = `a ServiceInjectionPolicy of ${GROUP}/v1alpha1 or extensions/v1beta1`;
    return [{ path: place, keys: [], message: `${place}: expected ${expected}, found ${ref.apiVersion} ${ref.kind}` }];
  });
  return { options: {}, policies, problems };
}

function problem(keys: readonly string[], message: string): Contents {
  return { ...NOTHING, problems: [{ path: ['functionConfig', ...keys].join('.'), keys, message }] };
}
