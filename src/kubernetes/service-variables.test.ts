import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { parseValue } from '../testing/parse-value.ts';
import type { ValueMap } from '../yaml/value.ts';
import { couldBeServiceVariable, Services, serviceVariables, type PodScope } from './service-variables.ts';

const SHOP: PodScope = { namespace: 'shop', defaultNamespace: undefined, enableServiceLinks: true };

/** The variables as text: a known value after `=`, `?` for an unknown one, `??` for one that may not be there. */
function variablesOf(services: readonly string[], scope: Partial<PodScope> = {}): readonly string[] {
  const { variables } = serviceVariables(
    services.map((service) => parseValue(dedent(service)) as ValueMap),
    { ...SHOP, ...scope },
  );
  return [...variables].flatMap(([name, { state, service }]) => {
    if (service === 'kubernetes') return [];
    return state.kind === 'known' ? `${name}=${state.value}` : `${name} ${state.kind === 'unknown' ? '?' : '??'}`;
  });
}

const service = (name: string, ports: string, more = ''): string =>
  `{metadata: {name: ${name}, namespace: shop}, spec: {ports: ${ports}${more}}}`;

describe('the variables of a Service', () => {
  test('with an address and two named ports', () => {
    const redis = `
      apiVersion: v1
      kind: Service
      metadata: {name: redis-master, namespace: shop}
      spec:
        clusterIP: 10.0.0.11
        ports:
        - {name: redis, port: 6379}
        - {name: metrics-v2, port: 9121, protocol: UDP}
    `;
    expect(variablesOf([redis])).toEqual([
      'REDIS_MASTER_SERVICE_HOST=10.0.0.11',
      'REDIS_MASTER_SERVICE_PORT=6379',
      'REDIS_MASTER_SERVICE_PORT_REDIS=6379',
      'REDIS_MASTER_SERVICE_PORT_METRICS_V2=9121',
      'REDIS_MASTER_PORT=tcp://10.0.0.11:6379',
      'REDIS_MASTER_PORT_6379_TCP=tcp://10.0.0.11:6379',
      'REDIS_MASTER_PORT_6379_TCP_PROTO=tcp',
      'REDIS_MASTER_PORT_6379_TCP_PORT=6379',
      'REDIS_MASTER_PORT_6379_TCP_ADDR=10.0.0.11',
      'REDIS_MASTER_PORT_9121_UDP=udp://10.0.0.11:9121',
      'REDIS_MASTER_PORT_9121_UDP_PROTO=udp',
      'REDIS_MASTER_PORT_9121_UDP_PORT=9121',
      'REDIS_MASTER_PORT_9121_UDP_ADDR=10.0.0.11',
    ]);
  });

  test('before it has an address', () => {
    expect(variablesOf([service('db', '[{port: 5432}]')])).toEqual([
      'DB_SERVICE_HOST ?',
      'DB_SERVICE_PORT=5432',
      'DB_PORT ?',
      'DB_PORT_5432_TCP ?',
      'DB_PORT_5432_TCP_PROTO=tcp',
      'DB_PORT_5432_TCP_PORT=5432',
      'DB_PORT_5432_TCP_ADDR ?',
    ]);
  });

  test.each([
    [
      'an IPv6 address stands in brackets',
      service('a', '[{port: 1}]', ', clusterIP: "fd00::1"'),
      'A_PORT=tcp://[fd00::1]:1',
    ],
    ['a port is written in decimal', service('a', '[{port: 0x50}]'), 'A_SERVICE_PORT=80'],
    ['an empty address is one to come', service('a', '[{port: 1}]', ', clusterIP: ""'), 'A_SERVICE_HOST ?'],
    ['what is no address is one to come', service('a', '[{port: 1}]', ', clusterIP: "${IP}"'), 'A_SERVICE_HOST ?'],
  ])('%s', (_, text, variable) => expect(variablesOf([text])).toContain(variable));

  test.each([
    ['a headless Service', service('a', '[{port: 1}]', ', clusterIP: None')],
    ['an ExternalName', service('a', '[{port: 1}]', ', type: ExternalName, externalName: db.example.com')],
    ['a Service without ports', service('a', '[]')],
    ['a Service without a name', '{metadata: {generateName: a-, namespace: shop}, spec: {ports: [{port: 1}]}}'],
    ['a Service without a spec', '{metadata: {name: a, namespace: shop}}'],
  ])('%s has none', (_, text) => expect(variablesOf([text])).toEqual([]));
});

describe('of which Services a pod has the variables', () => {
  const plain = (namespace: string): string => `{metadata: {name: a${namespace}}, spec: {ports: [{port: 1}]}}`;
  const inShop = plain(', namespace: shop');
  const anywhere = plain('');

  test.each<readonly [string, string, Partial<PodScope>, string | undefined]>([
    ['those of its own namespace', inShop, {}, 'A_SERVICE_PORT=1'],
    ['not those of another namespace', inShop, { namespace: 'other' }, undefined],
    ['none with enableServiceLinks: false', inShop, { enableServiceLinks: false }, undefined],
    ['perhaps those without a namespace', anywhere, {}, 'A_SERVICE_PORT ??'],
    ['those that the default puts into its namespace', anywhere, { defaultNamespace: 'shop' }, 'A_SERVICE_PORT=1'],
    ['not those that the default puts elsewhere', anywhere, { defaultNamespace: 'other' }, undefined],
    ['perhaps all, as long as its own namespace is open', inShop, { namespace: undefined }, 'A_SERVICE_PORT ??'],
    ['those without a namespace, if it has none either', anywhere, { namespace: undefined }, 'A_SERVICE_PORT=1'],
  ])('%s', (_, text, scope, variable) => {
    expect(variablesOf([text], scope).find((one) => one.startsWith('A_SERVICE_PORT'))).toBe(variable);
  });

  test.each([true, false])('the API server, whatever enableServiceLinks is (%s)', (enableServiceLinks) => {
    const { variables } = serviceVariables([], { ...SHOP, enableServiceLinks });
    expect([...variables.keys()]).toEqual([
      'KUBERNETES_SERVICE_HOST',
      'KUBERNETES_SERVICE_PORT',
      'KUBERNETES_SERVICE_PORT_HTTPS',
      'KUBERNETES_PORT',
      'KUBERNETES_PORT_443_TCP',
      'KUBERNETES_PORT_443_TCP_PROTO',
      'KUBERNETES_PORT_443_TCP_PORT',
      'KUBERNETES_PORT_443_TCP_ADDR',
    ]);
    expect(new Set([...variables.values()].map(({ state }) => state.kind))).toEqual(new Set(['unknown']));
  });

  test('a Service named kubernetes in the namespace of the pod takes the place of the API server', () => {
    const { variables } = serviceVariables([parseValue(service('kubernetes', '[{port: 1}]')) as ValueMap], SHOP);
    expect(variables.get('KUBERNETES_SERVICE_PORT')?.state).toEqual({ kind: 'known', value: '1' });
    expect(variables.has('KUBERNETES_SERVICE_PORT_HTTPS')).toBe(false);
  });
});

test('of two Services that bring one variable the kubelet takes either', () => {
  const db = service('db', '[{port: 80, name: a}]', ', clusterIP: 10.0.0.1');
  const dbService = service('db-service', '[{port: 80}]', ', clusterIP: 10.0.0.1');
  for (const services of [
    [db, dbService],
    [dbService, db],
  ]) {
    expect(variablesOf(services)).toContain('DB_SERVICE_PORT ?');
    expect(variablesOf(services)).toContain('DB_SERVICE_HOST=10.0.0.1');
  }
  expect(variablesOf([db, db])).toContain('DB_SERVICE_PORT=80');
});

describe('the Services of many namespaces', () => {
  test('bring to every pod what they bring to it alone', () => {
    const namespace = fc.constantFrom(undefined, 'default', 'shop', 'team');
    const random = fc
      .tuple(
        fc.constantFrom('db', 'db-service', 'web', 'kubernetes'),
        namespace,
        fc.constantFrom('', '10.0.0.1', 'None'),
      )
      .map(([name, space, clusterIP]) => ({
        metadata: { name, ...(space === undefined ? {} : { namespace: space }) },
        spec: { ports: [{ port: 80 }], ...(clusterIP === '' ? {} : { clusterIP }) },
      }));
    fc.assert(
      fc.property(fc.array(random, { maxLength: 6 }), namespace, (services, defaultNamespace) => {
        const all = new Services(services, defaultNamespace);
        for (const pod of [undefined, 'default', 'shop', 'other']) {
          for (const enableServiceLinks of [true, false]) {
            const { variables } = serviceVariables(services, { namespace: pod, defaultNamespace, enableServiceLinks });
            const found = all.variablesFor(pod, enableServiceLinks);
            expect(found.links).toBe(enableServiceLinks);
            expect(new Set(found.variables.keys())).toEqual(new Set(variables.keys()));
            expect(found.variables.size).toBe(variables.size);
            for (const [name, { state }] of variables) expect(found.variables.get(name)?.state).toEqual(state);
          }
        }
      }),
    );
  });

  test('are looked at once, however many namespaces there are', () => {
    let looks = 0;
    const services = Array.from({ length: 1000 }, (_, index): ValueMap => {
      const metadata = { name: `s${index}`, ...(index % 2 === 0 ? {} : { namespace: `n${index}` }) };
      return {
        metadata,
        get spec() {
          looks++;
          return { ports: [{ port: 80 }] };
        },
      };
    });
    const all = new Services(services, undefined);
    for (let index = 1; index < 1000; index += 2) {
      const { variables } = all.variablesFor(`n${index}`, true);
      expect(variables.get(`S${index}_SERVICE_HOST`)?.state.kind).toBe('unknown');
      expect(variables.get('S0_SERVICE_HOST')?.state.kind).toBe('uncertain');
    }
    expect(looks).toBeLessThan(10 * services.length);
  });
});

test.each([
  ['DB_SERVICE_HOST', true],
  ['DB_SERVICE_PORT', true],
  ['DB_SERVICE_PORT_A_B', true],
  ['DB_PORT', true],
  ['MY_DB_PORT_80_TCP', true],
  ['MY_DB_PORT_80_TCP_ADDR', true],
  ['DB_PORT_TCP', false],
  ['DB_HOST', false],
  ['_PORT', false],
  ['PORT', false],
  ['db_SERVICE_HOST', false],
  [`${'A_SERVICE_PORT_'.repeat(10_000)}a`, false],
])('%s may be a variable of some Service: %s', (name, answer) => expect(couldBeServiceVariable(name)).toBe(answer));
