import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generatePackage } from '../bench/generate-package.ts';
import { lineStart } from './lines.ts';
import { CASES, expectShare } from '../testing/properties.ts';
import { randomDocument } from '../testing/random-document.ts';
import { randomlyChanged, randomLines } from '../testing/random-text.ts';
import { readStrict } from './read-strict.ts';
import { readWithYaml, type Slice } from './read-with-yaml.ts';
import { valueOf } from './source-node.ts';
import { outlineDocument, splitDocuments, splitItems } from './split.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((path) => ['.yaml', '.yml', '.json', '.txt'].includes(extname(path)))
  .map((path) => ({ path, bytes: readFileSync(join(FIXTURES, path)) }));
/** Manifests, each short enough for a change to matter. */
const manifests = files
  .flatMap(({ bytes }) => slicesOf(bytes).map(({ start, end }) => bytes.toString('utf8', start, end)))
  .filter((text) => text.length < 3000);

describe('where the strict reader reads, its tree is that of the complete one:', () => {
  test.each([
    ['a random document', randomDocument().map(({ text }) => text), 0.2],
    ['one with mistakes', randomlyChanged(randomDocument().map(({ text }) => text)), 0.1],
    ['a manifest with mistakes', randomlyChanged(fc.constantFrom(...manifests)), 0.4],
    ['random lines', randomlyChanged(randomLines), 0.04],
  ])('%s', (_, texts, share) => {
    let read = 0;
    const property = fc.property(texts, (text) => {
      const bytes = Buffer.from(text);
      if (agrees(bytes, { start: 0, end: bytes.length })) read++;
    });
    fc.assert(property);
    expectShare(read, CASES, share);
  });

  test('the items of a random list', () => {
    const lists = randomlyChanged(randomDocument({ json: false, root: 'sequence' }).map(({ text }) => text));
    let read = 0;
    const property = fc.property(lists, (text) => {
      read += agreesOnItems(Buffer.from(text));
    });
    fc.assert(property);
    expectShare(read, CASES, 1 / 20);
  });

  test('the items of a list of random lines', () => {
    const items = fc.array(randomLines, { minLength: 1, maxLength: 3 }).map((texts) => texts.map(asItem).join(''));
    let read = 0;
    const property = fc.property(randomlyChanged(items), (text) => {
      read += agreesOnItems(Buffer.from(text));
    });
    fc.assert(property);
    expectShare(read, CASES, 1 / 100);
  });

  test('every fixture, its documents and their items', () => {
    for (const { bytes } of files) {
      agrees(bytes, { start: 0, end: bytes.length });
      for (const slice of slicesOf(bytes)) agrees(bytes, slice);
    }
  });
});

describe('the strict reader reads', () => {
  test('every manifest of the examples', () => {
    const examples = files.filter(({ path }) => /^examples?[/\\]/.test(path));
    expect(examples.length).toBeGreaterThan(10);
    for (const { path, bytes } of examples) {
      for (const slice of slicesOf(bytes)) expect(readStrict(bytes, slice), `${path} at ${slice.start}`).toBeDefined();
    }
  });

  test.each(['ResourceList', 'stream'] as const)('every object of a package to measure with, as a %s', (form) => {
    for (const content of ['mix', 'Deployments'] as const) {
      const pieces: string[] = [];
      generatePackage({ bytes: 200_000, matching: 0.5, form, content, tagged: false, seed: 1 }, (text) =>
        pieces.push(text),
      );
      const bytes = Buffer.from(pieces.join(''));
      const slices = slicesOf(bytes);
      expect(slices.length).toBeGreaterThan(10);
      for (const slice of slices)
        expect(agrees(bytes, slice), bytes.toString('utf8', slice.start, slice.end)).toBe(true);
    }
  });
});

/** The documents of a text, and the items of its lists. */
function slicesOf(bytes: Buffer): Slice[] {
  return splitDocuments(bytes).flatMap((document): Slice[] => {
    const items = outlineDocument(bytes, document)?.find(({ name }) => name === 'items');
    return [document, ...((items && splitItems(bytes, items)) ?? [])];
  });
}

/** Whether the strict reader reads a text; it fails where its tree is another than that of the complete reader. */
function agrees(bytes: Buffer, slice: Slice): boolean {
  const root = readStrict(bytes, slice);
  if (root === undefined) return false;
  const story = bytes.toString('utf8', slice.start, slice.end);
  const complete = readWithYaml(bytes, slice);
  if (complete.kind === 'problem') throw new Error(`${complete.problem.message} in\n${story}`);
  if (complete.root === undefined) throw new Error(`nothing in\n${story}`);
  expect(root, story).toStrictEqual(complete.root);
  expect(complete.hasAnchors, story).toBe(false);
  expect(valueOf(root), story).toStrictEqual(valueOf(complete.root));
  return true;
}

/** How many items of a list the strict reader reads. */
function agreesOnItems(bytes: Buffer): number {
  const read = readWithYaml(bytes, { start: 0, end: bytes.length });
  const root = read.kind === 'tree' ? read.root : undefined;
  if (root?.kind !== 'sequence' || root.style !== 'block') return 0;
  let count = 0;
  for (const [index, item] of root.items.entries()) {
    const next = root.items[index + 1];
    const end = next ? lineStart(bytes, next.start) : bytes.length;
    if (agrees(bytes, { start: lineStart(bytes, item.start), end, dash: item.start })) count++;
  }
  return count;
}

function asItem(text: string): string {
  return `- ${text.replaceAll('\n', '\n  ').trimEnd()}\n`;
}
