import { describe, expect, test } from 'vitest';
import type { ConflictStrategy } from '../options.ts';
import { parseValue } from '../testing/parse-value.ts';
import { toJson, type Value, type ValueMap } from '../yaml/value.ts';
import { LIST_RULES, type ListName } from '../kubernetes/list-rules.ts';
import { mergeEntries, type PlannedEntry, type Wanted } from './merge-entries.ts';
import type { EntrySource, Policy } from '../policies/policy.ts';

type Row = readonly [sentence: string, list: ListName, current: string, wanted: string, outcome: string];

/** What policies want is a list of `policy: entry`; so are the outcome's parts. */
const peaceful: readonly Row[] = [
  ['a new variable is added', 'env', '[{name: A}]', '[db: {name: B}]', '{own: [{name: A}], added: [db: {name: B}]}'],
  [
    'one that is there already is not',
    'env',
    '[{name: A, value: b}]',
    '[db: {name: A, value: b}]',
    '{own: [{name: A, value: b}]}',
  ],
  [
    'nor is one that is the same to the API server',
    'env',
    '[{name: A, value: 5}]',
    '[db: {name: A, value: "5"}]',
    '{own: [{name: A, value: 5}]}',
  ],
  [
    'of two policies that agree the first is the one who adds',
    'env',
    '[]',
    '[db: {name: A, value: ""}, cache: {name: A}]',
    '{own: [], added: [db: {name: A, value: ""}]}',
  ],
  [
    'of duplicates in the template the last one counts',
    'env',
    '[{name: A, value: x}, {name: A, value: b}]',
    '[db: {name: A, value: b}]',
    '{own: [{name: A, value: x}, {name: A, value: b}]}',
  ],
  [
    'entries keep the order in which policies want them',
    'env',
    '[]',
    '[db: {name: B}, db: {name: A}, cache: {name: C}]',
    '{own: [], added: [db: {name: B}, db: {name: A}, cache: {name: C}]}',
  ],
  [
    'one Secret with two prefixes is two sources',
    'envFrom',
    '[{prefix: A_, secretRef: {name: s}}]',
    '[db: {prefix: B_, secretRef: {name: s}}]',
    '{own: [{prefix: A_, secretRef: {name: s}}], added: [db: {prefix: B_, secretRef: {name: s}}]}',
  ],
  [
    'a Secret and a ConfigMap of one name are two sources',
    'envFrom',
    '[{secretRef: {name: s}}]',
    '[db: {configMapRef: {name: s}}]',
    '{own: [{secretRef: {name: s}}], added: [db: {configMapRef: {name: s}}]}',
  ],
  [
    'one source with and without an empty prefix is one',
    'envFrom',
    '[{prefix: "", secretRef: {name: s}}]',
    '[db: {secretRef: {name: s}}]',
    '{own: [{prefix: "", secretRef: {name: s}}]}',
  ],
  [
    'one volume may be mounted twice',
    'volumeMounts',
    '[{name: v, mountPath: /a}]',
    '[db: {name: v, mountPath: /b}]',
    '{own: [{name: v, mountPath: /a}], added: [db: {name: v, mountPath: /b}]}',
  ],
  [
    'a mount is the same with a slash at its end',
    'volumeMounts',
    '[{name: v, mountPath: /a/}]',
    '[db: {name: v, mountPath: /a}]',
    '{own: [{name: v, mountPath: /a/}]}',
  ],
  [
    'a volume without a source is an empty folder',
    'volumes',
    '[{name: v}]',
    '[db: {name: v, emptyDir: {}}]',
    '{own: [{name: v}]}',
  ],
  ['an entry that is no mapping stays', 'env', '[null]', '[db: {name: A}]', '{own: [null], added: [db: {name: A}]}'],
];

describe('what does not conflict comes out the same with every strategy', () => {
  test.each(peaceful)('%s', (_, list, current, wanted, outcome) => {
    for (const strategy of ['error', 'skip', 'keep', 'override'] as const) {
      expect(merged(list, current, wanted, strategy)).toEqual({
        added: [],
        overridden: [],
        conflicts: [],
        ...(toJson(parseValue(outcome)) as object),
      });
    }
  });
});

describe('what conflicts', () => {
  const template = ['env', '[{name: X}, {name: A, value: own}]', '[db: {name: A, value: new}, db: {name: B}]'] as const;
  const policies = ['env', '[]', '[db: {name: A, value: 1st}, cache: {name: A, value: 2nd}]'] as const;

  test.each(['error', 'skip', 'keep'] as const)('with the template leaves it as it is (%s)', (strategy) => {
    expect(merged(...template, strategy)).toEqual({
      own: [{ name: 'X' }, { name: 'A', value: 'own' }],
      added: [{ db: { name: 'B' } }],
      overridden: [],
      conflicts: ['db wants {"name":"A","value":"new"}, the template has {"name":"A","value":"own"} at 1'],
    });
  });

  test('with the template replaces it in its place (override)', () => {
    expect(merged(...template, 'override')).toEqual({
      own: [{ name: 'X' }, { name: 'A', value: 'new' }],
      added: [{ db: { name: 'B' } }],
      overridden: [{ db: { name: 'A', value: 'new' } }],
      conflicts: ['db wants {"name":"A","value":"new"}, the template has {"name":"A","value":"own"} at 1'],
    });
  });

  test.each(['error', 'skip', 'keep'] as const)('with another policy leaves the earlier one (%s)', (strategy) => {
    expect(merged(...policies, strategy)).toEqual({
      own: [],
      added: [{ db: { name: 'A', value: '1st' } }],
      overridden: [],
      conflicts: ['cache wants {"name":"A","value":"2nd"}, db wants {"name":"A","value":"1st"}'],
    });
  });

  test('with another policy takes the later one (override)', () => {
    expect(merged(...policies, 'override')).toEqual({
      own: [],
      added: [{ cache: { name: 'A', value: '2nd' } }],
      overridden: [],
      conflicts: ['cache wants {"name":"A","value":"2nd"}, db wants {"name":"A","value":"1st"}'],
    });
  });

  test('with the last of duplicates replaces that one', () => {
    const { own } = merged(
      'env',
      '[{name: A, value: 1}, {name: A, value: 2}]',
      '[db: {name: A, value: "3"}]',
      'override',
    );
    expect(own).toEqual([
      { name: 'A', value: 1 },
      { name: 'A', value: '3' },
    ]);
  });

  test.each<readonly [ListName, string, string]>([
    ['envFrom', '{secretRef: {name: s}}', '{secretRef: {name: s, optional: true}}'],
    ['volumeMounts', '{name: v, mountPath: /a}', '{name: w, mountPath: /a/}'],
    ['volumes', '{name: v}', '{name: v, secret: {secretName: s}}'],
  ])('in %s, too', (list, current, wanted) => {
    expect(merged(list, `[${current}]`, `[db: ${wanted}]`, 'error').conflicts).toHaveLength(1);
  });
});

describe('messages call', () => {
  test.each<readonly [ListName, string, string]>([
    ['env', '{name: A, value: b}', 'env A'],
    ['envFrom', '{secretRef: {name: s}}', 'envFrom secretRef s'],
    ['envFrom', '{prefix: P_, configMapRef: {name: c}}', 'envFrom configMapRef c with prefix P_'],
    ['volumes', '{name: v}', 'volume v'],
    ['volumeMounts', '{name: v, mountPath: /a/}', 'volumeMount /a'],
  ])('an entry of %s such as %s: %s', (list, entry, title) => {
    expect(LIST_RULES[list].title(parseValue(entry) as ValueMap)).toBe(title);
  });
});

function merged(list: ListName, current: string, wanted: string, strategy: ConflictStrategy) {
  const policies = new Map<string, Policy>();
  const wishes = (parseValue(wanted) as ValueMap[]).flatMap((item) =>
    Object.entries(item).map(([name, entry]): Wanted => {
      const policy = policies.get(name) ?? ({ name } as Policy);
      policies.set(name, policy);
      return { policy, entry: { value: entry as ValueMap, source: {} as EntrySource, isConfigData: false } };
    }),
  );
  const show = ({ policy, entry }: Wanted) => ({ [policy.name]: toJson(entry.value) });
  const before = (parseValue(current) as Value[]).map((value, index): PlannedEntry => {
    return { value, index, wanted: undefined, isConfigData: false };
  });
  const { own, added, outcomes, conflicts } = mergeEntries(list, before, wishes, strategy);
  const replaced = outcomes.filter(({ effect }) => effect === 'replaced');
  // What is said of an entry is what became of it.
  expect(own.filter(({ value }, index) => value !== before[index]?.value)).toHaveLength(replaced.length);
  expect(added.map(({ wanted: one }) => one)).toEqual(
    outcomes.filter(({ effect }) => effect === 'added').map(({ wanted: one }) => one),
  );
  return {
    own: own.map(({ value }) => toJson(value)),
    added: added.flatMap(({ wanted: one }) => (one ? [show(one)] : [])),
    overridden: replaced.map((one) => show(one.wanted)),
    conflicts: conflicts.map(({ wanted: one, found, owner, index }) => {
      const who = owner ? `${owner.name} wants` : 'the template has';
      const place = index === undefined ? '' : ` at ${index}`;
      return `${one.policy.name} wants ${JSON.stringify(one.entry.value)}, ${who} ${JSON.stringify(found)}${place}`;
    }),
  };
}
