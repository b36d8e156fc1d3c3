/**
 * The function as a whole, on packages in every style that the `yaml` package can print: what comes out means what a
 * plain model of injection says it should, nothing else has changed, and a second run changes nothing.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
// The independent reader and printer of these properties.
import { Document, parseAllDocuments, visit, isCollection, isScalar } from 'yaml';
import { run, type Outcome } from './pipeline.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Entry = { [key: string]: Json };

const names = fc.constantFrom('A', 'B', 'C', 'D', 'E');
const values = fc.constantFrom(
  'x',
  'yes',
  '0644',
  '1e3',
  '',
  ' # no comment',
  'a: b',
  '$(A)/$(B)',
  '$$(C)',
  'two\nlines\n',
  'ü€😀',
  '- x',
);
const variable: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ name: names, value: values }),
  fc.record({ name: names, valueFrom: fc.constant({ secretKeyRef: { name: 's', key: 'k', optional: true } }) }),
);
const uniqueBy = (field: string, entry: fc.Arbitrary<Entry>, maxLength: number): fc.Arbitrary<Entry[]> =>
  fc.uniqueArray(entry, { maxLength, selector: (one) => String(one[field]) });
const source: fc.Arbitrary<Entry> = fc
  .record({ kind: fc.constantFrom('configMapRef', 'secretRef'), name: fc.constantFrom('s', 't') })
  .map(({ kind, name }) => ({ [kind]: { name } }));
const sources = fc.uniqueArray(source, { maxLength: 2, selector: (one) => JSON.stringify(one) });
const volume: fc.Arbitrary<Entry> = fc
  .record({
    name: fc.constantFrom('v', 'w'),
    source: fc.constantFrom<Entry>({ emptyDir: {} }, { secret: { secretName: 's', defaultMode: 0o400 } }),
  })
  .map(({ name, source: from }) => ({ name, ...from }));
const mount: fc.Arbitrary<Entry> = fc.record({
  name: fc.constantFrom('v', 'w'),
  mountPath: fc.constantFrom('/a', '/b', '/a/'),
});

const container = fc.record(
  {
    name: fc.constantFrom('web', 'app', 'side'),
    image: fc.constant('x:1'),
    args: fc.array(values, { maxLength: 2 }),
    env: fc.option(uniqueBy('name', variable, 4)),
    envFrom: fc.option(sources),
    volumeMounts: uniqueBy('mountPath', mount, 2),
  },
  { requiredKeys: ['name', 'image'] },
);
const labels = fc.record(
  { app: fc.constantFrom('a', 'b'), tier: fc.constantFrom('x', 'y') },
  { requiredKeys: ['app'] },
);
const template = fc.record(
  {
    metadata: fc.record(
      { labels, annotations: fc.constant({ 'example.com/note': 'keep' }) },
      { requiredKeys: ['labels'] },
    ),
    spec: fc.record(
      {
        containers: fc.array(container, { minLength: 1, maxLength: 2 }),
        initContainers: fc.array(container, { maxLength: 1 }),
        volumes: fc.option(uniqueBy('name', volume, 2)),
      },
      { requiredKeys: ['containers'] },
    ),
  },
  { requiredKeys: ['metadata', 'spec'] },
);
const workload = fc.oneof(
  template.map((pod) => ({ apiVersion: 'v1', kind: 'Pod', ...pod, metadata: { name: 'p', ...pod.metadata } })),
  template.map((pod) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: { template: pod },
  })),
  template.map((pod) => ({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'c' },
    spec: { jobTemplate: { spec: { template: pod } } },
  })),
);
const policy = fc
  .record(
    {
      selector: fc.constantFrom<Entry>(
        {},
        { matchLabels: { app: 'a' } },
        { matchExpressions: [{ key: 'tier', operator: 'Exists' }] },
      ),
      env: uniqueBy('name', variable, 3),
      envFrom: sources,
      volumeMounts: uniqueBy('mountPath', mount, 2),
    },
    { requiredKeys: ['selector'] },
  )
  .map((spec) => ({
    apiVersion: 'serviceinjectionpolicy.k8s.io/v1alpha1',
    kind: 'ServiceInjectionPolicy',
    metadata: { name: 'policy', annotations: { 'config.kubernetes.io/local-config': 'true' } },
    // So that every mount has its volume.
    spec: {
      ...spec,
      volumes: [
        { name: 'v', emptyDir: {} },
        { name: 'w', emptyDir: {} },
      ],
    },
  }));

interface Style {
  readonly seed: number;
  readonly indent: number;
  readonly indentSeq: boolean;
  readonly crlf: boolean;
  readonly finalBreak: boolean;
  readonly comments: boolean;
  readonly flow: number;
}

const style: fc.Arbitrary<Style> = fc.record({
  seed: fc.nat(),
  indent: fc.constantFrom(2, 3, 4),
  indentSeq: fc.boolean(),
  crlf: fc.boolean(),
  finalBreak: fc.boolean(),
  comments: fc.boolean(),
  flow: fc.constantFrom(0, 0, 10, 40),
});

/** Prints a value in a style; which nodes are flow or have comments follows from the seed. */
function printed(value: unknown, { seed, indent, indentSeq, crlf, finalBreak, comments, flow }: Style): string {
  const document = new Document(value, { aliasDuplicateObjects: false, version: '1.1' });
  let state = seed;
  const chance = (percent: number): boolean => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % 100 < percent;
  };
  visit(document, {
    Node(key, node, path) {
      if (path.length < 4) return;
      if (isCollection(node) && chance(flow)) node.flow = true;
      if (comments && isScalar(node) && key === 'key' && chance(20)) node.commentBefore = ` before ${state % 97}`;
      if (comments && isScalar(node) && key === 'value' && chance(20)) node.comment = ` behind ${state % 97}`;
      if (comments && isScalar(node) && key === 'key' && chance(10)) node.spaceBefore = true;
    },
  });
  const text = document.toString({ indent, indentSeq, lineWidth: 0 });
  const broken = crlf ? text.replaceAll('\n', '\r\n') : text;
  return finalBreak ? broken : broken.trimEnd();
}

/** Injection with `conflicts: keep` and `envPlacement: append`, written down a second time, as plainly as can be. */
function model(workloads: readonly Entry[], spec: Entry): Entry[] {
  const copies = structuredClone(workloads) as Entry[];
  for (const object of copies) {
    const pod = (
      object['kind'] === 'Pod'
        ? object
        : ['spec', 'jobTemplate', 'spec', 'template'].reduce<Entry>((at, key) => (at[key] ?? at) as Entry, object)
    ) as {
      metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
      spec: Record<string, Entry[] | undefined | null>;
    };
    const chosen = JSON.stringify(spec['selector']);
    const matches =
      chosen === '{}' ||
      (chosen.includes('matchLabels') ? pod.metadata.labels['app'] === 'a' : 'tier' in pod.metadata.labels);
    if (!matches) continue;
    pod.metadata.annotations = { ...pod.metadata.annotations, 'serviceinjectionpolicy.k8s.io/policy': 'policy' };
    const add = (holder: Record<string, unknown>, list: string, keyOf: (entry: Entry) => string): void => {
      const wanted = (spec[list] ?? []) as Entry[];
      const there = (holder[list] ?? []) as Entry[];
      const missing: Entry[] = [];
      for (const entry of wanted)
        if (![...there, ...missing].some((one) => keyOf(one) === keyOf(entry))) missing.push(entry);
      if (missing.length > 0) holder[list] = [...there, ...missing];
    };
    for (const one of [...(pod.spec['initContainers'] ?? []), ...(pod.spec['containers'] ?? [])]) {
      add(one, 'env', ({ name }) => String(name));
      add(one, 'envFrom', (entry) => JSON.stringify(entry));
      add(one, 'volumeMounts', ({ mountPath }) => String(mountPath).replace(/\/$/, ''));
    }
    add(pod.spec, 'volumes', ({ name }) => String(name));
  }
  return copies;
}

function listOf(items: readonly unknown[]): unknown {
  return { apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items };
}

const CONFIG_DATA = {
  apiVersion: 'extensions/v1beta1',
  kind: 'ConfigData',
  metadata: { name: 'c' },
  data: { A: 'x', B: '$(A)', F: 1, 'no-name': 'two\nlines\n' },
};

/** An object that refers to that ConfigData where it referred to a Secret and a ConfigMap. */
function referring(object: unknown): unknown {
  const key = '{"secretKeyRef":{"name":"s","key":"k","optional":true}}';
  const text = JSON.stringify(object)
    .replace(key, '{"configData":{"configDataName":"c","key":"B"}}')
    .replaceAll(key, '{"configData":{"configDataName":"c","key":"missing","optional":true}}')
    .replaceAll('{"configMapRef":{"name":"s"}}', '{"configDataRef":{"name":"c"}}');
  return JSON.parse(text);
}

const FLAGS = { conflicts: 'keep', envPlacement: 'append' } as const;

test('the output means what the model says, only edited bytes differ, a second run changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(workload, { minLength: 1, maxLength: 3 }),
      policy,
      style,
      fc.boolean(),
      (workloads, injected, how, asStream) => {
        const objects = [...workloads, injected];
        const text = asStream
          ? objects.map((object) => printed(object, { ...how, finalBreak: true })).join('---\n')
          : printed(listOf(objects), how);
        const bytes = Buffer.from(text);
        const { outputs, diagnostics, exitCode } = run([{ bytes }], FLAGS);
        expect(exitCode, JSON.stringify(diagnostics.map(({ message }) => message))).toBe(0);
        const { pieces, edits } = outputs[0] as (typeof outputs)[number];
        const output = Buffer.concat(pieces);

        const read = parseAllDocuments(output.toString(), { version: '1.1' });
        for (const document of read) expect(document.errors).toEqual([]);
        const parsed = read.map((document) => document.toJS() as Entry);
        const items = asStream ? parsed : (parsed[0]?.['items'] as Entry[]);
        expect(items).toEqual([...model(workloads as unknown as Entry[], injected.spec as unknown as Entry), injected]);

        let [from, to, shift] = [0, 0, 0];
        for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
          to = edit.start;
          expect(output.subarray(from + shift, to + shift).equals(bytes.subarray(from, to))).toBe(true);
          shift += Buffer.byteLength(edit.text) - (edit.end - edit.start);
          from = edit.end;
        }
        expect(output.subarray(from + shift).equals(bytes.subarray(from))).toBe(true);

        const again = run([{ bytes: output }], FLAGS);
        expect(again.exitCode).toBe(0);
        expect(again.outputs[0]?.edits).toEqual([]);
      },
    ),
  );
});

test('YAML and JSON of one package come to the same, and a second run changes nothing, whatever the options', () => {
  const modes = fc.record({
    configData: fc.constantFrom('configMap', 'inline', 'keep'),
    expansion: fc.constantFrom('check', 'inline', 'off'),
    references: fc.constantFrom('ignore', 'warn'),
  });
  const strategy = fc.constantFrom('error', 'skip', 'keep', 'override');
  const placement = fc.constantFrom('auto', 'append', 'prepend');
  fc.assert(
    fc.property(
      fc.array(workload, { minLength: 1, maxLength: 3 }),
      policy,
      style,
      strategy,
      placement,
      modes,
      fc.boolean(),
      (workloads, injected, how, conflicts, envPlacement, others, withConfigData) => {
        const flags = { conflicts, envPlacement, ...others } as const;
        const plain = [injected, ...workloads];
        const list = listOf(withConfigData ? [CONFIG_DATA, ...plain.map(referring)] : plain);
        const yaml = run([{ bytes: Buffer.from(printed(list, how)) }], flags);
        const json = run([{ bytes: Buffer.from(JSON.stringify(list, undefined, how.indentSeq ? 2 : 0)) }], flags);
        expect(yaml.exitCode).toBe(json.exitCode);
        expect(messagesOf(yaml)).toEqual(messagesOf(json));
        const [fromYaml, fromJson] = [yaml, json].map(({ outputs }) =>
          Buffer.concat(outputs[0]?.pieces ?? []).toString(),
        );
        expect(parseAllDocuments(fromYaml ?? '', { version: '1.1' })[0]?.toJS()).toEqual(JSON.parse(fromJson ?? ''));
        const again = run([{ bytes: Buffer.from(fromYaml ?? '') }], flags);
        // Results stay as they are, but for a path by which the first run could not call what it was about to move.
        const itemsOf = (text = ''): string => text.slice(text.indexOf('\nitems:'));
        expect(itemsOf(Buffer.concat(again.outputs[0]?.pieces ?? []).toString())).toBe(itemsOf(fromYaml));
      },
    ),
  );
});

/** What was said, apart from where: that is another place in YAML than in JSON. */
function messagesOf({ diagnostics }: Outcome): readonly object[] {
  return diagnostics.map((diagnostic) => ({ ...diagnostic, location: undefined }));
}
