/**
 * From a tree and the value that it should have, the smallest edits that make it so. Reading the edited text gives
 * exactly that value; every byte outside the edits stays.
 */
import { align, type ItemIdentity } from './align.ts';
import { blockEdits, flowEdits, type CollectionChange } from './collection-edits.ts';
import type { Edit } from './edit.ts';
import { finalLineEdits, type FinalPart } from './final-line.ts';
import { lineBreakAt } from './lines.ts';
import { inheritance, withoutGiven } from './merge-keys.ts';
import { addTo } from './multi-map.ts';
import { inQuotesOf } from './quotes.ts';
import { isFilled, renderEntry, renderFlow, renderFlowEntry, renderItem } from './render.ts';
import { renameKey, renamings } from './rename-key.ts';
import { documentSlot, entrySlot, itemSlot, keySlot, replaceEntry, replaceValue, type Slot } from './replace-value.ts';
import {
  resolveAlias,
  valueOf,
  type AliasNode,
  type Entry,
  type MappingNode,
  type SequenceNode,
  type SourceNode,
} from './source-node.ts';
import { DEFAULT_STYLE, indicatorOf, marginOfParts, separatorIn, styleIn, type Style } from './surrounding-style.ts';
import { isList, isMap, sameValue, type Value, type ValueMap } from './value.ts';

/**
 * `hasAnchors`: whether an alias or anchor occurs in the tree, so that an edit in one place may be seen in another.
 * `identity` tells the items of lists apart: those in both keep their text.
 */
export function reconcile(
  bytes: Buffer,
  root: SourceNode,
  desired: Value,
  hasAnchors: boolean,
  identity: ItemIdentity,
): Edit[] {
  const walk = new Walk(bytes, hasAnchors, identity);
  walk.slot(documentSlot(bytes, root), desired, DEFAULT_STYLE);
  walk.aliases();
  const edits = walk.edits.flat();
  return withLineBreak(lineBreakAt(bytes, root.start), [
    ...edits,
    ...finalLineEdits(bytes, root, edits, walk.final ?? { node: root }),
  ]);
}

/** New text is made with LF and takes on the line break of what is edited. */
function withLineBreak(lineBreak: string, edits: Edit[]): Edit[] {
  if (lineBreak === '\n') return edits;
  return edits.map((edit) => ({ ...edit, text: edit.text.replaceAll('\n', '\r\n') }));
}

class Walk {
  /**
   * In groups, since the place of an alias's edits in the list is kept free until its target is known: at one offset
   * what is inside comes before what follows.
   */
  readonly edits: Edit[][] = [];
  /** What was visited last is what the text ends in, since the walk goes through it in order. */
  final: FinalPart | undefined;
  readonly #bytes: Buffer;
  readonly #hasAnchors: boolean;
  readonly #identity: ItemIdentity;
  /** Anchored nodes that keep their anchor, each with the value that it will have. */
  readonly #anchored = new Map<SourceNode, Value>();
  readonly #aliases: { slot: Slot; node: AliasNode; desired: Value; style: Style; group: Edit[] }[] = [];

  constructor(bytes: Buffer, hasAnchors: boolean, identity: ItemIdentity) {
    this.#bytes = bytes;
    this.#hasAnchors = hasAnchors;
    this.#identity = identity;
  }

  slot(slot: Slot, desired: Value, style: Style): void {
    const { node } = slot;
    this.final = { node };
    if (node.anchor !== undefined) this.#anchored.set(node, desired);
    if (node.kind === 'alias') {
      const group: Edit[] = [];
      this.edits.push(group);
      this.#aliases.push({ slot, node, desired, style, group });
      return;
    }
    if (valueOf(node) === desired && !this.#hasAnchors) return;
    if (this.#editInside(node, desired, style)) return;
    const quoted = inQuotesOf(node, desired);
    if (quoted !== undefined) {
      this.edits.push([{ start: node.start, end: node.end, text: quoted }]);
      return;
    }
    this.edits.push(replaceValue(this.#bytes, slot, desired, style));
    this.final = { value: desired };
  }

  /** False where the node has to be replaced as a whole. */
  #editInside(node: SourceNode, desired: Value, style: Style): boolean {
    if (node.kind === 'mapping' && isMap(desired)) return this.#mapping(node, desired, style);
    if (node.kind === 'sequence' && isList(desired)) return this.#sequence(node, desired, style);
    return sameValue(valueOf(node), desired);
  }

  /** Aliases come last: each stays where what it stands for will be what it should be, and is written out elsewhere. */
  aliases(): void {
    for (const { slot, node, desired, style, group } of this.#aliases) {
      const becomes = this.#anchored.get(resolveAlias(node));
      if (becomes === undefined || !sameValue(becomes, desired)) {
        for (const edit of replaceValue(this.#bytes, slot, desired, style)) group.push(edit);
        if (this.final && 'node' in this.final && this.final.node === node) this.final = { value: desired };
      }
    }
  }

  #mapping(node: MappingNode, desired: ValueMap, style: Style): boolean {
    if (node.rigid && !sameValue(valueOf(node), desired)) return false;
    const inherits = inheritance(node, desired, (anchored) => this.#anchored.get(anchored));
    const wanted = withoutGiven(node, desired, inherits);
    const renamed = renamings(node, wanted);
    const nameOfEntry = (entry: Entry): string => renamed.get(entry) ?? entry.name;
    const keep = node.entries.map((entry) => {
      if (!entry.merges) return wanted[nameOfEntry(entry)] !== undefined;
      return entry === inherits.writtenOut || inherits.values.has(entry);
    });
    if (!keep.includes(true)) return !isFilled(desired) && node.entries.length === 0;

    const here = styleIn(this.#bytes, node, style);
    const inEffect = new Map<string | undefined, number>();
    for (const [index, entry] of node.entries.entries()) {
      if (keep[index]) inEffect.set(entry.merges ? undefined : nameOfEntry(entry), index);
    }
    const endsIn: (FinalPart | undefined)[] = [];
    for (const [index, entry] of node.entries.entries()) {
      if (!keep[index]) continue;
      if (renamed.has(entry)) this.edits.push([renameKey(entry, nameOfEntry(entry), node.style)]);
      else if (this.#hasAnchors) this.slot(keySlot(entry), valueOf(entry.key), here);
      if (entry === inherits.writtenOut) {
        this.edits.push(replaceEntry(this.#bytes, node, entry, inherits.given, here));
        this.final = { value: inherits.given };
      } else {
        // Of duplicate keys only the last one counts.
        const isInEffect = inEffect.get(nameOfEntry(entry)) === index;
        const value = entry.merges ? inherits.values.get(entry) : isInEffect ? wanted[nameOfEntry(entry)] : undefined;
        this.slot(entrySlot(node, entry), value === undefined ? valueOf(entry.value) : value, here);
      }
      endsIn[index] = this.final;
    }
    // Behind the merge keys: to go-yaml v2 a merge key overrides what comes before it.
    const added = groupByPredecessor(Object.keys(wanted), (name) => inEffect.get(name), inEffect.get(undefined));
    if (added.size === 0 && !keep.includes(false)) return true;
    const margin = marginOfParts(this.#bytes, node);
    const texts = mapValues(added, (names) =>
      names.map((name) => {
        const value = wanted[name] ?? null;
        return node.style === 'flow'
          ? renderFlowEntry(name, value, margin ?? '', here.flow)
          : renderEntry(name, value, node.column, here.block);
      }),
    );
    this.#editParts(node, { parts: node.entries, keep, insertAfter: texts, endsIn }, here);
    const last = added.get(keep.lastIndexOf(true))?.at(-1);
    if (last !== undefined) this.final = { value: wanted[last] ?? null };
    return true;
  }

  #sequence(node: SequenceNode, desired: readonly Value[], style: Style): boolean {
    const alignment = align(valueOf(node) as readonly Value[], desired, this.#identity);
    const kept = new Set(alignment);
    const keep = node.items.map((_, index) => kept.has(index));
    if (!keep.includes(true)) return !isFilled(desired) && node.items.length === 0;

    const here = styleIn(this.#bytes, node, style);
    const endsIn: (FinalPart | undefined)[] = [];
    for (const [index, from] of alignment.entries()) {
      const item = from === undefined ? undefined : node.items[from];
      if (from === undefined || item === undefined) continue;
      this.slot(itemSlot(node, item), desired[index] ?? null, here);
      endsIn[from] = this.final;
    }
    const added = groupByPredecessor([...desired.keys()], (index) => alignment[index]);
    if (added.size === 0 && !keep.includes(false)) return true;
    const margin = marginOfParts(this.#bytes, node);
    const indicator = indicatorOf(this.#bytes, node);
    const texts = mapValues(added, (indices) =>
      indices.map((index) => {
        const value = desired[index] ?? null;
        return node.style === 'flow'
          ? renderFlow(value, margin ?? '', here.flow)
          : renderItem(value, node.column, indicator, here.block);
      }),
    );
    this.#editParts(node, { parts: node.items, keep, insertAfter: texts, endsIn }, here);
    const last = added.get(keep.lastIndexOf(true))?.at(-1);
    if (last !== undefined) this.final = { value: desired[last] ?? null };
    return true;
  }

  #editParts(node: MappingNode | SequenceNode, change: CollectionChange, { flow }: Style): void {
    if (node.style === 'block') {
      this.edits.push(blockEdits(this.#bytes, change, node.column));
      return;
    }
    this.edits.push(flowEdits(this.#bytes, change, separatorIn(this.#bytes, node, flow)));
  }
}

/**
 * New things by the index of the part that comes before them (-1: none), none before `earliest`. A thing with an
 * index is that part.
 */
function groupByPredecessor<T>(
  things: readonly T[],
  indexOf: (thing: T) => number | undefined,
  earliest = -1,
): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  let before = earliest;
  for (const thing of things) {
    const index = indexOf(thing);
    if (index !== undefined) {
      before = Math.max(index, earliest);
      continue;
    }
    addTo(groups, before, thing);
  }
  return groups;
}

function mapValues<K, A, B>(map: ReadonlyMap<K, A>, change: (value: A) => B): Map<K, B> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
