/** What the text around a place shows of its style, for new text to follow. */
import { endsLine, isBelow, marginAt } from './lines.ts';
import type { BlockStyle, FlowStyle } from './render.ts';
import type { MappingNode, SequenceNode, SourceNode } from './source-node.ts';

/** Style that is handed down from a node to what is below it. */
export interface Style {
  readonly block: BlockStyle;
  readonly flow: FlowStyle;
}

export const DEFAULT_STYLE: Style = {
  block: { step: 2, sequenceOffset: 0, literals: true },
  flow: { json: false, spaced: true, indentation: undefined },
};

/** The style of what is below a node: what its own children show, otherwise what was handed down to it. */
export function styleIn(bytes: Buffer, node: MappingNode | SequenceNode, style: Style): Style {
  if (node.style === 'flow') return { ...style, flow: flowStyleIn(bytes, node, style.flow) };
  if (node.kind === 'sequence') return style;
  let { step, sequenceOffset } = style.block;
  const mapping = blockColumn(node, 'mapping');
  const sequence = blockColumn(node, 'sequence');
  if (mapping !== undefined) step = Math.max(mapping - node.column, 1);
  if (sequence !== undefined) sequenceOffset = Math.max(sequence - node.column, 0);
  if (step === style.block.step && sequenceOffset === style.block.sequenceOffset) return style;
  return { ...style, block: { ...style.block, step, sequenceOffset } };
}

/** Column of the first block collection of a kind among the values of a mapping. */
function blockColumn({ entries }: MappingNode, kind: 'mapping' | 'sequence'): number | undefined {
  for (const { value } of entries) if (value.kind === kind && value.style === 'block') return value.column;
  return undefined;
}

/** What the lines of the parts of a flow collection begin with; undefined where they are not on lines of their own. */
export function marginOfParts(bytes: Buffer, node: MappingNode | SequenceNode): string | undefined {
  const first = partsOf(node)[0];
  return first && isBelow(bytes, node.start, first.start) ? marginAt(bytes, first.start) : undefined;
}

/** What stands between a comma and the next part of a flow collection: a line break and indentation, a space, or nothing. */
export function separatorIn(bytes: Buffer, node: MappingNode | SequenceNode, { spaced }: FlowStyle): string {
  const margin = marginOfParts(bytes, node);
  return margin === undefined ? (spaced ? ' ' : '') : `\n${margin}`;
}

/** The dash of a sequence's first item that has its value on the same line, with the spaces between the two. */
export function indicatorOf(bytes: Buffer, node: SequenceNode): string {
  const item = node.items.find(({ start }) => !endsLine(bytes, start + 1));
  const width = item ? item.value.propertiesStart - item.start : 0;
  return item && width > 1 && !isBelow(bytes, item.start, item.value.propertiesStart) ? '-'.padEnd(width) : '- ';
}

function flowStyleIn(bytes: Buffer, node: MappingNode | SequenceNode, inherited: FlowStyle): FlowStyle {
  const json = isJson(node) ?? inherited.json;
  const margin = marginOfParts(bytes, node);
  if (margin === undefined) return { json, spaced: isSpaced(bytes, node) ?? inherited.spaced, indentation: undefined };
  const outer = marginAt(bytes, node.start);
  const indentation = margin.length > outer.length ? margin.slice(outer.length) : '  ';
  return { json, spaced: true, indentation: json ? indentation : undefined };
}

/** Whether a flow collection is JSON, as far as its first parts show it: a key or string in double quotes. */
function isJson(node: MappingNode | SequenceNode): boolean | undefined {
  if (node.kind === 'mapping') {
    return node.entries.length === 0 ? undefined : node.entries.every(({ key }) => isDoubleQuoted(key));
  }
  const first = node.items[0]?.value;
  if (first === undefined || first.kind === 'alias') return undefined;
  if (first.kind !== 'scalar') return first.style === 'flow' ? isJson(first) : undefined;
  return typeof first.value === 'string' ? isDoubleQuoted(first) : undefined;
}

function isDoubleQuoted(node: SourceNode): boolean {
  return node.kind === 'scalar' && node.style === 'double';
}

/** Whether spaces follow `,` and `:` in a collection on one line; undefined where it has neither. */
function isSpaced(bytes: Buffer, node: MappingNode | SequenceNode): boolean | undefined {
  const [first, second] = partsOf(node);
  if (first && second) return bytes.subarray(first.end, second.start).includes(0x20);
  const entry = node.kind === 'mapping' ? node.entries[0] : undefined;
  return entry?.afterColon === undefined ? undefined : entry.value.propertiesStart > entry.afterColon;
}

function partsOf(node: MappingNode | SequenceNode): readonly { readonly start: number; readonly end: number }[] {
  return node.kind === 'mapping' ? node.entries : node.items;
}
