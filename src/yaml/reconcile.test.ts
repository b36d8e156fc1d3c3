import { describe, expect, test } from 'vitest';
import { KUBERNETES_ITEMS } from '../kubernetes/item-identity.ts';
import { dedent } from '../testing/dedent.ts';
import { applyEdits } from './edit.ts';
import { parseValue } from '../testing/parse-value.ts';
import { readWithYaml } from './read-with-yaml.ts';
import { reconcile } from './reconcile.ts';
import { valueOf } from './source-node.ts';
import { sameValue, type Value } from './value.ts';

type Case = readonly [sentence: string, input: string, desired: string, output: string];

/** Texts with the indentation of this file; the desired value is YAML in any style. */
function cases(list: readonly Case[]): void {
  exactCases(list.map(([sentence, ...texts]) => [sentence, ...(texts.map(dedent) as [string, string, string])]));
}

function exactCases(list: readonly Case[]): void {
  test.each(list)('%s', (_, input, desired, output) => {
    expect(reconciled(input, parseValue(desired))).toBe(output);
  });
}

function reconciled(input: string, desired: Value): string {
  const bytes = Buffer.from(input);
  const read = readWithYaml(bytes, { start: 0, end: bytes.length });
  if (read.kind === 'problem' || read.root === undefined) throw new Error(JSON.stringify(read));
  const edits = reconcile(bytes, read.root, desired, read.hasAnchors, KUBERNETES_ITEMS);
  const output = Buffer.concat(applyEdits(bytes, edits)).toString();
  expect(sameValue(parseValue(output), desired), output).toBe(true);
  return output;
}

describe('an entry that is added', () => {
  cases([
    [
      'goes behind the one before it',
      `
      a: 1
      c: 3
      `,
      '{a: 1, b: 2, c: 3}',
      `
      a: 1
      b: 2
      c: 3
      `,
    ],
    [
      'goes behind the last one',
      `
      a: 1
      `,
      '{a: 1, b: {c: [2]}}',
      `
      a: 1
      b:
        c:
        - 2
      `,
    ],
    [
      'goes below a first key that has a tag or an anchor',
      `
      a:
        !!merge <<: {b: 1}
      c:
      - !!str d: 2
      - &e f: 3
      `,
      '{a: {b: 1, g: 4}, c: [{d: 2, g: 4}, {f: 3, g: 4}]}',
      `
      a:
        !!merge <<: {b: 1}
        g: 4
      c:
      - !!str d: 2
        g: 4
      - &e f: 3
        g: 4
      `,
    ],
    [
      'goes in front of the first one and of the comments that speak of it',
      `
      # license

      # about b
      b: 2
      `,
      '{a: 1, b: 2}',
      `
      # license

      a: 1
      # about b
      b: 2
      `,
    ],
    [
      'goes behind the dash where it is the first one of an item',
      `
      - b: 2
        c: 3
      `,
      '[{a: 1, b: 2, c: 3}]',
      `
      - a: 1
        b: 2
        c: 3
      `,
    ],
    [
      'takes on the indentation of its neighbours',
      `
      spec:
          template:
              spec:
                  containers:
                    - name: app
      `,
      '{spec: {template: {spec: {containers: [{name: app, env: [{name: A, valueFrom: {fieldRef: {fieldPath: p}}}]}]}}}}',
      `
      spec:
          template:
              spec:
                  containers:
                    - name: app
                      env:
                        - name: A
                          valueFrom:
                              fieldRef:
                                  fieldPath: p
      `,
    ],
    [
      'goes behind comments that are part of the entry before it, and in front of those of the next one',
      `
      a:
        b: 1
        # foot of a

          # deeper still
      # about c
      c: 3
      `,
      '{a: {b: 1}, new: 2, c: 3}',
      `
      a:
        b: 1
        # foot of a

          # deeper still
      new: 2
      # about c
      c: 3
      `,
    ],
    [
      'goes behind the comment at the end of the line before it',
      `
      a: 1 # one
      `,
      '{a: 1, b: 2}',
      `
      a: 1 # one
      b: 2
      `,
    ],
    [
      'goes behind the blank lines that a scalar keeps',
      `
      a: |+
        text

      c: 3
      `,
      '{a: "text\\n\\n", b: 2, c: 3}',
      `
      a: |+
        text

      b: 2
      c: 3
      `,
    ],
    [
      'leaves the blank lines behind the last one where they are',
      `
      a:
        b: 1

      # next
      c: 3
      `,
      '{a: {b: 1, new: 2}, c: 3}',
      `
      a:
        b: 1
        new: 2

      # next
      c: 3
      `,
    ],
    [
      'is quoted where it would be read as something else',
      `
      a: 1
      `,
      `{a: 1, "yes": "no", "0644": "0644", "# x": "# u", "a: b": "c: d", "": "", "<<": {"~": "~"}}`,
      `
      a: 1
      "yes": "no"
      "0644": "0644"
      "# x": "# u"
      "a: b": "c: d"
      "": ""
      "<<":
        "~": "~"
      `,
    ],
    [
      'keeps the spelling of numbers',
      `
      a: 0644
      `,
      '{a: 0644, b: [0644, 1e3, 12345678901234567890]}',
      `
      a: 0644
      b:
      - 0644
      - 1e3
      - 12345678901234567890
      `,
    ],
    [
      'holds several lines as a literal',
      `
      a: 1
      c: 3
      `,
      '{a: 1, b: "one\\n two\\n", c: 3}',
      `
      a: 1
      b: |
        one
         two
      c: 3
      `,
    ],
  ]);
});

describe('an entry that is removed', () => {
  cases([
    [
      'goes with the comments right above it and on its line',
      `
      a: 1
      # about b
      # and more
      b: 2 # two
      # about c
      c: 3
      `,
      '{a: 1, c: 3}',
      `
      a: 1
      # about c
      c: 3
      `,
    ],
    [
      'leaves comments that a blank line or another column sets apart',
      `
      a: 1
      # section

        # odd
      b: 2
      c: 3
      `,
      '{a: 1, c: 3}',
      `
      a: 1
      # section

        # odd
      c: 3
      `,
    ],
    [
      'goes with the comments in its block',
      `
      a: 1
      b: # here
        c: 2
        # foot of b

        # and again
      # about d
      d: 4
      `,
      '{a: 1, d: 4}',
      `
      a: 1
      # about d
      d: 4
      `,
    ],
    [
      'makes the next one first',
      `
      # head
      a: 1
      b: 2
      `,
      '{b: 2}',
      `
      b: 2
      `,
    ],
    [
      'makes the next one follow the dash',
      `
      - a: 1

        # about b
        b: 2
      `,
      '[{b: 2}]',
      `
      - # about b
        b: 2
      `,
    ],
    [
      'behind a dash gives its place to a new one',
      `
      - a: 1
        # about b
        b: 2
      `,
      '[{new: 0, b: 2}]',
      `
      - new: 0
        # about b
        b: 2
      `,
    ],
    [
      'as the last one leaves what follows its parent alone',
      `
      a:
        b: 1
        c: 2

      # next
      d: 4
      `,
      '{a: {b: 1}, d: 4}',
      `
      a:
        b: 1

      # next
      d: 4
      `,
    ],
    [
      'leaves no blank line to a scalar that would keep it',
      `
      a:
        b: |+
          text
        c: 2

      d: 4
      `,
      '{a: {b: "text\\n"}, d: 4}',
      `
      a:
        b: |+
          text
      d: 4
      `,
    ],
    [
      'as the only one leaves an empty mapping, and the comment on the line of the key',
      `
      a: # key
        # about b
        b: 1 # one
      c: 3
      `,
      '{a: {}, c: 3}',
      `
      a: {} # key
      c: 3
      `,
    ],
    [
      'is removed wherever it stands, if it stands there twice',
      `
      a: 1
      b: 2
      a: 3
      `,
      '{b: 2}',
      `
      b: 2
      `,
    ],
    [
      'has its value on lines of its own',
      `
      a: 1
      ? b
      : - 1
        - 2
      c: 3
      `,
      '{a: 1, c: 3}',
      `
      a: 1
      c: 3
      `,
    ],
  ]);
});

describe('an item that is added', () => {
  cases([
    [
      'follows the compact style',
      `
      env:
      - name: A
        value: a
      image: x
      `,
      '{env: [{name: A, value: a}, {name: B, value: b}], image: x}',
      `
      env:
      - name: A
        value: a
      - name: B
        value: b
      image: x
      `,
    ],
    [
      'follows the wide style, and the gap behind the dash',
      `
      env:
          -   name: A
              value: a
      `,
      '{env: [{name: A, value: a}, {name: B, valueFrom: {fieldRef: {fieldPath: p}}}]}',
      `
      env:
          -   name: A
              value: a
          -   name: B
              valueFrom:
                fieldRef:
                  fieldPath: p
      `,
    ],
    [
      'goes in front of the first one and its comments',
      `
      env:
      # about A
      - name: A
      `,
      '{env: [{name: New}, {name: A}]}',
      `
      env:
      - name: New
      # about A
      - name: A
      `,
    ],
    [
      'goes between others, behind the foot of the one and in front of the head of the other',
      `
      - name: A
        # foot of A
      # about B
      - name: B
      `,
      '[{name: A}, {name: New}, {name: B}]',
      `
      - name: A
        # foot of A
      - name: New
      # about B
      - name: B
      `,
    ],
    [
      'in a list of lists goes behind the dash of the outer one',
      `
      - - a
        - b
      `,
      '[[new, a, b], [c]]',
      `
      - - new
        - a
        - b
      - - c
      `,
    ],
    [
      'goes behind a folded scalar',
      `
      - >-
        one
        two
      - x
      `,
      '["one two", new, x]',
      `
      - >-
        one
        two
      - new
      - x
      `,
    ],
    [
      'leaves the others their text where several have its name',
      `
      - name: A # first
        value: 1
      - name: A # second
        value: 2
      `,
      '[{name: A, value: 2}]',
      `
      - name: A # second
        value: 2
      `,
    ],
  ]);
});

describe('an item that is removed', () => {
  const list = `
      env:
      # about A
      - name: A # a

      # about B
      - name: B # b
      # about C
      - name: C # c
      # foot
      image: x
      `;
  cases([
    [
      'is the first one',
      list,
      '{env: [{name: B}, {name: C}], image: x}',
      `
      env:

      # about B
      - name: B # b
      # about C
      - name: C # c
      # foot
      image: x
      `,
    ],
    [
      'is one in the middle',
      list,
      '{env: [{name: A}, {name: C}], image: x}',
      `
      env:
      # about A
      - name: A # a

      # about C
      - name: C # c
      # foot
      image: x
      `,
    ],
    [
      'is the last one',
      list,
      '{env: [{name: A}, {name: B}], image: x}',
      `
      env:
      # about A
      - name: A # a

      # about B
      - name: B # b
      # foot
      image: x
      `,
    ],
    [
      'is every one',
      list,
      '{env: [], image: x}',
      `
      env: []
      # foot
      image: x
      `,
    ],
    [
      'gives its place to another',
      list,
      '{env: [{name: A}, {name: New}, {name: C}], image: x}',
      `
      env:
      # about A
      - name: A # a
      - name: New

      # about C
      - name: C # c
      # foot
      image: x
      `,
    ],
    [
      'moves to another place',
      list,
      '{env: [{name: C}, {name: A}, {name: B}], image: x}',
      `
      env:
      - name: C
      # about A
      - name: A # a

      # about B
      - name: B # b
      # foot
      image: x
      `,
    ],
  ]);
});

describe('a value that is replaced', () => {
  cases([
    [
      'keeps its place behind the colon and the comment behind it',
      `
      name:   old   # comment
      value:  x
      `,
      '{name: new, value: x}',
      `
      name:   new   # comment
      value:  x
      `,
    ],
    [
      'stays as it is written where it means the same',
      `
      a: "x"
      b: 0o644
      c: ~
      d: yes
      `,
      '{a: x, b: 420, c: null, d: true}',
      `
      a: "x"
      b: 0o644
      c: ~
      d: yes
      `,
    ],
    [
      'is a literal before and after',
      `
      a: | # comment
        one
        two
      b: 2
      `,
      '{a: "three\\nfour", b: 2}',
      `
      a: |-
        three
        four
      b: 2
      `,
    ],
    [
      'is quoted in front of a comment that a literal would take in',
      `
      a: x # comment
      b: u
          # deep
      c: z
      `,
      '{a: "1\\n2\\n", b: "3\\n4\\n", c: z}',
      `
      a: "1\\n2\\n" # comment
      b: "3\\n4\\n"
          # deep
      c: z
      `,
    ],
    [
      'is a scalar that becomes a collection',
      `
      a: x
      b: u
      `,
      '{a: {c: [1]}, b: [2, 3]}',
      `
      a:
        c:
        - 1
      b:
      - 2
      - 3
      `,
    ],
    [
      'is a collection that becomes a scalar',
      `
      a: # key
        c:
        - 1 # one
      b:
      - 2
      - 3
      # foot
      `,
      '{a: x, b: u}',
      `
      a: x # key
      b: u
      # foot
      `,
    ],
    [
      'is a mapping that becomes a list, and the other way round',
      `
      a: # key
        # about c
        c: 1
      b:
      - 2
      `,
      '{a: [1, 2], b: {d: 3}}',
      `
      a: # key
      - 1
      - 2
      b:
        d: 3
      `,
    ],
    [
      'is an empty list that becomes a filled one',
      `
      a: []
      b: {}
      `,
      '{a: [1], b: {c: 2}}',
      `
      a:
      - 1
      b:
        c: 2
      `,
    ],
    [
      'stays on its line in front of a comment',
      `
      a: [] # list
      b: {} # mapping
      c: ~ # null
      d: # nothing
      `,
      '{a: [1], b: {x: 2}, c: [3], d: [4]}',
      `
      a: [1] # list
      b: {x: 2} # mapping
      c: [3] # null
      d: # nothing
      - 4
      `,
    ],
    [
      'is null or nothing at all',
      `
      a: null
      b: ~
      c:
      d:
      e:
      `,
      '{a: [1], b: x, c: {u: 1}, d: z, e: "1\\n2\\n"}',
      `
      a:
      - 1
      b: x
      c:
        u: 1
      d: z
      e: |
        1
        2
      `,
    ],
    [
      'becomes null',
      `
      a: 1
      b:
      - 2
      c: |
        x
      d: {e: 3}
      `,
      '{a: null, b: null, c: null, d: null}',
      `
      a: null
      b: null
      c: null
      d: null
      `,
    ],
    [
      'is an item of a list',
      `
      - 1
      - [] # one
      -   a: 1 # two
      - # three
        b: 1
      - - x
      - - c: 1
      `,
      '[1, {u: 1}, [2], [3, 4], {w: 1}, [[d], {e: 1}]]',
      `
      - 1
      - {u: 1} # one
      -   - 2
      - # three
        - 3
        - 4
      - w: 1
      - - - d
        - e: 1
      `,
    ],
    [
      'is the whole document',
      `
      # head
      - a
      # foot
      `,
      '{b: {c: 1}}',
      `
      # head
      b:
        c: 1
      # foot
      `,
    ],
    [
      'is the last one of duplicates, which is in effect',
      `
      a: 1
      a: 2
      `,
      '{a: 3}',
      `
      a: 1
      a: 3
      `,
    ],
    [
      'loses its tag and keeps the others theirs',
      `
      a: !!str 1
      b: !!str 2
      c: !!map
        d: 1
      `,
      '{a: 3, b: "2", c: {d: 1, e: 2}}',
      `
      a: 3
      b: !!str 2
      c: !!map
        d: 1
        e: 2
      `,
    ],
    [
      'belongs to a quoted key, or one behind a question mark',
      `
      "a": 1
      'b' : 2
      ? c
      : 3
      `,
      '{a: 4, b: 5, c: {d: 6}}',
      `
      "a": 4
      'b' : 5
      ? c
      :
        d: 6
      `,
    ],
    [
      'has several lines',
      `
      a: one
        two
      b: "three
        four" # comment
      c: 5
      `,
      '{a: x, b: u, c: 5}',
      `
      a: x
      b: "u" # comment
      c: 5
      `,
    ],
    [
      'keeps its quotes',
      'a: \'x\'\nb: "x"\nc: x\n',
      '{a: "it\'s", b: w, c: "yes"}',
      'a: \'it\'\'s\'\nb: "w"\nc: "yes"\n',
    ],
    ['takes others where they have to', "a: 'x'\n", '{a: "ü\\n"}', 'a: |\n  ü\n'],
  ]);
});

describe('a flow collection', () => {
  cases([
    [
      'gets new parts behind the last',
      `a: {b: 1}\nl: [1]\n`,
      'a: {b: 1, c: x}\nl: [1, 2]',
      `a: {b: 1, c: x}\nl: [1, 2]\n`,
    ],
    [
      'gets new parts in the middle',
      `a: {b: 1, d: 3}\nl: [1, 3]\n`,
      'a: {b: 1, c: 2, d: 3}\nl: [1, 2, 3]',
      `a: {b: 1, c: 2, d: 3}\nl: [1, 2, 3]\n`,
    ],
    [
      'gets new parts in front',
      `a: { b: 1 }\nl: [ 1 ]\n`,
      'a: {new: 0, b: 1}\nl: [0, 1]',
      `a: { new: 0, b: 1 }\nl: [ 0, 1 ]\n`,
    ],
    [
      'loses its first, middle or last part',
      `l: [1, 2, 3]\nm: [1, 2, 3]\nn: [1, 2, 3]\n`,
      'l: [2, 3]\nm: [1, 3]\nn: [1, 2]',
      `l: [2, 3]\nm: [1, 3]\nn: [1, 2]\n`,
    ],
    [
      'loses its last part in front of a comma',
      `l: [1, 2,]\nm: {a: 1, b: 2, }\n`,
      'l: [1]\nm: {a: 1}',
      `l: [1,]\nm: {a: 1, }\n`,
    ],
    ['loses all parts', `l: [1, 2] # c\nm: {a: 1}\n`, 'l: []\nm: {}', `l: [] # c\nm: {}\n`],
    ['has other parts in place of some', `l: [1, 2, 3]\n`, 'l: [1, 4, 5, 3]', `l: [1, 4, 5, 3]\n`],
    [
      'is set tight',
      `{"a":1,"b":[1,2]}\n`,
      '{a: 1, new: x, b: [1, 2, {c: d}]}',
      `{"a":1,"new":"x","b":[1,2,{"c":"d"}]}\n`,
    ],
    ['has new strings in quotes where the old ones are', `args: ["a"]\n`, 'args: [a, b]', `args: ["a", "b"]\n`],
    ['becomes another collection', `a: {b: 1}\nc: [{d: 1}]\n`, 'a: [1]\nc: [[2]]', `a:\n- 1\nc: [[2]]\n`],
    ['has keys without values', `{a, b: , "c":, d: }\n`, '{a: 1, b: 2, c: 3, d: 4}', `{a: 1, b: 2 , "c": 3, d: 4 }\n`],
    [
      'gets parts behind keys without values',
      `{a, b: }\n`,
      '{a: null, new: 1, b: null, m: 2}',
      `{a , new: 1, b: , m: 2 }\n`,
    ],
    ['loses parts behind keys without values', `{a: , b: 1, c: 2}\n`, '{a: null, c: 2}', `{a: , c: 2}\n`],
    ['has pairs without braces', `[a: 1, b: 2]\n`, '[{a: 1}, {b: 3}]', `[a: 1, {b: 3}]\n`],
    [
      'has its parts on lines of their own',
      `
      a: [
        1,
        2
      ]
      b: {
        c: 1,
        d: 2,
      }
      `,
      'a: [1, 2, 3]\nb: {new: 0, c: 1, d: 2, e: [3]}',
      `
      a: [
        1,
        2,
        3
      ]
      b: {
        new: 0,
        c: 1,
        d: 2,
        e: [3],
      }
      `,
    ],
    [
      'has comments behind its parts, which stay there',
      `
      [a, # c
       b # d
      ]
      `,
      '[a, b, e]',
      `
      [a, # c
       b, e # d
      ]
      `,
    ],
    [
      'has comments behind parts on lines of their own',
      `
      l: [
        a, # about a
        b # about b
      ]
      `,
      'l: [a, x, b, u]',
      `
      l: [
        a, # about a
        x,
        b, # about b
        u
      ]
      `,
    ],
    [
      'has comments behind parts, and a comma behind the last',
      `
      l: [
        a, # about a
        b, # about b
      ]
      `,
      'l: [a, b, x, u]',
      `
      l: [
        a, # about a
        b, # about b
        x,
        u,
      ]
      `,
    ],
    [
      'loses parts with their comments',
      `
      l: [
        # above a
        a, # about a
        # above b
        b, # about b
        # above c
        c # about c
        # foot
      ]
      `,
      'l: [a]',
      `
      l: [
        # above a
        a # about a
        # foot
      ]
      `,
    ],
    [
      'loses a part between comments',
      `
      l: [
        a, # about a
        # above b
        b, # about b
        # above c
        c # about c
      ]
      `,
      'l: [a, c]',
      `
      l: [
        a, # about a
        # above c
        c # about c
      ]
      `,
    ],
    [
      'is JSON on several lines',
      `
      {
        "a": {
          "b": []
        },
        "c": [
          1
        ]
      }
      `,
      '{a: {b: [{x: u}], z: {}}, c: [1, {d: null}]}',
      `
      {
        "a": {
          "b": [
            {
              "x": "u"
            }
          ],
          "z": {}
        },
        "c": [
          1,
          {
            "d": null
          }
        ]
      }
      `,
    ],
    [
      'is JSON with tabs',
      '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
      '{a: {b: 1, c: [2]}}',
      '{\n\t"a": {\n\t\t"b": 1,\n\t\t"c": [\n\t\t\t2\n\t\t]\n\t}\n}\n',
    ],
  ]);
});

describe('anchors and aliases', () => {
  cases([
    [
      'stay where both sides change alike',
      `
      a: &x
        k: 1
      b: *x
      `,
      '{a: {k: 1, new: 2}, b: {k: 1, new: 2}}',
      `
      a: &x
        k: 1
        new: 2
      b: *x
      `,
    ],
    [
      'are written out where only one side changes',
      `
      a: &x
        k: 1
      b: *x # comment
      c:
      - *x
      `,
      '{a: {k: 2}, b: {k: 2}, c: [{k: 1}]}',
      `
      a: &x
        k: 2
      b: *x # comment
      c:
      - k: 1
      `,
    ],
    [
      'are written out where the anchor goes',
      `
      a:
      - &x 1
      - 2
      b: *x
      `,
      '{a: [2], b: 1}',
      `
      a:
      - 2
      b: 1
      `,
    ],
    [
      'keep the anchor of what is replaced',
      `
      a: &x 1
      b: *x
      c: &y # comment
        k: 1
      d: &z !!str 5
      e: {f: *y, g: *z}
      `,
      '{a: [2], b: [2], c: 3, d: {new: 1}, e: {f: 3, g: {new: 1}}}',
      `
      a: &x
      - 2
      b: *x
      c: &y 3 # comment
      d: &z
        new: 1
      e: {f: *y, g: *z}
      `,
    ],
    [
      'belong to the nearest anchor of that name above',
      `
      a: &x 1
      b: *x
      c: &x 2
      d: *x
      `,
      '{a: 1, b: 1, c: 3, d: 3}',
      `
      a: &x 1
      b: *x
      c: &x 3
      d: *x
      `,
    ],
    [
      'merge: what is inherited is changed where it is defined',
      `
      a: &x
        k: 1
      b:
        <<: *x
        own: 2
      `,
      '{a: {k: 3}, b: {k: 3, own: 2}}',
      `
      a: &x
        k: 3
      b:
        <<: *x
        own: 2
      `,
    ],
    [
      'merge: what is inherited is overridden behind the merge key',
      `
      a: &x
        k: 1
      b:
        <<: *x
        own: 2
      `,
      '{a: {k: 1}, b: {k: 3, own: 2, new: 4}}',
      `
      a: &x
        k: 1
      b:
        <<: *x
        k: 3
        own: 2
        new: 4
      `,
    ],
    [
      'merge: a mapping that must not inherit is written out',
      `
      a: &x
        k: 1
      b:
        <<: *x
        own: 2
      `,
      '{a: {k: 1}, b: {own: 2}}',
      `
      a: &x
        k: 1
      b:
        own: 2
      `,
    ],
    [
      'merge: what was inherited is written out in its place, and the rest keeps its text',
      `
      a: &x
        k: 1
        l: [1]
      b:
        <<: *x # like a
        # one of its own
        own: 'one' # own
      c:
      - own: "two"
        <<: *x
      - {<<: *x, "own": 'three'}
      - <<: *x # with another
        k: '4'
      `,
      '{a: {k: 1, l: [1], m: 2}, b: {k: 1, l: [1], own: one}, c: [{own: two, k: 1, l: [1]}, {k: 1, l: [1], own: three}, {k: "4", l: [1]}]}',
      `
      a: &x
        k: 1
        l: [1]
        m: 2
      b:
        k: 1 # like a
        l:
        - 1
        # one of its own
        own: 'one' # own
      c:
      - own: "two"
        k: 1
        l:
        - 1
      - {k: 1, l: [1], "own": 'three'}
      - l: # with another
        - 1
        k: '4'
      `,
    ],
    [
      'merge: what overrides an entry in front of it to go-yaml v2 goes on doing so',
      `
      a: &x
        k: 1
        l: 1
      b:
        k: 'own' # own
        <<: *x # like a
      c: {k: 2, <<: *x}
      `,
      '{a: {k: 1, l: 1, m: 2}, b: {k: own, l: 1}, c: {k: 2, l: 3}}',
      `
      a: &x
        k: 1
        l: 1
        m: 2
      b:
        k: 'own' # own
        <<: {k: 1, l: 1} # like a
      c: {k: 2, <<: {k: 1, l: 3}}
      `,
    ],
    [
      'merge: several sources, of which the first one wins',
      `
      a: &x {k: 1}
      b: &y {k: 2, l: 2}
      c:
        <<: [*x, *y, {m: 3}]
      `,
      '{a: {k: 1}, b: {k: 2, l: 5}, c: {k: 1, l: 5, m: 3, new: 4}}',
      `
      a: &x {k: 1}
      b: &y {k: 2, l: 5}
      c:
        <<: [*x, *y, {m: 3}]
        new: 4
      `,
    ],
    [
      'merge: a source that is no mapping any more is not merged',
      `
      a: &x {k: 1}
      b:
        <<: *x
      `,
      '{a: 1, b: {k: 1}}',
      `
      a: &x 1
      b:
        k: 1
      `,
    ],
    [
      'merge: a source that comes to hold what stands in front of the merge key is not merged',
      `
      a: &x
        k: 1
      b:
        env: own
        <<: *x
      `,
      '{a: {k: 1, env: new}, b: {env: own, k: 1}}',
      `
      a: &x
        k: 1
        env: new
      b:
        env: own
        k: 1
      `,
    ],
  ]);
});

describe('lines', () => {
  const lines = (...list: readonly string[]): string => list.join('\n');

  exactCases([
    [
      'end in CRLF where the others do',
      'a: 1\r\nc:\r\n- x\r\n',
      '{a: 1, b: {d: "1\\n2\\n"}, c: [x, u]}',
      'a: 1\r\nb:\r\n  d: |\r\n    1\r\n    2\r\nc:\r\n- x\r\n- u\r\n',
    ],
    [
      'end in CRLF in a flow collection, too',
      '[\r\n  1, # c\r\n  2\r\n]\r\n',
      '[1, 3, 2]',
      '[\r\n  1, # c\r\n  3,\r\n  2\r\n]\r\n',
    ],
    [
      'with CRLF are removed whole',
      'a: 1\r\n# b\r\nb: |\r\n  x\r\n  u\r\nc: 3\r\n',
      '{a: 1, c: 3}',
      'a: 1\r\nc: 3\r\n',
    ],
    ['stay without a break at the end', 'a:\n- 1', '{a: [1, 2], b: 3}', 'a:\n- 1\n- 2\nb: 3'],
    ['stay without a break at the end where the last one goes', 'a: 1\nb: 2', '{a: 1}', 'a: 1'],
    ['stay without a break at the end in a comment', 'a: 1\nb: 2 # c', '{a: 1, b: 2, c: 3}', 'a: 1\nb: 2 # c\nc: 3'],
    ['begin behind a byte order mark', '\ufeffb: 2\n', '{a: 1, b: 2, c: {d: 3}}', '\ufeffa: 1\nb: 2\nc:\n  d: 3\n'],
    ['are removed behind a byte order mark', '\ufeffa: 1\n# about b\nb: 2\n', '{b: 2}', '\ufeff# about b\nb: 2\n'],
    ['are replaced behind a byte order mark', '\ufeff- 1\n', '[{a: 1, b: 2}]', '\ufeff- a: 1\n  b: 2\n'],
    ['with a literal at the end of the input get a break', 'a: 1', '{a: 1, b: "1\\n2\\n"}', 'a: 1\nb: |\n  1\n  2\n'],
    [
      'with a literal at the end of the input that has none need none',
      'a: 1',
      '{a: 1, b: "1\\n2"}',
      'a: 1\nb: |-\n  1\n  2',
    ],
    ['get a break where a literal comes to stand at the end', 'a: |\n  x\nb: 2', '{a: "x\\n"}', 'a: |\n  x\n'],
    [
      'get a break where an alias at the end becomes a literal',
      'a: &x "1\\n2\\n"\nb: *x',
      '{a: 3, b: "1\\n2\\n"}',
      'a: &x 3\nb: |\n  1\n  2\n',
    ],
    // What go-yaml reads at the end of an input is "x", not "x\n".
    ['do not lengthen a literal that was the last one', 'a: |\n  x', '{a: x, b: 2}', 'a: |-\n  x\nb: 2'],
    [
      'do not lengthen a folded scalar that was the last one',
      'a:\n- >2+ # c\n    x',
      '{a: ["  x", u]}',
      'a:\n- >2- # c\n    x\n- u',
    ],
    ['leave a literal alone that has no line break of its own', 'a: |-\n  x', '{a: x, b: 2}', 'a: |-\n  x\nb: 2'],
    [
      'leave a literal at the end alone where nothing comes behind it',
      'b: 1\na: |\n  x',
      '{b: 2, a: x}',
      'b: 2\na: |\n  x',
    ],
    [
      'of comments are not taken in by a literal that grows in front of them',
      lines('a: 1', '    # deep', '# flush', 'c: 3', ''),
      '{a: 1, b: "1\\n2\\n", c: 3}',
      lines('a: 1', '    # deep', 'b: |', '  1', '  2', '# flush', 'c: 3', ''),
    ],
    [
      'of comments are not taken in by a literal that something behind is removed of',
      lines('a: |', '  x', 'b: 2', '', '    # deep', 'c: 3', ''),
      '{a: "x\\n", c: 3}',
      lines('a: |', '  x', 'c: 3', ''),
    ],
  ]);
});

describe('white space', () => {
  exactCases([
    [
      'behind a key that has no value stays there, and out of a literal below it',
      'env: \nz: 1\n',
      '{env: [{value: "1\\n2\\n"}], z: 1}',
      'env: \n- value: |\n    1\n    2\nz: 1\n',
    ],
    ...['[] ', '~  ', 'null ', '&e ', '{}   '].map((value): Case => [
      `behind ${JSON.stringify(value)} stays on the line of the key, and out of a literal below it`,
      `env: ${value}\nz: 1\n`,
      '{env: [{value: "1\\n2"}], z: 1}',
      `env:${value.startsWith('&') ? ' &e' : ''}${value.replace(/^\S+/, '')}\n- value: |-\n    1\n    2\nz: 1\n`,
    ]),
    [
      'behind a key goes if it is a tab, which go-yaml does not read behind every indicator',
      'a: 1\t\n? b\n: !!str 2 \t\n',
      '{a: [1], b: [2]}',
      'a:\n- 1\n? b\n:\n- 2\n',
    ],
    [
      'behind a scalar stays behind a plain one and goes for a literal',
      'a: old  \nb: old  \nc: "old"\t\n',
      '{a: new, b: "1\\n2\\n", c: new}',
      'a: new  \nb: |\n  1\n  2\nc: "new"\t\n',
    ],
    ['behind a dash goes', '- \n- &x \n', '[{a: "1\\n2\\n"}, {b: 1}]', '- a: |\n    1\n    2\n- b: 1\n'],
    [
      'behind the key and the last line of a collection goes for a literal',
      'a: \n  b: 1 \nc: \n  d: 2 \n',
      '{a: "1\\n2\\n", c: [3]}',
      'a: |\n  1\n  2\nc: \n- 3\n',
    ],
    [
      'at the end of an input without a line break is not in a literal either',
      'a: 1\nenv: []  ',
      '{a: 1, env: ["1\\n2\\n"]}',
      'a: 1\nenv:  \n- |\n  1\n  2\n',
    ],
    [
      'in a blank line stays right behind a plain scalar if it is a tab, since go-yaml reads it nowhere else',
      'a:\n  image: i\n   \t\n\nb: 1\n',
      '{a: {image: i, env: {c: 2}}, b: 1}',
      'a:\n  image: i\n   \t\n  env:\n    c: 2\n\nb: 1\n',
    ],
    [
      'in a blank line goes with the plain scalar if it is a tab',
      'a: 1\nb: x\n \t\n\nc: null\n \t\nd: old\n \t\n',
      '{a: 1, c: [2], d: [[]]}',
      'a: 1\n\nc:\n- 2\nd:\n- []\n',
    ],
    [
      'in a blank line goes with the last entry and the last item if it is a tab',
      'a:\n- b: x\n  c: u\n    \t\n- d\n  \t\nb: 1\n',
      '{a: [{b: x}], b: 1}',
      'a:\n- b: x\nb: 1\n',
    ],
    [
      'in a blank line stays behind another plain scalar',
      'a: old\n \t\nb: 1\n',
      '{a: new, b: 1}',
      'a: new\n \t\nb: 1\n',
    ],
    [
      'in a blank line is not taken in by a literal that comes to stand in front of it',
      'a: 1\n      \nb: old\n      \n',
      '{a: 1, m: "1\\n2\\n", b: "1\\n2\\n"}',
      'a: 1\n      \nm: |\n  1\n  2\nb: "1\\n2\\n"\n      \n',
    ],
    [
      'in a blank line is not taken in by a literal that something behind is removed of',
      'a: |\n  x\nb: 2\n      \nc: 3\n',
      '{a: "x\\n", c: 3}',
      'a: |\n  x\nc: 3\n',
    ],
    [
      'in a last line without a line break is not kept by a scalar that keeps blank lines',
      'a: |+\n  x\n\n    ',
      '{a: "x\\n\\n  ", b: 1}',
      'a: |-\n  x\n\n    \nb: 1',
    ],
    [
      'in a last line without a line break makes no blank line for a scalar that keeps them',
      'a: |+\n  x\n\n  ',
      '{a: "x\\n\\n", b: "1\\n2\\n"}',
      'a: |+\n  x\n\nb: |\n  1\n  2\n',
    ],
  ]);
});

describe('what is there', () => {
  test.each([
    ['is not touched where nothing changes', 'a: [1,  2]\nb:   {c: "x"} # u\n'],
    ['is not touched where keys come in another order', 'b: {c: "x"}\na: [1,  2]\n'],
  ])('%s', (_, text) => {
    expect(reconciled(text, parseValue('{a: [1, 2], b: {c: x}}'))).toBe(text);
  });

  test('is shared: the same object means the same text', () => {
    const bytes = Buffer.from('a: {b: 1}\nc: 2\n');
    const read = readWithYaml(bytes, { start: 0, end: bytes.length });
    if (read.kind === 'problem' || read.root === undefined) throw new Error('not read');
    expect(reconcile(bytes, read.root, valueOf(read.root), read.hasAnchors, KUBERNETES_ITEMS)).toEqual([]);
  });

  test('is an item of a list that is read alone', () => {
    const bytes = Buffer.from('items:\n- kind: A\n  spec: 1\n# between\n- kind: B\n');
    const dash = bytes.indexOf('- kind: A');
    const read = readWithYaml(bytes, { start: dash, end: bytes.indexOf('- kind: B'), dash });
    if (read.kind === 'problem' || read.root === undefined) throw new Error('not read');
    const desired = parseValue('{apiVersion: v1, kind: A, status: {x: [1]}}');
    expect(
      Buffer.concat(applyEdits(bytes, reconcile(bytes, read.root, desired, false, KUBERNETES_ITEMS))).toString(),
    ).toBe('items:\n- apiVersion: v1\n  kind: A\n  status:\n    x:\n    - 1\n# between\n- kind: B\n');
  });
});

describe('a key with another name', () => {
  cases([
    [
      'keeps what is below it, comments and all',
      `
      valueFrom:
        configData: # the team's own
          configDataName: 'etcd' # see below
          key: token
      `,
      '{valueFrom: {configMapKeyRef: {name: etcd, key: token}}}',
      `
      valueFrom:
        configMapKeyRef: # the team's own
          name: 'etcd' # see below
          key: token
      `,
    ],
    ['in flow style', 'a: {b: {c: x, d: [1]}}', '{a: {e: {f: x, g: [1]}}}', 'a: {e: {f: x, g: [1]}}'],
    ['in JSON', '{"a": {"b": "x"}, "z": 1}', '{c: {d: x}, z: 1}', '{"c": {"d": "x"}, "z": 1}'],
    ['that has to be quoted', 'a: [x]\nz: 1\n', '{"yes": [x], z: 1}', '"yes": [x]\nz: 1\n'],
    [
      'with its value changed inside',
      'a:\n  b: x\n  c: "1" # one\n',
      '{d: {b: x, e: "1"}}',
      'd:\n  b: x\n  e: "1" # one\n',
    ],
    ['behind a dash', '- a: {b: x}\n  c: 1\n', '[{d: {e: x}, c: 1}]', '- d: {e: x}\n  c: 1\n'],
    [
      'in another place is another entry',
      'a: [x]\nb: 1\n# about c\nc: 2\n',
      '{b: 1, c: 2, d: [x]}',
      'b: 1\n# about c\nc: 2\nd:\n- x\n',
    ],
    ['with another value is another entry', 'a: [x]\nz: 1\n', '{b: [w], z: 1}', 'b:\n- w\nz: 1\n'],
    ['and a number is another entry', 'a: 1 # one\nz: 1\n', '{b: 1, z: 1}', 'b: 1\nz: 1\n'],
  ]);
});
