/**
 * Line breaks as go-yaml knows them, which Kubernetes' tools read with: LF and CRLF, and YAML 1.1's others, CR alone, NEL
 * (U+0085), LS (U+2028) and PS (U+2029). To YAML 1.2, and to JSON, the last three are characters like any other.
 */
import { isAscii } from 'node:buffer';

const [LF, CR] = [0x0a, 0x0d];
/** In UTF-8. */
const NEL = Buffer.from([0xc2, 0x85]);
/** What LS (e2 80 a8) and PS (e2 80 a9) begin with. */
const SEPARATOR = Buffer.from([0xe2, 0x80]);

/** The length in bytes of the line break at an offset, 0 where there is none. */
export function breakLength(bytes: Buffer, at: number): number {
  switch (bytes[at]) {
    case LF:
      return 1;
    case CR:
      return bytes[at + 1] === LF ? 2 : 1;
    case NEL[0]:
      return bytes[at + 1] === NEL[1] ? 2 : 0;
    case SEPARATOR[0]:
      return isSeparator(bytes, at) ? 3 : 0;
    default:
      return 0;
  }
}

/** Whether LS or PS is at an offset. */
export function isSeparator(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === SEPARATOR[0] && bytes[at + 1] === SEPARATOR[1] && (bytes[at + 2] === 0xa8 || bytes[at + 2] === 0xa9)
  );
}

/** Whether a line break of the given length is LF or CRLF, which all readers agree on. */
export function isCommonBreak(bytes: Buffer, at: number, length: number): boolean {
  return bytes[at + length - 1] === LF;
}

/** Offset of the first carriage return that no line feed follows, or -1. */
export function loneReturn(bytes: Buffer): number {
  let at = bytes.indexOf(CR);
  while (at !== -1 && bytes[at + 1] === LF) at = bytes.indexOf(CR, at + 2);
  return at;
}

/** Whether a text has a line break other than LF and CRLF, in quotes or not. Takes next to no time. */
export function hasUncommonBreak(bytes: Buffer): boolean {
  if (loneReturn(bytes) !== -1) return true;
  if (isAscii(bytes)) return false;
  if (bytes.includes(NEL)) return true;
  for (let at = bytes.indexOf(SEPARATOR); at !== -1; at = bytes.indexOf(SEPARATOR, at + 2)) {
    if (isSeparator(bytes, at)) return true;
  }
  return false;
}

/** What is wrong where a text has a line break that is none to all readers. */
export function uncommonBreak(bytes: Buffer, offset: number): { readonly message: string; readonly offset: number } {
  const code = bytes.toString('utf8', offset, offset + breakLength(bytes, offset)).charCodeAt(0);
  const found =
    code === CR
      ? 'a carriage return that no line feed follows'
      : `U+${code.toString(16).padStart(4, '0')}, which Kubernetes reads as a line break`;
  return { message: `expected lines to end in LF or CRLF, found ${found}`, offset };
}
