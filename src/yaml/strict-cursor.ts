/**
 * What the strict reader's parts share: the place in the slice that is read, the way to the next line with content, and
 * how they give up. Reads bytes; a text is decoded once and cut.
 */
import { isAscii } from 'node:buffer';
import { hasUncommonBreak } from './go-breaks.ts';
import type { Slice } from './read-with-yaml.ts';
import { MOST_LEVELS } from './source-node.ts';

export const [LF, CR, TAB, SPACE, HASH, DASH, COLON, COMMA] = [0x0a, 0x0d, 0x09, 0x20, 0x23, 0x2d, 0x3a, 0x2c];

/** Thrown, one and the same each time, where the strict reader is not sure what a text means. */
export const DOUBT = new Error('left to the complete reader');

export class StrictCursor {
  readonly bytes: Buffer;
  readonly end: number;
  /** The next byte to read. */
  at: number;
  /** Where the line of `at` starts, for columns. */
  line: number;
  /** Column of the content at `at` while a node begins there; -1 where there is none any more. */
  column = -1;
  readonly #start: number;
  readonly #dash: number;
  /** The slice as one string to cut from; undefined where characters and bytes are not the same. */
  readonly #text: string | undefined;
  #depth = 0;

  /** @throws DOUBT where a line break is none to all readers. */
  constructor(bytes: Buffer, { end, dash }: Slice, start: number) {
    this.bytes = bytes;
    this.end = end;
    this.at = start;
    this.line = start;
    this.#start = start;
    this.#dash = dash ?? -1;
    const slice = bytes.subarray(start, end);
    if (hasUncommonBreak(slice)) throw DOUBT;
    this.#text = isAscii(slice) ? slice.toString('latin1') : undefined;
  }

  textOf(from: number, to: number): string {
    return this.#text?.slice(from - this.#start, to - this.#start) ?? this.bytes.toString('utf8', from, to);
  }

  /** Whether a space, a line break or the end is at an offset: what makes an indicator of a `-` or `:` before it. */
  isBlankAt(offset: number): boolean {
    if (offset >= this.end) return true;
    const byte = this.bytes[offset];
    return byte === SPACE || byte === LF || byte === CR;
  }

  /** Whether content at `at` begins with a dash that is an indicator. */
  isDash(): boolean {
    return this.bytes[this.at] === DASH && this.isBlankAt(this.at + 1);
  }

  /** Offset of the first byte from `at` on that is no space, at most the end. */
  skipSpaces(): number {
    const { bytes, end } = this;
    let at = this.at;
    while (at < end && bytes[at] === SPACE) at++;
    return at;
  }

  /** Whether only a comment, if anything, follows on the line. */
  endsLine(): boolean {
    const at = this.skipSpaces();
    if (at >= this.end) return true;
    const byte = this.bytes[at];
    return byte === LF || byte === CR || (byte === HASH && at > this.at);
  }

  /** From the end of a node, after which there is nothing but a comment on its line, to the next content. */
  toNextContent(): void {
    if (!this.endsLine()) throw DOUBT;
    this.toContent(this.nextLine(this.at));
  }

  nextLine(offset: number): number {
    const { bytes, end } = this;
    let at = offset;
    while (at < end && bytes[at] !== LF) at++;
    return at < end ? at + 1 : end;
  }

  /** From the start of a line to the next content: past blank lines and comments. */
  toContent(line: number): void {
    const { bytes, end } = this;
    let from = line;
    while (from < end) {
      let at = from;
      while (at < end && (bytes[at] === SPACE || at === this.#dash)) at++;
      if (at >= end) break;
      const byte = bytes[at];
      if (byte !== LF && byte !== CR && byte !== HASH) {
        this.at = at;
        this.line = from;
        this.column = at - from;
        return;
      }
      from = this.nextLine(at);
    }
    this.at = end;
    this.column = -1;
  }

  /** Goes one level down. */
  enter(): void {
    if (++this.#depth > MOST_LEVELS) throw DOUBT;
  }

  leave(): void {
    this.#depth--;
  }
}
