/** What the parts of the scan share: the place in the text, the way over line breaks, and what is found on it. */
import { breakLength, isCommonBreak } from './go-breaks.ts';
import { GoNesting } from './go-nesting.ts';

const [TAB, CR, SPACE, HASH, DASH, DOT] = [0x09, 0x0d, 0x20, 0x23, 0x2d, 0x2e];

export interface OutdentedLine {
  /** Where the line starts. */
  readonly offset: number;
  /** How many spaces it lacks. */
  readonly lacks: number;
}

export class GoCursor {
  readonly bytes: Buffer;
  readonly end: number;
  readonly nesting = new GoNesting();
  readonly outdented: OutdentedLine[] = [];
  /** The next byte to look at. */
  at: number;
  /** Where the line of `at` starts. */
  line: number;
  /** Whether the text ended inside of quotes. */
  inQuotes = false;
  uncommonBreak: number | undefined;

  constructor(bytes: Buffer, start: number, line: number) {
    this.bytes = bytes;
    this.end = bytes.length;
    this.at = start;
    this.line = line;
  }

  get column(): number {
    return this.at - this.line;
  }

  isBlankOrEnd(at: number): boolean {
    const byte = this.bytes[at];
    return byte === undefined || byte === SPACE || byte === TAB || breakLength(this.bytes, at) > 0;
  }

  /** Whether `---` or `...` is next, alone at the start of a line. */
  isMarker(): boolean {
    const { bytes, at } = this;
    const byte = bytes[at];
    if (at !== this.line || (byte !== DASH && byte !== DOT)) return false;
    return bytes[at + 1] === byte && bytes[at + 2] === byte && this.isBlankOrEnd(at + 3);
  }

  skipBlanks(): void {
    while (this.bytes[this.at] === SPACE || this.bytes[this.at] === TAB) this.at++;
  }

  /** To the line break that ends the line. */
  skipLine(): void {
    while (this.at < this.end && breakLength(this.bytes, this.at) === 0) this.at++;
  }

  /** Past the line break that is next, if any; not in quotes. */
  skipBreak(endsComment = false): boolean {
    const { bytes, at } = this;
    const length = breakLength(bytes, at);
    if (length === 0) return false;
    this.at = this.line = at + length;
    if (isCommonBreak(bytes, at, length)) {
      if (this.nesting.inFlow) this.noteIndentation(true);
    } else if (!endsComment || bytes[at] === CR || !this.#isCommentOrBlank()) this.stop(at);
    return true;
  }

  /** Looks no further than a line break that readers do not agree on. */
  stop(uncommonBreak: number): void {
    this.uncommonBreak = uncommonBreak;
    this.at = this.end;
  }

  /** Takes down the line that starts here, inside of quotes or brackets, where it is indented too little. */
  noteIndentation(hasComments: boolean): void {
    const { bytes } = this;
    let at = this.line;
    while (bytes[at] === SPACE) at++;
    const lacks = this.nesting.column + 1 - (at - this.line);
    if (lacks <= 0 || at >= this.end || breakLength(bytes, at) > 0 || (hasComments && bytes[at] === HASH)) return;
    if (!this.isMarker()) this.outdented.push({ offset: this.line, lacks });
  }

  /** Whether what is next up to the line break is a comment or nothing: no tab either, which begins no line. */
  #isCommentOrBlank(): boolean {
    let at = this.at;
    while (this.bytes[at] === SPACE) at++;
    return this.bytes[at] === HASH || at >= this.end || breakLength(this.bytes, at) > 0;
  }
}
