/**
 * From a tree and the value that it should have, the smallest edits that make it so. Reading the edited text gives
 * exactly that value; every byte outside the edits stays.
 */
import { align } from './align.ts';
import { blockEdits, flowEdits, type CollectionChange } from './collection-edits.ts';
import type { Edit } from './edit.ts';
import { columnAt, isBlank, lineBreakOf, lineEnd, lineStart, skipBlanks } from './lines.ts';
import {
  isFilled,
  renderBelow,
  renderBlock,
  renderEntry,
  renderFlow,
  renderFlowEntry,
  renderItem,
  renderLeaf,
  type BlockStyle,
  type FlowStyle,
} from './render.ts';
import {
  inheritedPairs,
  mergeSources,
  resolveAlias,
  valueOf,
  type AliasNode,
  type Entry,
  type MappingNode,
  type SequenceItem,
  type SequenceNode,
  type SourceNode,
} from './source-node.ts';
import { isList, isMap, mapOf, sameValue, type Value, type ValueMap } from './value.ts';

/** Style that is handed down from a node to what is below it. */
interface Context {
  readonly block: BlockStyle;
  readonly flow: FlowStyle;
}

/** A place that holds a value: after a key's colon, after a dash, in a flow collection, or the whole document. */
interface Slot {
  readonly in: 'block mapping' | 'block sequence' | 'flow' | 'document';
  readonly node: SourceNode;
  /** Offset after the indicator; undefined for a flow key that has no colon. */
  readonly after: number | undefined;
  /** Column of the key or of the dash; of the content for a document. */
  readonly column: number;
}

/** `hasAnchors`: whether an alias or anchor occurs in the tree, so that an edit in one place may be seen in another. */
export function reconcile(bytes: Buffer, root: SourceNode, desired: Value, hasAnchors: boolean): Edit[] {
  const walk = new Walk(bytes, hasAnchors);
  const column = root.kind === 'mapping' || root.kind === 'sequence' ? root.column : 0;
  walk.slot({ in: 'document', node: root, after: root.propertiesStart, column }, desired, {
    block: { step: 2, sequenceOffset: 0, literals: true },
    flow: YAML_FLOW,
  });
  walk.aliases();
  return walk.edits.flat();
}

const YAML_FLOW: FlowStyle = { json: false, spaced: true, step: undefined };

class Walk {
  /**
   * In groups, since the place of an alias's edits in the list is kept free until its target is known: at one offset
   * what is inside comes before what follows.
   */
  readonly edits: Edit[][] = [];
  readonly #bytes: Buffer;
  readonly #lineBreak: string;
  readonly #hasAnchors: boolean;
  /** Anchored nodes that keep their anchor, each with the value that it will have. */
  readonly #anchored = new Map<SourceNode, Value>();
  readonly #aliases: { slot: Slot; node: AliasNode; desired: Value; context: Context; group: Edit[] }[] = [];

  constructor(bytes: Buffer, hasAnchors: boolean) {
    this.#bytes = bytes;
    this.#lineBreak = lineBreakOf(bytes);
    this.#hasAnchors = hasAnchors;
  }

  slot(slot: Slot, desired: Value, context: Context): void {
    const { node } = slot;
    if (node.anchor !== undefined) this.#anchored.set(node, desired);
    if (node.kind === 'alias') {
      const group: Edit[] = [];
      this.edits.push(group);
      this.#aliases.push({ slot, node, desired, context, group });
      return;
    }
    const current = valueOf(node);
    if (current === desired && !this.#hasAnchors) return;
    if (node.kind === 'mapping' && isMap(desired) && this.#mapping(node, desired, context)) return;
    if (node.kind === 'sequence' && isList(desired) && this.#sequence(node, desired, context)) return;
    if (!sameValue(current, desired)) this.edits.push(this.#rewrite(slot, desired, context));
  }

  /** Aliases come last: each stays where what it stands for will be what it should be, and is written out elsewhere. */
  aliases(): void {
    for (const { slot, node, desired, context, group } of this.#aliases) {
      const target = resolveAlias(node);
      const becomes = this.#anchored.get(target);
      if (becomes === undefined || !sameValue(becomes, desired)) group.push(...this.#rewrite(slot, desired, context));
    }
  }

  /** False where the node cannot be edited in parts. */
  #mapping(node: MappingNode, desired: ValueMap, context: Context): boolean {
    if (node.rigid) return false;
    const wanted = this.#withoutInherited(node, desired);
    if (wanted === undefined) return false;
    const keep = node.entries.map((entry) => entry.merges || wanted[entry.name] !== undefined);
    if (!keep.includes(true)) return !isFilled(desired) && node.entries.length === 0;

    const here = this.#contextIn(node, context);
    for (const entry of node.entries) {
      const value = wanted[entry.name];
      if (value !== undefined && !entry.merges) this.slot(entrySlot(node, entry), value, here);
    }
    const added = groupByPredecessor(Object.keys(wanted), (name) => {
      const index = node.entries.findLastIndex((entry) => entry.name === name);
      return index === -1 ? undefined : index;
    });
    const flow = this.#flowLayout(node, here);
    const insertAfter = mapValues(added, (names) =>
      names.map((name) =>
        flow
          ? renderFlowEntry(name, wanted[name] ?? null, flow.column, flow.style)
          : renderEntry(name, wanted[name] ?? null, node.column, here.block),
      ),
    );
    this.#editParts({ parts: node.entries, keep, insertAfter }, node.column, flow);
    return true;
  }

  /**
   * What the mapping must say itself: `desired` less what its merge keys give. Undefined where a merge key gives
   * what must not be there, so that the mapping has to be written out without it.
   */
  #withoutInherited(node: MappingNode, desired: ValueMap): ValueMap | undefined {
    const sources = node.entries.filter((entry) => entry.merges).flatMap((entry) => mergeSources(entry));
    if (sources.length === 0) return desired;
    const targets = sources.map(resolveAlias);
    const inherited = mapOf(inheritedPairs(targets.map((target) => this.#anchored.get(target) ?? valueOf(target))));
    if (Object.keys(inherited).some((name) => desired[name] === undefined)) return undefined;
    const own = new Set(node.entries.filter((entry) => !entry.merges).map((entry) => entry.name));
    return mapOf(
      Object.entries(desired).filter(([name, value]) => {
        const given = inherited[name];
        return own.has(name) || given === undefined || !sameValue(given, value);
      }),
    );
  }

  /** False where nothing of the list would stay. */
  #sequence(node: SequenceNode, desired: readonly Value[], context: Context): boolean {
    const current = valueOf(node) as readonly Value[];
    const alignment = align(current, desired);
    const kept = new Set(alignment);
    const keep = node.items.map((_, index) => kept.has(index));
    if (!keep.includes(true)) return !isFilled(desired) && node.items.length === 0;

    const here = this.#contextIn(node, context);
    for (const [index, from] of alignment.entries()) {
      const item = from === undefined ? undefined : node.items[from];
      if (item) this.slot(itemSlot(node, item), desired[index] ?? null, here);
    }
    const added = groupByPredecessor([...desired.keys()], (index) => alignment[index]);
    const flow = this.#flowLayout(node, here);
    const indicator = this.#indicator(node);
    const insertAfter = mapValues(added, (indices) =>
      indices.map((index) =>
        flow
          ? renderFlow(desired[index] ?? null, flow.column, flow.style)
          : renderItem(desired[index] ?? null, node.column, indicator, here.block),
      ),
    );
    this.#editParts({ parts: node.items, keep, insertAfter }, node.column, flow);
    return true;
  }

  #editParts(change: CollectionChange, column: number, flow: FlowLayout | undefined): void {
    const edits = flow ? flowEdits(change, flow.separator) : blockEdits(this.#bytes, change, column);
    this.edits.push(edits.map((edit) => this.#broken(edit)));
  }

  /** The dash of a sequence's first item with the spaces behind it. */
  #indicator(node: SequenceNode): string {
    const first = node.items[0];
    if (first === undefined || lineEnd(this.#bytes, first.start) < first.value.start) return '- ';
    const width = first.value.propertiesStart - first.start;
    return isBlank(this.#bytes, first.start + 1, first.value.propertiesStart) && width > 1 ? '-'.padEnd(width) : '- ';
  }

  /** How the parts of a flow collection are set; undefined for block style. */
  #flowLayout(node: MappingNode | SequenceNode, context: Context): FlowLayout | undefined {
    if (node.style === 'block') return undefined;
    const column = this.#columnOfLines(node);
    if (column !== undefined) return { style: context.flow, separator: `,\n${' '.repeat(column)}`, column };
    return { style: context.flow, separator: context.flow.spaced ? ', ' : ',', column: 0 };
  }

  /** Column of the parts of a flow collection that has them on lines of their own. */
  #columnOfLines(node: MappingNode | SequenceNode): number | undefined {
    const first = partsOf(node)[0];
    return first && lineStart(this.#bytes, first.start) > node.start ? columnAt(this.#bytes, first.start) : undefined;
  }

  /** The style of what is below a node, as far as its own children show it. */
  #contextIn(node: MappingNode | SequenceNode, context: Context): Context {
    if (node.style === 'flow') return { ...context, flow: this.#flowStyleIn(node, context.flow) };
    if (node.kind === 'sequence') return context;
    let { step, sequenceOffset } = context.block;
    const values = node.entries.map((entry) => entry.value);
    const mapping = values.find((value) => value.kind === 'mapping' && value.style === 'block');
    const sequence = values.find((value) => value.kind === 'sequence' && value.style === 'block');
    if (mapping?.kind === 'mapping') step = Math.max(mapping.column - node.column, 1);
    if (sequence?.kind === 'sequence') sequenceOffset = Math.max(sequence.column - node.column, 0);
    return { ...context, block: { ...context.block, step, sequenceOffset } };
  }

  #flowStyleIn(node: MappingNode | SequenceNode, inherited: FlowStyle): FlowStyle {
    const json = node.kind === 'mapping' && node.entries.length > 0 ? isJson(node) : inherited.json;
    const column = this.#columnOfLines(node);
    if (column === undefined) return { json, spaced: this.#isSpaced(node) ?? inherited.spaced, step: undefined };
    const line = lineStart(this.#bytes, node.start);
    const step = Math.max(column - (skipBlanks(this.#bytes, line) - line), 1);
    return { json, spaced: true, step: json ? step : undefined };
  }

  /** Whether spaces follow `,` and `:` in a collection on one line; undefined where it has neither. */
  #isSpaced(node: MappingNode | SequenceNode): boolean | undefined {
    const [first, second] = partsOf(node);
    if (first && second) return this.#bytes.subarray(first.end, second.start).includes(0x20);
    const entry = node.kind === 'mapping' ? node.entries[0] : undefined;
    return entry?.afterColon === undefined ? undefined : entry.value.start > entry.afterColon;
  }

  /** Puts a new value in the place of an old one. */
  #rewrite(slot: Slot, desired: Value, context: Context): Edit[] {
    const edits =
      slot.in === 'flow' || (slot.in === 'document' && isFlow(slot.node))
        ? [this.#rewriteInFlow(slot, desired, context)]
        : isFilled(desired)
          ? this.#rewriteAsBlock(slot, desired, context)
          : [this.#rewriteAsLeaf(slot, desired, context)];
    return edits.map((edit) => this.#broken(edit));
  }

  #rewriteInFlow({ node, after }: Slot, desired: Value, { flow }: Context): Edit {
    const lead = after === undefined ? ': ' : node.propertiesStart === node.end ? ' ' : '';
    const line = lineStart(this.#bytes, node.start);
    const text = renderFlow(desired, skipBlanks(this.#bytes, line) - line, flow);
    return { start: node.propertiesStart, end: node.end, text: lead + anchorOf(node) + text };
  }

  /** A scalar or an empty collection; a comment on the line of the old value stays behind the new one. */
  #rewriteAsLeaf(slot: Slot, desired: Value, context: Context): Edit {
    const { node } = slot;
    const { start, lead } = this.#placeOf(slot);
    const block = { ...context.block, literals: this.#endsLine(node.end) };
    const column = slot.column + (slot.in === 'block mapping' ? block.step : slot.in === 'block sequence' ? 2 : 0);
    return { start, end: node.end, text: lead + anchorOf(node) + renderLeaf(desired, column, block) };
  }

  #rewriteAsBlock(slot: Slot, desired: ValueMap | readonly Value[], context: Context): Edit[] {
    const { node } = slot;
    // A comment behind the old value must not end up in the last line of a literal.
    const block = { ...context.block, literals: this.#endsLine(node.end) };
    const anchor = anchorOf(node).trimEnd();
    if (slot.in === 'block mapping') {
      const after = slot.after ?? node.propertiesStart;
      const lead = anchor === '' ? '' : ` ${anchor}`;
      if (block.literals || lineEnd(this.#bytes, after) < node.end) {
        return [{ start: after, end: node.end, text: lead + renderBelow(desired, slot.column, block) }];
      }
      // `env: [] # comment`: the comment stays on the key's line, the collection goes below it.
      const place = lineEnd(this.#bytes, node.end);
      const below = renderBelow(desired, slot.column, { ...block, literals: true });
      return [
        { start: after, end: node.end, text: lead },
        { start: place, end: place, text: below },
      ];
    }
    const { start, lead } = this.#placeOf(slot);
    const column = slot.in === 'document' ? slot.column : lead === '' ? columnAt(this.#bytes, start) : slot.column + 2;
    // After an anchor a collection in block style begins on the next line.
    const head = anchor === '' ? '' : `${anchor}\n${' '.repeat(column)}`;
    return [{ start, end: node.end, text: lead + head + renderBlock(desired, column, block) }];
  }

  /** Where new text for a slot begins: at the old value if that is on the indicator's line, otherwise at the indicator. */
  #placeOf({ node, after = node.propertiesStart, in: place }: Slot): { start: number; lead: string } {
    const start = isBlank(this.#bytes, after, node.propertiesStart) ? node.propertiesStart : after;
    return { start, lead: start === after && place !== 'document' ? ' ' : '' };
  }

  #endsLine(offset: number): boolean {
    return isBlank(this.#bytes, offset, lineEnd(this.#bytes, offset));
  }

  /** New text is made with LF and takes on the line break of the input here. */
  #broken(edit: Edit): Edit {
    if (this.#lineBreak === '\n' || !edit.text.includes('\n')) return edit;
    return { ...edit, text: edit.text.replaceAll('\n', this.#lineBreak) };
  }
}

interface FlowLayout {
  readonly style: FlowStyle;
  /** From the end of a part to the start of the next. */
  readonly separator: string;
  /** Column of the parts, for the further lines of new ones. */
  readonly column: number;
}

function partsOf(node: MappingNode | SequenceNode): readonly { readonly start: number; readonly end: number }[] {
  return node.kind === 'mapping' ? node.entries : node.items;
}

function entrySlot(node: MappingNode, entry: Entry): Slot {
  const place = node.style === 'flow' ? 'flow' : 'block mapping';
  return { in: place, node: entry.value, after: entry.afterColon, column: node.column };
}

function itemSlot(node: SequenceNode, item: SequenceItem): Slot {
  if (node.style === 'flow') return { in: 'flow', node: item.value, after: item.start, column: 0 };
  return { in: 'block sequence', node: item.value, after: item.start + 1, column: node.column };
}

function isFlow(node: SourceNode): boolean {
  return (node.kind === 'mapping' || node.kind === 'sequence') && node.style === 'flow';
}

function isJson(node: MappingNode): boolean {
  return node.entries.length > 0 && node.entries.every(({ key }) => key.kind === 'scalar' && key.style === 'double');
}

function anchorOf(node: SourceNode): string {
  return node.anchor === undefined ? '' : `&${node.anchor} `;
}

/** New things by the index of the part that comes before them (-1: none). A thing with an index is that part. */
function groupByPredecessor<T>(things: readonly T[], indexOf: (thing: T) => number | undefined): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  let before = -1;
  for (const thing of things) {
    const index = indexOf(thing);
    if (index !== undefined) {
      before = index;
      continue;
    }
    const group = groups.get(before);
    if (group) group.push(thing);
    else groups.set(before, [thing]);
  }
  return groups;
}

function mapValues<K, A, B>(map: ReadonlyMap<K, A>, change: (value: A) => B): Map<K, B> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
