/** Mappings with merge keys, written in every way, of which some or all become others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KUBERNETES_ITEMS } from '../kubernetes/item-identity.ts';
import { comparable, meaningOf, type Meaning } from '../testing/meaning.ts';
import { applyEdits } from './edit.ts';
import { readWithYaml } from './read-with-yaml.ts';
import { reconcile } from './reconcile.ts';
import { valueOf } from './source-node.ts';
import { isMap, mapOf, type Value, type ValueMap } from './value.ts';

const KEYS = ['a', 'b', 'c', 'd'];
const TEXTS = ['1', '"one"', "'two'", 'three', '[1]', '{e: 1}', '"4"'];

const SOURCES = ['*x', '*x', '[*x]', '[*x, *y]', '[*y, {c: 5}]', '{d: "own"}'];
/** What sources without an anchor give. */
const IN_PLACE = [5, 'own'].map(comparable);

const entry = fc.record({ key: fc.constantFrom(...KEYS), text: fc.constantFrom(...TEXTS), comment: fc.nat(3) });
const entries = fc.uniqueArray(entry, { selector: ({ key }) => key, maxLength: 3 });

const merging = fc.record({
  source: fc.constantFrom(...SOURCES),
  before: entries,
  after: entries,
  comment: fc.nat(3),
  style: fc.constantFrom('block', 'block', 'item', 'flow', 'flow on lines'),
});
type Merging = typeof merging extends fc.Arbitrary<infer T> ? T : never;

const value = fc.constantFrom<Value>(1, 'one', 'two', 'line1\nline2\n', [1], mapOf([['e', 1]]));
/** Keys that get another value, or go. */
const change = fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.option(value, { nil: undefined })), { maxLength: 2 });

const documents = fc.record({
  x: entries,
  y: entries,
  mappings: fc.array(merging, { minLength: 1, maxLength: 3 }),
  lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
  finalLineBreak: fc.boolean(),
});
type Draft = typeof documents extends fc.Arbitrary<infer T> ? T : never;

/** What becomes of everything, and of each mapping besides. */
const changes = fc.record({ all: change, each: fc.array(change, { maxLength: 6 }) });

test('a document with merge keys becomes another one', () => {
  const property = fc.property(documents, changes, (draft, { all, each }) => {
    const text = textOf(draft);
    const [bytes, root, hasAnchors] = read(text);
    const now = valueOf(root) as ValueMap;
    const desired = mapOf(
      Object.entries(now).map(([name, mapping], index) => [name, changed(changed(mapping, all), each[index] ?? [])]),
    );
    const edits = reconcile(bytes, root, desired, hasAnchors, KUBERNETES_ITEMS);
    const edited = Buffer.concat(applyEdits(bytes, edits)).toString();
    const story = `${text}\n--- becomes\n${edited}\n---`;
    expect(meaningOf(edited), story).toEqual(comparable(desired));
    const [again, rootAgain, anchorsAgain] = read(edited);
    expect(reconcile(again, rootAgain, desired, anchorsAgain, KUBERNETES_ITEMS), story).toEqual([]);
    expectSameToKubectl(text, edited, story);
    expectTextsStay(draft, now, desired, edited, story);
  });
  fc.assert(property);
});

function textOf({ x, y, mappings, lineBreak, finalLineBreak }: Draft): string {
  const anchored = (name: string, parts: typeof x): string =>
    parts.length === 0
      ? `s${name}: &${name} {}`
      : `s${name}: &${name}\n${parts.map((part) => `  ${pair(part)}`).join('\n')}`;
  const text = [anchored('x', x), anchored('y', y), ...mappings.map(mappingText)].join('\n');
  return (finalLineBreak ? `${text}\n` : text).replaceAll('\n', lineBreak);
}

function mappingText(draft: Merging, index: number): string {
  const { before, after, source, style } = draft;
  const names = new Set(before.map(({ key }) => key));
  const parts = [
    ...before.map((part) => `${pair(part)}${commentOf(part, index)}`),
    `<<: ${source}${draft.comment === 0 ? ` # merge${index}` : ''}`,
    ...after.filter(({ key }) => !names.has(key)).map((part) => `${pair(part)}${commentOf(part, index)}`),
  ];
  if (style === 'flow') return `m${index}: {${parts.map((part) => part.replace(/ #.*/, '')).join(', ')}}`;
  if (style === 'flow on lines') {
    return `m${index}: {\n${parts.map((part) => `    ${part.replace(/( #.*)?$/, ',$1')}`).join('\n')}\n  }`;
  }
  if (style === 'item') return `m${index}:\n  list:\n  - ${parts.join('\n    ')}`;
  return `m${index}:\n  ${parts.join('\n  ')}`;
}

function pair({ key, text }: { readonly key: string; readonly text: string }): string {
  return `${key}: ${text}`;
}

function commentOf({ key, comment }: { readonly key: string; readonly comment: number }, index: number): string {
  return comment === 0 ? ` # ${key}${index}` : '';
}

function changed(current: Value, list: readonly (readonly [string, Value | undefined])[]): Value {
  if (!isMap(current))
    return Array.isArray(current) ? (current as Value[]).map((item) => changed(item, list)) : current;
  if (current['list'] !== undefined) return mapOf([['list', changed(current['list'], list)]]);
  const pairs = new Map(Object.entries(current));
  for (const [key, becomes] of list) {
    if (becomes === undefined) pairs.delete(key);
    else pairs.set(key, becomes);
  }
  return mapOf(pairs);
}

function read(text: string): [Buffer, Parameters<typeof reconcile>[1], boolean] {
  const bytes = Buffer.from(text);
  const result = readWithYaml(bytes, { start: 0, end: bytes.length });
  if (result.kind === 'problem' || result.root === undefined) throw new Error(text);
  return [bytes, result.root, result.hasAnchors];
}

/** Go-yaml v2 reads what it should; what it read otherwise it reads as before, or as its sources have it now. */
function expectSameToKubectl(before: string, after: string, story: string): void {
  const [was, is, should] = [
    meaningOf(before, 'go-yaml v2'),
    meaningOf(after, 'go-yaml v2'),
    meaningOf(after),
  ] as Meanings[];
  if (JSON.stringify(was) === JSON.stringify(meaningOf(before))) expect(is, story).toEqual(should);
  for (const name of Object.keys(should ?? {}).filter((key) => key.startsWith('.m'))) {
    const [old, now, wanted] = [was, is, should].map((whole) => innermost(whole?.[name]));
    expect(Object.keys(now ?? {}), story).toEqual(Object.keys(wanted ?? {}));
    for (const [key, value] of Object.entries(now ?? {})) {
      const allowed = [old?.[key], wanted?.[key], is?.['.sx']?.[key], is?.['.sy']?.[key], ...IN_PLACE];
      expect(
        allowed.map((each) => JSON.stringify(each)),
        story,
      ).toContain(JSON.stringify(value));
    }
  }
}

type Meanings = { readonly [name: string]: { readonly [key: string]: Meaning } };

function innermost(mapping: Meanings[string] | undefined): Meanings[string] | undefined {
  const list = mapping?.['.list'];
  return Array.isArray(list) ? (list[0] as Meanings[string]) : mapping;
}

/** Entries keep their text and their comments where they keep their values, merge keys their comments where they give any. */
function expectTextsStay(draft: Draft, now: ValueMap, desired: ValueMap, edited: string, story: string): void {
  const inner = (whole: ValueMap, index: number): ValueMap => {
    const mapping = whole[`m${index}`] as ValueMap;
    return mapping['list'] === undefined ? mapping : ((mapping['list'] as readonly Value[])[0] as ValueMap);
  };
  for (const [index, mapping] of draft.mappings.entries()) {
    const [before, after] = [inner(now, index), inner(desired, index)];
    const own = [...mapping.before, ...mapping.after].map(({ key }) => key);
    const isGiven = Object.keys(before).some((key) => !own.includes(key) && after[key] !== undefined);
    const comment = `# merge${index}`;
    if (isGiven && textOf(draft).includes(comment)) expect(edited, story).toContain(comment);
    for (const part of [...mapping.before, ...mapping.after]) {
      const isSame = JSON.stringify(before[part.key]) === JSON.stringify(after[part.key]);
      if (
        isSame &&
        after[part.key] !== undefined &&
        mappingText(mapping, index).includes(`${pair(part)}${commentOf(part, index)}`)
      ) {
        expect(edited, story).toContain(`${pair(part)}${mapping.style === 'flow' ? '' : commentOf(part, index)}`);
      }
    }
  }
}
