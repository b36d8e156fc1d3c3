/**
 * The variables of Services that the kubelet gives to every container (k8s.io/kubernetes v1.35.4
 * pkg/kubelet/envvars/envvars.go, FromServices; pkg/kubelet/kubelet_pods.go, getServiceEnvVarMap).
 */
import { at, isList, isMap, nameOf, Numeral, scalarText, type Value, type ValueMap } from '../yaml/value.ts';
import { knownAs, orElse, UNCERTAIN, UNKNOWN, type VariableState } from './variable-state.ts';

export interface ServiceVariable {
  readonly state: VariableState;
  /** The name of the Service that brings it. */
  readonly service: string;
}

/** The variables that a pod gets from Services. */
export interface ServiceVariables {
  readonly variables: ReadonlyMap<string, ServiceVariable>;
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
 * The variables that a pod gets from v1 Services. Of a Service in the pod's namespace only the address is unknown as
 * long as none is set. Services without an address of their own (headless, ExternalName) bring nothing.
 */
export function serviceVariables(services: readonly ValueMap[], scope: PodScope): ServiceVariables {
  const variables = new Map<string, ServiceVariable>();
  const add = (service: ValueMap, own: ReadonlyMap<string, VariableState>): void => {
    for (const [name, state] of own) {
      const variable = { state, service: nameOf(service['metadata']) };
      const other = variables.get(name);
      variables.set(name, other ? eitherOf(other, variable) : variable);
    }
  };
  let hasMaster = false;
  for (const service of services) {
    const reaches = reach(service, scope);
    if (reaches === 'no') continue;
    const own = variablesOf(service);
    add(service, reaches === 'yes' ? own : allAs(UNCERTAIN, own));
    hasMaster ||= reaches === 'yes' && isMaster(service) && own.size > 0;
  }
  if (!hasMaster) add(MASTER_SERVICE, allAs(UNKNOWN, variablesOf(MASTER_SERVICE)));
  return { variables, links: scope.enableServiceLinks };
}

function allAs(
  state: VariableState,
  variables: ReadonlyMap<string, VariableState>,
): ReadonlyMap<string, VariableState> {
  return new Map([...variables.keys()].map((name) => [name, state]));
}

/** Whether the pod gets the variables of a Service. */
function reach(service: ValueMap, scope: PodScope): 'yes' | 'perhaps' | 'no' {
  const named = scalarText(at(service, 'metadata', 'namespace'));
  const namespace = named === '' ? scope.defaultNamespace : named;
  if (isMaster(service) && namespace === MASTER_NAMESPACE) return 'yes';
  if (!scope.enableServiceLinks) return 'no';
  if (namespace === scope.namespace) return 'yes';
  return namespace === undefined || scope.namespace === undefined ? 'perhaps' : 'no';
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
