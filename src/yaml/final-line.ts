/**
 * The end of an input whose last line has no line break. A block scalar there means something else than the same
 * scalar with a line break behind it: `key: |` and `  text` is "text" to Kubernetes (go-yaml), not "text\n".
 */
import type { Edit } from './edit.ts';
import { lineStart, previousLineEnd, skipBlanks } from './lines.ts';
import type { ScalarNode, SourceNode } from './source-node.ts';
import { isList, isMap, type Value } from './value.ts';
import { literalBlock } from './write-scalar.ts';

/** What the text ends in once it is edited: a node that stays, or a value that was written. */
export type FinalPart = { readonly node: SourceNode } | { readonly value: Value };

/** The further edits that keep block scalars at the end of the input what they are. */
export function finalLineEdits(bytes: Buffer, root: SourceNode, edits: readonly Edit[], final: FinalPart): Edit[] {
  const end = bytes.length;
  if (bytes[end - 1] === LINE_FEED || !edits.some((edit) => edit.end === end)) return [];
  const last = lastLeaf(root);
  const stays = !edits.some((edit) => edit.start <= last.start && edit.end > last.start);
  // Where something is written behind what was the last line, its scalar must not get the line break.
  const followed = edits.some((edit) => edit.start === end);
  return [
    ...(stays && followed && isBlockScalar(last) ? withoutLineBreak(bytes, last) : []),
    ...(needsLineBreak(final) ? [{ start: end, end, text: '\n' }] : []),
  ];
}

const [LINE_FEED, PLUS, MINUS] = [0x0a, 0x2b, 0x2d];

/** Whether a text ends in a block scalar that takes in every blank line that follows it (`|+`). */
export function keepsBlankLines(bytes: Buffer, final: FinalPart | undefined): boolean {
  if (final === undefined || 'value' in final) return false;
  const last = lastLeaf(final.node);
  return isBlockScalar(last) && bytes[chompingAt(bytes, last)] === PLUS;
}

/** Whether a text ends in a block scalar, or may, which would take in a comment below it that is indented as deep. */
export function takesCommentsIn(final: FinalPart | undefined): boolean {
  if (final === undefined) return false;
  return 'value' in final ? lastText(final.value).includes('\n') : isBlockScalar(lastLeaf(final.node));
}

/**
 * The edit that keeps a line break behind the input out of a block scalar at its end: the chomping indicator `-`. One
 * that keeps blank lines would take in a last line of spaces, which goes instead.
 */
function withoutLineBreak(bytes: Buffer, node: ScalarNode): Edit[] {
  const at = chompingAt(bytes, node);
  const end = bytes.length;
  if (bytes[at] === PLUS && node.text.endsWith('\n')) {
    const line = lineStart(bytes, end);
    const start = previousLineEnd(bytes, line);
    return node.end >= start && skipBlanks(bytes, line) >= end ? [{ start, end, text: '' }] : [];
  }
  if (node.end < end || bytes[at] === MINUS) return [];
  return [{ start: at, end: bytes[at] === PLUS ? at + 1 : at, text: '-' }];
}

/** Where the chomping indicator of a block scalar is or would be; it may come before or after the one of indentation. */
function chompingAt(bytes: Buffer, { start }: SourceNode): number {
  let at = start + 1;
  while (isDigit(bytes[at])) at++;
  return at;
}

function needsLineBreak(final: FinalPart): boolean {
  if ('value' in final) {
    const text = lastText(final.value);
    return text.endsWith('\n') && literalBlock(text, 1) !== undefined;
  }
  const last = lastLeaf(final.node);
  return isBlockScalar(last) && last.text.endsWith('\n');
}

function lastText(value: Value): string {
  const last = isList(value) ? value.at(-1) : isMap(value) ? Object.values(value).at(-1) : undefined;
  return last === undefined ? (typeof value === 'string' ? value : '') : lastText(last);
}

function lastLeaf(node: SourceNode): SourceNode {
  const last = node.kind === 'mapping' ? node.entries.at(-1) : node.kind === 'sequence' ? node.items.at(-1) : undefined;
  return last ? lastLeaf(last.value) : node;
}

function isBlockScalar(node: SourceNode): node is ScalarNode {
  return node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded');
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
