import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KUBERNETES_ITEMS } from '../kubernetes/item-identity.ts';
import { applyEdits, sortEdits, type Edit } from './edit.ts';
import { commentColumn, endsLine, lineStart, nextLine } from './lines.ts';
import { comparable, meaningOf } from '../testing/meaning.ts';
import { refusedTabs } from '../testing/refused-tabs.ts';
import { CASES, expectShare } from '../testing/properties.ts';
import { changed, randomChanges, randomDocument, randomValue } from '../testing/random-document.ts';
import { readWithYaml } from './read-with-yaml.ts';
import { reconcile } from './reconcile.ts';
import { valueOf, type SourceNode } from './source-node.ts';
import { isList, isMap, sameValue, toJson, type Value } from './value.ts';

describe('a document of any style', () => {
  test('is read as what it means', () => {
    fc.assert(fc.property(randomDocument(), ({ text, value }) => expectSame(readAll(text).value, value, text)));
  });

  test('has a tree whose ranges lie inside one another, in order, and whose scalars can be read from their ranges', () => {
    fc.assert(
      fc.property(randomDocument(), ({ text }) => {
        const { bytes, root } = readAll(text);
        expectNested(bytes, root, 0, bytes.length);
      }),
    );
  });

  test('gives the same tree for a list item read alone', () => {
    fc.assert(
      fc.property(randomDocument({ json: false, root: 'sequence' }), ({ text }) => {
        const { bytes, root, hasAnchors } = readAll(text);
        if (root.kind !== 'sequence' || root.style !== 'block' || hasAnchors) return;
        for (const [index, item] of root.items.entries()) {
          const next = root.items[index + 1];
          const end = next ? lineStart(bytes, next.start) : bytes.length;
          const slice = { start: lineStart(bytes, item.start), end, dash: item.start };
          const alone = readWithYaml(bytes, slice);
          if (alone.kind === 'problem') throw new Error(`${alone.problem.message} in ${text}`);
          if (alone.root) {
            expect(valueOf(alone.root)).toEqual(valueOf(item.value));
            if (!isEmpty(alone.root)) expect(alone.root).toEqual(item.value);
          } else expect(valueOf(item.value)).toBe(null);
        }
      }),
    );
  });
});

describe('a document that is to become another value', () => {
  test('is as it was where nothing changes', () => {
    fc.assert(
      fc.property(randomDocument(), ({ text }) => {
        const { bytes, root, value, hasAnchors } = readAll(text);
        expect(reconcile(bytes, root, value, hasAnchors, KUBERNETES_ITEMS), text).toEqual([]);
        expect(reconcile(bytes, root, copyOf(value), hasAnchors, KUBERNETES_ITEMS), text).toEqual([]);
      }),
    );
  });

  test('becomes it by a few changes', () => {
    fc.assert(
      fc.property(randomDocument(), randomChanges, fc.boolean(), ({ text }, changes, shares) => {
        const read = readAll(text);
        const desired = changes.reduce(changed, read.value);
        expectReconciled(text, shares ? desired : copyOf(desired));
      }),
    );
  });

  test('becomes it where all of it changes', () => {
    fc.assert(fc.property(randomDocument(), randomValue(), ({ text }, desired) => expectReconciled(text, desired)));
  });

  test('becomes it as one item of a list, whose other items stay', () => {
    let becoming = 0;
    fc.assert(
      fc.property(
        randomDocument({ json: false, root: 'sequence' }),
        fc.nat(3),
        randomChanges,
        ({ text }, nth, changes) => {
          const { bytes, root, hasAnchors, value } = readAll(text);
          const index = nth % (isList(value) ? Math.max(value.length, 1) : 1);
          if (root.kind !== 'sequence' || root.style !== 'block' || hasAnchors || !isList(value)) return;
          const [item, next] = [root.items[index], root.items[index + 1]];
          if (item === undefined) return;
          const slice = {
            start: lineStart(bytes, item.start),
            end: next ? lineStart(bytes, next.start) : bytes.length,
            dash: item.start,
          };
          const alone = readWithYaml(bytes, slice);
          if (alone.kind === 'problem' || alone.root === undefined || isEmpty(alone.root)) return;
          const desired = changes.reduce(changed, valueOf(alone.root));
          if (!isMap(desired) && !isList(desired)) return;
          becoming++;
          const edits = reconcile(bytes, alone.root, desired, false, KUBERNETES_ITEMS);
          const edited = Buffer.concat(applyEdits(bytes, edits)).toString();
          expectSame(readAll(edited).value, value.with(index, desired), edited);
        },
      ),
    );
    expectShare(becoming, CASES, 1 / 10);
  });
});

function readAll(text: string, story = text) {
  const bytes = Buffer.from(text);
  const read = readWithYaml(bytes, { start: 0, end: bytes.length });
  if (read.kind === 'problem') throw new Error(`${read.problem.message} at ${read.problem.offset} in\n${story}`);
  if (read.root === undefined) throw new Error(`nothing in ${story}`);
  return { bytes, root: read.root, value: valueOf(read.root), hasAnchors: read.hasAnchors };
}

function expectReconciled(text: string, wanted: Value): void {
  const { bytes, root, hasAnchors } = readAll(text);
  const desired = isJson(text) ? withoutNaN(wanted) : wanted;
  const edits = reconcile(bytes, root, desired, hasAnchors, KUBERNETES_ITEMS);
  const edited = Buffer.concat(applyEdits(bytes, edits)).toString();
  const story = `${text}\n--- becomes ${JSON.stringify(toJson(desired))} by ${JSON.stringify(edits)}\n${edited}\n--- `;
  expectRestStays(bytes, edits, edited);

  const again = readAll(edited, story);
  expectSame(again.value, desired, story);
  expectMeaning(edited, desired, story);
  expect(reconcile(again.bytes, again.root, desired, again.hasAnchors, KUBERNETES_ITEMS), story).toEqual([]);
  expectCommentsStay(bytes, root, edits, story);
  expectSpellingStays(bytes, root, again.bytes, again.root, story);
  expectSameToKubectl(text, edited, story);
  if (refusedTabs(text).length === 0) expect(refusedTabs(edited), story).toEqual([]);
  expect(/\r(?!\n)/.test(edited), story).toBe(false);
  if (text.includes('\r\n')) expect(/(?<!\r)\n/.test(edited), story).toBe(false);
}

/** A text that consists of a tag alone has no place for what is not there. */
function isEmpty(node: SourceNode): boolean {
  return node.kind === 'scalar' && node.style === 'empty';
}

function isJson(text: string): boolean {
  return /^[{[]/.test(text);
}

function expectSame(actual: Value, expected: Value, story: string): void {
  if (!sameValue(actual, expected)) expect(toJson(actual), story).toEqual(toJson(expected));
  expect(sameValue(actual, expected), story).toBe(true);
}

/** The edits once more, by hand: they do not overlap, and everything outside them is in the result, in order. */
function expectRestStays(bytes: Buffer, edits: readonly Edit[], edited: string): void {
  let result = '';
  let from = 0;
  for (const { start, end, text } of sortEdits(edits)) {
    expect(start).toBeGreaterThanOrEqual(from);
    expect(end).toBeGreaterThanOrEqual(start);
    result += bytes.toString('utf8', from, start) + text;
    from = end;
  }
  expect(result + bytes.toString('utf8', from)).toBe(edited);
}

/** Where a mapping stays a mapping, what keeps its value keeps its text. */
function expectSpellingStays(bytes: Buffer, node: SourceNode, edited: Buffer, other: SourceNode, story: string): void {
  if (node.kind === 'scalar' && other.kind === 'scalar' && sameValue(node.value, other.value)) {
    const [before, after] = [
      bytes.toString('utf8', node.start, node.end),
      edited.toString('utf8', other.start, other.end),
    ];
    // At the end of the input a block scalar may have to say how it ends.
    if (node.end < bytes.length) expect(after, story).toBe(before);
  }
  if (node.kind !== 'mapping' || other.kind !== 'mapping' || node.rigid) return;
  for (const { name, merges, value } of node.entries) {
    const [entry, another] = other.entries.filter((candidate) => candidate.name === name && !candidate.merges);
    if (merges || entry === undefined || another !== undefined) continue;
    if (node.entries.filter((candidate) => candidate.name === name).length === 1) {
      expectSpellingStays(bytes, value, edited, entry.value, story);
    }
  }
}

/** A second derivation of what a text means, from the nodes of the `yaml` package. */
function expectMeaning(text: string, desired: Value, story: string): void {
  expect(JSON.stringify(meaningOf(text)), story).toEqual(JSON.stringify(comparable(desired)));
}

/** To go-yaml v2 a merge key overrides what is in front of it: where that made no difference, it makes none. */
function expectSameToKubectl(before: string, after: string, story: string): void {
  if (!after.includes('<<')) return;
  const [own, kubectl] = ['any' as const, 'go-yaml v2' as const].map((reader) =>
    JSON.stringify(meaningOf(before, reader)),
  );
  if (own === kubectl) expect(meaningOf(after, 'go-yaml v2'), story).toEqual(meaningOf(after));
}

/** Comments go only with what they stand beside: on its lines, right above it, or below it and deeper. */
function expectCommentsStay(bytes: Buffer, root: SourceNode, edits: readonly Edit[], story: string): void {
  const parts = [...partsOf(root)];
  for (const edit of edits) {
    const gone = parts.filter(({ start }) => start >= edit.start && start < edit.end);
    const firstGone = Math.min(...gone.map(({ start }) => start));
    const lastGone = Math.max(...gone.map(({ end }) => end));
    for (let at = bytes.indexOf('# c', edit.start); at !== -1 && at < edit.end; at = bytes.indexOf('# c', at + 1)) {
      if (!/^# c\d+;/.test(bytes.toString('latin1', at, at + 8))) continue;
      const comment = bytes.toString('latin1', at, bytes.indexOf(';', at));
      const on = lineStart(bytes, at);
      const onItsLines = on >= lineStart(bytes, firstGone) && on <= lineStart(bytes, lastGone);
      const mayGo = onItsLines || isAbove(bytes, on, gone) || isBelow(bytes, on, gone);
      expect(mayGo, `${story}${comment} is lost`).toBe(true);
    }
  }
}

interface Part {
  readonly start: number;
  readonly end: number;
}

function isAbove(bytes: Buffer, line: number, gone: readonly Part[]): boolean {
  const column = commentColumn(bytes, line);
  let below = line;
  while (below < bytes.length && commentColumn(bytes, below) !== undefined && commentColumn(bytes, below) === column)
    below = nextLine(bytes, below);
  return gone.some(({ start }) => lineStart(bytes, start) === below && start - below === column);
}

function isBelow(bytes: Buffer, line: number, gone: readonly Part[]): boolean {
  let least = Infinity;
  for (let above = line; above > 0; above = lineStart(bytes, above - 1)) {
    const column = commentColumn(bytes, above);
    // A block scalar in front would take in what comes behind a blank line, and of a block it may speak as well.
    if (column === undefined && endsLine(bytes, above)) continue;
    if (column === undefined)
      return gone.some(
        (part) => part.end >= above && part.end <= line && part.start - lineStart(bytes, part.start) < least,
      );
    least = Math.min(least, column);
  }
  return false;
}

/** Entries, items, and values that are replaced. */
function* partsOf(node: SourceNode): Generator<Part> {
  yield node;
  if (node.kind === 'mapping') {
    for (const entry of node.entries) {
      yield entry;
      yield* partsOf(entry.value);
    }
  }
  if (node.kind === 'sequence') {
    for (const item of node.items) {
      yield item;
      yield* partsOf(item.value);
    }
  }
}

function expectNested(bytes: Buffer, node: SourceNode, from: number, to: number): void {
  const { propertiesStart, start, end } = node;
  const where = `${JSON.stringify(bytes.toString('utf8', propertiesStart, end))} in\n${bytes.toString()}`;
  expect([from, propertiesStart, start, end, to], where).toEqual(
    [from, propertiesStart, start, end, to].toSorted((a, b) => a - b),
  );
  if (propertiesStart < start)
    expect(bytes.toString('latin1', propertiesStart, propertiesStart + 1), where).toMatch(/[&!]/);
  if (node.kind === 'alias') expect(bytes.toString('utf8', start, end), where).toMatch(/^\*x\d$/);
  if (node.kind === 'scalar') expectScalar(bytes, node, where);
  if (node.kind === 'mapping') {
    let after = start;
    for (const entry of node.entries) {
      expect(entry.start, where).toBeGreaterThanOrEqual(after);
      expectNested(bytes, entry.key, entry.start, entry.afterColon ?? entry.end);
      expectNested(bytes, entry.value, entry.afterColon ?? entry.key.end, entry.end);
      if (entry.afterColon !== undefined)
        expect(bytes.toString('latin1', entry.afterColon - 1, entry.afterColon), where).toBe(':');
      after = entry.end;
    }
    expect(after, where).toBeLessThanOrEqual(end);
  }
  if (node.kind === 'sequence') {
    let after = start;
    for (const item of node.items) {
      expect(item.start, where).toBeGreaterThanOrEqual(after);
      expectNested(bytes, item.value, item.start, item.end);
      if (node.style === 'block') expect(bytes.toString('latin1', item.start, item.start + 1), where).toBe('-');
      after = item.end;
    }
    expect(after, where).toBeLessThanOrEqual(end);
  }
}

/** What stands at a scalar's range is that scalar and nothing else. */
function expectScalar(bytes: Buffer, node: SourceNode & { kind: 'scalar' }, where: string): void {
  const source = bytes.toString('utf8', node.start, node.end);
  if (node.style === 'empty') return expect(source, where).toBe('');
  if (node.style === 'literal' || node.style === 'folded') {
    expect(source, where).toMatch(node.style === 'literal' ? /^\|/ : /^>/);
    // Blank lines at the end are part of the text only where they are kept.
    if (!/^.\d?\+/.test(source)) expect(source, where).toMatch(/[^\n]$/);
    return;
  }
  const read = readWithYaml(Buffer.from(source), { start: 0, end: Buffer.byteLength(source) });
  expect(read.kind === 'tree' && read.root?.kind === 'scalar' && read.root.text, where).toBe(node.text);
}

function copyOf(value: Value): Value {
  if (isList(value)) return value.map(copyOf);
  if (!isMap(value)) return value;
  return Object.assign(
    Object.create(null) as object,
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)])),
  );
}

/** JSON has no way to write these. */
function withoutNaN(value: Value): Value {
  if (isList(value)) return value.map(withoutNaN);
  if (isMap(value))
    return copyOf(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNaN(item)])));
  const number = toJson(value);
  return typeof number === 'number' && !Number.isFinite(number) ? null : value;
}
