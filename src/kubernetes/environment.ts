/**
 * The environment of a container as the kubelet makes it: the sources of `envFrom` in order, where a later one wins;
 * then `env` in order, where each value is expanded with what is set so far; variables of Services where nothing else
 * has set them. `command` and `args` are expanded with all of it.
 *
 * Source: k8s.io/kubernetes v1.35.4 pkg/kubelet/kubelet_pods.go, makeEnvironmentVariables (`tmpEnv` holds what
 * `envFrom` and `env` have set so far; references are looked up in `tmpEnv`, then in `serviceEnv`; an optional key that
 * is missing sets nothing), and pkg/kubelet/container/helpers.go, ExpandContainerCommandAndArgs.
 */
import { isList, isMap, nameOf, scalarText, type Value, type ValueMap } from '../yaml/value.ts';
import { expand, mayRefer } from './expansion.ts';
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

/** An `envFrom` source of which not all keys are known. */
export interface OpenSource {
  readonly index: number;
  readonly prefix: string;
  readonly reference: DataReference | undefined;
}

export interface Environment {
  /** By name what `envFrom` and `env` set, in the order in which they set it. */
  readonly declared: ReadonlyMap<string, readonly Variable[]>;
  readonly services: ServiceVariables;
  /** Where this is empty, and no Service elsewhere comes in, there are no further variables. */
  readonly openSources: readonly OpenSource[];
}

/** Linux takes no longer string in an environment or a command line (execve(2), MAX_ARG_STRLEN). */
export const LONGEST_STRING = 131_072;

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
  readonly openSources: OpenSource[] = [];
  readonly services: ServiceVariables;
  readonly #resolve: ResolveData;

  constructor(services: ServiceVariables, resolve: ResolveData) {
    this.services = services;
    this.#resolve = resolve;
  }

  envFrom(source: ValueMap, index: number): void {
    const reference = dataReference(source);
    const prefix = scalarText(source['prefix']);
    const found = reference && this.#resolve(reference.kind, reference.name);
    if (!found?.complete) this.#open({ index, prefix, reference });
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
    return known ? knownAs(value) : UNKNOWN;
  }

  #open(source: OpenSource): void {
    this.openSources.push(source);
    for (const name of this.declared.keys())
      if (name.startsWith(source.prefix)) this.#setPerhaps(name, originOf(source));
  }

  #set(name: string, state: VariableState, origin: Origin, otherwise?: Variable): void {
    const variable = { name, state, origin, otherwise };
    const earlier = this.declared.get(name);
    if (earlier) earlier.push(variable);
    else this.declared.set(name, [variable]);
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
  const declared = environment.declared
    .get(name)
    ?.findLast(({ origin }) => origin.kind !== 'env' || origin.index < before);
  if (declared) return declared;
  const service = environment.services.variables.get(name);
  let found: Variable | undefined = service && {
    name,
    state: service.state,
    origin: { kind: 'service', service: service.service },
    otherwise: undefined,
  };
  for (const source of environment.openSources) {
    if (!name.startsWith(source.prefix)) continue;
    found = { name, state: orElse(found?.state), origin: originOf(source), otherwise: found };
  }
  return found;
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
