/**
 * The complete reader: fills the tree from the nodes of the `yaml` package. Reads everything that YAML allows and
 * refuses what is invalid; used for whatever a faster reader does not vouch for.
 */
import { isAlias, isMap, isScalar, isSeq, type CST, type Node, type Pair } from 'yaml';
import { compose, type Shortfall } from './compose.ts';
import { loneReturn, uncommonBreak } from './go-breaks.ts';
import { goScan, type GoScan } from './go-scan.ts';
import { afterByteOrderMark } from './lines.ts';
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

/** Why a text cannot be read, and where. */
export interface ReadProblem {
  readonly message: string;
  /** Byte offset in the input. */
  readonly offset: number;
}

export type ReadResult =
  | { readonly kind: 'tree'; readonly root: SourceNode | undefined; readonly hasAnchors: boolean }
  | { readonly kind: 'problem'; readonly problem: ReadProblem };

/** One document, or one item of a block sequence, as a range of the input. */
export interface Slice {
  readonly start: number;
  readonly end: number;
  /** Offset of the item's own dash: read as a space, so that columns and offsets stay what they are. */
  readonly dash?: number | undefined;
}

class Refusal extends Error {
  readonly charOffset: number;

  constructor(message: string, charOffset: number) {
    super(message);
    this.charOffset = charOffset;
  }
}

const TOO_DEEP = `expected at most ${MOST_LEVELS} levels of nesting, found more`;

/**
 * Reads one slice of the input. An empty document has no root. Invalid YAML is a problem, and so is what YAML allows
 * but Kubernetes objects cannot hold: keys that are no scalars, an alias inside its own anchor, line breaks that
 * Kubernetes' tools do not read as others do, collections that are nested deeper than {@link MOST_LEVELS}.
 */
export function readWithYaml(bytes: Buffer, { start, end, dash }: Slice): ReadResult {
  // The `yaml` package does not see the dash of a list right behind a byte order mark.
  const slice = { start: afterByteOrderMark(bytes, start), end, dash };
  const scan = goScan(bytes, dash === undefined ? slice.start : dash + 1, end, slice.start);
  const lone = loneReturn(bytes.subarray(slice.start, end));
  // The package takes a CR in quotes for text, where YAML has it end a line.
  const unclear = scan.uncommonBreak ?? (lone === -1 ? undefined : slice.start + lone);
  if (unclear !== undefined) return { kind: 'problem', problem: uncommonBreak(bytes, unclear) };
  if (scan.tooDeep !== undefined) return { kind: 'problem', problem: { message: TOO_DEEP, offset: scan.tooDeep } };
  const given = textOf(bytes, slice);
  let byteOffset = byteOffsets(slice, given);
  try {
    const { text, tokens, documents, givenIndex } = compose(given, shortfallsOf(scan, bytes, slice));
    const givenOffset = byteOffset;
    byteOffset = (index) => givenOffset(givenIndex(index));
    const [document, another] = documents;
    const error = document?.errors[0];
    if (error) throw new Refusal(plainWords(error.message), error.pos[0]);
    if (another) throw new Refusal('found a second document where one was expected', another.range[0]);
    if (!document?.contents) return { kind: 'tree', root: undefined, hasAnchors: false };
    const reading = new Reading(text, byteOffset, slice.end === bytes.length);
    const root = reading.node(document.contents, tokens.find((token) => token.type === 'document')?.start ?? []);
    return { kind: 'tree', root, hasAnchors: reading.anchors.size > 0 };
  } catch (error) {
    if (error instanceof Refusal) {
      return { kind: 'problem', problem: { message: error.message, offset: byteOffset(error.charOffset) } };
    }
    throw error;
  }
}

function textOf(bytes: Buffer, { start, end, dash }: Slice): string {
  if (dash === undefined) return bytes.toString('utf8', start, end);
  return `${bytes.toString('utf8', start, dash)} ${bytes.toString('utf8', dash + 1, end)}`;
}

/** From an index in the decoded text to the offset in the input: the same distance unless a character has two bytes or more. */
function byteOffsets({ start, end }: Slice, text: string): (index: number) => number {
  if (text.length === end - start) return (index) => start + index;
  const offsets = new Uint32Array(text.length + 1);
  let at = start;
  for (let index = 0; index < text.length; index++) {
    offsets[index] = at;
    const code = text.charCodeAt(index);
    // Of a surrogate pair (4 bytes) the first half is counted with 4, the second with none.
    if (code >= 0xdc00 && code <= 0xdfff) continue;
    at += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code <= 0xdbff ? 4 : 3;
  }
  offsets[text.length] = at;
  return (index) => offsets[Math.min(index, text.length)] ?? at;
}

/** Lines that are indented too little, by their places in the decoded text. */
function shortfallsOf({ outdented }: GoScan, bytes: Buffer, { start }: Slice): readonly Shortfall[] {
  let [from, index] = [start, 0];
  return outdented.map(({ offset, lacks }) => {
    index += bytes.toString('utf8', from, offset).length;
    from = offset;
    return { index, lacks };
  });
}

/** The package's messages end in advice for its own callers; one line is kept. */
function plainWords(message: string): string {
  const line = message.split('\n', 1)[0] ?? message;
  return line.charAt(0).toLowerCase() + line.slice(1);
}

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

class Reading {
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
    const text = isBlock && this.#isUnterminated(node, style) ? source.replace(/\n$/, '') : source;
    const end = isBlock ? this.#byteOffset(this.#blockScalarEnd(node)) : range.end;
    const base = { kind: 'scalar' as const, ...range, end, anchor: node.anchor, style, text };
    const isPlain = style === 'plain' || style === 'empty';
    const value = isPlain ? resolvePlain(text) : text;
    // What does not fit its tag stays text: null fits one.
    const tagged = node.tag === undefined ? value : resolveTagged(node.tag, text, isPlain);
    return { ...base, value: tagged === undefined ? text : tagged };
  }

  /**
   * Whether the last line of a block scalar is the last of the input and has no line break. Kubernetes then reads
   * none (go-yaml, libyaml), whatever the chomping indicator says, while the `yaml` package makes one up.
   */
  #isUnterminated(node: Node & { value: unknown }, style: ScalarNode['style']): boolean {
    const [from, to] = node.range ?? [0, 0];
    if (!this.#isLastText || to !== this.#text.length || this.#text.endsWith('\n')) return false;
    const lines = this.#text.slice(from).split('\n');
    if (style === 'folded') {
      const last = lines.at(-1) ?? '';
      // White space that is indented deeper than the text is text.
      const margin = lines.slice(1).find((line) => line.trim() !== '') ?? '';
      return last.trim() !== '' || last.length > margin.search(/\S|$/);
    }
    // The header is a line of its own; what remains is one line of text each.
    return lines.length > 1 && String(node.value).split('\n').length > lines.length - 1;
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

  /** With the keep indicator (`|+`) blank lines at the end are content, otherwise the last line of text is the end. */
  #blockScalarEnd(node: Node): number {
    const [from, to] = node.range ?? [0, 0];
    const header = this.#text.slice(from, to).split('\n', 1)[0] ?? '';
    const keeps = /^[|>]\d?\+/.test(header);
    let end = to;
    while (this.#text[end - 1] === '\n') {
      end -= this.#text[end - 2] === '\r' ? 2 : 1;
      if (keeps) break;
    }
    return Math.max(end, from + header.trimEnd().length);
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
