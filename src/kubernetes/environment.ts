/**
 * The environment of a container as the kubelet makes it: the sources of `envFrom` in order, where a later one wins;
 * then `env` in order, where each value is expanded with what is set so far; variables of Services where nothing else
 * has set them. `command` and `args` are expanded with all of it.
 *
 * Source: k8s.io/kubernetes v1.35.4 pkg/kubelet/kubelet_pods.go, makeEnvironmentVariables (`tmpEnv` holds what
 * `envFrom` and `env` have set so far; references are looked up in `tmpEnv`, then in `serviceEnv`; an optional key that
 * is missing sets nothing), and pkg/kubelet/container/helpers.go, ExpandContainerCommandAndArgs.
 */
import { countFirst } from '../yaml/binary-search.ts';
import { addTo } from '../yaml/multi-map.ts';
import { isList, isMap, nameOf, scalarText, type Value, type ValueMap } from '../yaml/value.ts';
import { expand, mayRefer } from './expansion.ts';
import { OpenSources, type OpenSource } from './open-sources.ts';
import { couldBeServiceVariable, type ServiceVariables } from './service-variables.ts';
import {
  dataReference,
  variableSource,
  type DataKind,
  type DataReference,
  type KeyReference,
} from './variable-source.ts';
import { isStrictVariableName, knownAs, orElse, UNKNOWN, type VariableState } from './variable-state.ts';

/** What is known of a ConfigMap, ConfigData or Secret. */
export interface KnownData {
  /** The keys that it has; undefined is a value that is not known. A Secret's values are never looked at. */
  readonly data: ReadonlyMap<string, string | undefined>;
  /** The keys in `binaryData`: volumes have them, variables cannot. */
  readonly binaryKeys?: ReadonlySet<string>;
  /** Whether it has no other keys. */
  readonly complete: boolean;
}

/** Gives what is known of an object in the pod's namespace; undefined where it is not among the items. */
export type ResolveData = (kind: DataKind, name: string) => KnownData | undefined;

/** What sets a variable. */
export type Origin =
  | { readonly kind: 'service'; readonly service: string }
  /** Without a key: a source that may have one for this variable. */
  | {
      readonly kind: 'envFrom';
      readonly index: number;
      readonly reference: DataReference | undefined;
      readonly key: string | undefined;
    }
  | { readonly kind: 'env'; readonly index: number; readonly reference: KeyReference | undefined };

export interface Variable {
  readonly name: string;
  readonly state: VariableState;
  readonly origin: Origin;
  /** What holds if the origin turns out not to set it: a key that is optional, or is not known to be there. */
  readonly otherwise: Variable | undefined;
}

export interface Environment {
  /** By name what `envFrom` and `env` set for sure, or may set by that name, in the order in which they do. */
  readonly declared: ReadonlyMap<string, readonly Variable[]>;
  readonly services: ServiceVariables;
  /** Where there are none, and no Service elsewhere comes in, there are no further variables. */
  readonly openSources: OpenSources;
}

/** Linux takes no longer string in an environment or a command line (execve(2), MAX_ARG_STRLEN). */
export const LONGEST_STRING = 131_072;
/** And no more than 6 MiB of all of them together. */
const MOST_TEXT = 6 * 2 ** 20;

/**
 * Evaluates the environment of a container from what is known before the pod runs. It is assumed that the items are
 * applied as they are and before the pod starts, and that Services elsewhere add variables, but change none of theirs.
 */
export function evaluateEnvironment(
  container: ValueMap,
  services: ServiceVariables,
  resolve: ResolveData,
): Environment {
  const evaluation = new Evaluation(services, resolve);
  for (const [index, source] of listOf(container['envFrom']).entries()) {
    if (isMap(source)) evaluation.envFrom(source, index);
  }
  for (const [index, variable] of listOf(container['env']).entries()) {
    if (isMap(variable)) evaluation.env(variable, index);
  }
  const { declared, openSources } = evaluation;
  return { declared, services, openSources };
}

/** Whether a container has anything to expand; without it there is no need for its environment. */
export function hasReferences({ env, command, args }: ValueMap): boolean {
  return (
    listOf(env).some((variable) => isMap(variable) && mayRefer(variable['value'])) ||
    listOf(command).some(mayRefer) ||
    listOf(args).some(mayRefer)
  );
}

function listOf(value: Value | undefined): readonly Value[] {
  return isList(value) ? value : [];
}

class Evaluation implements Environment {
  readonly declared = new Map<string, Variable[]>();
  readonly openSources = new OpenSources();
  readonly services: ServiceVariables;
  readonly #resolve: ResolveData;
  /** The length of all texts that were put together. */
  #length = 0;

  constructor(services: ServiceVariables, resolve: ResolveData) {
    this.services = services;
    this.#resolve = resolve;
  }

  envFrom(source: ValueMap, index: number): void {
    const reference = dataReference(source);
    const prefix = scalarText(source['prefix']);
    const found = reference && this.#resolve(reference.kind, reference.name);
    if (!found?.complete) this.openSources.add({ index, prefix, reference });
    for (const [key, value] of found?.data ?? []) {
      const name = prefix + key;
      const state = dataState(reference?.kind, value);
      const origin: Origin = { kind: 'envFrom', index, reference, key };
      // Kubelets before 1.30 leave such a key out.
      if (isStrictVariableName(name)) this.#set(name, state, origin);
      else this.#setPerhaps(name, origin);
    }
  }

  env(variable: ValueMap, index: number): void {
    const name = nameOf(variable);
    const source = variableSource(variable);
    const origin = (reference?: KeyReference): Origin => ({ kind: 'env', index, reference });
    switch (source.kind) {
      case 'text':
        return this.#set(name, this.#expanded(source.text), origin());
      case 'node':
        return source.optional ? this.#setPerhaps(name, origin()) : this.#set(name, UNKNOWN, origin());
      case 'key': {
        const { reference } = source;
        const found = this.#resolve(reference.kind, reference.name);
        if (found?.data.has(reference.key)) {
          const state = dataState(reference.kind, found.data.get(reference.key));
          return this.#set(name, state, origin(reference));
        }
        // Without a required key the container does not start.
        if (!reference.optional) return this.#set(name, UNKNOWN, origin(reference));
        if (!found?.complete) this.#setPerhaps(name, origin(reference));
      }
    }
  }

  #expanded(text: string): VariableState {
    let known = true;
    let length = text.length;
    const value = expand(text, (name) => {
      const state = lookUp(this, name)?.state;
      const part = state?.kind === 'known' ? state.value : `$(${name})`;
      length += part.length;
      known &&= (state ? state.kind === 'known' : !isOpenTo(this, name)) && length <= LONGEST_STRING;
      return known ? part : '';
    });
    if (value !== text) this.#length += value.length;
    return known && this.#length <= MOST_TEXT ? knownAs(value) : UNKNOWN;
  }

  #set(name: string, state: VariableState, origin: Origin, otherwise?: Variable): void {
    addTo(this.declared, name, { name, state, origin, otherwise });
  }

  #setPerhaps(name: string, origin: Origin): void {
    const earlier = lookUp(this, name);
    this.#set(name, orElse(earlier?.state), origin, earlier);
  }
}

function dataState(kind: DataKind | undefined, value: string | undefined): VariableState {
  return value === undefined || kind === 'Secret' ? UNKNOWN : knownAs(value);
}

function originOf({ index, reference }: OpenSource): Origin {
  return { kind: 'envFrom', index, reference, key: undefined };
}

/**
 * The variable that a reference finds: in the `env` entry of index `before`, or by default in `command` and `args`.
 * Undefined where nothing that is known sets it; see {@link isOpenTo}.
 */
export function lookUp(environment: Environment, name: string, before = Infinity): Variable | undefined {
  const all = environment.declared.get(name);
  const declared = all?.[countFirst(all, ({ origin }) => origin.kind !== 'env' || origin.index < before) - 1];
  if (declared?.origin.kind === 'env') return declared;
  return perhapsOpen(environment, declared ?? serviceVariable(environment, name), name);
}

function serviceVariable({ services }: Environment, name: string): Variable | undefined {
  const found = services.variables.get(name);
  if (found === undefined) return undefined;
  const origin = { kind: 'service', service: found.service } as const;
  return { name, state: found.state, origin, otherwise: undefined };
}

/**
 * A variable, or none, as the open sources leave it whose index is below `before`: those behind the source that sets the
 * variable may set it anew, each of them where the ones behind it do not.
 */
function perhapsOpen(
  environment: Environment,
  variable: Variable | undefined,
  name: string,
  before = Infinity,
): Variable | undefined {
  const source = environment.openSources.lastFor(name, before);
  const after = variable?.origin.kind === 'envFrom' ? variable.origin.index : -1;
  if (source === undefined || source.index <= after) return variable;
  return {
    name,
    state: orElse(variable?.state),
    origin: originOf(source),
    // Only who asks for them makes the others: of thousands of sources each may be the one.
    get otherwise() {
      return perhapsOpen(environment, variable, name, source.index);
    },
  };
}

/** Whether a name that {@link lookUp} does not find may be a variable of a Service that is not among the items. */
export function isOpenTo(environment: Environment, name: string): boolean {
  return environment.services.links && couldBeServiceVariable(name);
}

/** The variables that the container gets in the end: those of Services first, then in the order of declaration. */
export function finalVariables(environment: Environment): readonly Variable[] {
  const names = new Set([...environment.services.variables.keys(), ...environment.declared.keys()]);
  return [...names].flatMap((name) => lookUp(environment, name) ?? []);
}
