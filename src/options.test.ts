import { describe, expect, test } from 'vitest';
import { parseValue } from './testing/parse-value.ts';
import { toJson, type Value, type ValueMap } from './yaml/value.ts';
import { OPTIONS, parseOptions } from './options.ts';

describe('options are taken', () => {
  test.each([
    ['none', '{}', '{}'],
    ['a choice', '{conflicts: keep}', '{conflicts: keep}'],
    [
      'booleans, typed, as kustomize gives them',
      '{initContainers: false, strictNamespace: true}',
      '{initContainers: false, strictNamespace: true}',
    ],
    ['booleans in YAML 1.1, too', '{initContainers: no}', '{initContainers: false}'],
    ['booleans as strings, as kpt gives them', '{initContainers: "false"}', '{initContainers: false}'],
    ['a namespace', '{namespace: shop}', '{namespace: shop}'],
    ['a namespace that looks like a number, with its own spelling', '{namespace: 0123}', '{namespace: "0123"}'],
    ['a namespace that is a number', '{namespace: 123}', '{namespace: "123"}'],
    ['null as if it were not there', '{conflicts: null, initContainers: , namespace: ~, workloads: null}', '{}'],
    ['an empty namespace as if it were not there', '{namespace: ""}', '{}'],
    ['no further kinds', '{workloads: []}', '{workloads: []}'],
    [
      'further kinds, in a group or in none',
      '{workloads: [{group: keda.sh, kind: ScaledJob, template: spec.jobTargetRef.template}, {kind: Farm, template: pod}]}',
      '{workloads: [{group: keda.sh, kind: ScaledJob, template: [spec, jobTargetRef, template]}, {group: "", kind: Farm, template: [pod]}]}',
    ],
  ])('%s', (_, given, options) => {
    const parsed = parseOptions(parseValue(given) as ValueMap);
    expect(parsed.problems).toEqual([]);
    expect(toJson(parsed.options as Value)).toEqual(toJson(parseValue(options)));
  });
});

const known = OPTIONS.map(({ name }) => name).join(', ');
const namespaceWords = "a namespace (lower-case letters, digits and '-', at most 63 characters)";
const templateWords = 'the path to the pod template, such as spec.jobTargetRef.template';

describe('options are refused, with their place', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['an unknown one', '{colour: red}', [`colour: unknown option "colour"; the options are ${known}`]],
    ['the empty name', '{"": red}', [`: unknown option ""; the options are ${known}`]],
    ['a name with a slip', '{conflict: skip}', ['conflict: unknown option "conflict"; did you mean "conflicts"?']],
    [
      'a name in another case',
      '{EnvPlacement: auto}',
      ['EnvPlacement: unknown option "EnvPlacement"; did you mean "envPlacement"?'],
    ],
    [
      'a choice that is none',
      '{conflicts: replace}',
      ['conflicts: option conflicts: expected one of error, skip, keep, override, found "replace"'],
    ],
    [
      'a choice in another case',
      '{envPlacement: Append}',
      ['envPlacement: option envPlacement: expected one of auto, append, prepend, found "Append"'],
    ],
    [
      'a list for a choice',
      '{conflicts: [skip]}',
      ['conflicts: option conflicts: expected one of error, skip, keep, override, found a list'],
    ],
    [
      'other words for true',
      '{strictNamespace: "yes"}',
      ['strictNamespace: option strictNamespace: expected true or false, found "yes"'],
    ],
    [
      'a number for true',
      '{strictNamespace: 1}',
      ['strictNamespace: option strictNamespace: expected true or false, found the number 1'],
    ],
    [
      'a name that no namespace can have',
      '{namespace: my_shop}',
      [`namespace: option namespace: expected ${namespaceWords}, found "my_shop"`],
    ],
    [
      'a number that is no name',
      '{namespace: 1.5}',
      [`namespace: option namespace: expected ${namespaceWords}, found "1.5"`],
    ],
    [
      'a namespace of 64 characters',
      `{namespace: ${'a'.repeat(64)}}`,
      [`namespace: option namespace: expected ${namespaceWords}, found "${'a'.repeat(57)}..."`],
    ],
    [
      'a boolean for a namespace',
      '{namespace: true}',
      ['namespace: option namespace: expected a namespace, found the boolean true'],
    ],
    ['a mapping for kinds', '{workloads: {}}', ['workloads: option workloads: expected a list, found a mapping']],
    ['a string for kinds', '{workloads: "[]"}', ['workloads: option workloads: expected a list, found "[]"']],
    [
      'a kind that is only a name',
      '{workloads: [ScaledJob]}',
      ['workloads[0]: option workloads[0]: expected a mapping with group, kind and template, found "ScaledJob"'],
    ],
    [
      'a kind without its fields',
      '{workloads: [{}]}',
      [
        'workloads[0].kind: option workloads[0].kind: expected a kind, found nothing',
        `workloads[0].template: option workloads[0].template: expected ${templateWords}, found nothing`,
      ],
    ],
    [
      'fields of the wrong kind, and unknown ones',
      '{workloads: [{kind: A, template: a}, {group: 5, kind: "", templates: a, template: a..b}]}',
      [
        'workloads[1].templates: option workloads[1]: unknown field "templates"; did you mean template?',
        'workloads[1].group: option workloads[1].group: expected an API group, found the number 5',
        'workloads[1].kind: option workloads[1].kind: expected a kind, found ""',
        `workloads[1].template: option workloads[1].template: expected ${templateWords}, found "a..b"`,
      ],
    ],
    [
      'a path that begins with a point',
      '{workloads: [{kind: A, template: .spec}]}',
      [`workloads[0].template: option workloads[0].template: expected ${templateWords}, found ".spec"`],
    ],
    [
      'all mistakes, in their order',
      '{colour: red, conflicts: red}',
      [
        `colour: unknown option "colour"; the options are ${known}`,
        'conflicts: option conflicts: expected one of error, skip, keep, override, found "red"',
      ],
    ],
  ])('%s', (_, given, problems) => {
    const parsed = parseOptions(parseValue(given) as ValueMap);
    expect(parsed.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual(problems);
  });

  test('while the others are taken', () => {
    expect(parseOptions(parseValue('{conflicts: red, namespace: shop}') as ValueMap).options).toEqual({
      namespace: 'shop',
    });
  });
});
