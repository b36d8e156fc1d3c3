/**
 * The complete reader: fills the tree from the nodes of the `yaml` package. Reads everything that YAML allows and
 * refuses what is invalid; used for whatever a faster reader does not vouch for.
 */
import { compose, type Shortfall } from './compose.ts';
import { loneReturn, uncommonBreak } from './go-breaks.ts';
import { goScan, type GoScan } from './go-scan.ts';
import { afterByteOrderMark } from './lines.ts';
import { type SourceNode } from './source-node.ts';
import { Refusal, TOO_DEEP, TreeBuilder } from './tree-builder.ts';

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

/**
 * Reads one slice of the input. An empty document has no root. Invalid YAML is a problem, and so is what YAML allows
 * but Kubernetes objects cannot hold: keys that are no scalars, an alias inside its own anchor, line breaks that
 * Kubernetes' tools do not read as others do, collections that are nested deeper than MOST_LEVELS.
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
    const builder = new TreeBuilder(text, byteOffset, slice.end === bytes.length);
    const root = builder.node(document.contents, tokens.find((token) => token.type === 'document')?.start ?? []);
    return { kind: 'tree', root, hasAnchors: builder.anchors.size > 0 };
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
