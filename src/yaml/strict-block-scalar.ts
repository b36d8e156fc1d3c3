/** Literal and folded block scalars, for the strict reader. */
import type { ScalarNode } from './source-node.ts';
import { CR, DOUBT, LF, SPACE, TAB, type StrictCursor } from './strict-cursor.ts';
import { scalarNode } from './strict-scalars.ts';

const [LITERAL, PLUS, MINUS] = [0x7c, 0x2b, 0x2d];

/**
 * Reads the block scalar whose `|` or `>` is at the cursor, and goes on to the next content. Its lines are indented
 * deeper than `column`, the one of its key or dash. Left to others: an indentation indicator, a text of nothing but
 * blank lines, and blank lines at the end where they count.
 */
export function readBlockScalar(cursor: StrictCursor, column: number): ScalarNode {
  const { bytes, end, at: start } = cursor;
  const style = bytes[start] === LITERAL ? 'literal' : 'folded';
  const chomping = bytes[start + 1];
  cursor.at = chomping === PLUS || chomping === MINUS ? start + 2 : start + 1;
  if (!cursor.endsLine()) throw DOUBT;
  const lines: string[] = [];
  let [indentation, blanks, deepestBlank, textEnd] = [-1, 0, 0, start];
  let line = cursor.nextLine(cursor.at);
  while (line < end) {
    let at = line;
    while (at < end && bytes[at] === SPACE) at++;
    const byte = at < end ? bytes[at] : LF;
    if (byte === LF || byte === CR) {
      // Whether it is part of the text shows in what follows.
      if (at >= end) throw DOUBT;
      if (indentation !== -1) lines.push(at - line > indentation ? ' '.repeat(at - line - indentation) : '');
      else lines.push('');
      deepestBlank = Math.max(deepestBlank, at - line);
      blanks++;
      line = cursor.nextLine(at);
      continue;
    }
    if (indentation === -1) {
      indentation = at - line;
      if (indentation <= column || deepestBlank > indentation) throw DOUBT;
    }
    if (at - line < indentation) {
      if (byte === TAB) throw DOUBT;
      break;
    }
    const next = cursor.nextLine(at);
    textEnd = next;
    if (bytes[textEnd - 1] === LF) textEnd -= bytes[textEnd - 2] === CR ? 2 : 1;
    lines.push(cursor.textOf(line + indentation, textEnd));
    [blanks, deepestBlank, line] = [0, 0, next];
  }
  if (indentation === -1 || deepestBlank > indentation || (blanks > 0 && chomping === PLUS)) throw DOUBT;
  lines.length -= blanks;
  const isTerminated = bytes[textEnd] === LF || bytes[textEnd] === CR;
  // Kubernetes reads no line break where the input ends without one; of a last line of white space the other reader judges.
  if (!isTerminated && (end !== bytes.length || lines.at(-1)?.trim() === '')) throw DOUBT;
  const content = style === 'literal' ? lines.join('\n') : folded(lines);
  const text = chomping !== MINUS && isTerminated ? `${content}\n` : content;
  cursor.toContent(line);
  return scalarNode(style, start, textEnd, text, text);
}

/** YAML 1.2, section 8.1.3: single line breaks become spaces, unless a line beside them begins with white space. */
function folded(lines: readonly string[]): string {
  let [text, separator, isAfterDeeper] = ['', '', false];
  let isLeading = true;
  for (const line of lines) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (separator === ' ') separator = '\n';
      else if (!isAfterDeeper && separator === '\n') separator = '\n\n';
      text += separator + line;
      separator = '\n';
      isAfterDeeper = true;
    } else if (line === '') {
      if (isLeading || separator === '\n') text += '\n';
      else separator = '\n';
      continue;
    } else {
      text += separator + line;
      separator = ' ';
      isAfterDeeper = false;
    }
    isLeading = false;
  }
  return text;
}
