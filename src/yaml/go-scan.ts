/**
 * Goes over a text the way go-yaml's scanner does (scannerc.go of go.yaml.in/yaml v2.4 and v3.0), as far as it takes to
 * tell where quotes, brackets and lines begin and end. Kubernetes' tools read with it, and it differs from YAML 1.2: no
 * line inside of quotes or brackets needs to be indented, and there are more line breaks ({@link breakLength}).
 *
 * What it says of a text that go-yaml refuses is of no importance.
 */
import { GoCursor, type OutdentedLine } from './go-cursor.ts';
import { skipBlockScalar, skipPlain, skipQuoted } from './go-scalars.ts';
import { afterByteOrderMark } from './lines.ts';

export interface GoScan {
  /** Lines inside of quotes or brackets that are indented less than YAML 1.2 wants them to be. */
  readonly outdented: readonly OutdentedLine[];
  /** Whether the text ends inside of quotes. */
  readonly inQuotes: boolean;
  /** Whether it ends inside of brackets. */
  readonly inBrackets: boolean;
  /**
   * Offset of the first line break that only go-yaml takes for one, where that makes a difference: not in quotes, nor at
   * the end of a comment. Nothing behind it has been looked at.
   */
  readonly uncommonBreak: number | undefined;
  /** Offset of the first collection on a level too many. */
  readonly tooDeep: number | undefined;
}

const [DASH, COLON, COMMA, QUESTION, HASH, PERCENT] = [0x2d, 0x3a, 0x2c, 0x3f, 0x23, 0x25];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [DOUBLE_QUOTE, SINGLE_QUOTE, LITERAL, FOLDED] = [0x22, 0x27, 0x7c, 0x3e];
const [AMPERSAND, ASTERISK, EXCLAMATION] = [0x26, 0x2a, 0x21];

/** An implicit key may be this long, in characters: here bytes, but no key comes near. */
const LONGEST_KEY = 1024;

/** Scans a text to `end` from `start`, which is in the line that starts at `line`, where no collection is open yet. */
export function goScan(bytes: Buffer, start: number, end: number, line = start): GoScan {
  const cursor = new GoCursor(bytes.subarray(0, end), start, line);
  const scanner = new Scanner(cursor);
  while (scanner.toToken()) scanner.skipToken();
  const { outdented, inQuotes, nesting, uncommonBreak } = cursor;
  return { outdented, inQuotes, inBrackets: nesting.inFlow, uncommonBreak, tooDeep: nesting.tooDeep };
}

class Scanner {
  readonly #cursor: GoCursor;
  /** Whether an implicit key of a block mapping may start here. */
  #allowsKey = true;
  /** The last thing that may turn out to be one, and the line that it starts on. */
  #key: { readonly start: number; readonly line: number } | undefined;
  /** Where the last scalar or collection inside of brackets starts. */
  #last = 0;

  constructor(cursor: GoCursor) {
    this.#cursor = cursor;
  }

  /** Past blank lines and comments to what comes next; false where nothing does. */
  toToken(): boolean {
    const cursor = this.#cursor;
    const { bytes, nesting } = cursor;
    for (;;) {
      if (cursor.at === cursor.line) cursor.at = afterByteOrderMark(bytes, cursor.at);
      cursor.skipBlanks();
      const isComment = bytes[cursor.at] === HASH;
      if (isComment) cursor.skipLine();
      if (!cursor.skipBreak(isComment)) break;
      if (!nesting.inFlow) this.#allowsKey = true;
    }
    if (!nesting.inFlow) nesting.leaveBlocks(cursor.column);
    return cursor.at < cursor.end;
  }

  skipToken(): void {
    const cursor = this.#cursor;
    if (cursor.isMarker()) {
      cursor.at += 3;
      cursor.nesting.leaveAll();
      [this.#allowsKey, this.#key] = [false, undefined];
      return;
    }
    const byte = cursor.bytes[cursor.at];
    switch (byte) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#startNode();
        cursor.nesting.enterFlow(byte === OPEN_BRACKET, cursor.at++);
        return;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        cursor.nesting.leaveFlow();
        cursor.at++;
        return;
      case AMPERSAND:
      case ASTERISK:
      case EXCLAMATION:
        return this.#skipProperty(byte === EXCLAMATION);
      case DOUBLE_QUOTE:
      case SINGLE_QUOTE:
        this.#startNode();
        return skipQuoted(cursor);
      default:
        if (cursor.nesting.inFlow ? this.#skipFlowIndicator(byte) : this.#skipBlockIndicator(byte)) return;
        this.#startNode();
        if (skipPlain(cursor)) this.#allowsKey = true;
    }
  }

  #skipFlowIndicator(byte: number | undefined): boolean {
    const cursor = this.#cursor;
    const { nesting } = cursor;
    if (byte === COMMA) nesting.leavePair();
    else if (byte === QUESTION) nesting.enterPair(cursor.at);
    else if (byte === COLON) nesting.enterPair(this.#last);
    else return false;
    cursor.at++;
    return true;
  }

  #skipBlockIndicator(byte: number | undefined): boolean {
    const cursor = this.#cursor;
    if (byte === LITERAL || byte === FOLDED) {
      skipBlockScalar(cursor);
      [this.#allowsKey, this.#key] = [true, undefined];
      return true;
    }
    if (byte === PERCENT && cursor.column === 0) {
      cursor.skipLine();
      return true;
    }
    if ((byte !== DASH && byte !== QUESTION && byte !== COLON) || !cursor.isBlankOrEnd(cursor.at + 1)) return false;
    const key = byte === COLON ? this.#keyInFront() : undefined;
    const start = key ?? cursor.at;
    cursor.nesting.enterBlock(start - cursor.line, byte === DASH, start);
    [this.#allowsKey, this.#key] = [key === undefined, undefined];
    cursor.at++;
    return true;
  }

  /** Where the implicit key starts that is in front of the cursor, which stands at a colon. */
  #keyInFront(): number | undefined {
    const [key, { at, line }] = [this.#key, this.#cursor];
    return key?.line === line && at - key.start <= LONGEST_KEY ? key.start : undefined;
  }

  /** A scalar, a collection or an alias starts here, or a property in front of one: it may turn out to be a key. */
  #startNode(): void {
    const { at, line, nesting } = this.#cursor;
    if (nesting.inFlow) this.#last = at;
    else if (this.#allowsKey) [this.#allowsKey, this.#key] = [false, { start: at, line }];
  }

  /** An anchor, an alias or a tag. */
  #skipProperty(isTag: boolean): void {
    const cursor = this.#cursor;
    this.#startNode();
    do cursor.at++;
    while (isTag ? !cursor.isBlankOrEnd(cursor.at) : isNameByte(cursor.bytes[cursor.at]));
  }
}

/** Of the names of anchors. */
function isNameByte(byte: number | undefined): boolean {
  return byte !== undefined && /[\w-]/.test(String.fromCharCode(byte));
}
