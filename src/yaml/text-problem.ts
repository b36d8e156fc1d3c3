/** What is wrong with an input before any of it is read: bytes that are no text, and lines that no two readers see alike. */
import { isUtf8 } from 'node:buffer';
import { hasUncommonBreak, uncommonBreak } from './go-breaks.ts';
import { goScan } from './go-scan.ts';

export interface TextProblem {
  readonly message: string;
  /** Byte offset in the input, if it is in one place. */
  readonly offset: number | undefined;
}

/** Why an input is no text that all readers divide into the same lines, or undefined where it is one. */
export function textProblem(bytes: Buffer): TextProblem | undefined {
  if (!isUtf8(bytes)) return notUtf8(bytes);
  // No YAML has one, UTF-16 without a byte order mark has many.
  const nul = bytes.indexOf(0);
  if (nul !== -1) return { message: 'expected text, found a NUL byte', offset: nul };
  // Where nothing can have a kind, nothing can be taken for what it is not.
  if (!hasUncommonBreak(bytes) || !bytes.includes('kind')) return undefined;
  const { uncommonBreak: offset } = goScan(bytes, 0, bytes.length);
  return offset === undefined ? undefined : uncommonBreak(bytes, offset);
}

function notUtf8(bytes: Buffer): TextProblem {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return { message: 'expected UTF-8, found UTF-16', offset: undefined };
  let [valid, invalid] = [0, bytes.length];
  // The longest prefix that is UTF-8, give or take a character cut in two.
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1;
    if (validLength(bytes, middle) !== undefined) valid = middle;
    else invalid = middle;
  }
  const offset = validLength(bytes, valid) ?? 0;
  const byte = bytes[offset]?.toString(16).padStart(2, '0') ?? '';
  return { message: `expected UTF-8, found the byte 0x${byte}`, offset };
}

/** The length of a prefix without the character at its end that may be cut in two; undefined where it is no UTF-8. */
function validLength(bytes: Buffer, length: number): number | undefined {
  return [0, 1, 2, 3].map((cut) => length - cut).find((end) => end >= 0 && isUtf8(bytes.subarray(0, end)));
}
