import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
// What comes out is judged by what YAML means in general, so that a fault of our own readers cannot hide here.
import { isMap, isSeq, parse, parseAllDocuments } from 'yaml';
import { dedent } from './testing/dedent.ts';
import { run, type Outcome } from './pipeline.ts';
import type { Options } from './options.ts';
import { byImportance } from './report/order.ts';
import { onOneLine } from './report/on-one-line.ts';
import { diagnosticLine, workloadLines } from './report/text.ts';
import { WORKLOADS } from './kubernetes/workloads.ts';

type Row = readonly [title: string, text: string | Buffer, lines: readonly string[]];

const localConfig = 'config.kubernetes.io/local-config';

function tooDeep(place: string): string {
  return `error: ${place}: expected at most 200 levels of nesting, found more`;
}

/** Lines 1 to 3 of a ResourceList; what follows begins in line 4. */
function resourceList(items: string): string {
  return `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n${dedent(items)}`;
}

/** A policy that selects every pod template, in lines 4 to 14. */
const policy = dedent(`
  - apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
    kind: ServiceInjectionPolicy
    metadata:
      name: db
      annotations:
        config.kubernetes.io/local-config: 'true'
    spec:
      selector: {}
      env:
      - name: DB_HOST
        value: db.shop
`);

const configMap = dedent(`
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: settings
`);

describe('input that cannot be used: nothing is written', () => {
  const rows: Record<string, readonly Row[]> = {
    'with nothing in it': [
      ['empty', '', ['error: expected a ResourceList, a List or Kubernetes objects on standard input, found nothing']],
      [
        'only a line break',
        '\n',
        [
          'error: expected a ResourceList, a List or Kubernetes objects on standard input, found only comments and blank lines',
        ],
      ],
      [
        'only comments',
        '# Source: chart/templates/none.yaml\n\n  # indented\n',
        [
          'error: expected a ResourceList, a List or Kubernetes objects on standard input, found only comments and blank lines',
        ],
      ],
      [
        'only document markers, as helm prints for templates that render to nothing',
        '---\n# Source: chart/templates/none.yaml\n---\n...\n',
        [
          'error: expected a ResourceList, a List or Kubernetes objects on standard input, found only comments and blank lines',
        ],
      ],
      [
        'only a byte order mark',
        '\ufeff',
        [
          'error: expected a ResourceList, a List or Kubernetes objects on standard input, found only comments and blank lines',
        ],
      ],
    ],
    'that is no YAML': [
      [
        'a sentence',
        'this is no YAML\n',
        ['error: line 1, column 1: expected a Kubernetes object, found "this is no YAML"'],
      ],
      [
        'an error message in place of resources',
        'Error: chart not found\n',
        ['error: line 1, column 1: expected an object with a kind, found none'],
      ],
      ['a number', '42\n', ['error: line 1, column 1: expected a Kubernetes object, found the number 42']],
      ['null', 'null\n', ['error: line 1, column 1: expected a Kubernetes object, found null']],
      ['HTML', '<html>\n<body>\n', ['error: line 1, column 1: expected a Kubernetes object, found "<html> <body>"']],
      [
        'a long line',
        'a'.repeat(1_000_000),
        [`error: line 1, column 1: expected a Kubernetes object, found "${'a'.repeat(57)}..."`],
      ],
      [
        'a merge conflict',
        'kind: A\n<<<<<<< HEAD\nname: a\n=======\nname: b\n>>>>>>> main\n',
        ['error: line 2, column 1: implicit keys need to be on a single line'],
      ],
    ],
    'that is broken YAML': [
      [
        'a double quote that is not closed',
        'kind: "Pod\nmetadata: {}\n',
        ['error: line 3, column 1: missing closing "quote'],
      ],
      [
        'a single quote that is not closed',
        "kind: 'Pod\nmetadata: {}\n",
        ["error: line 3, column 1: missing closing 'quote"],
      ],
      [
        'an item whose lines stand at different columns',
        resourceList(`
          - kind: Pod
            metadata:
              name: web
             namespace: shop
        `),
        ['error: items[0]: line 7, column 1: all mapping items must start at the same column'],
      ],
      [
        'a tab as indentation',
        'apiVersion: v1\nkind: Pod\nmetadata:\n\tname: web\n',
        ['error: line 4, column 1: tabs are not allowed as indentation'],
      ],
      [
        'a flow mapping that is not closed',
        '{"kind": "List"',
        ['error: line 1, column 16: flow map must end with a }'],
      ],
      [
        'a flow sequence that is not closed',
        'kind: [Pod\n',
        ['error: line 2, column 1: flow sequence in block collection must be sufficiently indented and end with a ]'],
      ],
      [
        'a comma too many',
        '{"kind": "List",}}\n',
        ['error: line 1, column 18: unexpected flow-map-end token in YAML stream: "}"'],
      ],
      [
        'a reserved character',
        'kind: @Pod\n',
        ['error: line 1, column 7: plain value cannot start with reserved character @'],
      ],
      ['an unknown escape sequence', 'kind: "\\q"\n', ['error: line 1, column 8: invalid escape sequence \\q']],
      [
        'two colons in a line',
        'kind: Pod: v1\n',
        ['error: line 1, column 7: nested mappings are not allowed in compact mappings'],
      ],
      [
        'a carriage return alone',
        'apiVersion: v1\rkind: Pod\r',
        [
          'error: line 1, column 15: expected lines to end in LF or CRLF, found a carriage return that no line feed follows',
        ],
      ],
      ['a key that is a list', '? [kind]\n: Pod\n', ['error: line 1, column 3: found a key that is not a scalar']],
      ['an alias without its anchor', 'kind: *pod\n', ['error: line 1, column 7: the alias *pod refers to no anchor']],
      [
        'an alias inside of what it stands for',
        'kind: &pod [*pod]\n',
        ['error: line 1, column 13: the alias *pod stands inside what it refers to'],
      ],
      [
        'an error behind characters of several bytes: columns count characters',
        '日本: "é😀" x\n',
        ['error: line 1, column 10: unexpected scalar at node end'],
      ],
    ],
    'that is a template of helm': [
      [
        'a value in braces, where it is read',
        'kind: {{ .Values.kind }}\n',
        [
          'error: line 1, column 8: found a key that is not a scalar; this looks like a template: render it first, for example with helm template',
        ],
      ],
      [
        'a condition around the document',
        '{{- if .Values.web }}\nkind: Pod\n{{- end }}\n',
        [
          'error: line 1, column 3: block collections are not allowed within flow collections; this looks like a template: render it first, for example with helm template',
        ],
      ],
      [
        'a condition inside of it',
        'kind: Pod\n{{- if .Values.web }}\nmetadata: {}\n{{- end }}\n',
        [
          'error: line 2, column 1: implicit keys need to be on a single line; this looks like a template: render it first, for example with helm template',
        ],
      ],
    ],
    'that is not UTF-8': [
      [
        'Latin-1',
        Buffer.from('kind: ConfigMap\ndata: {drink: café}\n', 'latin1'),
        ['error: line 2, column 18: expected UTF-8, found the byte 0xe9'],
      ],
      [
        'a character cut off at the end',
        Buffer.from('price: 5 €').subarray(0, -1),
        ['error: line 1, column 10: expected UTF-8, found the byte 0xe2'],
      ],
      [
        'a byte that begins no character, behind those of several bytes',
        Buffer.concat([Buffer.from('é: €😀\n日: '), Buffer.from([0x80, 0x0a])]),
        ['error: line 2, column 4: expected UTF-8, found the byte 0x80'],
      ],
      [
        'a surrogate',
        Buffer.from([0x61, 0xed, 0xa0, 0x80]),
        ['error: line 1, column 2: expected UTF-8, found the byte 0xed'],
      ],
      ['only one such byte', Buffer.from([0xff]), ['error: line 1, column 1: expected UTF-8, found the byte 0xff']],
      [
        'UTF-16, little end first',
        Buffer.from('\ufeffkind: Pod\n', 'utf16le'),
        ['error: expected UTF-8, found UTF-16'],
      ],
      [
        'UTF-16, big end first',
        Buffer.from('\ufeffkind: Pod\n', 'utf16le').swap16(),
        ['error: expected UTF-8, found UTF-16'],
      ],
      [
        'UTF-16 without a byte order mark',
        Buffer.from('kind: Pod\n', 'utf16le'),
        ['error: line 1, column 2: expected text, found a NUL byte'],
      ],
      [
        'a NUL byte, in an item that nobody reads, too',
        resourceList(`${configMap}  data: {key: "\0"}\n`),
        ['error: line 8, column 16: expected text, found a NUL byte'],
      ],
    ],
    'that is nested too deeply': [
      ['100,000 brackets', '['.repeat(100_000), [tooDeep('line 1, column 201')]],
      ['braces', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}\n`, [tooDeep('line 1, column 1001')]],
      ['dashes', `${'- '.repeat(10_000)}a\n`, [tooDeep('line 1, column 401')]],
      ['one level too many', `kind: ${'['.repeat(200)}${']'.repeat(200)}\n`, [tooDeep('line 1, column 206')]],
      ['pairs in brackets', `kind: ${'[a: '.repeat(150)}b${']'.repeat(150)}\n`, [tooDeep('line 1, column 404')]],
      [
        'block mappings',
        Array.from({ length: 1000 }, (_, level) => `${' '.repeat(level)}kind:\n`).join(''),
        [tooDeep('line 201, column 201')],
      ],
      [
        'lists as JSON',
        `${'{"apiVersion":"v1","kind":"List","items":['.repeat(500)}${']}'.repeat(500)}\n`,
        [tooDeep('line 1, column 4201')],
      ],
      [
        'brackets in the second item',
        resourceList(`${configMap}- kind: ${'['.repeat(10_000)}\n`),
        [tooDeep('items[1]: line 8, column 206')],
      ],
      [
        'a policy',
        resourceList(`${policy}      value: ${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}\n`),
        [tooDeep('items[0]: line 15, column 984')],
      ],
      [
        'results',
        `${resourceList(configMap)}results: ${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}\n`,
        [tooDeep('line 8, column 1005')],
      ],
      [
        'a functionConfig',
        `${resourceList(configMap)}functionConfig:\n  data: ${'['.repeat(6_000)}${']'.repeat(6_000)}\n`,
        [tooDeep('line 9, column 207')],
      ],
      [
        'aliases of aliases',
        `kind: Pod\na0: &a0 []\n${Array.from({ length: 300 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}]\n`).join('')}`,
        [tooDeep('line 201, column 14')],
      ],
    ],
    'with line breaks that are none to all readers': [
      [
        'NEL behind the kind',
        resourceList(`- apiVersion: v1\n  kind: Pod\u0085\n`),
        [
          'error: line 5, column 12: expected lines to end in LF or CRLF, found U+0085, which Kubernetes reads as a line break',
        ],
      ],
      [
        'LS in a comment in front of a key',
        'kind: Pod\n# c\u2028metadata: {}\n',
        [
          'error: line 2, column 4: expected lines to end in LF or CRLF, found U+2028, which Kubernetes reads as a line break',
        ],
      ],
      [
        'PS in an item that nobody reads',
        resourceList(`- apiVersion: v1\n  kind: ConfigMap\n  data:\n    a: |\n      b\u2029c\n`),
        [
          'error: line 8, column 8: expected lines to end in LF or CRLF, found U+2029, which Kubernetes reads as a line break',
        ],
      ],
      [
        'a carriage return too many',
        'apiVersion: v1\r\r\nkind: ConfigMap\r\r\n',
        [
          'error: line 1, column 15: expected lines to end in LF or CRLF, found a carriage return that no line feed follows',
        ],
      ],
      [
        'between documents',
        'kind: ConfigMap\napiVersion: v1\n---\n# c\u0085kind: Pod\n---\napiVersion: v1\nkind: Pod\n',
        [
          'error: line 4, column 4: expected lines to end in LF or CRLF, found U+0085, which Kubernetes reads as a line break',
        ],
      ],
      [
        'behind the items',
        `${resourceList(configMap)}results:\n- message: a\u2028\n`,
        [
          'error: line 9, column 13: expected lines to end in LF or CRLF, found U+2028, which Kubernetes reads as a line break',
        ],
      ],
      [
        'a carriage return alone in quotes that are read',
        'apiVersion: v1\nkind: Pod\nmetadata: {name: "a\rb"}\n',
        [
          'error: line 3, column 20: expected lines to end in LF or CRLF, found a carriage return that no line feed follows',
        ],
      ],
    ],
    'with quotes that end in another item than they open in': [
      [
        'so that neither can be read',
        resourceList(`${configMap}  data: {a: "b}\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: "web"}\n`),
        ['error: line 8, column 16: missing closing "quote'],
      ],
    ],
    'with a ResourceList that is none': [
      [
        'two',
        `${resourceList(configMap)}---\n${resourceList(configMap)}`,
        [
          'error: document 1: expected the ResourceList to be the only document',
          'error: document 2: expected the ResourceList to be the only document',
        ],
      ],
      [
        'one in front of another document',
        `${resourceList(configMap)}---\napiVersion: v1\nkind: Pod\n`,
        ['error: document 1: expected the ResourceList to be the only document'],
      ],
      [
        'one behind another document',
        `apiVersion: v1\nkind: Pod\n---\n${resourceList(configMap)}`,
        ['error: document 2: expected the ResourceList to be the only document'],
      ],
      [
        'without items',
        'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n',
        ['error: ResourceList: expected items to be a list, found nothing'],
      ],
      [
        'in JSON, without items',
        '{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList"}',
        ['error: ResourceList: expected items to be a list, found nothing'],
      ],
      ['with empty items', resourceList(''), ['error: ResourceList: expected items to be a list, found null']],
      [
        'with null for items',
        'kind: ResourceList\nitems: null\n',
        ['error: ResourceList: expected items to be a list, found null'],
      ],
      [
        'with a number for items',
        'kind: ResourceList\nitems: 5\n',
        ['error: ResourceList: expected items to be a list, found the number 5'],
      ],
      [
        'with a mapping for items',
        'kind: ResourceList\nitems:\n  web: {kind: Pod}\n',
        ['error: ResourceList: expected items to be a list, found a mapping'],
      ],
      [
        'with an empty mapping for items',
        'kind: ResourceList\nitems: {}\n',
        ['error: ResourceList: expected items to be a list, found a mapping'],
      ],
      [
        'with a kind that is a list',
        'kind: [ResourceList]\nitems: []\n',
        ['error: line 1, column 1: expected an object with a kind, found a list'],
      ],
      [
        'with a functionConfig that is broken',
        'kind: ResourceList\nfunctionConfig: {data: {\nitems: []\n',
        ['error: line 3, column 1: flow map in block collection must be sufficiently indented and end with a }'],
      ],
    ],
    'with a broken document among several': [
      [
        'the third, its line counted from the start of the input',
        `${document(configMap)}---\n${document(policy)}---\napiVersion: v1\nkind: Pod\nmetadata: [\n`,
        [
          'error: document 3: line 21, column 1: flow sequence in block collection must be sufficiently indented and end with a ]',
        ],
      ],
      [
        'the same with CRLF',
        `${document(configMap)}---\n${document(policy)}---\napiVersion: v1\nkind: Pod\nmetadata: [\n`.replaceAll(
          '\n',
          '\r\n',
        ),
        [
          'error: document 3: line 21, column 1: flow sequence in block collection must be sufficiently indented and end with a ]',
        ],
      ],
      [
        'two of them, both told',
        `kind: "Pod\n---\n${document(configMap)}---\nkind: *pod\n`,
        [
          'error: document 1: line 2, column 1: missing closing "quote',
          'error: document 3: line 8, column 7: the alias *pod refers to no anchor',
        ],
      ],
      [
        'one without a kind',
        `${document(configMap)}---\nvalues: {}\n`,
        ['error: document 2: line 6, column 1: expected an object with a kind, found none'],
      ],
      [
        'one that is only text, on the line of its marker',
        `${document(configMap)}--- text\n`,
        ['error: document 2: line 5, column 5: expected a Kubernetes object, found "text"'],
      ],
    ],
  };

  describe.each(Object.entries(rows))('%s', (_, table) => {
    test.each(table)('%s', (_title, text, lines) => {
      const { outcome, output } = runOn(text);
      expect(linesOf(outcome)).toEqual(lines);
      expect(outcome.exitCode).toBe(2);
      expect(output).toBe('');
      expect(doneIn(outcome)).toEqual([]);
    });
  });
});

/** An item as a document. */
function document(item: string): string {
  return item.replaceAll(/^(- |  )/gm, '');
}

describe('a ResourceList with something in it that is no object: it comes back as it was, with the results', () => {
  test.each<Row>([
    [
      'an item that is empty',
      resourceList(`-\n${configMap}`),
      ['error: items[0]: expected a Kubernetes object, found null'],
    ],
    [
      'an item that is null',
      resourceList(`${configMap}- null\n`),
      ['error: items[1]: line 8, column 3: expected a Kubernetes object, found null'],
    ],
    [
      'an item that is a string',
      resourceList(`${configMap}- text\n`),
      ['error: items[1]: line 8, column 3: expected a Kubernetes object, found "text"'],
    ],
    [
      'an item that is a number',
      resourceList('- 0x1F\n'),
      ['error: items[0]: line 4, column 3: expected a Kubernetes object, found the number 0x1F'],
    ],
    [
      'an item that is a list',
      resourceList('- - kind: Pod\n'),
      ['error: items[0]: line 4, column 3: expected a Kubernetes object, found a list'],
    ],
    [
      'an item without a kind',
      resourceList('- apiVersion: v1\n  metadata:\n    name: web\n'),
      ['error: items[0]: line 4, column 3: expected an object with a kind, found none'],
    ],
    [
      'an item whose kind is null',
      resourceList('- apiVersion: v1\n  kind:\n'),
      ['error: items[0]: line 4, column 3: expected an object with a kind, found none'],
    ],
    [
      'an item whose kind is the empty string',
      resourceList('- apiVersion: v1\n  kind: ""\n'),
      ['error: items[0]: line 4, column 3: expected an object with a kind, found ""'],
    ],
    [
      'an item whose kind is a number',
      resourceList('- apiVersion: v1\n  kind: 5\n'),
      ['error: items[0]: line 4, column 3: expected an object with a kind, found the number 5'],
    ],
    [
      'an item whose kind is a list',
      resourceList('- apiVersion: v1\n  kind: [Pod]\n'),
      ['error: items[0]: line 4, column 3: expected an object with a kind, found a list'],
    ],
    [
      'several such items, each told of, in any case without injecting the others',
      resourceList(`${policy}- 1\n- apiVersion: v1\n  kind: Pod\n  spec:\n    containers:\n    - name: web\n- 2\n`),
      [
        'error: items[1]: line 15, column 3: expected a Kubernetes object, found the number 1',
        'error: items[3]: line 21, column 3: expected a Kubernetes object, found the number 2',
      ],
    ],
    [
      'an item of a List among the items',
      resourceList('- apiVersion: v1\n  kind: List\n  items:\n  - text\n'),
      ['error: items[0].items[0]: line 7, column 5: expected a Kubernetes object, found "text"'],
    ],
  ])('%s', (_, text, lines) => expectReturned(text, 2, lines));
});

describe('a function config that cannot be used: the ResourceList comes back with the results', () => {
  const rows: readonly (readonly [title: string, config: string, lines: readonly string[]])[] = [
    ['a number', '5', ['error: functionConfig: expected an object, found the number 5']],
    ['a string', 'conflicts=skip', ['error: functionConfig: expected an object, found "conflicts=skip"']],
    ['a list', '[conflicts]', ['error: functionConfig: expected an object, found a list']],
    [
      'an unknown kind',
      '{apiVersion: v1, kind: Secret}',
      [
        'error: functionConfig: expected a ConfigMap, InjectServices, ServiceInjectionPolicy or a List of policies, found kind "Secret"',
      ],
    ],
    [
      'no kind',
      '{data: {}}',
      [
        'error: functionConfig: expected a ConfigMap, InjectServices, ServiceInjectionPolicy or a List of policies, found kind nothing',
      ],
    ],
    [
      'data that is a list',
      '{kind: ConfigMap, data: []}',
      ['error: functionConfig.data: expected a mapping, found a list'],
    ],
    [
      'an unknown option that is nearly a known one',
      '{kind: ConfigMap, data: {conflict: skip}}',
      ['error: unknown option "conflict"; did you mean "conflicts"?'],
    ],
    [
      'an unknown option that is like no other',
      '{kind: ConfigMap, data: {replicas: "3"}}',
      [expect.stringMatching(/^error: unknown option "replicas"; the options are conflicts, configData, /) as string],
    ],
    [
      'a value that is none of the choices',
      '{kind: ConfigMap, data: {conflicts: ignore}}',
      ['error: option conflicts: expected one of error, skip, keep, override, found "ignore"'],
    ],
    [
      'every mistake at once',
      '{kind: ConfigMap, data: {conflicts: true, initContainers: "yes", namespace: Shop, x: 1, workloads: ""}}',
      [
        'error: option conflicts: expected one of error, skip, keep, override, found the boolean true',
        'error: option initContainers: expected true or false, found "yes"',
        'error: option namespace: expected a namespace (lower-case letters, digits and \'-\', at most 63 characters), found "Shop"',
        'error: option workloads: expected a list, found ""',
        expect.stringMatching(/^error: unknown option "x"; the options are /) as string,
      ],
    ],
    [
      'an option of InjectServices beside its spec',
      '{kind: InjectServices, conflicts: skip}',
      ['error: InjectServices: unknown field "conflicts"; options stand under spec'],
    ],
    [
      'a spec that is a list',
      '{kind: InjectServices, spec: [a]}',
      ['error: functionConfig.spec: expected a mapping, found a list'],
    ],
    [
      'a policy of another group',
      '{apiVersion: policies.example.com/v1, kind: ServiceInjectionPolicy, metadata: {name: db}}',
      [
        'error: functionConfig: expected a ServiceInjectionPolicy of serviceinjectionpolicy.k8s.io/v1alpha1 or extensions/v1beta1, found policies.example.com/v1 ServiceInjectionPolicy',
      ],
    ],
    [
      'a List of other things, each told of once',
      '{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod, metadata: {name: web}}, 5, {data: {}}]}',
      [
        'error: functionConfig, items[0]: expected a ServiceInjectionPolicy of serviceinjectionpolicy.k8s.io/v1alpha1 or extensions/v1beta1, found v1 Pod',
        'error: functionConfig, items[1]: expected a Kubernetes object, found the number 5',
        'error: functionConfig, items[2]: expected an object with a kind, found none',
      ],
    ],
  ];
  test.each(rows)('%s', (_, config, lines) => {
    const text = `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig: ${config}\nitems:\n${configMap}`;
    expectReturned(text, 2, lines);
  });
});

describe('a pod template of a shape that only invites guesses: an error with its field', () => {
  const at = 'error: Deployment shop/web: ';
  const rows: readonly (readonly [title: string, template: string, lines: readonly string[]])[] = [
    [
      'containers that are a mapping',
      'spec: {containers: {name: web}}',
      [`${at}spec.template.spec.containers: expected a list, found a mapping`],
    ],
    [
      'containers that are a string',
      'spec: {containers: web}',
      [`${at}spec.template.spec.containers: expected a list, found "web"`],
    ],
    [
      'containers that are scalars, each told of',
      'spec: {containers: [web, 5]}',
      [
        `${at}spec.template.spec.containers[0]: expected a mapping, found "web"`,
        `${at}spec.template.spec.containers[1]: expected a mapping, found the number 5`,
      ],
    ],
    [
      'init containers that are a mapping',
      'spec: {initContainers: {}, containers: []}',
      [`${at}spec.template.spec.initContainers: expected a list, found a mapping`],
    ],
    [
      'variables that are a mapping',
      'spec: {containers: [{name: web, env: {A: b}}]}',
      [`${at}spec.template.spec.containers[0].env: expected a list, found a mapping`],
    ],
    [
      'a variable that is a string',
      'spec: {containers: [{name: web, env: [A=b]}]}',
      [`${at}spec.template.spec.containers[0].env[0]: expected a mapping, found "A=b"`],
    ],
    [
      'volumes that are a string',
      'spec: {volumes: none, containers: []}',
      [`${at}spec.template.spec.volumes: expected a list, found "none"`],
    ],
    [
      'mounts that are a mapping, in an init container',
      'spec: {initContainers: [{name: a, volumeMounts: {a: b}}], containers: []}',
      [`${at}spec.template.spec.initContainers[0].volumeMounts: expected a list, found a mapping`],
    ],
    ['a spec that is text', 'spec: a', [`${at}spec.template.spec: expected a mapping, found "a"`]],
    ['a spec that is a list', 'spec: [a]', [`${at}spec.template.spec: expected a mapping, found a list`]],
    [
      'metadata that are a list, which would be lost',
      'metadata: [a]\nspec: {containers: []}',
      [`${at}spec.template.metadata: expected a mapping, found a list`],
    ],
    [
      'annotations that are a string',
      'metadata: {annotations: a}\nspec: {containers: []}',
      [`${at}spec.template.metadata.annotations: expected a mapping, found "a"`],
    ],
    [
      'a key twice in a container',
      'spec:\n  containers:\n  - name: web\n    image: web:1\n    image: web:2\n',
      [
        `${at}line 26: spec.template: found the key "image" twice in one mapping; which of the two counts depends on the reader`,
      ],
    ],
    [
      'a key twice in the template',
      'spec: {containers: []}\nspec: {containers: []}\n',
      [
        `${at}line 23: spec.template: found the key "spec" twice in one mapping; which of the two counts depends on the reader`,
      ],
    ],
    [
      'a label twice, even with one value',
      'metadata:\n  labels:\n    role: web\n    role: web\nspec: {containers: []}\n',
      [
        `${at}line 25: spec.template: found the key "role" twice in one mapping; which of the two counts depends on the reader`,
      ],
    ],
  ];
  test.each(rows)('%s', (_, template, lines) => {
    expectReturned(resourceList(policy + deployment(template)), 1, lines);
  });

  test('a key twice on the way to the template', () => {
    const twice = deployment('spec: {containers: []}').replace('  spec:\n', '  spec:\n    template: {}\n  spec:\n');
    expectReturned(resourceList(policy + twice), 1, [
      `${at}line 22: found the key "spec" twice in one mapping; which of the two counts depends on the reader`,
    ]);
  });

  test('a key twice beside the way to the template', () => {
    const twice = deployment('spec: {containers: []}').replace(
      '  spec:\n',
      '  spec:\n    replicas: 1\n    replicas: 2\n',
    );
    expectReturned(resourceList(policy + twice), 1, [
      `${at}line 22: spec: found the key "replicas" twice in one mapping; which of the two counts depends on the reader`,
    ]);
  });

  describe('where the policy selects by a label', () => {
    const selector =
      '{matchLabels: {role: web}, matchExpressions: [{key: app.kubernetes.io/managed, operator: DoesNotExist}]}';
    const selecting = policy.replace('selector: {}', `selector: ${selector}`);

    test.each([
      ['metadata that are a list', 'metadata: [a]', 'metadata: expected a mapping, found a list'],
      ['labels that are a list', 'metadata: {labels: [role]}', 'metadata.labels: expected a mapping, found a list'],
      ['labels that are a string', 'metadata: {labels: web}', 'metadata.labels: expected a mapping, found "web"'],
      [
        'a label that is a number',
        'metadata: {labels: {role: 1.10}}',
        'metadata.labels.role: expected a string, found the number 1.10',
      ],
      [
        'a label that is a boolean to Kubernetes',
        'metadata: {labels: {app.kubernetes.io/managed: yes}}',
        'metadata.labels["app.kubernetes.io/managed"]: expected a string, found the boolean true',
      ],
      [
        'a label that is null',
        'metadata:\n  labels:\n    role:\n',
        'metadata.labels.role: expected a string, found null',
      ],
    ])('%s', (_, template, message) => {
      expectReturned(resourceList(selecting + deployment(template)), 1, [`${at}spec.template.${message}`]);
    });

    test.each([
      ['labels in quotes, whatever they look like', `{role: "web", version: "1", old: 'yes', none: 'null'}`],
      ['a label that is no string, where nobody looks at it', '{role: web, version: 1.10, old: yes, none: }'],
    ])('but not %s', (_, labels) => {
      const template = `metadata: {labels: ${labels}}\nspec: {containers: [{name: web}]}`;
      const { outcome } = runOn(resourceList(selecting + deployment(template)));
      expect(linesOf(outcome)).toEqual([]);
      expect(doneIn(outcome)).toEqual(['deployment shop/web: injected db (env 1)']);
    });
  });

  test.each([
    ['no containers', 'spec: {volumes: []}'],
    ['containers that are null', 'spec: {containers: }'],
    ['an empty list of containers', 'spec: {containers: []}'],
  ])('but not %s: there is nothing to guess, only nothing to inject into', (_, template) => {
    const text = resourceList(policy + deployment(template));
    const { outcome, output } = runOn(text);
    expect([outcome.exitCode, doneIn(outcome), withoutResults(output)]).toEqual([0, [], text]);
    expect(linesOf(outcome)).toEqual([expect.stringMatching(/^warning: policy db: /)]);
  });

  test('in a stream of documents nothing is written', () => {
    const text = `${document(policy)}---\n${document(deployment('spec: {containers: {}}'))}`;
    const { outcome, output } = runOn(text);
    expect(linesOf(outcome)).toEqual([`${at}spec.template.spec.containers: expected a list, found a mapping`]);
    expect([outcome.exitCode, output]).toEqual([1, '']);
  });

  test('a name of several lines is told on one', () => {
    const named = deployment('spec: {containers: {}}').replace('name: web', 'name: "web\\r\\nerror: none"');
    expectReturned(resourceList(policy + named), 1, [
      'error: Deployment shop/web error: none: spec.template.spec.containers: expected a list, found a mapping',
    ]);
  });

  test('the result says which object, field and file', () => {
    const annotated = deployment('spec: {containers: {}}').replace(
      '    namespace: shop\n',
      "    namespace: shop\n    annotations: {config.kubernetes.io/path: web.yaml, config.kubernetes.io/index: '2'}\n",
    );
    const { outcome } = runOn(resourceList(policy + annotated));
    expect(outcome.diagnostics).toMatchObject([
      {
        id: 'template-invalid',
        location: { input: 0, offset: resourceList(policy + annotated).indexOf('containers: {}') + 12 },
        severity: 'error',
        message: 'Deployment shop/web: spec.template.spec.containers: expected a list, found a mapping',
        resourceRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' },
        field: { path: 'spec.template.spec.containers' },
        file: { path: 'web.yaml', index: 2 },
      },
    ]);
  });
});

/** A Deployment in lines 15 to 21 behind the policy; the template begins in line 22. */
function deployment(template: string): string {
  const head = dedent(`
    - apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
        namespace: shop
      spec:
        template:
  `);
  return head + `${template.trimEnd()}\n`.replaceAll(/^(?=.)/gm, '      ');
}

describe('a policy that cannot be applied: an error with its field, and nothing is injected', () => {
  const pod = '- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: web\n  spec:\n    containers:\n    - name: web\n';
  const named = (name: string, spec: string): string =>
    `- apiVersion: extensions/v1beta1\n  kind: ServiceInjectionPolicy\n  metadata: {name: ${name}, annotations: {${localConfig}: "true"}}\n  spec: ${spec}\n`;
  const rows: readonly (readonly [title: string, items: string, lines: readonly string[]])[] = [
    [
      'no selector, which would select everything',
      named('db', '{}'),
      ['error: policy db: spec.selector: expected a label selector ({} selects every pod template), found nothing'],
    ],
    [
      'several mistakes, in the order of the text, and warnings last',
      named('db', '{selector: , env: [{name: A=B, valu: x}]}'),
      [
        'error: policy db: spec.env[0].name: expected a variable name (one or more printable ASCII characters other than \'=\'), found "A=B"',
        'error: policy db: spec.selector: expected a label selector ({} selects every pod template), found null',
        'warning: policy db: spec.env[0].valu: unknown field "valu"; did you mean "value"?',
      ],
    ],
    [
      'a version that is not known',
      named('db', '{selector: {}}').replace('v1beta1', 'v1'),
      [
        'error: policy db: apiVersion: expected serviceinjectionpolicy.k8s.io/v1alpha1 or extensions/v1beta1, found "extensions/v1"',
      ],
    ],
    [
      'no name',
      '- apiVersion: extensions/v1beta1\n  kind: ServiceInjectionPolicy\n  spec: {selector: {}}\n',
      [
        'error: ServiceInjectionPolicy without a name (items[0]): metadata: expected a mapping with name, found nothing',
        expect.stringContaining('info: ') as string,
      ],
    ],
    [
      'a mount of a volume that nobody has',
      named('db', '{selector: {}, volumeMounts: [{name: data, mountPath: /data}]}'),
      ['error: policy db: spec.volumeMounts[0].name: expected a volume of the policy or of Pod web, found "data"'],
    ],
    [
      'the reserved name exclude',
      named('exclude', '{selector: {}}'),
      [
        'error: policy exclude: metadata.name: "exclude" is reserved: it would be the annotation serviceinjectionpolicy.k8s.io/exclude; name a service in spec.service',
      ],
    ],
    [
      'the reserved name applied',
      named('applied', '{selector: {}}'),
      [
        'error: policy applied: metadata.name: "applied" is reserved: it would be the annotation serviceinjectionpolicy.k8s.io/applied; name a service in spec.service',
      ],
    ],
    [
      'a reserved service',
      named('db', '{selector: {}, service: exclude}'),
      [
        'error: policy db: spec.service: expected a service name other than the reserved exclude and applied, found "exclude"',
      ],
    ],
    [
      'a name too long for the annotation',
      named('a'.repeat(64), '{selector: {}}'),
      [
        `error: policy ${'a'.repeat(64)}: metadata.name: expected at most 63 characters, found 64: the name becomes part of an annotation key; name a service in spec.service`,
      ],
    ],
    [
      'two different policies of one name',
      named('db', '{selector: {}}') + named('db', '{selector: {}, service: db}'),
      ['error: policy db: expected one policy of this name, found two that differ, in items[0] and items[1]'],
    ],
    [
      'a field twice, of which one would be lost',
      named('db', '{selector: {}, env: [{name: A}], env: [{name: B}]}'),
      ['error: policy db: found the key "env" twice in one mapping; which of the two counts depends on the reader'],
    ],
  ];
  test.each(rows)('%s', (_, items, lines) => expectReturned(resourceList(items + pod), 1, lines));

  test.each([
    ['a reserved name, with a service', named('exclude', '{selector: {}, service: db}')],
    ['a long name, with a service', named('a'.repeat(64), '{selector: {}, service: db}')],
    ['two equal policies of one name', named('db', '{selector: {}, service: db}').repeat(2)],
    [
      'a mount of a volume of the pod',
      named('db', '{selector: {}, service: db, volumeMounts: [{name: own, mountPath: /}]}'),
    ],
    [
      'a mount of a volume of another policy',
      named('db', '{selector: {}, volumeMounts: [{name: data, mountPath: /data}]}') +
        named('other', '{selector: {}, volumes: [{name: data}]}'),
    ],
  ])('%s is fine', (_, items) => {
    const service = dedent(`
      - apiVersion: v1
        kind: Service
        metadata:
          name: db
    `);
    const { outcome } = runOn(resourceList(`${items}${service}${pod}    volumes:\n    - name: own\n`));
    expect(linesOf(outcome)).toEqual([]);
    expect(outcome.exitCode).toBe(0);
    expect(doneIn(outcome)).toHaveLength(1);
  });
});

describe('what looks odd but is none of our business passes through, byte for byte', () => {
  const other = (text: string): string =>
    resourceList(`${dedent(text)}${policy.replace('{}', '{matchLabels: {role: none}}')}`);
  test.each([
    ['no items at all', 'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n'],
    ['a List without items', 'apiVersion: v1\nkind: List\n'],
    ['a null functionConfig', `kind: ResourceList\nfunctionConfig: null\nitems:\n${configMap}`],
    [
      'the empty functionConfig that kpt always sends',
      `kind: ResourceList\nfunctionConfig:\n  metadata:\n    name: function-input\n  data: {}\n  kind: ConfigMap\n  apiVersion: v1\nitems:\n${configMap}`,
    ],
    [
      'a key twice in an item that nobody touches',
      other('- apiVersion: v1\n  kind: ConfigMap\n  data: {a: 1, a: 2}\n  data: {}\n'),
    ],
    ['broken YAML in an item that nobody reads', other('- apiVersion: v1\n  kind: ConfigMap\n  data: {a: [1\n')],
    [
      'a template of helm in an item that nobody reads',
      other('- apiVersion: v1\n  kind: ConfigMap\n  data:\n    a: {{ .Values.a }}\n'),
    ],
    [
      'a workload of a broken shape that no policy selects',
      other('- apiVersion: v1\n  kind: Pod\n  metadata:\n    labels:\n      role: db\n  spec: {containers: {}}\n'),
    ],
    ['a line of a megabyte', other(`- apiVersion: v1\n  kind: ConfigMap\n  data:\n    a: ${'b'.repeat(1_000_000)}\n`)],
    [
      '100,000 brackets in an item that nobody reads',
      other(`- apiVersion: v1\n  kind: ConfigMap\n  data: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`),
    ],
    [
      'labels that look like other things in quotes',
      other(
        '- apiVersion: v1\n  kind: Pod\n  metadata:\n    labels: {a: "1", b: \'true\', c: "null", d: 2001-01-01}\n  spec: {}\n',
      ),
    ],
  ])('%s', (_, text) => {
    const { outcome, output } = runOn(text);
    expect(outcome.exitCode).toBe(0);
    expect(outcome.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(withoutResults(output)).toBe(text);
  });
});

describe('anchors that reach from one item into another', () => {
  const items = (labels: string): string =>
    policy +
    `- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: a\n    labels: &shared\n      role: web\n` +
    `- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: web\n    labels: ${labels}\n  spec:\n    containers:\n    - name: web\n`;

  test('are followed, and stay where they are', () => {
    const { outcome, output } = runOn(resourceList(items('*shared')));
    expect(linesOf(outcome)).toEqual([]);
    expect(doneIn(outcome)).toEqual(['pod web: injected db (env 1)']);
    expect(output).toBe(
      resourceList(items('*shared')).replace(
        '    labels: *shared\n',
        '    labels: *shared\n    annotations:\n      serviceinjectionpolicy.k8s.io/db: db\n',
      ) + '      env:\n      - name: DB_HOST\n        value: db.shop\n',
    );
  });

  test('are an error where the anchor is in a document of its own', () => {
    const stream = items('*shared')
      .split(/^(?=- apiVersion)/m)
      .map(document)
      .join('---\n');
    const { outcome, output } = runOn(stream);
    expect(linesOf(outcome)).toEqual(['error: document 3: line 24, column 11: the alias *shared refers to no anchor']);
    expect([outcome.exitCode, output]).toEqual([2, '']);
  });

  test('are an error where there is none', () => {
    const { outcome, output } = runOn(resourceList(items('*nothing')));
    expect(linesOf(outcome)).toEqual(['error: items[2]: line 25, column 13: the alias *nothing refers to no anchor']);
    expect([outcome.exitCode, output]).toEqual([2, '']);
  });
});

describe('every kind with a pod template is injected', () => {
  test.each(
    WORKLOADS.map(
      ({ group, kind, template }) => [group === '' ? 'v1' : `${group}/v1`, kind, template.join('.')] as const,
    ),
  )('%s %s at %s', (apiVersion, kind, path) => {
    const keys = path === '' ? [] : path.split('.');
    const lines = [...keys.map((key, depth) => `${'  '.repeat(depth)}${key}:`), `${'  '.repeat(keys.length)}spec:`];
    const margin = '  '.repeat(keys.length + 1);
    const text = (before: string, after: string): string =>
      `apiVersion: ${apiVersion}\nkind: ${kind}\n${before}${lines.join('\n')}\n${margin}containers:\n${margin}- name: web\n${after}`;
    const annotations = `${'  '.repeat(keys.length)}metadata:\n${margin}annotations:\n${margin}  serviceinjectionpolicy.k8s.io/db: db\n`;
    const { outcome, output } = runOn(`${document(policy)}---\n${text('', '')}`);
    expect(linesOf(outcome)).toEqual([]);
    expect(doneIn(outcome)).toHaveLength(1);
    const env = `${margin}  env:\n${margin}  - name: DB_HOST\n${margin}    value: db.shop\n`;
    const place = `${'  '.repeat(keys.length)}spec:\n${margin}containers:`;
    expect(output).toBe(`${document(policy)}---\n${text('', env).replace(place, annotations + place)}`);
  });
});

test('the order of the items makes no difference to what is injected', () => {
  const named = (name: string): string =>
    policy.replace('name: db', `name: ${name}`).replace('DB_HOST', name.toUpperCase());
  const [a, b] = [named('a'), named('b')];
  const target = deployment('spec: {containers: [{name: web}]}');
  const injected = [a + b + target, b + a + target, target + b + a].map((items) => {
    const { items: list } = parse(runOn(resourceList(items)).output) as { items: { kind: string }[] };
    return list.find(({ kind }) => kind === 'Deployment');
  });
  expect(injected[0]).toMatchObject({
    spec: { template: { spec: { containers: [{ env: [{ name: 'A' }, { name: 'B' }] }] } } },
  });
  expect(injected[1]).toEqual(injected[0]);
  expect(injected[2]).toEqual(injected[0]);
});

describe('results that are there already', () => {
  const before = `- message: from another function\n  severity: info\n`;
  const broken = `items:\n${policy}${deployment('spec: {containers: {}}')}`;

  test('stay in front of new ones', () => {
    const text = `kind: ResourceList\nresults:\n${before}${broken}`;
    const { output } = runOn(text);
    expect(output.startsWith(`kind: ResourceList\nresults:\n${before}- message: "Deployment shop/web: `)).toBe(true);
    expect(parse(output)).toMatchObject({ results: [{ severity: 'info' }, { severity: 'error' }] });
    expect(output.endsWith(broken)).toBe(true);
  });

  test('are not told of a second time', () => {
    const { output } = runOn(`kind: ResourceList\n${broken}`);
    expect(runOn(output).output).toBe(output);
  });
});

describe('files', () => {
  const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: web\n';

  test('see the policies of one another, whatever their order', () => {
    const outcome = run([file('a/pod.yaml', pod), file('z.yaml', document(policy))]);
    expect(linesOf(outcome)).toEqual([]);
    expect(doneIn(outcome)).toEqual(['pod web: injected db (env 1)']);
    expect(outcome.outputs.map(({ edits }) => edits.length > 0)).toEqual([true, false]);
  });

  test('are named in messages, with the document', () => {
    const outcome = run([
      file('a.yaml', `${pod}---\n${document(deployment('spec: []'))}`),
      file('z.yaml', document(policy)),
    ]);
    expect(linesOf(outcome)).toEqual([
      'error: Deployment shop/web: spec.template.spec: expected a mapping, found a list (a.yaml, document 2)',
    ]);
    expect(outcome.exitCode).toBe(1);
    expect(outcome.outputs.flatMap(({ pieces }) => pieces)).toEqual([]);
  });

  test('that cannot be read are told of, all of them', () => {
    const outcome = run([file('a.yaml', 'kind: "\n'), file('b.yaml', pod), file('c.yaml', Buffer.from([0xff]))]);
    expect(linesOf(outcome)).toEqual([
      'error: a.yaml: line 2, column 1: missing closing "quote',
      'error: c.yaml: line 1, column 1: expected UTF-8, found the byte 0xff',
    ]);
    expect(outcome.exitCode).toBe(2);
  });

  test('may be empty, or hold something other than objects', () => {
    const outcome = run([file('a.yaml', ''), file('values.yaml', 'replicas: 3\n'), file('b.yaml', '# nothing\n')]);
    expect([linesOf(outcome), outcome.exitCode]).toEqual([
      ['warning: found no ServiceInjectionPolicy: nothing is injected'],
      0,
    ]);
  });

  test('may be a ResourceList, whose function config and results are those of another run', () => {
    const text = 'kind: ResourceList\nfunctionConfig: {kind: ConfigMap, data: {unknown: x}}\nitems: []\n';
    const outcome = run([file('list.yaml', text), file('policy.yaml', policy.replaceAll(/^(- |  )/gm, ''))]);
    expect(outcome.exitCode).toBe(0);
    expect(outcome.outputs.map(({ edits }) => edits)).toEqual([[], []]);
  });
});

test('a ResourceList with two lists of items', () => {
  const { outcome, output } = runOn(`kind: ResourceList\nitems:\n${policy}items: []\n`);
  expect([linesOf(outcome), outcome.exitCode, output]).toEqual([
    ['error: line 14, column 1: found the key "items" twice in a ResourceList'],
    2,
    '',
  ]);
});

test.each(['apiVersion', 'kind', 'metadata'])('two objects without --- between them: %s twice', (key) => {
  const [first, second] = ['apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n', `${key}: {}\n`];
  const outcome = run([{ bytes: Buffer.from(first + second) }]);
  expect(linesOf(outcome)).toEqual([
    `error: line 1, column 1: found the key "${key}" twice in one object; is a --- missing between two?`,
  ]);
  expect(outcome.exitCode).toBe(2);
});

test('flags win over the options of the function config', () => {
  const text = `kind: ResourceList\nfunctionConfig: {kind: ConfigMap, data: {conflicts: error}}\nitems:\n${policy}${deployment('spec: {containers: [{name: web, env: [{name: DB_HOST, value: own}]}]}')}`;
  expect(runOn(text).outcome.exitCode).toBe(1);
  expect(runOn(text, { conflicts: 'keep' }).outcome.exitCode).toBe(0);
});

describe('whatever happens to an input', () => {
  const items =
    policy +
    configMap +
    deployment(
      dedent(`
    metadata:
      labels: {role: web}
    spec:
      initContainers:
      - name: wait
        command: ["sh", "-c", 'nslookup "$(DB_HOST)"']
      containers:
      # The server.
      - name: web
        env:
        - name: URL
          value: http://$(DB_HOST)/  # a comment
        - name: TEXT
          value: |
            ---
            items:
            - "kind: Pod
      - image: web:1.10
        name: "wéb"
  `),
    ) +
    dedent(`
    -   apiVersion: v1
        kind: Pod
        metadata:
            name: 'other'
            labels: &labels
                role: other
            annotations: *labels
        spec: {containers: [{name: a, env: []}, {name: b}]}
  `);
  const stream = items
    .split(/^(?=- +apiVersion)/m)
    .map((item) => item.replaceAll(item.startsWith('-   ') ? /^(-   | {4})/gm : /^(- |  )/gm, ''))
    .join('---\n');
  const config = 'functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n  data:\n    conflicts: keep\n';
  const full = `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n${items}`;
  const texts = [
    full,
    full.replaceAll('\n', '\r\n'),
    full + config.trimEnd(),
    full.replace('items:', `${config}results:\n- message: before\n  severity: info\nitems:`),
    `apiVersion: v1\nkind: List\nitems:\n${items}`,
    stream,
    `\ufeff# Comment\n${stream.replaceAll('\n', '\r\n')}...\n---\n---\n`,
    JSON.stringify({ kind: 'ResourceList', items: parse(items) as unknown }, null, 2),
    JSON.stringify({ kind: 'List', items: parse(items) as unknown }),
  ];

  test.each(texts.map((text) => [text.slice(0, 40).replaceAll(/\s+/g, ' '), text]))(
    'without a change, too: %s',
    (_, text) => {
      const bytes = Buffer.from(text);
      const outcome = run([{ bytes }]);
      expect(linesOf(outcome).filter((line) => line.startsWith('error'))).toEqual([]);
      expect(doneIn(outcome)).toHaveLength(2);
      expectSound(bytes);
    },
  );

  const byte = fc.oneof(
    fc.constantFrom(...Array.from('\n\r\t -:#"\'{}[],&*!|>%@?~0', (character) => character.charCodeAt(0))),
    fc.nat(255),
  );
  const mutation = fc.record({
    action: fc.constantFrom('set', 'insert', 'delete', 'cut', 'delete lines', 'repeat lines', 'indent'),
    at: fc.nat(1_000_000),
    count: fc.integer({ min: 1, max: 5 }),
    byte,
  });

  test('it is injected and whole, or there is an error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(mutation, { minLength: 1, maxLength: 4 }), (text, mutations) => {
        const bytes = mutations.reduce(mutated, Buffer.from(text));
        // The package reads `{"a"&"b"}`, which is no YAML, but not with anything behind it.
        if (!/["\]}]\s*[&!]/.test(bytes.toString('latin1'))) expectSound(bytes);
      }),
    );
  });

  function mutated(
    bytes: Buffer,
    { action, at, count, byte: value }: { action: string; at: number; count: number; byte: number },
  ): Buffer {
    const lines = bytes.toString('latin1').split(/(?<=\n)/);
    const line = at % lines.length;
    const offset = at % (bytes.length + 1);
    const [before, after] = [bytes.subarray(0, offset), bytes.subarray(offset)];
    const joined = (changed: readonly string[]): Buffer => Buffer.from(changed.join(''), 'latin1');
    switch (action) {
      case 'set':
        return Buffer.concat([before, Buffer.from([value]), after.subarray(1)]);
      case 'insert':
        return Buffer.concat([before, Buffer.alloc(count, value), after]);
      case 'delete':
        return Buffer.concat([before, after.subarray(count)]);
      case 'cut':
        return before;
      case 'delete lines':
        return joined(lines.toSpliced(line, count));
      case 'repeat lines':
        return joined(lines.toSpliced(line, 0, ...lines.slice(line, line + count)));
      default:
        return joined(lines.with(line, ' '.repeat(count) + (lines[line] ?? '')));
    }
  }

  /** Exit code 0 and as many items as before, and again the same; or an error, and nothing changed. Never an exception. */
  function expectSound(bytes: Buffer): void {
    const story = JSON.stringify(bytes.toString());
    const outcome = run([{ bytes }]);
    const output = Buffer.concat(outcome.outputs.flatMap(({ pieces }) => pieces));
    const lines = linesOf(outcome);
    for (const line of lines) expect(line, story).toMatch(/^(error|warning|info): [^\r\n]+$/);
    const failed = lines.some((line) => line.startsWith('error: '));
    expect(failed, story).toBe(outcome.exitCode !== 0);
    if (failed) {
      expect(doneIn(outcome), story).toEqual([]);
      if (output.length > 0) expect(itemsIn(output), story).toEqual(itemsIn(bytes));
      return;
    }
    expect(output.length, story).toBeGreaterThan(0);
    expect(itemsIn(output).length, story).toBe(itemsIn(bytes).length);
    const again = run([{ bytes: output }]);
    expect(Buffer.concat(again.outputs.flatMap(({ pieces }) => pieces)).toString(), story).toBe(output.toString());
    expect(again.exitCode, story).toBe(0);
  }

  /** The items by another reader, as text; where it does not understand them, the lines that look like their beginnings. */
  function itemsIn(bytes: Buffer): readonly string[] {
    const text = bytes.toString();
    const documents = [parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' })].flat();
    if (documents.some(({ errors }) => errors.length > 0))
      return withoutResults(text.replaceAll('\r\n', '\n')).match(/^([-{]| *kind:).*/gm) ?? [];
    return documents.flatMap(({ contents }) => {
      // Of a key that is there twice we take the last one.
      const list = isMap(contents) ? contents.items.findLast(({ key }) => String(key) === 'items')?.value : undefined;
      if (isSeq(list)) return list.items.map(String);
      return contents === null ? [] : [String(contents)];
    });
  }
});

function file(path: string, text: string | Buffer) {
  return { path, bytes: Buffer.from(text) };
}

function runOn(text: string | Buffer, flags: Partial<Options> = {}): { outcome: Outcome; output: string } {
  const outcome = run([{ bytes: Buffer.from(text) }], flags);
  return { outcome, output: Buffer.concat(outcome.outputs.flatMap(({ pieces }) => pieces)).toString() };
}

function linesOf({ diagnostics }: Outcome): readonly string[] {
  return byImportance(diagnostics).map((diagnostic) => onOneLine(diagnosticLine(diagnostic)));
}

/** What was done, in words. */
function doneIn({ workloads, conversions }: Outcome): readonly string[] {
  return [...workloads.flatMap(workloadLines), ...conversions.map(({ ref }) => ref.name)];
}

/** An error about a ResourceList: exactly these lines, and on standard output the same bytes with the results. */
function expectReturned(text: string | Buffer, exitCode: number, lines: readonly string[]): void {
  const { outcome, output } = runOn(text);
  expect(linesOf(outcome)).toEqual(lines);
  expect(outcome.exitCode).toBe(exitCode);
  expect(doneIn(outcome)).toEqual([]);
  for (const line of linesOf(outcome)) expect(line).not.toMatch(/[\r\n]/);
  expect(withoutResults(output)).toBe(text.toString());
  const { results } = parse(output, { uniqueKeys: false }) as { results: readonly unknown[] };
  expect(results).toHaveLength(lines.length);
  expect(results).toContainEqual(expect.objectContaining({ severity: 'error' }));
}

/** A ResourceList without the lines of its results, which stand in front of its items. */
function withoutResults(output: string): string {
  return output.replace(/^results:\n(?:[- ].*\n)*(?=items:)/m, '');
}
