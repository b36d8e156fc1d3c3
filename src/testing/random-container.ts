/** Random containers, what is known of the objects that they refer to, and clusters that agree with it; for tests. */
import fc from 'fast-check';
import type { KnownData } from '../kubernetes/environment.ts';
import {
  fromServices,
  type ModelCluster,
  type ModelContainer,
  type ModelData,
  type ModelService,
  type ModelVariable,
} from './kubelet-model.ts';
import type { PodScope } from '../kubernetes/service-variables.ts';

export interface Scenario {
  readonly container: ModelContainer;
  readonly services: readonly ModelService[];
  readonly scope: PodScope;
  /** By kind and name, with a space between them. */
  readonly known: ReadonlyMap<string, KnownData>;
  readonly cluster: ModelCluster;
  /** All names that references are made of. */
  readonly names: readonly string[];
  /** The variables of Services of the cluster that are not among the given ones. */
  readonly foreign: ReadonlySet<string>;
}

const PLAIN_NAMES = ['A', 'B', 'C', 'D', 'P_A', 'a.b', '1X', '__proto__', 'constructor'];
const SERVICE_NAMES = [
  'DB_SERVICE_HOST',
  'DB_SERVICE_PORT',
  'DB_PORT',
  'DB_PORT_80_TCP_ADDR',
  'DB_SERVICE_PORT_WEB',
  'EXT_SERVICE_HOST',
  'EXT_PORT',
  'KUBERNETES_SERVICE_HOST',
  'KUBERNETES_SERVICE_PORT_HTTPS',
];
const NAMES = [...PLAIN_NAMES, ...SERVICE_NAMES, 'date +%s', ''];
const KEYS = ['A', 'B', 'C', 'a.b', '1X', '__proto__', 'DB_PORT', 'EXT_PORT'];

const frequent = { weight: 2, arbitrary: fc.constantFrom('A', 'B', 'C', 'D') };
const name = fc.oneof(frequent, fc.constantFrom(...NAMES));
const variableName = fc.oneof(frequent, fc.constantFrom(...PLAIN_NAMES, ...SERVICE_NAMES));
const fragment = fc.oneof(
  { weight: 4, arbitrary: name.map((one) => `$(${one})`) },
  { weight: 1, arbitrary: name.map((one) => `$$(${one})`) },
  { weight: 4, arbitrary: fc.constantFrom('$', '$$', '(', ')', 'x', '$(', '(A)', ' ', 'ü😀') },
);
const text = fc.array(fragment, { maxLength: 5 }).map((parts) => parts.join(''));

const key = fc.constantFrom(...KEYS);
const optional = fc.constantFrom<{ optional?: boolean }>(
  {},
  { optional: false },
  { optional: true },
  { optional: true },
);
const objectName = fc.constantFrom('full', 'full', 'full', 'part', 'gone');
const keyReference = fc
  .record({ name: objectName, key, optional })
  .map(({ optional: option, ...rest }) => ({ ...rest, ...option }));

const variable: fc.Arbitrary<ModelVariable> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ name: variableName, value: text }) },
  {
    weight: 1,
    arbitrary: fc.record({ name: variableName, valueFrom: keyReference.map((one) => ({ configMapKeyRef: one })) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ name: variableName, valueFrom: keyReference.map((one) => ({ secretKeyRef: one })) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ name: variableName, valueFrom: fc.constant({ fieldRef: { fieldPath: 'status.podIP' } }) }),
  },
  // Against the rules of the API, but not against the kubelet's.
  {
    weight: 1,
    arbitrary: fc.record({
      name: variableName,
      value: text,
      valueFrom: fc.constant({ fieldRef: { fieldPath: 'status.podIP' } }),
    }),
  },
);

const source = fc
  .record({
    prefix: fc.constantFrom({}, {}, { prefix: 'P_' }),
    field: fc.constantFrom('configMapRef', 'configMapRef', 'secretRef'),
    object: objectName,
    optional,
  })
  .map(({ prefix, field, object, optional: option }) => ({ ...prefix, [field]: { name: object, ...option } }));

const words = fc.array(text, { maxLength: 2 });
const container: fc.Arbitrary<ModelContainer> = fc.record(
  {
    envFrom: fc.array(source, { maxLength: 2 }),
    env: fc.array(variable, { maxLength: 6 }),
    command: words,
    args: words,
    livenessProbe: fc.record({ exec: fc.record({ command: words }) }),
  },
  { requiredKeys: ['env'] },
);

const port = fc.record(
  {
    name: fc.constantFrom('web', 'a-b', ''),
    port: fc.constantFrom(80, 443),
    protocol: fc.constantFrom('TCP', 'UDP'),
  },
  { requiredKeys: ['port'] },
);
const service = fc
  .record({
    name: fc.constantFrom('db', 'db', 'db-service', 'kubernetes'),
    namespace: fc.constantFrom({}, { namespace: 'shop' }, { namespace: 'default' }),
    address: fc.constantFrom({}, { clusterIP: '' }, { clusterIP: '10.0.0.1' }, { clusterIP: 'fd00::1' }),
    ports: fc.array(port, { minLength: 1, maxLength: 2 }),
    kind: fc.constantFrom('plain', 'plain', 'plain', 'headless', 'external', 'portless'),
  })
  .map((one): ModelService => {
    const metadata =
      one.name === 'kubernetes' ? { name: one.name, namespace: 'default' } : { name: one.name, ...one.namespace };
    if (one.kind === 'headless') return { metadata, spec: { clusterIP: 'None', ports: one.ports } };
    if (one.kind === 'portless') return { metadata, spec: { clusterIP: 'None' } };
    if (one.kind === 'external') return { metadata, spec: { type: 'ExternalName', ports: one.ports } };
    return { metadata, spec: { ...one.address, ports: one.ports } };
  });

/** With a namespace for what names none, or with whatever the client's happens to be. */
const scope = fc
  .record({ namespace: fc.constantFrom('shop', undefined), fallback: fc.boolean(), enableServiceLinks: fc.boolean() })
  .map(({ namespace, fallback, enableServiceLinks }): PodScope => {
    return {
      namespace: fallback ? 'shop' : namespace,
      defaultNamespace: fallback ? 'shop' : undefined,
      enableServiceLinks,
    };
  });

/** A value is null where it is not known. */
type Data = ReadonlyMap<string, string | null>;
const data = (complete: boolean): fc.Arbitrary<Data> =>
  fc
    .uniqueArray(fc.tuple(key, fc.option(text, { freq: complete ? 5 : 2 })), { maxLength: 4, selector: ([one]) => one })
    .map((pairs) => new Map(pairs));

const KINDS = ['ConfigMap', 'Secret'] as const;

/** Of each kind one object that is known wholly, one that has further keys, and one that may be in the cluster. */
const objects = fc.record({
  ConfigMap: fc.record({ full: data(true), part: data(false) }),
  Secret: fc.record({ full: data(true), part: data(false) }),
});

/** What the cluster has in store for everything that is not known. */
const chance = fc.record({
  texts: fc.array(text, { minLength: 1, maxLength: 6 }),
  further: fc.array(fc.array(fc.tuple(key, text), { maxLength: 3 }), { minLength: 4, maxLength: 4 }),
  addresses: fc.array(fc.constantFrom('10.0.0.1', '10.0.0.2'), { minLength: 3, maxLength: 3 }),
  exists: fc.record({ ConfigMap: fc.boolean(), Secret: fc.boolean() }),
  namespace: fc.constantFrom('shop', 'default', 'other'),
  foreign: fc.constantFrom('ext', 'a', 'db-service-port'),
  reversed: fc.boolean(),
  skipsInvalidNames: fc.boolean(),
});

export const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    container,
    services: fc.uniqueArray(service, {
      maxLength: 3,
      selector: ({ metadata }) => metadata.name,
    }),
    scope,
    objects,
    chance,
  })
  .map((given): Scenario => {
    const { chance: luck, scope: pod } = given;
    const texts = inTurn(luck.texts);
    const further = inTurn(luck.further);
    const addresses = inTurn(luck.addresses);
    const known = new Map<string, KnownData>();
    const stored = { ConfigMap: new Map(), Secret: new Map() } satisfies Record<string, ModelData>;
    for (const kind of KINDS) {
      const { full, part } = given.objects[kind];
      known.set(`${kind} full`, { data: withoutNulls(full), complete: true });
      known.set(`${kind} part`, { data: withoutNulls(part), complete: false });
      // What a Secret holds among the items is not to be looked at, so that it may as well be something else.
      const values = (keys: Data): [string, string][] =>
        [...keys].map(([one, value]) => [one, kind === 'Secret' ? texts() : (value ?? texts())]);
      stored[kind].set('full', new Map(values(full)));
      stored[kind].set('part', new Map([...further(), ...values(part)]));
      if (luck.exists[kind]) stored[kind].set('gone', new Map(further()));
    }
    const namespace = pod.namespace ?? luck.namespace;
    const applied = given.services.map((one) => asApplied(one, pod.defaultNamespace ?? luck.namespace, addresses()));
    const foreign: ModelService = {
      metadata: { name: luck.foreign, namespace },
      spec: { clusterIP: '10.1.1.1', ports: [{ port: 7 }] },
    };
    // Services elsewhere add variables; that one changes a variable of a Service that is known is not foreseen.
    const taken = fromServices(applied);
    const foreignNames = [...fromServices([foreign]).keys()];
    const services = [
      ...applied,
      ...(foreignNames.some((one) => taken.has(one)) ? [] : [foreign]),
      ...(taken.has('KUBERNETES_SERVICE_HOST') ? [] : [MASTER]),
    ];
    return {
      container: given.container,
      services: given.services,
      scope: pod,
      known,
      names: NAMES,
      foreign: new Set(foreignNames),
      cluster: {
        namespace,
        enableServiceLinks: pod.enableServiceLinks,
        services: luck.reversed ? services.toReversed() : services,
        configMaps: stored.ConfigMap,
        secrets: stored.Secret,
        fields: new Map([['status.podIP', texts()]]),
        skipsInvalidNames: luck.skipsInvalidNames,
      },
    };
  });

function inTurn<T>(values: readonly T[]): () => T {
  let next = 0;
  return () => values[next++ % values.length] as T;
}

const MASTER: ModelService = {
  metadata: { name: 'kubernetes', namespace: 'default' },
  spec: { clusterIP: '10.96.0.1', ports: [{ name: 'https', port: 443, protocol: 'TCP' }] },
};

function withoutNulls(map: Data): ReadonlyMap<string, string | undefined> {
  return new Map([...map].map(([one, value]) => [one, value ?? undefined]));
}

function asApplied(one: ModelService, namespace: string, clusterIP: string): ModelService {
  const { spec, metadata } = one;
  const needsAddress = spec.type !== 'ExternalName' && (spec.clusterIP ?? '') === '';
  return {
    metadata: { namespace, ...metadata },
    spec: needsAddress ? { ...spec, clusterIP } : spec,
  };
}
