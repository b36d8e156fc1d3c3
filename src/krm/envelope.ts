/**
 * The form of the input: a ResourceList, another list, or a stream of documents; and the units that it falls into.
 * (Proposal: Configuration Functions Specification, Input Type; config.kubernetes.io/v1 ResourceList.)
 */
import type { Edit } from '../yaml/edit.ts';
import { KUBERNETES_ITEMS } from '../kubernetes/item-identity.ts';
import { lineBreakAt } from '../yaml/lines.ts';
import { outlineScalar, type Outline, type OutlineEntry } from '../yaml/outline.ts';
import { Positions } from '../yaml/position.ts';
import type { ReadProblem, Slice } from '../yaml/read-with-yaml.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { reconcile } from '../yaml/reconcile.ts';
import { renderEntry } from '../yaml/render.ts';
import { entryAgain, entryOf, resolveAlias, valueOf, type SourceNode } from '../yaml/source-node.ts';
import {
  outlineDocument,
  outlineItem,
  splitDocuments,
  splitItems,
  type DocumentRange,
  type ItemRange,
} from '../yaml/split.ts';
import { textProblem, type TextProblem } from '../yaml/text-problem.ts';
import { isList, isMap, mapOf, type Value } from '../yaml/value.ts';
import { isListKind } from '../kubernetes/api-version.ts';
import { describeValue } from '../wording/describe-value.ts';

/** A text that was read: its tree, and whether anchors make places in it depend on one another. */
export interface Tree {
  readonly root: SourceNode;
  readonly hasAnchors: boolean;
}

/** A part of the input that is read and edited by itself: an item, a document of a stream, or a whole list. */
export interface Unit {
  readonly slice: ItemRange | DocumentRange;
  /** Position among the items or documents; undefined for a unit that is the whole of the input. */
  readonly index: number | undefined;
  /** Set where it has been read already. */
  readonly tree: Tree | undefined;
}

/** How a message calls a unit: `items[3]`, `document 2`, or nothing where there is only one. */
export function placeOf({ slice, index }: Unit): string {
  if (index === undefined) return '';
  return 'dash' in slice ? `items[${index}]` : `document ${index + 1}`;
}

/** The top-level keys of a unit, where its lines show them beyond doubt. */
export function outlineOf(bytes: Buffer, { slice, tree }: Unit): Outline | undefined {
  if (tree) return undefined;
  if ('dash' in slice) return outlineItem(bytes, slice);
  const entries = outlineDocument(bytes, slice);
  return entries && { entries, column: 0 };
}

export interface Envelope {
  readonly bytes: Buffer;
  readonly form: 'ResourceList' | 'List' | 'stream';
  readonly units: readonly Unit[];
  /** The document of a list. */
  readonly list: DocumentRange | undefined;
  /** The list's own entries, where its units are its items. */
  readonly entries: readonly OutlineEntry[];
  readonly functionConfig: SourceNode | undefined;
  /** The results that are there already. */
  readonly results: readonly Value[];
}

/** Why the input cannot be used: one line with its place. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly message: string;
  /** Where in the input, if it is in one place. */
  readonly offset?: number | undefined;
}

/** Offsets are kept in 32 bits. */
const MOST_BYTES = 2 ** 31 - 1;

/** Finds the form of an input and its units, reading no more of it than that takes. Without content it has no units. */
export function readEnvelope(bytes: Buffer): Envelope | Refusal {
  if (bytes.length > MOST_BYTES) return refusal(`the input has ${bytes.length} bytes; expected at most ${MOST_BYTES}`);
  const problem = textProblem(bytes);
  if (problem) return textRefusal(bytes, problem);
  const documents = splitDocuments(bytes);
  const [document, second] = documents;
  if (document === undefined) return stream(bytes, []);
  if (second !== undefined) return stream(bytes, documents);
  const entries = outlineDocument(bytes, document);
  if (entries === undefined) return readListWhole(bytes, document);
  const kind = textOf(bytes, entries, 'kind');
  if (kind === undefined) return readListWhole(bytes, document);
  if (!isListKind(kind)) return stream(bytes, documents);
  // The items of a typed list (`DeploymentList`) may leave it to the list to say what they are.
  if (kind !== 'ResourceList' && kind !== 'List') return readListWhole(bytes, document);
  const items = entries.find((entry) => entry.name === 'items');
  const ranges = items && splitItems(bytes, items);
  return ranges === undefined ? readListWhole(bytes, document) : list(bytes, document, entries, kind, ranges);
}

function list(
  bytes: Buffer,
  document: DocumentRange,
  entries: readonly OutlineEntry[],
  kind: string,
  ranges: readonly ItemRange[],
): Envelope | Refusal {
  const base = { bytes, list: document, entries };
  const units = ranges.map((slice, index): Unit => ({ slice, index, tree: undefined }));
  if (kind !== 'ResourceList') return { ...base, form: 'List', units, functionConfig: undefined, results: [] };
  const config = readEntry(bytes, entries, 'functionConfig');
  const results = readEntry(bytes, entries, 'results');
  // An anchor at the top may be used anywhere below; what is not valid by itself is looked at in full.
  if (config === 'unsure' || results === 'unsure') return readListWhole(bytes, document);
  return { ...base, form: 'ResourceList', units, functionConfig: config, results: listOf(results) };
}

/** The envelope of a list as one unit, read from beginning to end: for what lines alone do not show. */
export function readListWhole(bytes: Buffer, document: DocumentRange): Envelope | Refusal {
  const read = readYaml(bytes, document);
  if (read.kind === 'problem') return unreadable(new Positions(bytes), document, read.problem);
  if (read.root === undefined) return stream(bytes, [document]);
  const tree: Tree = { root: read.root, hasAnchors: read.hasAnchors };
  const value = valueOf(tree.root);
  const kind = isMap(value) ? value['kind'] : undefined;
  const unit: Unit = { slice: document, index: undefined, tree };
  const base = { bytes, units: [unit], entries: [] };
  if (!isMap(value) || typeof kind !== 'string' || !isListKind(kind)) {
    return { ...base, form: 'stream', list: undefined, functionConfig: undefined, results: [] };
  }
  const mapping = resolveAlias(tree.root);
  const again = mapping.kind === 'mapping' ? entryAgain(mapping) : undefined;
  if (again) {
    const problem = { message: `found the key "${again.name}" twice in a ${kind}`, offset: again.start };
    return refusal(problemAt(new Positions(bytes), problem), again.start);
  }
  if (!isList(value['items'])) {
    if (kind !== 'ResourceList') {
      return { ...base, form: 'stream', list: undefined, functionConfig: undefined, results: [] };
    }
    return refusal(`ResourceList: expected items to be a list, found ${describeValue(value['items'])}`);
  }
  if (kind !== 'ResourceList') {
    return { ...base, form: 'List', list: document, functionConfig: undefined, results: [] };
  }
  const config = entryOf(tree.root, 'functionConfig')?.value;
  const results = entryOf(tree.root, 'results')?.value;
  return { ...base, form: 'ResourceList', list: document, functionConfig: config, results: listOf(results) };
}

function stream(bytes: Buffer, documents: readonly DocumentRange[]): Envelope | Refusal {
  const alone = documents.length === 1;
  const units = documents.map((slice, index): Unit => ({ slice, index: alone ? undefined : index, tree: undefined }));
  return { bytes, form: 'stream', units, list: undefined, entries: [], functionConfig: undefined, results: [] };
}

/** Reads a unit; a problem is told with its line and column, by the `positions` of the text. */
export function readUnit(bytes: Buffer, unit: Unit, positions = new Positions(bytes)): Tree | Refusal | 'empty' {
  if (unit.tree) return unit.tree;
  const read = readYaml(bytes, unit.slice);
  if (read.kind === 'problem') return unreadable(positions, unit.slice, read.problem);
  return read.root ? { root: read.root, hasAnchors: read.hasAnchors } : 'empty';
}

/** The edits that append results to a ResourceList whose units are its items. */
export function resultsEdits(
  { bytes, entries, results, list: document, units }: Envelope,
  added: readonly Value[],
): Edit[] {
  if (document === undefined || added.length === 0) return [];
  const entry = entries.find(({ name }) => name === 'results');
  if (entry) {
    const read = readYaml(bytes, { start: entry.start, end: entry.end });
    if (read.kind === 'problem' || read.root === undefined) throw new Error('results cannot be read a second time');
    return reconcile(bytes, read.root, mapOf([['results', [...results, ...added]]]), read.hasAnchors, KUBERNETES_ITEMS);
  }
  // Before `items`, not behind it: there the text depends on nothing that the last item may end in.
  const items = entries.find(({ name }) => name === 'items');
  const start = items?.start ?? document.content;
  const first = units[0]?.slice;
  const sequenceOffset = first && 'dash' in first ? first.dash - first.start : 0;
  const text = `${renderEntry('results', added, 0, { step: 2, sequenceOffset, literals: true })}\n`;
  return [{ start, end: start, text: text.replaceAll('\n', lineBreakAt(bytes, start)) }];
}

/** The text of a string scalar in an outline, or undefined. */
export function textOf(bytes: Buffer, entries: readonly OutlineEntry[], name: string): string | undefined {
  const entry = entries.find((candidate) => candidate.name === name);
  const value = entry && outlineScalar(bytes, entry);
  return typeof value === 'string' ? value : undefined;
}

function readEntry(bytes: Buffer, entries: readonly OutlineEntry[], name: string): SourceNode | 'unsure' | undefined {
  const entry = entries.find((candidate) => candidate.name === name);
  if (entry === undefined) return undefined;
  const read = readYaml(bytes, { start: entry.start, end: entry.end });
  if (read.kind === 'problem' || read.hasAnchors || read.root === undefined) return 'unsure';
  return entryOf(read.root, name)?.value;
}

function listOf(node: SourceNode | undefined): readonly Value[] {
  const value = node && valueOf(node);
  return isList(value) ? value : [];
}

function refusal(message: string, offset?: number): Refusal {
  return { kind: 'refusal', message, offset };
}

function textRefusal(bytes: Buffer, { message, offset }: TextProblem): Refusal {
  return refusal(offset === undefined ? message : problemAt(new Positions(bytes), { message, offset }), offset);
}

/** A text that is no YAML, perhaps since it is to become some. */
function unreadable(positions: Positions, { start, end }: Slice, problem: ReadProblem): Refusal {
  const isTemplate = positions.bytes.subarray(start, end).includes('{{');
  const hint = isTemplate ? '; this looks like a template: render it first, for example with helm template' : '';
  return refusal(problemAt(positions, problem) + hint, problem.offset);
}

/** A problem with its line and column in front. */
export function problemAt(positions: Positions, { message, offset }: ReadProblem): string {
  const { line, column } = positions.at(offset);
  return `line ${line}, column ${column}: ${message}`;
}
