/** Edits as data: what changes in the input, and the one place that carries it out. */

/** Replaces the bytes from `start` to `end` (exclusive) by `text`; an insertion has `start === end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The input with the edits carried out, as pieces to be written one after the other. Untouched ranges are views of
 * `bytes`, never copies. Edits come in any order; of several at one offset the insertions come first, in list order.
 *
 * @throws RangeError where two edits overlap: a bug of the caller, never of the input.
 */
export function applyEdits(bytes: Buffer, edits: readonly Edit[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const edit of sortEdits(edits)) {
    if (edit.start < from || edit.end < edit.start || edit.end > bytes.length) {
      throw new RangeError(`edit ${edit.start}-${edit.end} overlaps what is edited up to ${from} of ${bytes.length}`);
    }
    if (edit.start > from) pieces.push(bytes.subarray(from, edit.start));
    if (edit.text !== '') pieces.push(Buffer.from(edit.text));
    from = edit.end;
  }
  if (from < bytes.length) pieces.push(bytes.subarray(from));
  return pieces;
}

/** The edits in the order of the input. */
export function sortEdits(edits: readonly Edit[]): readonly Edit[] {
  return edits.toSorted((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));
}
