import { describe, expect, test } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { readWithYaml } from '../yaml/read-with-yaml.ts';
import { parseValue } from '../testing/parse-value.ts';
import { resourcesIn, titleOf } from './resource.ts';
import { groupOf, isListKind } from '../kubernetes/api-version.ts';
import { describeValue } from '../wording/describe-value.ts';

describe('the objects of a text', () => {
  test.each<readonly [sentence: string, yaml: string, objects: readonly string[]]>([
    ['an object', '{apiVersion: v1, kind: Pod, metadata: {name: web}}', ['v1 Pod web at the root']],
    [
      'an object with a namespace',
      '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}}',
      ['apps/v1 Deployment shop/web at the root'],
    ],
    ['an object without metadata', '{apiVersion: v1, kind: Pod}', ['v1 Pod without a name at the root']],
    [
      'names that are no strings do not count',
      '{apiVersion: 1, kind: Pod, metadata: {name: 5, namespace: [a]}}',
      [' Pod without a name at the root'],
    ],
    ['an empty namespace is none', '{kind: Pod, metadata: {name: web, namespace: ""}}', [' Pod web at the root']],
    ['an empty List', '{apiVersion: v1, kind: List, items: []}', []],
    [
      'the items of a List',
      '{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod}, {apiVersion: v1, kind: Secret}]}',
      ['v1 Pod without a name at items.0', 'v1 Secret without a name at items.1'],
    ],
    [
      'the items of Lists in Lists',
      '{kind: List, items: [{kind: List, items: [{kind: Pod}]}, {kind: Secret}]}',
      [' Pod without a name at items.0.items.0', ' Secret without a name at items.1'],
    ],
    [
      'the items of a typed list, which says what they are',
      '{apiVersion: apps/v1, kind: DeploymentList, items: [{metadata: {name: web}}]}',
      ['apps/v1 Deployment web at items.0'],
    ],
    [
      'the items of a typed list that say it themselves',
      '{apiVersion: apps/v1, kind: DeploymentList, items: [{apiVersion: v1, kind: Pod}]}',
      ['v1 Pod without a name at items.0'],
    ],
    [
      'the items of a ResourceList, which says nothing of them',
      '{apiVersion: config.kubernetes.io/v1, kind: ResourceList, items: [{kind: Pod}]}',
      [' Pod without a name at items.0'],
    ],
    [
      'items behind aliases',
      'kind: List\nx: &pod {kind: Pod}\nitems: [*pod, *pod]',
      [' Pod without a name at items.0', ' Pod without a name at items.1'],
    ],
    [
      'a list kind without items is an object',
      '{apiVersion: v1, kind: PodList}',
      ['v1 PodList without a name at the root'],
    ],
    [
      'a list kind whose items are no list is an object',
      '{apiVersion: v1, kind: AllowList, items: {a: b}}',
      ['v1 AllowList without a name at the root'],
    ],
    [
      'a kustomization without a kind is nobody’s business',
      '{metadata: {annotations: {config.kubernetes.io/path: a/kustomization.yaml}}, resources: []}',
      [],
    ],
    [
      'nor is one of the older name, by the newer annotation',
      '{metadata: {annotations: {internal.config.kubernetes.io/path: Kustomization}}}',
      [],
    ],
    [
      'but another file without a kind',
      '{metadata: {annotations: {config.kubernetes.io/path: kustomization/a.yaml}}}',
      ['expected an object with a kind, found none'],
    ],
    ['what is no mapping', '[a]', ['expected a Kubernetes object, found a list']],
    ['a kind that is null', '{kind: }', ['expected an object with a kind, found none']],
    ['a kind that is empty', '{kind: ""}', ['expected an object with a kind, found ""']],
    ['a kind that is a number', '{kind: 1e3}', ['expected an object with a kind, found the number 1e3']],
    [
      'what is no object among items',
      '{kind: List, items: [{kind: Pod}, null, {a: b}]}',
      [
        ' Pod without a name at items.0',
        'expected a Kubernetes object, found null',
        'expected an object with a kind, found none',
      ],
    ],
  ])('%s', (_, yaml, objects) => {
    const found = resourcesIn(nodeOf(yaml), '');
    const lines = found.map((one) => {
      if (one.kind !== 'object') return one.message;
      const { ref, path } = one.resource;
      const { apiVersion, name, namespace } = ref;
      const title = name === '' ? 'without a name' : namespace === undefined ? name : `${namespace}/${name}`;
      return `${apiVersion} ${ref.kind} ${title} at ${path.join('.') || 'the root'}`;
    });
    expect(lines).toEqual(objects);
  });
});

describe('places', () => {
  const yaml = '{kind: List, items: [{kind: List, items: [{kind: Pod}]}]}';
  test.each([
    ['in the only document', '', 'items[0].items[0]'],
    ['in an item', 'items[3]', 'items[3].items[0].items[0]'],
    ['in one of several documents', 'document 2', 'document 2, items[0].items[0]'],
  ])('%s', (_, place, expected) => {
    expect(resourcesIn(nodeOf(yaml), place).map((one) => (one.kind === 'object' ? one.resource.place : ''))).toEqual([
      expected,
    ]);
  });
});

describe('the file of an object', () => {
  test.each([
    ['none without annotations', '{}', undefined],
    [
      'by the annotation of today',
      "{internal.config.kubernetes.io/path: a.yaml, internal.config.kubernetes.io/index: '2'}",
      ['a.yaml', 2],
    ],
    ['by the legacy annotation', "{config.kubernetes.io/path: a.yaml, config.kubernetes.io/index: '2'}", ['a.yaml', 2]],
    [
      'by that of today where both are there',
      '{config.kubernetes.io/path: a.yaml, internal.config.kubernetes.io/path: b.yaml}',
      ['b.yaml', 0],
    ],
    [
      'with an index that is a number',
      '{config.kubernetes.io/path: a.yaml, config.kubernetes.io/index: 3}',
      ['a.yaml', 3],
    ],
    [
      'with the index 0 for one that is none',
      '{config.kubernetes.io/path: a.yaml, config.kubernetes.io/index: x}',
      ['a.yaml', 0],
    ],
    [
      'with the index 0 for one below it',
      '{config.kubernetes.io/path: a.yaml, config.kubernetes.io/index: "-1"}',
      ['a.yaml', 0],
    ],
    ['none for an index alone', "{config.kubernetes.io/index: '1'}", undefined],
    ['none for an empty path', "{config.kubernetes.io/path: ''}", undefined],
    ['none where annotations are no mapping', '[config.kubernetes.io/path]', undefined],
  ])('%s', (_, annotations, file) => {
    const [found] = resourcesIn(nodeOf(`{kind: Pod, metadata: {annotations: ${annotations}}}`), '');
    const ref = found?.kind === 'object' ? found.resource.file : undefined;
    expect(ref && [ref.path, ref.index]).toEqual(file);
  });
});

describe('an object in a message', () => {
  test.each([
    ['by its name', '{kind: Pod, metadata: {name: web}}', '', 'Pod web'],
    ['by its namespace and name', '{kind: Pod, metadata: {name: web, namespace: shop}}', '', 'Pod shop/web'],
    ['by its place without a name', '{kind: Pod}', 'items[3]', 'Pod without a name (items[3])'],
    ['alone without a name', '{kind: Pod}', '', 'Pod without a name (the only document)'],
    [
      'by its place with only a namespace',
      '{kind: Pod, metadata: {namespace: shop}}',
      'document 2',
      'Pod without a name (document 2)',
    ],
  ])('%s', (_, yaml, place, title) => {
    const [found] = resourcesIn(nodeOf(yaml), place);
    expect(found?.kind === 'object' && titleOf(found.resource)).toBe(title);
  });
});

describe('a value in a message', () => {
  test.each([
    ['null', 'null'],
    ['~', 'null'],
    ['[]', 'a list'],
    ['{}', 'a mapping'],
    ['yes', 'the boolean true'],
    ['5', 'the number 5'],
    ['0644', 'the number 0644'],
    ['.inf', 'the number .inf'],
    ['text', '"text"'],
    ['"a\\nb\\"c"', '"a\\nb\\"c"'],
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(57)}..."`],
  ])('%s is %s', (yaml, words) => expect(describeValue(parseValue(yaml))).toBe(words));

  test('what is not there is nothing', () => expect(describeValue(undefined)).toBe('nothing'));
});

test('groups and list kinds', () => {
  expect(['v1', 'apps/v1', 'a.b.c/v1', ''].map(groupOf)).toEqual(['', 'apps', 'a.b.c', '']);
  expect(['List', 'PodList', 'ResourceList', 'Pod', 'Listing', 'list'].map(isListKind)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

function nodeOf(yaml: string) {
  const bytes = Buffer.from(dedent(yaml));
  const read = readWithYaml(bytes, { start: 0, end: bytes.length });
  if (read.kind === 'problem' || read.root === undefined) throw new Error(yaml);
  return read.root;
}
