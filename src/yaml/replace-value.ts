/** Putting a new value in the place of an old one that cannot be edited in parts, as edits of the text. */
import type { Edit } from './edit.ts';
import {
  columnAt,
  endsLine,
  endWithBlankLinesBelow,
  endWithCommentsBelow,
  isBelow,
  lineEnd,
  lineStart,
  marginAt,
  previousLineEnd,
  skipBlanks,
  startWithCommentsAbove,
} from './lines.ts';
import {
  isFilled,
  renderBelow,
  renderBlock,
  renderFlow,
  renderFlowEntry,
  renderLeaf,
  type BlockStyle,
  type FlowStyle,
} from './render.ts';
import type { Entry, MappingNode, SequenceItem, SequenceNode, SourceNode } from './source-node.ts';
import { marginOfParts, separatorIn, type Style } from './surrounding-style.ts';
import type { Value, ValueMap } from './value.ts';

/** A place that holds a value: after a key's colon, after a dash, in a flow collection, or the whole document. */
export interface Slot {
  readonly in: 'block mapping' | 'block sequence' | 'flow' | 'document';
  readonly node: SourceNode;
  /** Offset after the indicator; undefined for a flow key that has no colon. */
  readonly after: number | undefined;
  /** Column of the key or of the dash; of the content for a document. */
  readonly column: number;
}

export function documentSlot(bytes: Buffer, root: SourceNode): Slot {
  const column = isBlock(root) ? root.column : columnAt(bytes, root.propertiesStart);
  return { in: 'document', node: root, after: root.propertiesStart, column };
}

export function entrySlot(mapping: MappingNode, { value, afterColon }: Entry): Slot {
  const place = mapping.style === 'flow' ? 'flow' : 'block mapping';
  return { in: place, node: value, after: afterColon, column: mapping.column };
}

/** A key, which stays or is written anew where it is an alias. */
export function keySlot({ key }: Entry): Slot {
  return { in: 'flow', node: key, after: key.propertiesStart, column: 0 };
}

export function itemSlot(sequence: SequenceNode, { start, value }: SequenceItem): Slot {
  if (sequence.style === 'flow') return { in: 'flow', node: value, after: start, column: 0 };
  return { in: 'block sequence', node: value, after: start + 1, column: sequence.column };
}

/** The edits that replace a slot's value. Its anchor and the comment on its indicator's line stay; line breaks are LF. */
export function replaceValue(bytes: Buffer, slot: Slot, value: Value, style: Style): Edit[] {
  if (slot.in === 'flow' || (slot.in === 'document' && isFlow(slot.node))) {
    return [replaceInFlow(bytes, slot, value, style.flow)];
  }
  return isBelow(bytes, slot.after ?? slot.node.propertiesStart, slot.node.start)
    ? replaceBelow(bytes, slot, value, style)
    : replaceOnLine(bytes, slot, value, style);
}

/** The edits that put others in the place of an entry; the comment on its last line stays on that of the first of them. */
export function replaceEntry(
  bytes: Buffer,
  mapping: MappingNode,
  { start, end, value }: Entry,
  entries: ValueMap,
  style: Style,
): Edit[] {
  if (mapping.style === 'flow') {
    const margin = marginOfParts(bytes, mapping) ?? '';
    const parts = Object.entries(entries).map(([key, item]) => renderFlowEntry(key, item, margin, style.flow));
    return [{ start, end, text: parts.join(`,${separatorIn(bytes, mapping, style.flow)}`) }];
  }
  const { to, literals } = endOf(bytes, value, mapping.column);
  const text = renderBlock(entries, mapping.column, { ...style.block, literals });
  const place = lineEnd(bytes, end);
  const further = text.includes('\n') ? text.indexOf('\n') : text.length;
  return [
    { start, end, text: text.slice(0, further) },
    { start: place, end: Math.max(place, to), text: text.slice(further) },
  ].filter(isChange);
}

function replaceInFlow(bytes: Buffer, { node, after }: Slot, value: Value, style: FlowStyle): Edit {
  const lead = after === undefined ? ': ' : node.propertiesStart === node.end && after === node.end ? ' ' : '';
  const margin = style.indentation === undefined ? '' : marginAt(bytes, node.propertiesStart);
  return { start: node.propertiesStart, end: node.end, text: lead + anchorOf(node) + renderFlow(value, margin, style) };
}

/** The old value begins on the line of its indicator. */
function replaceOnLine(bytes: Buffer, slot: Slot, value: Value, style: Style): Edit[] {
  const { node, column } = slot;
  const after = slot.after ?? node.propertiesStart;
  const start = node.propertiesStart;
  const lead = start === after && slot.in !== 'document' ? ' ' : '';
  const { end, to, literals } = endOf(bytes, node, column);
  const onLine = { ...style.block, literals: literals && endsLine(bytes, end) };
  if (!isFilled(value)) {
    const leaf = renderLeaf(value, insideOf(slot, style), onLine);
    const isPlain = !/^["|[{]/.test(leaf);
    return [{ start, end: isPlain ? end : to, text: lead + anchorOf(node) + leaf }];
  }
  const anchor = anchorOf(node).trimEnd();
  if (slot.in === 'document' || (slot.in === 'block sequence' && anchor === '' && endsLine(bytes, end))) {
    const inside = slot.in === 'document' ? column : column + start - (after - 1) + lead.length;
    const head = anchor === '' ? '' : `${anchor}\n${' '.repeat(inside)}`;
    const body = renderBlock(value, inside, onLine);
    return [{ start, end: to, text: lead + head + body }];
  }
  // `env: [] # comment` stays on one line: kpt takes a comment on the key's line for one of the next key.
  if (node.end > start && !endsLine(bytes, end)) {
    return [{ start, end, text: lead + anchorOf(node) + renderFlow(value, '', style.flow) }];
  }
  // `env: # comment`: the comment stays on the key's line, the collection goes below it.
  const place = lineEnd(bytes, end);
  return [
    headEdit(bytes, { start: after, end, text: anchor === '' ? '' : ` ${anchor}` }),
    { start: place, end: Math.max(place, to), text: bodyOf(slot, value, { ...style.block, literals }) },
  ].filter(isChange);
}

/** The old value begins below the line of its indicator. */
function replaceBelow(bytes: Buffer, slot: Slot, value: Value, style: Style): Edit[] {
  const { node, column } = slot;
  const after = slot.after ?? node.propertiesStart;
  const firstLine = lineStart(bytes, node.start);
  const from = previousLineEnd(bytes, startWithCommentsAbove(bytes, firstLine, columnAt(bytes, node.start), after));
  const { end, to, literals } = endOf(bytes, node, column);
  const block = { ...style.block, literals: literals && endsLine(bytes, end) };
  const head = { start: after, end: Math.max(endOfProperties(bytes, slot), after) };
  const anchor = anchorOf(node).trimEnd();
  const lead = slot.in === 'document' ? '' : ' ';
  if (isFilled(value)) {
    const body = bodyOf(slot, value, block);
    return [
      headEdit(bytes, { ...head, text: anchor === '' ? '' : lead + anchor }),
      { start: from, end: to, text: body },
    ].filter(isChange);
  }
  const alone = from === lineEnd(bytes, after) && endsLine(bytes, head.end);
  const leaf = renderLeaf(value, insideOf(slot, style), { ...block, literals: alone && block.literals });
  return [
    { start: after, end: alone ? from : head.end, text: lead + anchorOf(node) + leaf },
    { start: from, end: to, text: '' },
  ];
}

/** The edit of what stays on the line of an indicator: no tab, which go-yaml does not read right behind some of them. */
function headEdit(bytes: Buffer, { start, end, text }: Edit): Edit {
  const blank = skipBlanks(bytes, end);
  if (!bytes.subarray(end, blank).includes(TAB)) return { start, end, text };
  return { start, end: blank, text: endsLine(bytes, end) ? text : `${text} ` };
}

const TAB = 0x09;

/** A collection in block style on the lines below the slot's indicator, in front of them a line break. */
function bodyOf(slot: Slot, value: Value, block: BlockStyle): string {
  if (!isFilled(value)) return '';
  if (slot.in === 'block mapping') return renderBelow(value, slot.column, block);
  const inside = slot.in === 'document' ? slot.column : isBlock(slot.node) ? slot.node.column : slot.column + 2;
  return `\n${' '.repeat(inside)}${renderBlock(value, inside, block)}`;
}

/** Column for the further lines of a scalar. */
function insideOf({ in: place, column }: Slot, { block }: Style): number {
  return place === 'block mapping' ? column + block.step : column + 2;
}

/**
 * Where the old text ends; with a block collection the comment behind its last line goes, too. `to` is behind the white
 * space behind it and below it that go-yaml reads only after a plain scalar. `literals` tells whether new text may end
 * in a literal, which takes in any comment and any white space that follows and is indented as deep.
 */
function endOf(bytes: Buffer, node: SourceNode, column: number): { end: number; to: number; literals: boolean } {
  const end = isBlock(node) ? lineEnd(bytes, node.end) : node.end;
  const blank = endWithBlankLinesBelow(bytes, end, Infinity);
  const literals = [endWithCommentsBelow, endWithBlankLinesBelow].every(
    (below) => below(bytes, blank, column) === blank,
  );
  return { end, to: endsLine(bytes, end) ? blank : end, literals };
}

/** Offset after the anchor and the tag that stand on the indicator's line, otherwise after the indicator. */
function endOfProperties(bytes: Buffer, { node, after = node.propertiesStart }: Slot): number {
  const line = bytes.toString('utf8', after, lineEnd(bytes, after));
  const properties = /^(?:[ \t]*[&!][^ \t]*)*/.exec(line)?.[0] ?? '';
  return after + Buffer.byteLength(properties);
}

function isFlow(node: SourceNode): boolean {
  return (node.kind === 'mapping' || node.kind === 'sequence') && node.style === 'flow';
}

function isBlock(node: SourceNode): node is (MappingNode | SequenceNode) & { readonly style: 'block' } {
  return (node.kind === 'mapping' || node.kind === 'sequence') && node.style === 'block';
}

function isChange({ start, end, text }: Edit): boolean {
  return end > start || text !== '';
}

function anchorOf(node: SourceNode): string {
  return node.anchor === undefined ? '' : `&${node.anchor} `;
}
