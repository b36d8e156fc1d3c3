import { describe, expect, test } from 'vitest';
import type { EnvPlacement } from '../options.ts';
import { parseValue } from '../testing/parse-value.ts';
import { nameOf, type Value } from '../yaml/value.ts';
import { placeVariables } from './place-variables.ts';

/** The container's own variables are in lower case. */
const rows: readonly (readonly [
  sentence: string,
  placement: EnvPlacement,
  own: string,
  added: string,
  names: string,
])[] = [
  ['nothing to add', 'auto', '[{name: a}]', '[]', 'a'],
  ['no variables before', 'auto', '[]', '[{name: A}, {name: B}]', 'A B'],
  ['nobody refers to it: at the end', 'auto', '[{name: a, value: x}, {name: b}]', '[{name: A}]', 'a b A'],
  ['before the one that refers to it', 'auto', '[{name: a}, {name: b, value: $(A)}]', '[{name: A}]', 'a A b'],
  [
    'before the first one that refers to it',
    'auto',
    '[{name: a}, {name: b, value: $(A)}, {name: c, value: $(A)}]',
    '[{name: A}]',
    'a A b c',
  ],
  ['in the middle of a value', 'auto', '[{name: a, value: "http://$(A):80/"}]', '[{name: A}]', 'A a'],
  ['an escaped reference is none', 'auto', '[{name: a, value: $$(A)}]', '[{name: A}]', 'a A'],
  [
    'a value that is no string refers to nothing',
    'auto',
    '[{name: a, value: 5}, {name: b, valueFrom: {}}]',
    '[{name: A}]',
    'a b A',
  ],
  [
    'each to its own place',
    'auto',
    '[{name: a, value: $(B)}, {name: b, value: $(A)}]',
    '[{name: A}, {name: B}, {name: C}]',
    'B a A b C',
  ],
  [
    'at one place in the order that they came in',
    'auto',
    '[{name: a, value: $(B)$(A)}]',
    '[{name: A}, {name: B}]',
    'A B a',
  ],
  [
    'what an added one refers to comes along in front of it',
    'auto',
    '[{name: a, value: $(B)}]',
    '[{name: A}, {name: B, value: $(A)}]',
    'A B a',
  ],
  [
    'and so on, over several steps',
    'auto',
    '[{name: a, value: $(C)}]',
    '[{name: A}, {name: B, value: $(A)}, {name: C, value: $(B)}]',
    'A B C a',
  ],
  [
    'but stays in front where it has to be there for another reason',
    'auto',
    '[{name: a, value: $(A)}, {name: b, value: $(B)}]',
    '[{name: A}, {name: B, value: $(A)}]',
    'A a B b',
  ],
  [
    'what another added one refers to comes before it, whatever the order of the policies',
    'auto',
    '[{name: a, value: $(A)}]',
    '[{name: A, value: $(B)}, {name: B}]',
    'B A a',
  ],
  ['so it does at the end', 'auto', '[{name: a}]', '[{name: A, value: $(B)}, {name: C}, {name: B}]', 'a B A C'],
  ['and in front', 'prepend', '[{name: a}]', '[{name: A, value: $(B)}, {name: B}]', 'B A a'],
  ['a cycle stays in its order', 'auto', '[]', '[{name: A, value: $(B)}, {name: B, value: $(A)}]', 'B A'],
  [
    'a value counts, not the valueFrom beside it',
    'auto',
    '[{name: a, value: $(A), valueFrom: {fieldRef: {fieldPath: x}}}]',
    '[{name: A}]',
    'A a',
  ],
  ['an entry that is no mapping stays where it is', 'auto', '[null, {name: a, value: $(A)}]', '[{name: A}]', ' A a'],
  [
    'append: at the end, whatever refers to it',
    'append',
    '[{name: a, value: $(A)}]',
    '[{name: A}, {name: B}]',
    'a A B',
  ],
  ['prepend: in front, even if nobody refers to it', 'prepend', '[{name: a}]', '[{name: A}, {name: B}]', 'A B a'],
];

describe('placeVariables', () => {
  test.each(rows)('%s', (_, placement, own, added, names) => {
    const placed = placeVariables(listOf(own), listOf(added), placement);
    expect(placed.map(({ value }) => nameOf(value)).join(' ')).toBe(names);
  });
});

function listOf(text: string): readonly { readonly value: Value }[] {
  return (parseValue(text) as Value[]).map((value) => ({ value }));
}
