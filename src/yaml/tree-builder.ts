/** From the nodes and tokens of the `yaml` package to the tree that everything downstream works on. */
import { isAlias, isMap, isScalar, isSeq, type CST, type Node, type Pair } from 'yaml';
import { blockScalarEnd, lacksLineBreak } from './block-scalar-end.ts';
import { resolvePlain, resolveTagged } from './resolve-scalar.ts';
import { keyName, MOST_LEVELS, resolveAlias } from './source-node.ts';
import type {
  AliasNode,
  Entry,
  MappingNode,
  ScalarNode,
  SequenceItem,
  SequenceNode,
  SourceNode,
} from './source-node.ts';

/** Thrown where a text is no YAML, or means what Kubernetes objects cannot hold. */
export class Refusal extends Error {
  readonly charOffset: number;

  constructor(message: string, charOffset: number) {
    super(message);
    this.charOffset = charOffset;
  }
}

export const TOO_DEEP = `expected at most ${MOST_LEVELS} levels of nesting, found more`;

type Properties = readonly CST.SourceToken[];

/** Aliases of aliases can make a few lines mean more than any memory holds; no manifest comes near this. */
const MOST_ALIASED_NODES = 1_000_000;

/** What an anchor's name stands for, from the place of the anchor to the next one of that name. */
interface Definition {
  /** Undefined until the node has been read to its end. */
  node: SourceNode | undefined;
  /** How many nodes it means, those that aliases stand for included. */
  size: number;
  /** How many levels of collections it means, in the same way. */
  levels: number;
}

/** Makes the tree of a document, with the offsets in the input that `byteOffset` gives for indices in the text. */
export class TreeBuilder {
  readonly anchors = new Map<string, Definition>();
  readonly #text: string;
  readonly #byteOffset: (index: number) => number;
  readonly #isLastText: boolean;
  #nodes = 0;
  #aliased = 0;
  #level = 0;
  /** The deepest level since the last anchor began. */
  #deepest = 0;

  /** `isLastText`: whether the input ends where `text` does. */
  constructor(text: string, byteOffset: (index: number) => number, isLastText: boolean) {
    this.#text = text;
    this.#byteOffset = byteOffset;
    this.#isLastText = isLastText;
  }

  /** `before` are the tokens between the indicator and the node: where its anchor and tag are. */
  node(node: Node, before: Properties): SourceNode {
    const nodes = this.#nodes++;
    const anchor = isAlias(node) ? undefined : node.anchor;
    if (anchor === undefined) return this.#content(node, before);
    const definition: Definition = { node: undefined, size: 0, levels: 0 };
    this.anchors.set(anchor, definition);
    const [level, deepest] = [this.#level, this.#deepest];
    this.#deepest = level;
    definition.node = this.#content(node, before);
    definition.size = this.#nodes - nodes;
    definition.levels = this.#deepest - level;
    this.#deepest = Math.max(deepest, this.#deepest);
    return definition.node;
  }

  /** Whether so many levels of collections may follow; `node` is where they do. */
  #checkLevels(levels: number, node: Node): void {
    const deepest = this.#level + levels;
    this.#deepest = Math.max(this.#deepest, deepest);
    if (deepest > MOST_LEVELS) throw new Refusal(TOO_DEEP, node.range?.[0] ?? 0);
  }

  #content(node: Node, before: Properties): SourceNode {
    if (isAlias(node)) return this.#alias(node, before);
    if (isScalar(node)) return this.#scalar(node, before);
    if (!isMap(node) && !isSeq(node)) throw new TypeError(`a node of an unknown kind: ${String(node)}`);
    this.#checkLevels(1, node);
    this.#level++;
    const collection = isMap(node) ? this.#mapping(node, before) : this.#sequence(node, before);
    this.#level--;
    return collection;
  }

  #alias(node: Node & { source: string }, before: Properties): AliasNode {
    const { start, end, propertiesStart } = this.#range(node, before);
    const definition = this.anchors.get(node.source);
    if (definition?.node === undefined) {
      const why = definition ? 'stands inside what it refers to' : 'refers to no anchor';
      throw new Refusal(`the alias *${node.source} ${why}`, node.range?.[0] ?? 0);
    }
    this.#checkLevels(definition.levels, node);
    this.#nodes += definition.size;
    this.#aliased += definition.size;
    if (this.#aliased > MOST_ALIASED_NODES) {
      throw new Refusal('found aliases that stand for too much to be read', node.range?.[0] ?? 0);
    }
    return { kind: 'alias', start, end, propertiesStart, anchor: undefined, target: definition.node };
  }

  #range(node: Node, before: Properties): { start: number; end: number; propertiesStart: number } {
    const [from, to] = node.range ?? [0, 0];
    const first = before.find(isProperty);
    const start = this.#byteOffset(from);
    return { start, end: this.#byteOffset(to), propertiesStart: first ? this.#byteOffset(first.offset) : start };
  }

  #scalar(
    node: Node & { value: unknown; type?: string; tag?: string; anchor?: string },
    before: Properties,
  ): ScalarNode {
    const range = this.#range(node, before);
    const style = this.#scalarStyle(node.type, range);
    const source = typeof node.value === 'string' ? node.value : '';
    const isBlock = style === 'literal' || style === 'folded';
    const [from, to] = node.range ?? [0, 0];
    const atEnd = this.#isLastText && to === this.#text.length;
    const isUnterminated = isBlock && atEnd && lacksLineBreak(this.#text.slice(from), style, source);
    const text = isUnterminated ? source.replace(/\n$/, '') : source;
    const end = isBlock ? this.#byteOffset(blockScalarEnd(this.#text, from, to)) : range.end;
    const base = { kind: 'scalar' as const, ...range, end, anchor: node.anchor, style, text };
    const isPlain = style === 'plain' || style === 'empty';
    const value = isPlain ? resolvePlain(text) : text;
    // What does not fit its tag stays text: null fits one.
    const tagged = node.tag === undefined ? value : resolveTagged(node.tag, text, isPlain);
    return { ...base, value: tagged === undefined ? text : tagged };
  }

  #scalarStyle(type: string | undefined, range: { start: number; end: number }): ScalarNode['style'] {
    switch (type) {
      case 'QUOTE_SINGLE':
        return 'single';
      case 'QUOTE_DOUBLE':
        return 'double';
      case 'BLOCK_LITERAL':
        return 'literal';
      case 'BLOCK_FOLDED':
        return 'folded';
      default:
        return range.start === range.end ? 'empty' : 'plain';
    }
  }

  #mapping(node: Node & { items: Pair[]; anchor?: string }, before: Properties): MappingNode {
    const range = this.#range(node, before);
    const entries = node.items.map((pair) => this.#entry(pair as Pair<Node, Node | null>));
    const [first, last] = [entries.at(0), entries.at(-1)];
    const base = { kind: 'mapping' as const, ...range, anchor: node.anchor, entries, memo: undefined };
    const complex = entries.some((entry) => entry.key.kind !== 'scalar');
    if (node.srcToken?.type === 'block-map' && first && last) {
      // The package's range of a mapping leaves out what stands before its first key: a question mark, a tag, an anchor.
      const prefix = node.items[0]?.srcToken?.start.find(
        (token) => isProperty(token) || token.type === 'explicit-key-ind',
      );
      const column = this.#column(prefix?.offset ?? node.range?.[0] ?? 0);
      const rigid = complex || entries.some((entry) => entry.afterColon === undefined);
      return { ...base, start: first.start, end: last.end, style: 'block', column, rigid };
    }
    const bare = this.#text[node.range?.[0] ?? 0] !== '{';
    return { ...base, style: 'flow', column: 0, rigid: complex || bare };
  }

  #entry(pair: Pair<Node, Node | null>): Entry {
    const item = pair.srcToken;
    const separator = item?.sep ?? [];
    const question = item?.start.find((token) => token.type === 'explicit-key-ind');
    const colon = separator.find((token) => token.type === 'map-value-ind');
    const key = this.node(pair.key, item?.start ?? []);
    const keyScalar = resolveAlias(key);
    if (keyScalar.kind !== 'scalar') throw new Refusal('found a key that is not a scalar', pair.key.range?.[0] ?? 0);
    const afterColon = colon ? this.#byteOffset(colon.offset + 1) : undefined;
    const read = pair.value ? this.node(pair.value, separator) : emptyAt(key.end);
    const value = this.#placed(read, separator, afterColon ?? key.end);
    return {
      start: question ? this.#byteOffset(question.offset) : key.propertiesStart,
      end: value.end,
      afterColon,
      name: keyName(keyScalar),
      key,
      value,
      merges: keyScalar.style === 'plain' && keyScalar.text === '<<',
    };
  }

  #sequence(node: Node & { items: unknown[]; anchor?: string }, before: Properties): SequenceNode {
    const range = this.#range(node, before);
    const base = { kind: 'sequence' as const, ...range, anchor: node.anchor, rigid: false, memo: undefined };
    const token = node.srcToken;
    const sources = token && 'items' in token ? token.items : [];
    if (token?.type !== 'block-seq') {
      const items = node.items.map((item, index): SequenceItem => {
        const source = sources[index];
        const value = this.node(item as Node, source === undefined || source.key ? [] : source.start);
        return { start: value.propertiesStart, end: value.end, value };
      });
      return { ...base, style: 'flow', column: 0, items };
    }
    // The package's parser keeps a comment at the end of a sequence as an item without a dash.
    const dashed = sources.flatMap(({ start }) => {
      const dash = start.find(({ type }) => type === 'seq-item-ind');
      return dash ? [{ dash, start }] : [];
    });
    const items = dashed.map(({ dash, start }, index): SequenceItem => {
      const read = this.node(node.items[index] as Node, start);
      const value = this.#placed(read, start, this.#byteOffset(dash.offset + 1));
      return { start: this.#byteOffset(dash.offset), end: value.end, value };
    });
    const last = items.at(-1);
    return { ...base, end: last?.end ?? base.end, style: 'block', column: this.#column(node.range?.[0] ?? 0), items };
  }

  /** Columns are the same in characters and bytes: before a block collection's first line stand only indicators. */
  #column(from: number): number {
    return from - (this.#text.lastIndexOf('\n', from - 1) + 1);
  }

  /** A value that is not there gets its place right after its indicator or properties, in front of any comment. */
  #placed(node: SourceNode, before: Properties, afterIndicator: number): SourceNode {
    if (node.kind !== 'scalar' || node.style !== 'empty') return node;
    const last = before.findLast(isProperty);
    const place = last ? this.#byteOffset(last.offset + last.source.length) : afterIndicator;
    const propertiesStart = last ? node.propertiesStart : place;
    const placed = { ...node, start: place, end: place, propertiesStart };
    const definition = node.anchor === undefined ? undefined : this.anchors.get(node.anchor);
    if (definition) definition.node = placed;
    return placed;
  }
}

function isProperty(token: CST.SourceToken): boolean {
  return token.type === 'anchor' || token.type === 'tag';
}

function emptyAt(offset: number): ScalarNode {
  const range = { start: offset, end: offset, propertiesStart: offset, anchor: undefined };
  return { kind: 'scalar', ...range, style: 'empty', text: '', value: null };
}
