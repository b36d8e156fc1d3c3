/** From a byte offset to what a person looks for in an editor. */

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
}

const LINE_FEED = 0x0a;

/** Where a byte offset of the input is. */
export function positionAt(bytes: Buffer, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1 && at < offset; at = bytes.indexOf(LINE_FEED, at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: Array.from(bytes.toString('utf8', lineStart, offset)).length + 1 };
}
