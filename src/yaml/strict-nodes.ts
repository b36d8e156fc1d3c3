/** The collections of the strict reader: without anchors and tags, each made in one place, so that all have one shape. */
import type { Entry, MappingNode, SequenceItem, SequenceNode } from './source-node.ts';

/** YAML allows an implicit key 1024 characters; nobody comes near. */
export const LONGEST_KEY = 1000;

export function mappingNode(
  style: MappingNode['style'],
  start: number,
  end: number,
  column: number,
  entries: readonly Entry[],
): MappingNode {
  const [rigid, memo] = [false, undefined];
  return {
    kind: 'mapping',
    start,
    end,
    propertiesStart: start,
    anchor: undefined,
    style,
    column,
    entries,
    rigid,
    memo,
  };
}

export function sequenceNode(
  style: SequenceNode['style'],
  start: number,
  end: number,
  column: number,
  items: readonly SequenceItem[],
): SequenceNode {
  const [rigid, memo] = [false, undefined];
  return { kind: 'sequence', start, end, propertiesStart: start, anchor: undefined, style, column, items, rigid, memo };
}
