import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { CASES, expectShare } from '../testing/properties.ts';
import { valueOf } from '../yaml/source-node.ts';
import { at, isMap, toJson, type Value } from '../yaml/value.ts';
import { readEnvelope, readUnit, type Unit } from './envelope.ts';
import { fileIn, labelsIn, nameIn, namespaceIn, readHead, type Head } from './head.ts';

const LABELS = ['spec', 'template', 'metadata', 'labels'];

describe('from its lines, of an object', () => {
  const text = dedent(`
    apiVersion: "apps/v1" # comment
    kind: 'Deployment'
    metadata:
      # comment
      name: web
      namespace: shop
    spec:
      template:
        metadata:
            labels:
                role: web
                app.kubernetes.io/name: "shop"
        spec:
          labels: {}
  `);

  test.each([
    ['alone', text],
    ['with CRLF', text.replaceAll('\n', '\r\n')],
    ['as an item', `kind: List\nitems:\n-   ${text.trimEnd().replaceAll('\n', '\n    ')}\n`],
    ['in a stream', `---\n${text}---\n${text}`],
  ])('kind, namespace and labels are known: %s', (_, input) => {
    const { bytes, head } = headOf(input);
    expect(kindIn(head)).toBe('apps/v1 Deployment');
    expect(nameIn(bytes, head)).toBe('web');
    expect(namespaceIn(bytes, head)).toBe('shop');
    expect([...(labelsIn(bytes, head, LABELS) ?? [])]).toEqual([
      ['role', 'web'],
      ['app.kubernetes.io/name', 'shop'],
    ]);
    expect(labelsIn(bytes, head, ['metadata', 'labels'])?.size).toBe(0);
  });

  test.each<readonly [sentence: string, text: string, kind: string | undefined]>([
    ['one', 'apiVersion: v1\nkind: Pod\n', 'v1 Pod'],
    ['not without an apiVersion', 'kind: Pod\n', undefined],
    ['not without a kind', 'apiVersion: v1\n', undefined],
    ['not of a number', 'apiVersion: 1\nkind: Pod\n', undefined],
    ['not of a kind that is empty', 'apiVersion: v1\nkind: ""\n', undefined],
    ['not of one that goes on', 'apiVersion: v1\nkind: Pod\n  Template\n', undefined],
    ['not of one that is there twice', 'apiVersion: v1\nkind: Pod\nkind: Secret\n', undefined],
    ['not of one in JSON', '{"apiVersion": "v1", "kind": "Pod"}\n', undefined],
    ['not with a merge key', 'apiVersion: v1\nkind: Pod\n<<: {}\n', undefined],
  ])('the kind: %s', (_, input, kind) => {
    const { bytes, unit } = unitOf(input);
    expect(kindIn(readHead(bytes, unit))).toBe(kind);
  });

  test.each<readonly [sentence: string, metadata: string, namespace: string | null | undefined]>([
    ['one', 'metadata:\n  namespace: shop\n', 'shop'],
    ['none without metadata', 'spec: {}\n', null],
    ['none in metadata', 'metadata:\n  name: web\n', null],
    ['none where it is empty', 'metadata:\n  namespace: ""\n', null],
    ['unclear in a flow mapping', 'metadata: {namespace: shop}\n', undefined],
    ['unclear in null', 'metadata:\n', undefined],
    ['unclear for a number', 'metadata:\n  namespace: 5\n', undefined],
    ['unclear for nothing', 'metadata:\n  namespace:\n', undefined],
  ])('the namespace: %s', (_, metadata, namespace) => {
    const { bytes, head } = headOf(`apiVersion: v1\nkind: Pod\n${metadata}`);
    expect(namespaceIn(bytes, head)).toBe(namespace);
  });

  test.each<readonly [sentence: string, labels: string, found: readonly (readonly [string, string])[] | undefined]>([
    ['none', 'metadata:\n  name: web\n', []],
    [
      'strings',
      'metadata:\n  labels:\n    a: b\n    c: "1"\n',
      [
        ['a', 'b'],
        ['c', '1'],
      ],
    ],
    ['unclear with a number', 'metadata:\n  labels:\n    a: 1\n', undefined],
    ['unclear with a boolean', 'metadata:\n  labels:\n    a: yes\n', undefined],
    ['unclear with nothing', 'metadata:\n  labels:\n    a:\n', undefined],
    ['unclear with a key that is a boolean', 'metadata:\n  labels:\n    yes: a\n', undefined],
    ['unclear with a key that is a number', 'metadata:\n  labels:\n    "1": a\n    2: b\n', undefined],
    ['unclear in a flow mapping', 'metadata:\n  labels: {a: b}\n', undefined],
    ['unclear with an alias', 'metadata:\n  labels: *a\n', undefined],
  ])('the labels: %s', (_, labels, found) => {
    const { bytes, head } = headOf(`apiVersion: v1\nkind: Pod\n${labels}`);
    const clear = labelsIn(bytes, head, ['metadata', 'labels']);
    expect(clear && [...clear]).toEqual(found);
  });
});

describe('the file that an object is from', () => {
  test.each<readonly [sentence: string, annotations: string, file: readonly [string, number] | undefined]>([
    ['none without annotations', '  name: web\n', undefined],
    [
      'one',
      "  annotations:\n    config.kubernetes.io/path: a/b.yaml\n    config.kubernetes.io/index: '2'\n",
      ['a/b.yaml', 2],
    ],
    ['the first of it without an index', '  annotations:\n    config.kubernetes.io/path: "a.yaml"\n', ['a.yaml', 0]],
    [
      'the first of it for an index that is none',
      '  annotations:\n    config.kubernetes.io/path: a.yaml\n    config.kubernetes.io/index: x\n',
      ['a.yaml', 0],
    ],
    [
      'the first of it for one below it',
      "  annotations:\n    config.kubernetes.io/path: a.yaml\n    config.kubernetes.io/index: '-1'\n",
      ['a.yaml', 0],
    ],
    ['none for an empty path', "  annotations:\n    config.kubernetes.io/path: ''\n", undefined],
    ['none where it is not clear', '  annotations: {config.kubernetes.io/path: a.yaml}\n', undefined],
  ])('%s', (_, metadata, file) => {
    const { bytes, head } = headOf(`apiVersion: v1\nkind: Pod\nmetadata:\n${metadata}spec: {broken: [\n`);
    const found = fileIn(bytes, head);
    expect(found && [found.path, found.index]).toEqual(file);
  });
});

describe('of a random object', () => {
  const scalar = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('web', 'shop', 'a b', '1.10-x', 'é', 'a/b:c') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '"web"',
        "'web'",
        '"we\\u0062"',
        "'it''s'",
        '1',
        'yes',
        '',
        '~',
        '0644',
        '"a" # c',
        'a # c',
        'a  ',
        '>-\n          web',
        'a\n          b',
        '&x a',
        '*x',
        '!!str a',
        '[]',
        '{a: b}',
      ),
    },
  );
  const key = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('role', 'app.kubernetes.io/name', 'a', 'b', 'c-d') },
    { weight: 1, arbitrary: fc.constantFrom('"role"', 'yes', '1', '<<', 'é', '? a', 'a b') },
  );
  const pairs = fc.array(fc.tuple(key, scalar), { maxLength: 3 });
  const change = fc.record({
    at: fc.nat(40),
    action: fc.constantFrom('insert', 'delete', 'repeat', 'indent', 'none', 'none'),
    line: fc.constantFrom(
      '',
      '   ',
      '\t',
      '# c',
      '        # c',
      '- a',
      '    role: db',
      'kind: Secret',
      '  namespace: b',
      '"',
      '---',
      '...',
      '  note: "a',
      "    note: 'a",
      '# "',
      "      # '",
      '          "',
      '  note: {a: b,',
      '    note: [a,',
      '  role: db }',
      '    namespace: b ]',
    ),
  });
  const object = fc.record({
    step: fc.constantFrom(1, 2, 4),
    dash: fc.constantFrom('', '- ', '-   ', '-\n  '),
    crlf: fc.boolean(),
    apiVersion: scalar,
    kind: scalar,
    namespace: fc.option(scalar),
    own: pairs,
    template: fc.option(pairs),
    changes: fc.array(change, { maxLength: 3 }),
  });

  test('they are those of its tree wherever they are clear', () => {
    let clear = 0;
    const property = fc.property(object, (draft) => {
      const text = textOf(draft);
      const envelope = readEnvelope(Buffer.from(text));
      if ('kind' in envelope) return;
      const { bytes, units } = envelope;
      for (const unit of units) {
        const tree = readUnit(bytes, unit);
        if (tree === 'empty' || 'kind' in tree) continue;
        clear += agreeing(bytes, unit, valueOf(tree.root));
      }
    });
    fc.assert(property);
    expectShare(clear, CASES, 1 / 3);
  });

  function textOf({ step, dash, crlf, apiVersion, kind, namespace, own, template, changes }: Draft): string {
    const margin = ' '.repeat(step);
    const mapping = (entries: readonly (readonly [string, string])[], depth: number): string[] =>
      entries.map(([name, value]) => `${margin.repeat(depth)}${name}: ${value}`);
    const lines = [
      `apiVersion: ${apiVersion}`,
      `kind: ${kind}`,
      'metadata:',
      ...(namespace === null ? [] : [`${margin}namespace: ${namespace}`]),
      `${margin}labels:`,
      ...mapping(own, 2),
      'spec:',
      `${margin}template:`,
      ...(template ? [`${margin.repeat(2)}metadata:`, `${margin.repeat(3)}labels:`, ...mapping(template, 4)] : []),
      `${margin.repeat(2)}spec: {}`,
    ];
    for (const { at: where, action, line } of changes) {
      const index = where % lines.length;
      if (action === 'insert') lines.splice(index, 0, line);
      if (action === 'delete') lines.splice(index, 1);
      if (action === 'repeat') lines.splice(index, 0, lines[index] ?? '');
      if (action === 'indent') lines[index] = ` ${lines[index]}`;
    }
    const item = dash.replace(/.*\n/, '').length || dash.length;
    const body = dash === '' ? lines.join('\n') : dash + lines.join(`\n${' '.repeat(item)}`);
    const text = dash === '' ? `${body}\n` : `kind: List\nitems:\n${body}\n`;
    return crlf ? text.replaceAll('\n', '\r\n') : text;
  }

  function agreeing(bytes: Buffer, unit: Unit, value: Value): number {
    const story = `${bytes.toString()}\n--- ${JSON.stringify(toJson(value))}`;
    let clear = 0;
    const head = readHead(bytes, unit);
    if (head === undefined) return 0;
    expect(head.hasKind, story).toBe(at(value, 'kind') !== undefined);
    const kind = kindIn(head);
    if (kind !== undefined) {
      clear++;
      expect(kind, story).toBe(`${String(at(value, 'apiVersion'))} ${String(at(value, 'kind'))}`);
    }
    const namespace = namespaceIn(bytes, head);
    if (namespace !== undefined) {
      clear++;
      expect(namespace ?? '', story).toBe(at(value, 'metadata', 'namespace') ?? '');
    }
    for (const path of [['metadata', 'labels'], LABELS]) {
      const labels = labelsIn(bytes, head, path);
      if (labels === undefined) continue;
      clear++;
      const found = at(value, ...path);
      expect(isMap(found) ? toJson(found) : (found ?? {}), story).toEqual(Object.fromEntries(labels));
    }
    return clear;
  }
});

interface Draft {
  readonly step: number;
  readonly dash: string;
  readonly crlf: boolean;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | null;
  readonly own: readonly (readonly [string, string])[];
  readonly template: readonly (readonly [string, string])[] | null;
  readonly changes: readonly { readonly at: number; readonly action: string; readonly line: string }[];
}

function unitOf(text: string) {
  const envelope = readEnvelope(Buffer.from(text));
  if ('kind' in envelope || envelope.units[0] === undefined) throw new Error(text);
  return { bytes: envelope.bytes, unit: envelope.units[0] };
}

function headOf(text: string): { readonly bytes: Buffer; readonly head: Head } {
  const { bytes, unit } = unitOf(text);
  const head = readHead(bytes, unit);
  if (head === undefined) throw new Error(text);
  return { bytes, head };
}

/** The apiVersion and kind, where both are clear. */
function kindIn(head: Head | undefined): string | undefined {
  return head === undefined || head.kind === '' || head.apiVersion === ''
    ? undefined
    : `${head.apiVersion} ${head.kind}`;
}
