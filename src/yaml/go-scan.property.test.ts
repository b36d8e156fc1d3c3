/** What only go-yaml allows: lines inside of quotes and brackets at any column, and line breaks that are characters to others. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KUBERNETES_ITEMS } from '../kubernetes/item-identity.ts';
import { CASES, expectShare } from '../testing/properties.ts';
import { changed, randomChanges, randomDocument } from '../testing/random-document.ts';
import { applyEdits } from './edit.ts';
import { goScan } from './go-scan.ts';
import { outlineScalar } from './outline.ts';
import { readYaml } from './read-yaml.ts';
import { reconcile } from './reconcile.ts';
import { valueOf, type ScalarNode, type SourceNode } from './source-node.ts';
import { outlineDocument, outlineItem, splitDocuments, splitItems } from './split.ts';
import { isMap, sameValue, toJson, type Value } from './value.ts';

/** Runs per property: a few seconds by default; a release deserves 100,000. */

const outdented = randomDocument({ json: false, outdented: true });

describe('a document with lines in quotes and brackets at any column', () => {
  test('is read as what it means', () => {
    fc.assert(fc.property(outdented, ({ text, value }) => expectSame(read(text).value, value, text)));
  });

  test('becomes another value by a few changes', () => {
    fc.assert(
      fc.property(outdented, randomChanges, ({ text }, changes) => {
        const { bytes, root, value, hasAnchors } = read(text);
        const desired = changes.reduce(changed, value);
        const edited = Buffer.concat(
          applyEdits(bytes, reconcile(bytes, root, desired, hasAnchors, KUBERNETES_ITEMS)),
        ).toString();
        expectSame(read(edited).value, desired, `${text}\n--- becomes\n${edited}`);
      }),
    );
  });

  test('shows in its lines no entry that is none, or nothing', () => {
    let shown = 0;
    const property = fc.property(outdented, ({ text, value }) => {
      const bytes = Buffer.from(text);
      const [document] = splitDocuments(bytes);
      const entries = document && outlineDocument(bytes, document);
      if (entries === undefined) return;
      shown++;
      if (!isMap(value)) throw new Error(text);
      expect(entries.map(({ name }) => name).toSorted(), text).toEqual(Object.keys(value).toSorted());
      for (const entry of entries) {
        const scalar = outlineScalar(bytes, entry);
        if (scalar !== undefined) expectSame(scalar, value[entry.name] ?? null, text);
      }
    });
    fc.assert(property);
    expectShare(shown, CASES, 1 / 20);
  });

  test('has as many items as it means, or none for sure', () => {
    let split = 0;
    const lists = randomDocument({ json: false, root: 'sequence', outdented: true });
    const property = fc.property(lists, ({ text, value }) => {
      const bytes = Buffer.from(`kind: List\nitems:\n${text}`);
      const [document] = splitDocuments(bytes);
      const items = document && outlineDocument(bytes, document)?.find(({ name }) => name === 'items');
      const ranges = items && splitItems(bytes, items);
      if (ranges === undefined || !Array.isArray(value)) return;
      split++;
      expect(ranges.length, text).toBe(value.length);
      for (const [index, range] of ranges.entries()) {
        const item = value[index] as Value;
        const names = outlineItem(bytes, range)?.entries.map(({ name }) => name);
        if (names) expect(names.toSorted(), text).toEqual(Object.keys(isMap(item) ? item : {}).toSorted());
      }
    });
    fc.assert(property);
    expectShare(split, CASES, 1 / 4);
  });
});

describe('a line break that only go-yaml knows', () => {
  test('is found everywhere but in quotes and at the end of comments', () => {
    const breaks = fc.constantFrom('\u0085', '\u2028', '\u2029', '\r');
    const property = fc.property(randomDocument({ json: false }), breaks, fc.nat(), ({ text }, character, where) => {
      const root = read(text).root;
      const at = where % (text.length + 1);
      // What would take two characters apart that belong together, or make one break of two.
      if (/[\ud800-\udbff]$|\r$/.test(text.slice(0, at)) || (character === '\r' && text[at] === '\n')) return;
      if (text[at - 1] === "'" && text[at] === "'") return;
      const offset = Buffer.byteLength(text.slice(0, at));
      const scalar = scalarsOf(root).find(({ start, end }) => start < offset && offset < end);
      if (scalar?.style === 'literal' && /^[\u2028\u2029]\r?\n/.test(character + text.slice(at))) return;
      const bytes = Buffer.from(text.slice(0, at) + character + text.slice(at));
      const rest = text.slice(at);
      // To go-yaml a marker ends the document even in quotes.
      const isQuoted = (scalar?.style === 'single' || scalar?.style === 'double') && !/^(?:---|\.\.\.)\s/.test(rest);
      const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
      const isEndOfComment = scalar === undefined && /# c\d+;$/.test(line) && /^ *\r?(?:\n|$)/.test(rest);
      const expected = isQuoted || (isEndOfComment && character !== '\r') ? undefined : offset;
      expect(goScan(bytes, 0, bytes.length).uncommonBreak, JSON.stringify(bytes.toString())).toBe(expected);
    });
    fc.assert(property);
  });
});

function read(text: string) {
  const bytes = Buffer.from(text);
  const slice = { start: 0, end: bytes.length };
  const result = readYaml(bytes, slice);
  if (result.kind === 'problem') throw new Error(`${result.problem.message} at ${result.problem.offset} in\n${text}`);
  if (result.root === undefined) throw new Error(`nothing in\n${text}`);
  return { bytes, root: result.root, value: valueOf(result.root), hasAnchors: result.hasAnchors };
}

function expectSame(actual: Value, expected: Value, story: string): void {
  if (!sameValue(actual, expected)) expect(toJson(actual), story).toEqual(toJson(expected));
  expect(sameValue(actual, expected), story).toBe(true);
}

function scalarsOf(node: SourceNode): readonly ScalarNode[] {
  switch (node.kind) {
    case 'scalar':
      return [node];
    case 'alias':
      return [];
    case 'sequence':
      return node.items.flatMap(({ value }) => scalarsOf(value));
    case 'mapping':
      return node.entries.flatMap(({ key, value }) => [...scalarsOf(key), ...scalarsOf(value)]);
  }
}
