/** From a byte offset to what a person looks for in an editor. */

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
}

const LINE_FEED = 0x0a;

/**
 * The positions of offsets in a text. It goes on from the last one that it was asked for, so that thousands of messages
 * about a text, in its order, take no longer than going through it once.
 */
export class Positions {
  readonly bytes: Buffer;
  #offset = 0;
  #line = 1;
  #column = 1;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Where a byte offset is. */
  at(offset: number): Position {
    if (offset < this.#offset) [this.#offset, this.#line, this.#column] = [0, 1, 1];
    const between = this.bytes.subarray(this.#offset, offset);
    let from = 0;
    for (let feed = between.indexOf(LINE_FEED); feed !== -1; feed = between.indexOf(LINE_FEED, from)) {
      from = feed + 1;
      this.#line++;
      this.#column = 1;
    }
    for (const byte of between.subarray(from)) if (isFirstOfCharacter(byte)) this.#column++;
    this.#offset = offset;
    return { line: this.#line, column: this.#column };
  }
}

/** Where a byte offset of a text is. */
export function positionAt(bytes: Buffer, offset: number): Position {
  return new Positions(bytes).at(offset);
}

/** In UTF-8 the further bytes of a character are those from 0x80 to 0xbf. */
function isFirstOfCharacter(byte: number): boolean {
  return byte < 0x80 || byte > 0xbf;
}
