/**
 * Whatever becomes of ConfigData, and whether values are written out or not: the kubelet makes the same environment and
 * command line of a container as if every ConfigData had been a ConfigMap from the beginning.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run, type Outcome } from './pipeline.ts';
import type { ConfigDataMode, ExpansionMode } from './options.ts';
import { runKubelet, type ModelContainer, type ModelData, type ModelOutcome } from './testing/kubelet-model.ts';
import { scenario, type Scenario } from './testing/random-container.ts';

const modes = fc.constantFrom<[ConfigDataMode, ExpansionMode]>(
  ['configMap', 'off'],
  ['configMap', 'inline'],
  ['inline', 'off'],
  ['inline', 'inline'],
);

/** What the items say of a Pod and its ConfigData; the other ConfigMaps and Secrets are in the cluster alone. */
interface Object {
  readonly kind: string;
  readonly spec: { readonly containers: readonly [ModelContainer] };
}

test('the kubelet makes the same of it, and a second run changes nothing', () =>
  fc.assert(
    fc.property(scenario, modes, (given, [configData, expansion]) => {
      const data = given.cluster.configMaps.get('full');
      fc.pre(data !== undefined);
      const input = Buffer.from(documents(given, data ?? new Map()));
      const outcome = run([{ bytes: input }], { configData, expansion });
      const before = runKubelet(given.container, given.cluster);
      if (outcome.exitCode !== 0) {
        expect(
          outcome.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
        ).toEqual(expect.arrayContaining([expect.stringMatching(/expected a key of ConfigData full/)]));
        expect(before.env, 'without a required key the container does not start').toBeUndefined();
        return;
      }
      const output = textOf(outcome);
      const [pod, object] = JSON.parse(`[${output.replaceAll('\n---\n', ',')}]`) as [Object, Object];
      const configMaps = new Map(given.cluster.configMaps);
      if (object.kind === 'ConfigData') configMaps.delete('full');
      else expect(object.kind).toBe('ConfigMap');
      expect(JSON.stringify(pod)).not.toContain('configData');
      const after = runKubelet(pod.spec.containers[0], { ...given.cluster, configMaps });
      expect(comparable(after)).toEqual(comparable(before));
      const again = run([{ bytes: Buffer.from(output) }], { configData, expansion });
      expect(textOf(again)).toBe(output);
    }),
  ));

function textOf({ outputs }: Outcome): string {
  return Buffer.concat(outputs.flatMap(({ pieces }) => pieces)).toString();
}

function comparable({ env, ...rest }: ModelOutcome): unknown {
  return { env: env && [...env].toSorted(([a], [b]) => (a < b ? -1 : 1)), ...rest };
}

/** A Pod that refers to `full` as ConfigData and that ConfigData, as JSON documents. */
function documents(
  { container, cluster, services }: Scenario,
  data: ModelData extends ReadonlyMap<string, infer D> ? D : never,
): string {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'pod', namespace: cluster.namespace },
    spec: { enableServiceLinks: cluster.enableServiceLinks, containers: [referring(container)] },
  };
  const configData = {
    apiVersion: 'extensions/v1beta1',
    kind: 'ConfigData',
    metadata: { name: 'full', namespace: cluster.namespace },
    data: Object.fromEntries(data),
  };
  // Given as text, since in an object literal `__proto__` is no key.
  const items = services.map((service) => ({ apiVersion: 'v1', kind: 'Service', ...service }));
  return [pod, configData, ...items].map((item) => JSON.stringify(item)).join('\n---\n');
}

function referring({ env = [], envFrom = [], ...rest }: ModelContainer): unknown {
  return {
    name: 'main',
    ...rest,
    env: env.map(({ valueFrom, ...variable }) => {
      const reference = valueFrom?.configMapKeyRef;
      if (!valueFrom) return variable;
      if (reference?.name !== 'full') return { ...variable, valueFrom };
      const { name, ...selector } = reference;
      return { ...variable, valueFrom: { configData: { configDataName: name, ...selector } } };
    }),
    envFrom: envFrom.map(({ configMapRef, ...source }, index) => {
      if (!configMapRef) return source;
      if (configMapRef.name !== 'full') return { ...source, configMapRef };
      const { name, ...selector } = configMapRef;
      // Either spelling.
      return index % 2 === 0
        ? { ...source, configDataRef: configMapRef }
        : { ...source, configData: { configDataName: name, ...selector } };
    }),
  };
}
