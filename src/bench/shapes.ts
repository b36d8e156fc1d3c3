/** What can be long or many in an input, one after the other: for each a text, or files, with n of it. */
import { renderBlock } from '../yaml/render.ts';
import type { Value, ValueMap } from '../yaml/value.ts';

export interface Shape {
  readonly title: string;
  /** Standard input, or the files of a folder that the program gets as its argument. */
  readonly make: (n: number) => string | readonly string[];
  /** The smallest n to measure; by default {@link SOME}. */
  readonly start?: number;
  readonly args?: readonly string[];
  /** What the program exits with; 0 by default. */
  readonly exitCode?: number;
}

/** So many of something that is worth some lines, a line, and a few characters, for a run of about a tenth of a second. */
export const SOME = 4096;
const [MANY, LOTS] = [4 * SOME, 64 * SOME];

type Many = (n: number) => readonly Value[];

const STYLE = { step: 2, sequenceOffset: 0, literals: true };
const LOCAL = { 'config.kubernetes.io/local-config': 'true' };
const GROUP = 'serviceinjectionpolicy.k8s.io';
const SELECTOR = { matchLabels: { role: 'frontend' } };
const DATABASE = {
  env: [
    { name: 'DATABASE_HOST', value: 'database' },
    { name: 'DATABASE_PORT', value: '5432' },
  ],
  volumes: [{ name: 'tls', secret: { secretName: 'database-tls' } }],
  volumeMounts: [{ name: 'tls', mountPath: '/etc/tls', readOnly: true }],
};

function range<T>(n: number, item: (index: number) => T): readonly T[] {
  return Array.from({ length: n }, (_, index) => item(index));
}

/** A mapping of n entries. */
function mapping(n: number, entry: (index: number) => readonly [string, Value]): ValueMap {
  return Object.fromEntries(range(n, entry));
}

function policy(spec: ValueMap = DATABASE, name = 'database'): ValueMap {
  const metadata = { name, annotations: LOCAL };
  return {
    apiVersion: `${GROUP}/v1alpha1`,
    kind: 'ServiceInjectionPolicy',
    metadata,
    spec: { selector: SELECTOR, ...spec },
  };
}

function pod(container: ValueMap = {}, spec: ValueMap = {}, metadata: ValueMap = {}, name = 'web'): ValueMap {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { role: 'frontend' }, ...metadata },
    spec: { containers: [{ name: 'main', image: 'nginx', ...container }], ...spec },
  };
}

const pods: Many = (n) => range(n, (index) => pod({}, {}, {}, `web-${index}`));

function configData(data: ValueMap, name = 'settings'): ValueMap {
  return { apiVersion: `${GROUP}/v1alpha1`, kind: 'ConfigData', metadata: { name }, data };
}

function configMap(data: ValueMap, name = 'settings'): ValueMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

function service(index: number, metadata: ValueMap = {}): ValueMap {
  const spec = { clusterIP: '10.0.0.1', ports: [{ name: 'http', port: 80 }] };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: `shop-${index}`, ...metadata }, spec };
}

const variables: Many = (n) => range(n, (index) => ({ name: `V${index}`, value: 'text' }));

function text(value: ValueMap | readonly Value[]): string {
  return `${renderBlock(value, 0, STYLE)}\n`;
}

function list(items: readonly Value[], more: ValueMap = {}): string {
  return text({ apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', ...more, items });
}

function json(items: readonly Value[], space?: number): string {
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, space)}\n`;
}

function stream(objects: readonly Value[]): string {
  return objects.map((object) => `---\n${text(object as ValueMap)}`).join('');
}

/** With an anchor in an item a list has to be read as one. */
function anchored(items: readonly Value[]): string {
  return list(items).replace('image: ', 'image: &image ');
}

/** Templates in namespaces of their own, each with what it is for. */
function inNamespaces(n: number, objects: (index: number, metadata: ValueMap) => readonly Value[]): readonly Value[] {
  return range(n, (index) => objects(index, { namespace: `team-${index}` })).flat();
}

/** A policy that selects one template, among n templates. */
const LIST_OF_PODS = (n: number): readonly Value[] => [policy(), ...pods(n)];

/** As many policies as templates, with about n pairs of the two. */
function pairs(n: number, spec: (index: number) => ValueMap): string {
  const side = Math.ceil(Math.sqrt(n));
  return list([...range(side, (index) => policy(spec(index), `policy-${index}`)), ...pods(side)]);
}

const inPolicy =
  (spec: (n: number) => ValueMap): Shape['make'] =>
  (n) =>
    list([policy(spec(n)), pod()]);
const inContainer =
  (container: (n: number) => ValueMap): Shape['make'] =>
  (n) =>
    list([policy(), pod(container(n))]);

const mounts: Many = (n) => range(n, (index) => ({ name: `v${index}`, mountPath: `/mnt/${index}` }));
const volumes: Many = (n) => range(n, (index) => ({ name: `v${index}`, emptyDir: {} }));
const containers: Many = (n) => range(n, (index) => ({ name: `c${index}`, image: 'nginx' }));
const inline = ['--config-data', 'inline'];
const envFromSettings = { envFrom: [{ configData: { configDataName: 'settings' } }] };

export const SHAPES: readonly Shape[] = [
  { title: 'pods, items of a ResourceList', make: (n) => list(LIST_OF_PODS(n)) },
  { title: 'pods, documents', make: (n) => stream(LIST_OF_PODS(n)) },
  { title: 'pods, JSON', make: (n) => json(LIST_OF_PODS(n), 2) },
  { title: 'pods, JSON on one line', make: (n) => json(LIST_OF_PODS(n)) },
  { title: 'pods, an anchor in the list', make: (n) => anchored(LIST_OF_PODS(n)) },
  { title: 'pods, an anchor in each', make: (n) => list(LIST_OF_PODS(n)).replaceAll('role: f', 'role: &r f') },
  {
    title: 'pods, a list in the list',
    make: (n) => list([{ apiVersion: 'v1', kind: 'List', items: LIST_OF_PODS(n) }]),
  },
  {
    title: 'pods, labels in quotes',
    make: (n) => list(LIST_OF_PODS(n)).replaceAll('role: frontend', 'role: "frontend"'),
  },
  { title: 'pods, files, an anchor in each', make: (n) => LIST_OF_PODS(n / 4).map((object) => anchored([object])) },
  {
    title: 'pods, nobody selects them',
    make: (n) => list([policy({ ...DATABASE, selector: { matchLabels: { a: 'b' } } }), ...pods(n)]),
  },
  {
    title: 'pods, JSON on one line, none of a known shape',
    make: (n) => json([policy(), ...range(n, () => 'text')]),
    exitCode: 2,
  },
  { title: 'pods, files', make: (n) => LIST_OF_PODS(n / 4).map((object) => text(object as ValueMap)) },
  {
    title: 'pods, files, --diff',
    make: (n) => LIST_OF_PODS(n / 4).map((object) => text(object as ValueMap)),
    args: ['--diff'],
  },
  {
    title: 'pods, files, --in-place',
    make: (n) => LIST_OF_PODS(n / 4).map((object) => text(object as ValueMap)),
    args: ['--in-place'],
  },
  { title: 'pods, --diff', make: (n) => stream(LIST_OF_PODS(n)), args: ['--diff'] },
  { title: 'pods, JSON on one line, --diff', make: (n) => json(LIST_OF_PODS(n)), args: ['--diff'] },
  { title: 'containers', start: MANY, make: (n) => list([policy(), pod({}, { containers: containers(n) })]) },
  {
    title: 'containers, --diff',
    start: MANY,
    make: (n) => list([policy(), pod({}, { containers: containers(n) })]),
    args: ['--diff'],
  },
  { title: 'containers, JSON', start: MANY, make: (n) => json([policy(), pod({}, { containers: containers(n) })], 2) },
  { title: 'containers, init', start: MANY, make: (n) => list([policy(), pod({}, { initContainers: containers(n) })]) },
  {
    title: 'containers, named one by one',
    start: MANY,
    make: (n) =>
      list([
        policy({ ...DATABASE, containers: range(n, (index) => `c${index}`) }),
        pod({}, { containers: containers(n) }),
      ]),
  },
  {
    title: 'globs',
    start: MANY,
    make: inPolicy((n) => ({ ...DATABASE, containers: [...range(n, (index) => `c*${index}`), 'm*'] })),
  },
  {
    title: 'glob of many stars, name long',
    start: LOTS,
    make: (n) =>
      list([
        policy({ ...DATABASE, containers: [`${'*a'.repeat(20)}b`, 'main'] }),
        pod({}, { containers: [{ name: 'main' }, { name: 'a'.repeat(n) }] }),
      ]),
  },
  { title: 'own variables', start: MANY, make: inContainer((n) => ({ env: variables(n) })) },
  {
    title: 'own variables, each refers to an injected one',
    start: MANY,
    make: inContainer((n) => ({ env: range(n, (index) => ({ name: `V${index}`, value: '$(DATABASE_HOST)' })) })),
  },
  {
    title: 'own variables, each refers to the one before',
    start: MANY,
    make: inContainer((n) => ({ env: range(n, (index) => ({ name: `V${index}`, value: `$(V${index - 1})` })) })),
  },
  {
    title: 'own variables, each refers to the one behind',
    start: MANY,
    make: inContainer((n) => ({ env: range(n, (index) => ({ name: `V${index}`, value: `$(V${index + 1})` })) })),
  },
  {
    title: 'own variables, a cycle',
    start: MANY,
    make: inContainer((n) => ({ env: range(n, (index) => ({ name: `V${index}`, value: `$(V${(index + 1) % n})` })) })),
  },
  {
    title: 'own variables, cycles of two',
    start: MANY,
    make: inContainer((n) => ({ env: range(n, (index) => ({ name: `V${index}`, value: `$(V${index ^ 1})` })) })),
  },
  {
    title: 'own variables, all of one name',
    start: MANY,
    make: inContainer((n) => ({ env: range(n, (index) => ({ name: 'V', value: `$(V) ${index}` })) })),
  },
  {
    title: 'own variables, mistyped',
    start: MANY,
    make: inContainer((n) => ({
      env: range(n, (index) => ({ name: `LONG_NAME_${index}`, value: `$(LONG_NAM_${index})` })),
    })),
  },
  {
    title: 'own variables, inlined',
    start: MANY,
    make: inContainer((n) => ({
      env: range(n, (index) => ({ name: `V${index}`, value: index === 0 ? 'a' : `$(V${index - 1})` })),
    })),
    args: ['--expansion', 'inline'],
  },
  {
    title: 'references in one value',
    start: MANY,
    make: inContainer((n) => ({ env: [{ name: 'V', value: range(n, (index) => `$(A${index})`).join('') }] })),
  },
  {
    title: 'references in one value, inlined',
    start: MANY,
    make: inContainer((n) => ({
      env: [
        { name: 'A', value: 'a' },
        { name: 'V', value: '$(A) $$ $(B) $'.repeat(n) },
      ],
    })),
    args: ['--expansion', 'inline'],
  },
  {
    title: 'arguments',
    start: MANY,
    make: inContainer((n) => ({ command: range(n, () => '$(HOST)'), args: range(n, () => '$(HOST)') })),
  },
  { title: 'variables of a policy', start: MANY, make: inPolicy((n) => ({ env: variables(n) })) },
  {
    title: 'variables of a policy, --diff',
    start: MANY,
    make: inPolicy((n) => ({ env: variables(n) })),
    args: ['--diff'],
  },
  {
    title: 'variables of a policy, each refers to the one behind',
    start: MANY,
    make: inPolicy((n) => ({ env: range(n, (index) => ({ name: `V${index}`, value: `$(V${index + 1})` })) })),
  },
  {
    title: 'variables of a policy, a cycle',
    start: MANY,
    make: inPolicy((n) => ({ env: range(n, (index) => ({ name: `V${index}`, value: `$(V${(index + 1) % n})` })) })),
  },
  {
    title: 'variables of a policy, mistyped',
    start: MANY,
    make: inPolicy((n) => ({
      env: range(n, (index) => ({ name: `LONG_NAME_${index}`, value: `$(LONG_NAM_${index})` })),
    })),
  },
  {
    title: 'variables of a policy among those of a container',
    start: MANY,
    make: (n) =>
      list([
        policy({ env: variables(n) }),
        pod({ env: range(n, (index) => ({ name: `OWN${index}`, value: `$(V${n - 1 - index})` })) }),
      ]),
  },
  {
    title: 'variables of a policy, each there already',
    start: MANY,
    make: (n) => list([policy({ env: variables(n) }), pod({ env: variables(n) })]),
  },
  {
    title: 'variables, each in conflict',
    start: MANY,
    make: (n) =>
      list([policy({ env: variables(n) }), pod({ env: range(n, (index) => ({ name: `V${index}`, value: 'other' })) })]),
    exitCode: 1,
  },
  {
    title: 'variables, each kept',
    start: MANY,
    make: (n) =>
      list([policy({ env: variables(n) }), pod({ env: range(n, (index) => ({ name: `V${index}`, value: 'other' })) })]),
    args: ['--conflicts', 'keep'],
  },
  {
    title: 'variables, each overridden',
    start: MANY,
    make: (n) =>
      list([policy({ env: variables(n) }), pod({ env: range(n, (index) => ({ name: `V${index}`, value: 'other' })) })]),
    args: ['--conflicts', 'override'],
  },
  {
    title: 'variables, each inlined differs',
    start: MANY,
    make: (n) =>
      list([
        policy({ env: range(n, (index) => ({ name: `V${index}`, value: '$(HOST)' })) }),
        pod({ env: [{ name: 'HOST', value: 'h' }, ...range(n, (index) => ({ name: `V${index}`, value: 'h' }))] }),
      ]),
    args: ['--expansion', 'inline'],
  },
  {
    title: 'policies that select nothing',
    make: (n) => list([...range(n, (index) => policy(DATABASE, `policy-${index}`)), pod({}, {}, { labels: {} })]),
  },
  {
    title: 'policies that select one pod',
    make: (n) =>
      list([...range(n, (index) => policy({ env: [{ name: `V${index}`, value: 'a' }] }, `policy-${index}`)), pod()]),
  },
  {
    title: 'policies for one service',
    make: (n) =>
      list([
        ...range(n, (index) =>
          policy({ service: 'database', env: [{ name: `V${index}`, value: 'a' }] }, `policy-${index}`),
        ),
        pod(),
      ]),
  },
  {
    title: 'policies × pods, none selects',
    start: MANY,
    make: (n) => pairs(n, (index) => ({ selector: { matchLabels: { role: `r${index}` } } })),
  },
  {
    title: 'policies × pods, all select',
    start: MANY,
    make: (n) => pairs(n, (index) => ({ env: [{ name: `V${index}`, value: 'a' }] })),
  },
  {
    title: 'policies and pods in namespaces',
    make: (n) =>
      list(
        inNamespaces(n, (index, metadata) => [
          { ...policy(DATABASE), metadata: { name: `p${index}`, ...metadata } },
          pod({}, {}, metadata),
        ]),
      ),
  },
  {
    title: 'mounts and volumes of a policy',
    start: MANY,
    make: inPolicy((n) => ({ volumes: volumes(n), volumeMounts: mounts(n) })),
  },
  {
    title: 'mounts and volumes of a pod',
    start: MANY,
    make: (n) => list([policy(), pod({ volumeMounts: mounts(n) }, { volumes: volumes(n) })]),
  },
  {
    title: 'mounts and volumes of both, in conflict',
    start: MANY,
    make: (n) =>
      list([
        policy({
          volumes: range(n, (index) => ({ name: `v${index}`, secret: { secretName: 's' } })),
          volumeMounts: mounts(n),
        }),
        pod({ volumeMounts: mounts(n) }, { volumes: volumes(n) }),
      ]),
    exitCode: 1,
  },
  { title: 'mounts without a volume', start: MANY, make: inPolicy((n) => ({ volumeMounts: mounts(n) })), exitCode: 1 },
  {
    title: 'keys that a volume projects',
    start: MANY,
    make: inPolicy((n) => ({
      volumes: [
        {
          name: 'v',
          secret: { secretName: 's', items: range(n, (index) => ({ key: `k${index}`, path: `p${index}` })) },
        },
      ],
    })),
  },
  {
    title: 'unknown fields in a policy',
    start: MANY,
    make: inPolicy((n) => mapping(n, (index) => [`field${index}`, 1])),
  },
  {
    title: 'unknown fields in the variables of a policy',
    start: MANY,
    make: inPolicy((n) => ({ env: range(n, (index) => ({ name: `V${index}`, valeu: 'a' })) })),
  },
  {
    title: 'wrong values in a policy',
    start: MANY,
    make: inPolicy((n) => ({ env: range(n, () => ({ name: 1 })) })),
    exitCode: 1,
  },
  {
    title: 'wrong keys in a policy',
    start: MANY,
    make: inPolicy((n) => ({ selector: { matchLabels: mapping(n, (index) => [`-${index}-`, 1]) } })),
    exitCode: 1,
  },
  {
    title: 'numbers in a policy',
    start: MANY,
    make: inPolicy((n) => ({ env: range(n, (index) => ({ name: `V${index}`, value: index })) })),
  },
  {
    title: 'labels of a pod',
    start: MANY,
    make: (n) =>
      list([policy(), pod({}, {}, { labels: { role: 'frontend', ...mapping(n, (index) => [`l${index}`, 'a']) } })]),
  },
  {
    title: 'annotations of a pod',
    start: MANY,
    make: (n) => list([policy(), pod({}, {}, { annotations: mapping(n, (index) => [`a${index}`, 'a']) })]),
  },
  {
    title: 'annotations of a pod, renamed',
    start: MANY,
    make: (n) =>
      list([
        policy({ env: [] }),
        ...range(1, () => configData(mapping(n, (index) => [`k${index}`, index]))),
        pod({}, {}, { annotations: mapping(n, (index) => [`a${index}`, 'a']) }),
      ]),
  },
  {
    title: 'labels of a selector',
    start: MANY,
    make: (n) =>
      list([
        policy({ ...DATABASE, selector: { matchLabels: mapping(n, (index) => [`l${index}`, 'a']) } }),
        pod({}, {}, { labels: mapping(n, (index) => [`l${index}`, 'a']) }),
      ]),
  },
  {
    title: 'labels of a selector, pods',
    make: (n) =>
      list([policy({ ...DATABASE, selector: { matchLabels: mapping(n, (index) => [`l${index}`, 'a']) } }), ...pods(n)]),
  },
  {
    title: 'values of a selector, pods',
    make: (n) => {
      const values = [...range(n, (index) => `r${index}`), 'frontend'];
      return list([
        policy({ ...DATABASE, selector: { matchExpressions: [{ key: 'role', operator: 'In', values }] } }),
        ...pods(n),
      ]);
    },
  },
  {
    title: 'expressions of a selector, pods',
    start: MANY,
    make: (n) => {
      const matchExpressions = range(n, (index) => ({ key: `k${index}`, operator: 'DoesNotExist' }));
      return list([policy({ ...DATABASE, selector: { matchExpressions } }), pod()]);
    },
  },
  {
    title: 'keys of a ConfigData',
    start: MANY,
    make: (n) => list([configData(mapping(n, (index) => [`k${index}`, 'a'])), pod(envFromSettings)]),
  },
  {
    title: 'keys of a ConfigData, numbers',
    start: MANY,
    make: (n) => list([configData(mapping(n, (index) => [`k${index}`, index])), pod(envFromSettings)]),
  },
  {
    title: 'keys of a ConfigData, inlined',
    start: MANY,
    make: (n) => list([configData(mapping(n, (index) => [`k${index}`, 'a'])), pod(envFromSettings)]),
    args: inline,
  },
  {
    title: 'keys of a ConfigData, inlined, set already',
    start: MANY,
    make: (n) =>
      list([configData(mapping(n, (index) => [`V${index}`, 'a'])), pod({ ...envFromSettings, env: variables(n) })]),
    args: inline,
  },
  {
    title: 'keys of a ConfigData, inlined, in a probe',
    start: MANY,
    make: (n) =>
      list([
        configData(mapping(n, (index) => [`V${index}`, 'a'])),
        pod({
          env: range(n, (index) => ({
            name: `V${index}`,
            valueFrom: { configData: { configDataName: 'settings', key: `V${index}` } },
          })),
          livenessProbe: { exec: { command: range(n, (index) => `$(V${index})`) } },
        }),
      ]),
    args: inline,
  },
  {
    title: 'ConfigData, sources inlined',
    start: MANY,
    make: (n) =>
      list([
        ...range(n, (index) => configData({ [`k${index}`]: 'a' }, `settings-${index}`)),
        pod({ envFrom: range(n, (index) => ({ configData: { configDataName: `settings-${index}` } })) }),
      ]),
    args: inline,
  },
  {
    title: 'ConfigData, sources after unknown ones',
    start: MANY,
    make: (n) =>
      list([
        configData(mapping(n, (index) => [`k${index}`, 'a'])),
        pod({
          envFrom: [
            ...envFromSettings.envFrom,
            ...range(n, (index) => ({ prefix: 'X', secretRef: { name: `s${index}` } })),
          ],
        }),
      ]),
    args: inline,
  },
  {
    title: 'keys of a ConfigData, each referred to',
    start: MANY,
    make: (n) =>
      list([
        configData(mapping(n, (index) => [`k${index}`, 'a'])),
        pod({
          env: range(n, (index) => ({
            name: `V${index}`,
            valueFrom: { configData: { configDataName: 'settings', key: `k${index}` } },
          })),
        }),
      ]),
  },
  {
    title: 'keys of a ConfigData, each mistyped',
    start: MANY,
    make: (n) =>
      list([
        configData(mapping(n, (index) => [`long_key_${index}`, 'a'])),
        pod({
          env: range(n, (index) => ({
            name: `V${index}`,
            valueFrom: { configData: { configDataName: 'settings', key: `long_kye_${index}` } },
          })),
        }),
      ]),
    exitCode: 1,
  },
  {
    title: 'keys of a ConfigData, illegal',
    start: MANY,
    make: (n) => list([configData(mapping(n, (index) => [`k ${index}`, 'a'])), pod()]),
    exitCode: 1,
  },
  {
    title: 'ConfigData',
    make: (n) => list([...range(n, (index) => configData({ a: 'a' }, `settings-${index}`)), pod(envFromSettings)]),
    exitCode: 1,
  },
  {
    title: 'ConfigData in one list',
    make: (n) =>
      list([
        {
          apiVersion: `${GROUP}/v1alpha1`,
          kind: 'ConfigDataList',
          items: range(n, (index) => configData({ a: 'a' }, `settings-${index}`)),
        },
        pod(),
      ]),
  },
  {
    title: 'ConfigData of one name in namespaces, each referred to',
    make: (n) =>
      list(
        inNamespaces(n, (_, metadata) => [
          { ...configData({ a: 'a' }), metadata: { name: 'settings', ...metadata } },
          pod(envFromSettings, {}, metadata),
        ]),
      ),
  },
  {
    title: 'ConfigMaps, each referred to',
    make: (n) =>
      list([
        ...range(n, (index) => configMap({ a: 'a' }, `settings-${index}`)),
        ...range(n, (index) =>
          pod({ envFrom: [{ configMapRef: { name: `settings-${index}` } }] }, {}, {}, `web-${index}`),
        ),
      ]),
    args: ['--references', 'warn'],
  },
  {
    title: 'ConfigMaps, each reference mistyped',
    make: (n) =>
      list([
        ...range(n, (index) => configMap({ a: 'a' }, `settings-${index}`)),
        ...range(n, (index) =>
          pod({ envFrom: [{ configMapRef: { name: `setings-${index}` } }] }, {}, {}, `web-${index}`),
        ),
      ]),
    args: ['--references', 'warn'],
  },
  {
    title: 'sources of variables, unknown',
    start: MANY,
    make: inContainer((n) => ({
      envFrom: range(n, (index) => ({ configMapRef: { name: `settings-${index}` } })),
      env: range(n, (index) => ({ name: `V${index}`, value: `$(K${index})` })),
    })),
  },
  {
    title: 'sources of variables, unknown, after known ones',
    start: MANY,
    make: (n) =>
      list([
        configMap(mapping(n, (index) => [`K${index}`, 'a'])),
        pod({
          envFrom: [
            { configMapRef: { name: 'settings' } },
            ...range(n, (index) => ({ configMapRef: { name: `settings-${index}` } })),
          ],
          env: range(n, (index) => ({ name: `V${index}`, value: `$(K${index})` })),
        }),
      ]),
  },
  {
    title: 'Services',
    make: (n) =>
      list([...range(n, (index) => service(index)), pod({ env: [{ name: 'URL', value: '$(SHOP_1_SERVICE_HOST)' }] })]),
  },
  {
    title: 'Services, each referred to',
    make: (n) =>
      list([
        ...range(n, (index) => service(index)),
        ...range(n, (index) =>
          pod({ env: [{ name: 'URL', value: `$(SHOP_${index}_SERVICE_HOST)` }] }, {}, {}, `web-${index}`),
        ),
      ]),
  },
  {
    title: 'Services, each in a namespace of its own',
    make: (n) =>
      list(
        inNamespaces(n, (index, metadata) => [
          service(index, metadata),
          pod({ env: [{ name: 'URL', value: `$(SHOP_${index}_SERVICE_HOST)` }] }, {}, metadata),
        ]),
      ),
  },
  {
    title: 'Services of one name in namespaces, each with a policy',
    make: (n) =>
      list(
        inNamespaces(n, (index, metadata) => [
          { ...service(0, metadata), metadata: { name: 'shop', ...metadata } },
          { ...policy({ service: 'shop' }), metadata: { name: `p${index}`, ...metadata } },
        ]),
      ),
  },
  {
    title: 'Services, each with hints and a policy',
    make: (n) =>
      list([
        ...range(n, (index) => service(index, { annotations: { [`${GROUP}/env-from`]: 'secret/a' } })),
        ...range(n, (index) => policy({ service: `shop-${index}` }, `policy-${index}`)),
      ]),
  },
  {
    title: 'hints of a Service',
    start: MANY,
    make: (n) =>
      list([
        service(0, {
          annotations: {
            [`${GROUP}/env-from`]: range(n, (index) => `secret/s${index}`).join(','),
            [`${GROUP}/mounts`]: range(n, (index) => `secret/s${index}:/mnt/${index}`).join(','),
          },
        }),
        policy({ service: 'shop-0' }),
        pod(),
      ]),
  },
  {
    title: 'ports of a Service',
    start: MANY,
    make: (n) =>
      list([
        {
          ...service(0),
          spec: { clusterIP: '10.0.0.1', ports: range(n, (index) => ({ name: `p${index}`, port: index })) },
        },
        pod({ env: [{ name: 'A', value: '$(SHOP_0_SERVICE_HOST)' }] }),
      ]),
  },
  {
    title: 'a long plain text',
    start: LOTS,
    make: inContainer((n) => ({ env: [{ name: 'A', value: 'some words '.repeat(n).trim() }] })),
  },
  {
    title: 'a long text of many lines',
    start: LOTS,
    make: inContainer((n) => ({ env: [{ name: 'A', value: 'some words\n'.repeat(n) }] })),
  },
  {
    title: 'a long text of many lines, in a policy',
    start: LOTS,
    make: inPolicy((n) => ({ env: [{ name: 'A', value: 'some words\n'.repeat(n) }] })),
  },
  {
    title: 'a long text of blank lines, in a policy',
    start: LOTS,
    make: inPolicy((n) => ({ env: [{ name: 'A', value: `a${' \n'.repeat(n)}b` }] })),
  },
  {
    title: 'a long text of blanks, in a policy',
    start: LOTS,
    make: inPolicy((n) => ({ env: [{ name: 'A', value: `a\n${' '.repeat(n)}b` }] })),
  },
  {
    title: 'a long text of escapes, in a policy',
    start: LOTS,
    make: inPolicy((n) => ({ env: [{ name: 'A', value: '"\u0007\\é'.repeat(n) }] })),
  },
  {
    title: 'a long text, many lines, folded',
    start: LOTS,
    make: (n) =>
      list([policy(), pod({ env: [{ name: 'A', value: 'FOLDED' }] })]).replace(
        'FOLDED',
        () =>
          `>\n${' '.repeat(10)}some\n${' '.repeat(10)}words\n\n`.repeat(1) +
          `${' '.repeat(10)}some words\n`.repeat(n).trimEnd(),
      ),
  },
  {
    title: 'a long text, many lines, with an anchor',
    start: LOTS,
    make: (n) =>
      list([policy(), pod({ env: [{ name: 'A', value: 'some words\n'.repeat(n) }] })]).replace(
        'value: |',
        'value: &a |',
      ),
  },
  {
    title: 'a long text, many lines, quoted',
    start: LOTS,
    make: (n) =>
      list([policy(), pod({ env: [{ name: 'A', value: 'QUOTED' }] })]).replace(
        'QUOTED',
        () => `"${'some words\n\n            '.repeat(n)}"`,
      ),
  },
  {
    title: 'a long comment',
    start: LOTS,
    make: (n) => list([policy(), pod()]).replace('image:', () => `# ${'words '.repeat(n)}\n    image:`),
  },
  {
    title: 'comments',
    start: LOTS,
    make: (n) => list([policy(), pod()]).replace(/\n {4}image:/, () => `${'\n    # words'.repeat(n)}\n    image:`),
  },
  { title: 'comments below', start: LOTS, make: (n) => `${list([policy(), pod()])}${'        # words\n'.repeat(n)}` },
  { title: 'comments between items', make: (n) => list(LIST_OF_PODS(n)).replaceAll('\n- ', '\n# words\n- ') },
  {
    title: 'blank lines',
    start: LOTS,
    make: (n) => list([policy(), pod()]).replace(/\n {4}image:/, () => `${'\n'.repeat(n)}\n    image:`),
  },
  { title: 'blank lines below', start: LOTS, make: (n) => `${list([policy(), pod()])}${'  \n'.repeat(n)}` },
  {
    title: 'slashes',
    start: LOTS,
    make: inContainer((n) => ({ volumeMounts: [{ name: 'a', mountPath: `${'/'.repeat(n)}a` }] })),
  },
  {
    title: 'slashes in a policy',
    start: LOTS,
    make: inPolicy((n) => ({ volumes: volumes(1), volumeMounts: [{ name: 'v0', mountPath: `${'/'.repeat(n)}a` }] })),
  },
  {
    title: 'slashes in a hint',
    start: LOTS,
    make: (n) =>
      list([
        service(0, { annotations: { [`${GROUP}/mounts`]: `secret/a:${'/'.repeat(n)}` } }),
        policy({ service: 'shop-0' }),
        pod(),
      ]),
  },
  {
    title: 'a long path',
    start: LOTS,
    make: inPolicy((n) => ({ volumes: volumes(1), volumeMounts: [{ name: 'v0', mountPath: `/${'a/'.repeat(n)}` }] })),
  },
  { title: 'a long unknown key', make: inPolicy((n) => ({ ['x'.repeat(Math.min(n, 900))]: 1 })) },
  {
    title: 'a long unknown option',
    start: MANY,
    make: (n) =>
      list([pod()], {
        functionConfig: { apiVersion: 'v1', kind: 'ConfigMap', data: mapping(n, (index) => [`conflict${index}`, 'x']) },
      }),
    exitCode: 2,
  },
  {
    title: 'workloads, kinds of the options',
    make: (n) =>
      list([policy(), ...pods(n)], {
        functionConfig: {
          apiVersion: `${GROUP}/v1alpha1`,
          kind: 'InjectServices',
          spec: {
            workloads: range(Math.ceil(Math.sqrt(n)), (index) => ({ group: 'a', kind: `K${index}`, template: 'spec' })),
          },
        },
      }),
  },
  {
    title: 'fields of a container',
    start: MANY,
    make: (n) =>
      list([policy(), pod()]).replace(
        'image:',
        () => `${range(n, (index) => `k${index}: 1`).join('\n    ')}\n    image:`,
      ),
  },
  { title: 'documents, blank', start: LOTS, make: (n) => '---\n\n# nothing\n'.repeat(n) + stream([policy(), pod()]) },
  { title: 'documents, ended', make: (n) => stream(LIST_OF_PODS(n)).replaceAll('---', '...\n---') },
  {
    title: 'items without a kind',
    make: (n) => list([policy(), ...range(n, (index) => ({ metadata: { name: `a${index}` } }))]),
    exitCode: 2,
  },
  { title: 'items that are no objects', make: (n) => list([policy(), ...range(n, () => 'text')]), exitCode: 2 },
  {
    title: 'documents that cannot be read',
    make: (n) => stream([policy()]) + '---\nkind: ServiceInjectionPolicy\nspec: [\n'.repeat(n),
    exitCode: 2,
  },
  {
    title: 'pods of a wrong shape',
    make: (n) => list([policy(), ...range(n, (index) => pod({}, { containers: 'none' }, {}, `web-${index}`))]),
    exitCode: 1,
  },
  {
    title: 'pods with a key twice',
    make: (n) =>
      list(LIST_OF_PODS(n))
        .replaceAll('\n    - image:', '\n    - image: nginx\n      image:')
        .replaceAll('image: nginx\n', 'image: nginx\n      image: nginx\n'),
    exitCode: 1,
  },
  {
    title: 'warnings',
    make: (n) =>
      list([
        ...range(n, (index) =>
          policy(
            { env: [{ name: 'A', value: `$(B${index})` }], selector: { matchLabels: { a: `${index}` } } },
            `policy-${index}`,
          ),
        ),
        pod(),
      ]),
  },
  {
    title: 'results, all different',
    start: MANY,
    make: (n) =>
      list([policy(), pod()], { results: range(n, (index) => ({ message: `something ${index}`, severity: 'info' })) }),
  },
  {
    title: 'results, all of one text',
    make: (n) =>
      list(
        [
          policy({ env: [{ name: 'A', value: '$(B)' }] }),
          ...range(n, (index) => pod({ env: [{ name: 'U', value: '$(X)' }] }, {}, {}, `web-${index % 7}`)),
        ],
        {
          results: range(n, (index) => ({
            message: 'found no ServiceInjectionPolicy: nothing is injected',
            severity: 'info',
            file: { path: `f${index}`, index },
          })),
        },
      ),
  },
  {
    title: 'results of one text, new',
    make: (n) =>
      list([
        policy(),
        ...range(n, (index) =>
          pod(
            { env: [{ name: 'U', value: '$(X)' }] },
            {},
            { annotations: { 'config.kubernetes.io/path': `f${index}.yaml` } },
          ),
        ),
      ]),
  },
  {
    title: 'aliases',
    start: MANY,
    make: (n) =>
      list([policy(), pod({ env: variables(n) })])
        .replace('value: text', 'value: &v text')
        .replaceAll(/value: text/g, 'value: *v'),
  },
  {
    title: 'merge keys',
    start: MANY,
    make: (n) =>
      list([
        policy(),
        pod({ resources: { limits: { a: 1 } }, env: range(n, (index) => ({ name: `V${index}`, more: 1 })) }),
      ])
        .replace('limits:', 'limits: &l')
        .replaceAll('more: 1', '<<: *l'),
  },
  {
    title: 'flow entries',
    start: MANY,
    make: (n) =>
      list([policy(), pod({ env: 'FLOW' })]).replace(
        'FLOW',
        () => `[${range(n, (index) => `{name: V${index}, value: a}`).join(', ')}]`,
      ),
  },
  {
    title: 'flow entries with comments',
    start: MANY,
    make: (n) =>
      list([policy(), pod({ env: 'FLOW' })]).replace(
        'FLOW',
        () => `[\n${range(n, (index) => `        {name: V${index}, value: a}, # words\n`).join('')}        ]`,
      ),
  },
  { title: 'lines with Windows breaks', make: (n) => list(LIST_OF_PODS(n)).replaceAll('\n', '\r\n') },
  { title: 'letters of two bytes', make: (n) => list(LIST_OF_PODS(n)).replaceAll('image: nginx', 'image: ñginx') },
];
