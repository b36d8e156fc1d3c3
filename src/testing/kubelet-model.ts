/**
 * What the kubelet makes of a container, ported from its source statement by statement, as the measure for tests.
 * Shares nothing with the code that it measures.
 *
 * Source: k8s.io/kubernetes v1.35.4 third_party/forked/golang/expansion/expand.go, pkg/kubelet/envvars/envvars.go,
 * pkg/kubelet/kubelet_pods.go (getServiceEnvVarMap, makeEnvironmentVariables), pkg/kubelet/container/helpers.go.
 */

export interface ModelSource {
  readonly name: string;
  readonly optional?: boolean;
}

export interface ModelVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly fieldRef?: { readonly fieldPath: string };
    readonly configMapKeyRef?: ModelSource & { readonly key: string };
    readonly secretKeyRef?: ModelSource & { readonly key: string };
  };
}

export interface ModelContainer {
  readonly env?: readonly ModelVariable[];
  readonly envFrom?: readonly {
    readonly prefix?: string;
    readonly configMapRef?: ModelSource;
    readonly secretRef?: ModelSource;
  }[];
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly livenessProbe?: { readonly exec: { readonly command: readonly string[] } };
}

export interface ModelService {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly ports?: readonly { readonly name?: string; readonly port: number; readonly protocol?: string }[];
  };
}

/** Data by object name, then by key. */
export type ModelData = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface ModelCluster {
  readonly namespace: string;
  readonly enableServiceLinks: boolean;
  /** With their addresses, in the order in which the kubelet happens to see them. */
  readonly services: readonly ModelService[];
  readonly configMaps: ModelData;
  readonly secrets: ModelData;
  readonly fields: ReadonlyMap<string, string>;
  /** Kubelets before 1.30 leave out keys that are no legal names. */
  readonly skipsInvalidNames: boolean;
}

export interface ModelOutcome {
  /** Undefined where the container does not start. */
  readonly env: ReadonlyMap<string, string> | undefined;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly probe: readonly string[];
}

export function runKubelet(container: ModelContainer, cluster: ModelCluster): ModelOutcome {
  const env = makeEnvironmentVariables(container, cluster);
  const staticEnv = new Map((container.env ?? []).map(({ name, value }) => [name, value ?? '']));
  const probe = (container.livenessProbe?.exec.command ?? []).map((word) =>
    modelExpand(word, mappingFuncFor(staticEnv)),
  );
  if (!env) return { env, command: [], args: [], probe };
  const mapping = mappingFuncFor(env);
  return {
    env,
    command: (container.command ?? []).map((word) => modelExpand(word, mapping)),
    args: (container.args ?? []).map((word) => modelExpand(word, mapping)),
    probe,
  };
}

function makeEnvironmentVariables(container: ModelContainer, cluster: ModelCluster): Map<string, string> | undefined {
  const serviceEnv = getServiceEnvVarMap(cluster);
  const tmpEnv = new Map<string, string>();
  for (const envFrom of container.envFrom ?? []) {
    const source = envFrom.configMapRef ?? envFrom.secretRef;
    if (!source) continue;
    const found = (envFrom.configMapRef ? cluster.configMaps : cluster.secrets).get(source.name);
    if (!found) {
      if (source.optional) continue;
      return undefined;
    }
    for (const [key, value] of found) {
      const name = (envFrom.prefix ?? '') + key;
      if (cluster.skipsInvalidNames && !isEnvVarName(name)) continue;
      tmpEnv.set(name, value);
    }
  }
  const mapping = mappingFuncFor(tmpEnv, serviceEnv);
  for (const envVar of container.env ?? []) {
    let runtimeVal = envVar.value ?? '';
    if (runtimeVal !== '') {
      runtimeVal = modelExpand(runtimeVal, mapping);
    } else if (envVar.valueFrom) {
      const { fieldRef, configMapKeyRef, secretKeyRef } = envVar.valueFrom;
      const source = configMapKeyRef ?? secretKeyRef;
      if (fieldRef) {
        runtimeVal = cluster.fields.get(fieldRef.fieldPath) ?? '';
      } else if (source) {
        const found = (configMapKeyRef ? cluster.configMaps : cluster.secrets).get(source.name)?.get(source.key);
        if (found === undefined) {
          if (source.optional) continue;
          return undefined;
        }
        runtimeVal = found;
      }
    }
    tmpEnv.set(envVar.name, runtimeVal);
  }
  const result = new Map(tmpEnv);
  for (const [name, value] of serviceEnv) if (!tmpEnv.has(name)) result.set(name, value);
  return result;
}

function getServiceEnvVarMap(cluster: ModelCluster): Map<string, string> {
  const serviceMap = new Map<string, ModelService>();
  for (const service of cluster.services) {
    if (!isServiceIpSet(service)) continue;
    const { name, namespace } = service.metadata;
    if (namespace === 'default' && name === 'kubernetes') {
      if (!serviceMap.has(name)) serviceMap.set(name, service);
    } else if (namespace === cluster.namespace && cluster.enableServiceLinks) {
      serviceMap.set(name, service);
    }
  }
  return fromServices([...serviceMap.values()]);
}

export function fromServices(services: readonly ModelService[]): Map<string, string> {
  const result = new Map<string, string>();
  for (const service of services) {
    if (!isServiceIpSet(service)) continue;
    const { clusterIP = '', ports = [] } = service.spec;
    const prefix = makeEnvVariableName(service.metadata.name);
    result.set(`${prefix}_SERVICE_HOST`, clusterIP);
    result.set(`${prefix}_SERVICE_PORT`, String(ports[0]?.port));
    for (const { name = '', port } of ports) {
      if (name !== '') result.set(`${prefix}_SERVICE_PORT_${makeEnvVariableName(name)}`, String(port));
    }
    for (const [index, { port, protocol = 'TCP' }] of ports.entries()) {
      const hostPort = `${/[:%]/.test(clusterIP) ? `[${clusterIP}]` : clusterIP}:${port}`;
      const url = `${protocol.toLowerCase()}://${hostPort}`;
      if (index === 0) result.set(`${prefix}_PORT`, url);
      const portPrefix = `${prefix}_PORT_${port}_${protocol.toUpperCase()}`;
      result.set(portPrefix, url);
      result.set(`${portPrefix}_PROTO`, protocol.toLowerCase());
      result.set(`${portPrefix}_PORT`, String(port));
      result.set(`${portPrefix}_ADDR`, clusterIP);
    }
  }
  return result;
}

function isServiceIpSet({ spec }: ModelService): boolean {
  return spec.clusterIP !== 'None' && spec.clusterIP !== '' && spec.clusterIP !== undefined;
}

function makeEnvVariableName(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}

/** IsEnvVarName of k8s.io/apimachinery pkg/util/validation. */
function isEnvVarName(name: string): boolean {
  return /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name) && name !== '.' && name !== '..' && !name.startsWith('..');
}

export function mappingFuncFor(...contexts: readonly ReadonlyMap<string, string>[]): (input: string) => string {
  return (input) => {
    for (const vars of contexts) {
      const value = vars.get(input);
      if (value !== undefined) return value;
    }
    return `$(${input})`;
  };
}

export function modelExpand(input: string, mapping: (name: string) => string): string {
  let buf = '';
  let checkpoint = 0;
  for (let cursor = 0; cursor < input.length; cursor++) {
    if (input[cursor] !== '$' || cursor + 1 >= input.length) continue;
    buf += input.slice(checkpoint, cursor);
    const [read, isVar, advance] = tryReadVariableName(input.slice(cursor + 1));
    buf += isVar ? mapping(read) : read;
    cursor += advance;
    checkpoint = cursor + 1;
  }
  return buf + input.slice(checkpoint);
}

function tryReadVariableName(input: string): readonly [read: string, isVar: boolean, advance: number] {
  const [rune = ''] = input;
  if (rune === '$') return ['$', false, 1];
  if (rune !== '(') return [`$${rune}`, false, rune.length];
  for (let i = 1; i < input.length; i++) {
    if (input[i] === ')') return [input.slice(1, i), true, i + 1];
  }
  return ['$(', false, 1];
}
