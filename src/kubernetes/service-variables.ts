/**
 * The variables of Services that the kubelet gives to every container (k8s.io/kubernetes v1.35.4
 * pkg/kubelet/envvars/envvars.go, FromServices; pkg/kubelet/kubelet_pods.go, getServiceEnvVarMap).
 */
import { addTo } from '../yaml/multi-map.ts';
import { at, isList, isMap, nameOf, Numeral, scalarText, type Value, type ValueMap } from '../yaml/value.ts';
import { knownAs, orElse, UNCERTAIN, UNKNOWN, type VariableState } from './variable-state.ts';

export interface ServiceVariable {
  readonly state: VariableState;
  /** The name of the Service that brings it. */
  readonly service: string;
}

/** The variables that a pod gets from Services. */
export interface ServiceVariables {
  readonly variables: Pick<ReadonlyMap<string, ServiceVariable>, 'get' | 'keys' | 'size'>;
  /** Whether Services that are not among the given ones bring theirs, too: `enableServiceLinks`. */
  readonly links: boolean;
}

export interface PodScope {
  /** Undefined where it is not known before the pod is applied. */
  readonly namespace: string | undefined;
  /** The namespace of Services that name none. */
  readonly defaultNamespace: string | undefined;
  /** `spec.enableServiceLinks` of the pod, true where absent. */
  readonly enableServiceLinks: boolean;
}

/** The API server's own Service, whose variables every pod gets, with or without service links. */
const MASTER_SERVICE: ValueMap = { metadata: { name: 'kubernetes' }, spec: { ports: [{ name: 'https', port: 443 }] } };
const MASTER_NAMESPACE = 'default';

/**
 * The v1 Services among the items, for the pods of many namespaces: what every pod may get is kept once for all of them.
 */
export class Services {
  readonly #all: readonly ValueMap[];
  readonly #defaultNamespace: string | undefined;
  readonly #byNamespace = new Map<string | undefined, ValueMap[]>();
  readonly #known = new Map<string, ServiceVariables>();
  #unplaced: ReadonlyMap<string, ServiceVariable> | undefined;

  /** `defaultNamespace` is that of Services that name none. */
  constructor(services: readonly ValueMap[], defaultNamespace: string | undefined) {
    this.#all = services;
    this.#defaultNamespace = defaultNamespace;
    for (const service of services) addTo(this.#byNamespace, namespaceOf(service, defaultNamespace), service);
  }

  /** What {@link serviceVariables} gives, from as many of the Services as may reach the pod. */
  variablesFor(namespace: string | undefined, enableServiceLinks: boolean): ServiceVariables {
    const key = JSON.stringify([namespace ?? null, enableServiceLinks]);
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = this.#variablesFor(namespace, enableServiceLinks)));
    return known;
  }

  #variablesFor(namespace: string | undefined, enableServiceLinks: boolean): ServiceVariables {
    const scope = { namespace, defaultNamespace: this.#defaultNamespace, enableServiceLinks };
    if (namespace === undefined) return serviceVariables(this.#all, scope);
    const masters = this.#in(MASTER_NAMESPACE).filter(isMaster);
    const own = namespace === MASTER_NAMESPACE ? this.#in(namespace) : [...masters, ...this.#in(namespace)];
    const { variables } = serviceVariables(own, scope);
    const unplaced = (this.#unplaced ??= merged(
      this.#in(undefined).map((service) => ({ service, variables: allAs(UNCERTAIN, variablesOf(service)) })),
    ));
    return { variables: enableServiceLinks ? bothOf(variables, unplaced) : variables, links: enableServiceLinks };
  }

  #in(namespace: string | undefined): readonly ValueMap[] {
    return this.#byNamespace.get(namespace) ?? [];
  }
}

/** The variables of two tables without making a third one of them. */
function bothOf(
  a: ReadonlyMap<string, ServiceVariable>,
  b: ReadonlyMap<string, ServiceVariable>,
): ServiceVariables['variables'] {
  if (b.size === 0) return a;
  const inBoth = [...a.keys()].filter((name) => b.has(name)).length;
  return {
    get: (name) => {
      const [one, other] = [a.get(name), b.get(name)];
      return one && other ? eitherOf(one, other) : (one ?? other);
    },
    keys: () => new Set([...a.keys(), ...b.keys()]).values(),
    size: a.size + b.size - inBoth,
  };
}

/**
 * The variables that a pod gets from v1 Services. Of a Service in the pod's namespace only the address is unknown as
 * long as none is set. Services without an address of their own (headless, ExternalName) bring nothing.
 */
export function serviceVariables(
  services: readonly ValueMap[],
  scope: PodScope,
): ServiceVariables & { readonly variables: ReadonlyMap<string, ServiceVariable> } {
  const reaching = services.flatMap((service) => {
    const reaches = reach(service, scope);
    if (reaches === 'no') return [];
    const own = variablesOf(service);
    return [{ service, reaches, variables: reaches === 'yes' ? own : allAs(UNCERTAIN, own) }];
  });
  const hasMaster = reaching.some(({ service, reaches, variables }) => {
    return reaches === 'yes' && isMaster(service) && variables.size > 0;
  });
  const master = { service: MASTER_SERVICE, variables: allAs(UNKNOWN, variablesOf(MASTER_SERVICE)) };
  return { variables: merged(hasMaster ? reaching : [...reaching, master]), links: scope.enableServiceLinks };
}

interface BroughtVariables {
  readonly service: ValueMap;
  readonly variables: ReadonlyMap<string, VariableState>;
}

function merged(brought: readonly BroughtVariables[]): ReadonlyMap<string, ServiceVariable> {
  const all = new Map<string, ServiceVariable>();
  for (const { service, variables } of brought) {
    for (const [name, state] of variables) {
      const variable = { state, service: nameOf(service['metadata']) };
      const other = all.get(name);
      all.set(name, other ? eitherOf(other, variable) : variable);
    }
  }
  return all;
}

function allAs(
  state: VariableState,
  variables: ReadonlyMap<string, VariableState>,
): ReadonlyMap<string, VariableState> {
  return new Map([...variables.keys()].map((name) => [name, state]));
}

/** Whether the pod gets the variables of a Service. */
function reach(service: ValueMap, scope: PodScope): 'yes' | 'perhaps' | 'no' {
  const namespace = namespaceOf(service, scope.defaultNamespace);
  if (isMaster(service) && namespace === MASTER_NAMESPACE) return 'yes';
  if (!scope.enableServiceLinks) return 'no';
  if (namespace === scope.namespace) return 'yes';
  return namespace === undefined || scope.namespace === undefined ? 'perhaps' : 'no';
}

/** The namespace of a Service; undefined where it is not known. */
function namespaceOf(service: ValueMap, defaultNamespace: string | undefined): string | undefined {
  const named = scalarText(at(service, 'metadata', 'namespace'));
  return named === '' ? defaultNamespace : named;
}

function isMaster(service: ValueMap): boolean {
  return nameOf(service['metadata']) === nameOf(MASTER_SERVICE['metadata']);
}

/** Two Services bring one variable (`db` and `db-service` both have DB_SERVICE_PORT): the kubelet takes either. */
function eitherOf(a: ServiceVariable, b: ServiceVariable): ServiceVariable {
  if (a.state.kind === 'known' && b.state.kind === 'known' && a.state.value === b.state.value) return a;
  const certain = [a, b].find(({ state }) => state.kind !== 'uncertain');
  return { state: orElse(certain?.state), service: (certain ?? a).service };
}

/** FromServices for one Service. */
function variablesOf(service: ValueMap): ReadonlyMap<string, VariableState> {
  const name = nameOf(service['metadata']);
  const ports = portsOf(service);
  const [first] = ports;
  const clusterIp = at(service, 'spec', 'clusterIP');
  if (name === '' || !first || clusterIp === 'None' || at(service, 'spec', 'type') === 'ExternalName') return new Map();
  const address = isAddress(clusterIp) ? clusterIp : undefined;
  const prefix = variableName(name);
  const host = address === undefined ? UNKNOWN : knownAs(address);
  return new Map([
    [`${prefix}_SERVICE_HOST`, host],
    [`${prefix}_SERVICE_PORT`, knownAs(first.number)],
    ...ports.flatMap((port) => namedPort(prefix, port)),
    [`${prefix}_PORT`, urlOf(first, address)],
    ...ports.flatMap((port) => linkVariables(prefix, port, host, urlOf(port, address))),
  ]);
}

interface Port {
  readonly name: string;
  readonly number: string;
  readonly protocol: string;
}

function portsOf(service: ValueMap): readonly Port[] {
  const ports = at(service, 'spec', 'ports');
  if (!isList(ports)) return [];
  return ports.filter(isMap).map((port) => {
    const number = port['port'];
    return {
      name: nameOf(port),
      // In decimal, however it is spelled.
      number: number instanceof Numeral ? String(number.value) : scalarText(number),
      protocol: scalarText(port['protocol']) || 'TCP',
    };
  });
}

type Pair = readonly [name: string, state: VariableState];

function namedPort(prefix: string, { name, number }: Port): readonly Pair[] {
  return name === '' ? [] : [[`${prefix}_SERVICE_PORT_${variableName(name)}`, knownAs(number)]];
}

/** What Docker called the variables of a container link. */
function linkVariables(prefix: string, port: Port, host: VariableState, url: VariableState): readonly Pair[] {
  const link = `${prefix}_PORT_${port.number}_${port.protocol.toUpperCase()}`;
  return [
    [link, url],
    [`${link}_PROTO`, knownAs(port.protocol.toLowerCase())],
    [`${link}_PORT`, knownAs(port.number)],
    [`${link}_ADDR`, host],
  ];
}

function urlOf({ protocol, number }: Port, address: string | undefined): VariableState {
  if (address === undefined) return UNKNOWN;
  // net.JoinHostPort of Go.
  const host = address.includes(':') ? `[${address}]` : address;
  return knownAs(`${protocol.toLowerCase()}://${host}:${number}`);
}

function variableName(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}

function isAddress(value: Value | undefined): value is string {
  return typeof value === 'string' && /^(?:[0-9]+(?:\.[0-9]+){3}|(?=.*:)[0-9a-fA-F:.]+)$/.test(value);
}

/** Whether a Service that is not among the given ones could bring a variable of that name. */
export function couldBeServiceVariable(name: string): boolean {
  return name.length <= LONGEST_NAME && SERVICE_VARIABLE.test(name);
}

/** Names of Services and of ports have at most 63 characters; this is above anything made of two of them. */
const LONGEST_NAME = 200;
const SERVICE_VARIABLE =
  /^[A-Z0-9](?:[A-Z0-9_]*[A-Z0-9])?_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_[0-9]+_[A-Z]+(?:_(?:PROTO|PORT|ADDR))?)?)$/;
