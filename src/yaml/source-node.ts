/**
 * The tree that every reader fills and everything downstream works on: YAML's three node kinds and aliases, each with
 * the byte range that it takes up in the input. Offsets are bytes from the start of the whole input, end exclusive.
 */
import { emptyMap, isMap, Numeral, scalarText, type Value, type ValueMap } from './value.ts';

export type SourceNode = MappingNode | SequenceNode | ScalarNode | AliasNode;

/**
 * How many collections may be nested in one another in what is read, aliases counted as what they stand for: more than
 * any object of Kubernetes has, and far from what an engine's stack holds (Node's ends at some 860 levels).
 */
export const MOST_LEVELS = 200;

interface NodeRange {
  /** First byte of the content, after an anchor and a tag. */
  readonly start: number;
  /** First byte after the content. Comments, blank lines and the line break that follow are outside. */
  readonly end: number;
  /** First byte of the anchor or tag in front of the content; equal to `start` where there is none. */
  readonly propertiesStart: number;
  readonly anchor: string | undefined;
}

export interface MappingNode extends NodeRange {
  readonly kind: 'mapping';
  readonly style: 'block' | 'flow';
  /** Column (from 0) of the keys in block style. */
  readonly column: number;
  readonly entries: readonly Entry[];
  /** Set where the node can only be replaced as a whole: a pair without braces in a flow sequence, a complex key. */
  readonly rigid: boolean;
  /** Kept by {@link valueOf}. */
  memo: ValueMap | undefined;
}

/** One pair of a mapping. */
export interface Entry {
  /** First byte of the key, its properties and a `?` included. */
  readonly start: number;
  /** First byte after the value, or after the `:` where there is no value. */
  readonly end: number;
  /** First byte after the `:`; undefined for a flow key without one (`{a, b}`). */
  readonly afterColon: number | undefined;
  /** The key as a string, as JSON would have it. */
  readonly name: string;
  readonly key: SourceNode;
  readonly value: SourceNode;
  /** `<<` with one mapping or a list of them (YAML 1.1 merge key). */
  readonly merges: boolean;
}

export interface SequenceNode extends NodeRange {
  readonly kind: 'sequence';
  readonly style: 'block' | 'flow';
  /** Column (from 0) of the dashes in block style. */
  readonly column: number;
  readonly items: readonly SequenceItem[];
  readonly rigid: boolean;
  /** Kept by {@link valueOf}. */
  memo: readonly Value[] | undefined;
}

export interface SequenceItem {
  /** First byte of the dash in block style, of the value in flow style. */
  readonly start: number;
  readonly end: number;
  readonly value: SourceNode;
}

export interface ScalarNode extends NodeRange {
  readonly kind: 'scalar';
  readonly style: 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'empty';
  /** The decoded text, before a plain scalar is taken for a number, a boolean or null. */
  readonly text: string;
  readonly value: Value;
}

export interface AliasNode extends NodeRange {
  readonly kind: 'alias';
  readonly target: SourceNode;
}

/** Keys become strings the way Go's JSON conversion makes them (sigs.k8s.io/yaml): `0644:` is "420", `yes:` is "true". */
export function keyName(key: ScalarNode): string {
  const { value } = key;
  return value instanceof Numeral ? String(value.value) : value === null ? key.text : scalarText(value);
}

/**
 * What a node means as a plain value. The same node always gives the same object. Aliases and merge keys are
 * resolved; of duplicate keys the last one counts, as in Go's decoder (see {@link firstDuplicateKey}).
 */
export function valueOf(node: SourceNode): Value {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'alias') return valueOf(node.target);
  node.memo ??= node.kind === 'sequence' ? node.items.map(valueOfItem) : valueOfMapping(node);
  return node.memo;
}

function valueOfItem({ value }: SequenceItem): Value {
  return valueOf(value);
}

function valueOfMapping({ entries }: MappingNode): ValueMap {
  const map = emptyMap();
  const merging = entries.filter(isMerging);
  if (merging.length > 0) {
    for (const [name, value] of inheritedPairs(merging.flatMap(mergeSources).map(valueOf))) map[name] = value;
  }
  for (const entry of entries) if (!entry.merges) map[entry.name] = valueOf(entry.value);
  return map;
}

function isMerging(entry: Entry): boolean {
  return entry.merges;
}

/** The nodes that a merge key names, in order; the earlier one wins. */
export function mergeSources(entry: Entry): readonly SourceNode[] {
  const value = resolveAlias(entry.value);
  return value.kind === 'sequence' ? value.items.map((item) => item.value) : [value];
}

/** The pairs that merge sources give, earlier sources winning over later ones. */
export function inheritedPairs(sources: readonly Value[]): (readonly [string, Value])[] {
  return sources.toReversed().flatMap((source) => (isMap(source) ? Object.entries(source) : []));
}

/** The node that an alias stands for, or the node itself. */
export function resolveAlias(node: SourceNode): SourceNode {
  return node.kind === 'alias' ? resolveAlias(node.target) : node;
}

/** The entry of a mapping node (or of the mapping that an alias stands for) by name; the last one of duplicates. */
export function entryOf(node: SourceNode | undefined, name: string): Entry | undefined {
  if (node === undefined) return undefined;
  const mapping = resolveAlias(node);
  if (mapping.kind !== 'mapping') return undefined;
  if (mapping.entries.length < MANY) return mapping.entries.findLast((entry) => entry.name === name);
  let byName = entriesByName.get(mapping);
  if (byName === undefined) {
    entriesByName.set(mapping, (byName = new Map(mapping.entries.map((entry) => [entry.name, entry]))));
  }
  return byName.get(name);
}

/** Of mappings with many entries, which one after the other may be asked for. */
const entriesByName = new WeakMap<MappingNode, ReadonlyMap<string, Entry>>();

/** The node at a path of mapping keys and list indices, or undefined where any part of the path is absent. */
export function nodeAt(node: SourceNode, path: readonly (string | number)[]): SourceNode | undefined {
  let here: SourceNode | undefined = node;
  for (const part of path) {
    if (here === undefined) return undefined;
    const resolved: SourceNode = resolveAlias(here);
    if (typeof part === 'string') here = entryOf(resolved, part)?.value;
    else here = resolved.kind === 'sequence' ? resolved.items[part]?.value : undefined;
  }
  return here;
}

/** The first key that a mapping in the subtree has twice: which of the two is in effect depends on the reader. */
export function firstDuplicateKey(node: SourceNode): Entry | undefined {
  if (node.kind === 'sequence') return firstOf(node.items, (item) => firstDuplicateKey(item.value));
  if (node.kind !== 'mapping') return undefined;
  const again = entryAgain(node);
  if (again) return again;
  return firstOf(node.entries, (entry) => firstDuplicateKey(entry.value));
}

/** From this many names on, remembering them takes less than comparing each with each. */
const MANY = 16;

/** The first entry of a mapping whose key stands in front of it already. */
export function entryAgain({ entries }: MappingNode): Entry | undefined {
  if (entries.length < MANY) {
    return entries.find(({ name }, index) => {
      for (let other = 0; other < index; other++) if (entries[other]?.name === name) return true;
      return false;
    });
  }
  const seen = new Set<string>();
  return entries.find(({ name }) => seen.size === seen.add(name).size);
}

function firstOf<T, R>(list: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of list) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
