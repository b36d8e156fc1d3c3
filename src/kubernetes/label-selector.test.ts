import { describe, expect, test } from 'vitest';
import { parseValue } from '../testing/parse-value.ts';
import { selects, type LabelSelectorRequirement } from './label-selector.ts';

type Row = readonly [sentence: string, selector: string, labels: string];

const selected: readonly Row[] = [
  ['the empty selector selects everything', '{}', '{role: web}'],
  ['the empty selector selects what has no labels', '{}', '{}'],
  ['a label may be one of several', '{matchLabels: {role: web}}', '{app: shop, role: web}'],
  ['all of several labels', '{matchLabels: {role: web, app: shop}}', '{app: shop, role: web}'],
  ['a label with an empty value', '{matchLabels: {role: ""}}', '{role: ""}'],
  [
    'In holds for one of its values',
    '{matchExpressions: [{key: role, operator: In, values: [db, web]}]}',
    '{role: web}',
  ],
  [
    'NotIn holds for any other value',
    '{matchExpressions: [{key: role, operator: NotIn, values: [db, cache]}]}',
    '{role: web}',
  ],
  ['NotIn holds for an absent key', '{matchExpressions: [{key: role, operator: NotIn, values: [db]}]}', '{app: shop}'],
  ['Exists holds for any value', '{matchExpressions: [{key: role, operator: Exists}]}', '{role: web}'],
  ['Exists holds for the empty value', '{matchExpressions: [{key: role, operator: Exists}]}', '{role: ""}'],
  ['DoesNotExist holds for an absent key', '{matchExpressions: [{key: role, operator: DoesNotExist}]}', '{app: shop}'],
  [
    'labels and expressions together',
    '{matchLabels: {app: shop}, matchExpressions: [{key: role, operator: Exists}, {key: tier, operator: DoesNotExist}]}',
    '{app: shop, role: web}',
  ],
  ['keys that JavaScript has on every object', '{matchLabels: {constructor: a}}', '{constructor: a}'],
];

const notSelected: readonly Row[] = [
  ['another value', '{matchLabels: {role: web}}', '{role: db}'],
  ['another case', '{matchLabels: {role: web}}', '{role: Web}'],
  ['an absent label, even for an empty value', '{matchLabels: {role: ""}}', '{app: shop}'],
  ['only one of two labels', '{matchLabels: {role: web, app: shop}}', '{role: web}'],
  ['In with other values', '{matchExpressions: [{key: role, operator: In, values: [db]}]}', '{role: web}'],
  ['In with an absent key', '{matchExpressions: [{key: role, operator: In, values: [db, ""]}]}', '{}'],
  ['NotIn with its value', '{matchExpressions: [{key: role, operator: NotIn, values: [db, web]}]}', '{role: web}'],
  ['Exists with an absent key', '{matchExpressions: [{key: role, operator: Exists}]}', '{app: shop}'],
  ['DoesNotExist with an empty value', '{matchExpressions: [{key: role, operator: DoesNotExist}]}', '{role: ""}'],
  [
    'one expression of two',
    '{matchExpressions: [{key: app, operator: Exists}, {key: role, operator: Exists}]}',
    '{app: shop}',
  ],
  [
    'labels that hold and an expression that does not',
    '{matchLabels: {app: shop}, matchExpressions: [{key: role, operator: In, values: [db]}]}',
    '{app: shop, role: web}',
  ],
  ['keys that JavaScript has on every object', '{matchExpressions: [{key: toString, operator: Exists}]}', '{}'],
];

describe('a selector selects', () => {
  test.each(selected)('%s', (_, selector, labels) => expect(selectedBy(selector, labels)).toBe(true));
});

describe('a selector does not select', () => {
  test.each(notSelected)('%s', (_, selector, labels) => expect(selectedBy(selector, labels)).toBe(false));
});

/** A selector as it stands in a policy. */
interface GivenSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly (Omit<LabelSelectorRequirement, 'values'> & {
    readonly values?: readonly string[];
  })[];
}

function selectedBy(selector: string, labels: string): boolean {
  const given = parseValue(selector) as GivenSelector;
  const expressions = (given.matchExpressions ?? []).map((expression) => ({
    ...expression,
    values: new Set(expression.values),
  }));
  const pairs = Object.entries(parseValue(labels) as Record<string, string>);
  const matchLabels = new Map(Object.entries(given.matchLabels ?? {}));
  return selects({ matchLabels, matchExpressions: expressions }, new Map(pairs));
}
