/**
 * The ways in which a value can stand in a text, with white space and comments behind and below it, times the kinds of
 * values that may come to stand in its place, behind it, or nowhere. Judged by the `yaml` package's own reading and by a
 * model of what go-yaml makes of tabs, not by our readers.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KUBERNETES_ITEMS } from '../kubernetes/item-identity.ts';
import { parse } from 'yaml';
import { CASES, expectShare } from '../testing/properties.ts';
import { refusedTabs } from '../testing/refused-tabs.ts';
import { applyEdits } from './edit.ts';
import type { ReadResult } from './read-with-yaml.ts';
import { readYaml } from './read-yaml.ts';
import { reconcile } from './reconcile.ts';
import { valueOf } from './source-node.ts';
import { isList, isMap, mapOf, replaceAt, toJson, valueAt, withKey, type Value, type ValueMap } from './value.ts';

/** What stands before the value of `k`, the column of that key, and what follows on the next line. */
const PLACES = {
  'at the top': { head: 'a: 1\nk:', column: 0, next: 'z: 2\n', path: [] },
  'in the middle': { head: 'o:\n  a: 1\n  k:', column: 2, next: '  m: 2\nz: 3\n', path: ['o'] },
  'alone in a mapping': { head: 'o:\n  k:', column: 2, next: 'z: 3\n', path: ['o'] },
  'at the end of an item': { head: 'l:\n- a: 1\n  k:', column: 2, next: '- b: 2\n', path: ['l', 0] },
  'behind a dash': { head: 'l:\n    -   k:', column: 8, next: '        b: 2\n', path: ['l', 0] },
};

/** Lines below the first one begin at the key's column. */
const VALUES = [
  ...['', ' null', ' ~', ' []', ' {}', ' [ ]', ' &e', ' &e []', ' &e null', ' !!str x'],
  ...[' plain', ' two words', ' 5', " 'single'", ' "double"', ' [a, b]', ' {name: a}', ' [a,\n  b\n]', ' two\n lines'],
  ...['\n- a\n- name: b', '\n  a: b\n  c: "d"', '\n  below', '\n  "below"', '\n  a: |\n    text'],
  ...[' |\n  text\n  lines', ' |-\n  text', ' |+\n  text\n', ' >\n  text\n  lines'],
];

const BEHIND = ['', ' ', '\t', ' \t ', ' # comment', '\t# comment\t'];

const BELOW = [
  '',
  ' ',
  '            ',
  ' \t',
  '            \t',
  '\t',
  '# flush',
  '    # indented',
  '              # deep',
];

const ENDINGS = ['what follows', 'what follows', 'nothing', 'no line break'];

const LITERAL = 'line1\nline2\n';

/** What becomes of a mapping; undefined where the change makes no sense. */
const CHANGES: Readonly<Record<string, (mapping: ValueMap) => ValueMap | undefined>> = {
  'becomes plain': (mapping) => withKey(mapping, 'k', 'new'),
  'becomes quoted': (mapping) => withKey(mapping, 'k', 'yes'),
  'becomes a literal': (mapping) => withKey(mapping, 'k', LITERAL),
  'becomes a literal without a last line break': (mapping) => withKey(mapping, 'k', LITERAL.trimEnd()),
  'becomes empty': (mapping) => withKey(mapping, 'k', []),
  'becomes a list': (mapping) => withKey(mapping, 'k', [mapOf([['name', 'A']])]),
  'becomes a list that ends in a literal': (mapping) => withKey(mapping, 'k', [mapOf([['value', LITERAL]])]),
  'becomes a mapping of mappings': (mapping) => withKey(mapping, 'k', mapOf([['p', mapOf([['q', [LITERAL]]])]])),
  'gets a plain scalar': (mapping) => withPart(mapping, 'new'),
  'gets a literal': (mapping) => withPart(mapping, LITERAL),
  goes: (mapping) => mapOf(Object.entries(mapping).filter(([key]) => key !== 'k')),
  'goes for a plain scalar': (mapping) => mapOf(withNext(mapping, 'new').filter(([key]) => key !== 'k')),
  'goes for a literal': (mapping) => mapOf(withNext(mapping, LITERAL).filter(([key]) => key !== 'k')),
  'is followed by a plain scalar': (mapping) => mapOf(withNext(mapping, 'new')),
  'is followed by a literal': (mapping) => mapOf(withNext(mapping, LITERAL)),
};

function withPart(mapping: ValueMap, part: Value): ValueMap | undefined {
  const value = mapping['k'];
  if (isList(value)) return withKey(mapping, 'k', [...value, part]);
  return isMap(value) ? withKey(mapping, 'k', withKey(value, 'new', part)) : undefined;
}

/** The pairs of a mapping with another one right behind that of `k`. */
function withNext(mapping: ValueMap, value: Value): (readonly [string, Value])[] {
  return Object.entries(mapping).flatMap((pair) => (pair[0] === 'k' ? [pair, ['new', value] as const] : [pair]));
}

const layouts = fc.record({
  value: fc.constantFrom(...VALUES),
  behindFirst: fc.constantFrom(...BEHIND),
  behindLast: fc.constantFrom(...BEHIND),
  below: fc.array(fc.constantFrom(...BELOW), { maxLength: 3 }),
  ending: fc.constantFrom(...ENDINGS),
  lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
});

test.each(Object.entries(PLACES))('a value %s becomes another', (_, place) => {
  let cases = 0;
  const property = fc.property(layouts, fc.constantFrom(...Object.keys(CHANGES)), (layout, change) => {
    const text = textOf(place, layout);
    const bytes = Buffer.from(text);
    const read = readYaml(bytes, { start: 0, end: bytes.length });
    if (read.kind === 'problem' || read.root === undefined || refusedTabs(text).length > 0) return;
    const value = valueOf(read.root);
    const mapping = valueAt(value, place.path);
    const becomes = isMap(mapping) ? CHANGES[change]?.(mapping) : undefined;
    if (becomes === undefined) return;
    cases++;
    expectToBecome(bytes, read, replaceAt(value, place.path, becomes), change);
  });
  fc.assert(property);
  expectShare(cases, CASES, 1 / 4);
});

type Place = (typeof PLACES)[keyof typeof PLACES];

function textOf(place: Place, layout: typeof layouts extends fc.Arbitrary<infer T> ? T : never): string {
  const lines = `${place.head}${layout.value}`.split('\n');
  const first = place.head.split('\n').length - 1;
  const text = lines
    .map((line, index) => (index > first ? ' '.repeat(place.column) + line : line))
    .map((line, index) => (index === first ? line + layout.behindFirst : line))
    .map((line, index) => (index > first && index === lines.length - 1 ? line + layout.behindLast : line))
    .concat(layout.below, layout.ending === 'what follows' ? place.next.trimEnd().split('\n') : [])
    .join(layout.lineBreak);
  return layout.ending === 'no line break' ? text : text + layout.lineBreak;
}

function expectToBecome(bytes: Buffer, read: ReadResult, desired: Value, change: string): void {
  if (read.kind === 'problem' || read.root === undefined) return;
  const edits = reconcile(bytes, read.root, desired, read.hasAnchors, KUBERNETES_ITEMS);
  const edited = Buffer.concat(applyEdits(bytes, edits));
  const text = edited.toString();
  const story = JSON.stringify([bytes.toString(), change, text]);
  // To the package a block scalar always ends in a line break, even where the text does not.
  const meaning: unknown = parse(text.endsWith('\n') ? text : text + '\n', { version: '1.1', merge: true });
  if (text.endsWith('\n')) expect(meaning, story).toEqual(toJson(desired));
  expect(refusedTabs(text), story).toEqual([]);
  const again = readYaml(edited, { start: 0, end: edited.length });
  if (again.kind === 'problem' || again.root === undefined) throw new Error(story);
  expect(toJson(valueOf(again.root)), story).toEqual(toJson(desired));
  expect(reconcile(edited, again.root, desired, again.hasAnchors, KUBERNETES_ITEMS), story).toEqual([]);
  if (bytes.includes('\r')) expect(text.replaceAll('\r\n', ''), story).not.toMatch(/[\r\n]/);
}
