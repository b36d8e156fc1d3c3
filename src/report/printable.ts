/**
 * Names out of manifests and file systems, fit to be shown. As they are, they could command a terminal, turn around what is
 * read, or begin a line that looks like one of ours.
 */

/**
 * Controls, among them ESC and the C1 ones; format characters, such as the bidirectional ones; what has no width; line
 * breaks; halves of characters. As a literal it would cost every start a millisecond, since V8 checks those as it parses.
 */
const HIDDEN = String.raw`[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]`;

function withoutHidden(text: string, escaped: (character: string) => string): string {
  return /^[ -~]*$/.test(text) ? text : text.replaceAll(new RegExp(HIDDEN, 'gu'), escaped);
}

/** Messages as text for a terminal or a log, where each is one line. All of standard error goes through here. */
export function linesOfText(messages: readonly string[]): string {
  return messages.map((message) => `${withoutHidden(message, asInJson)}\n`).join('');
}

const SHORT: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function asInJson(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return SHORT[character] ?? (code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`);
}

/**
 * A path as git writes it in the header of a diff, for `git apply` and `patch` to read: where something in it has to be
 * escaped, in double quotes, with the escapes of C (git-config(1), core.quotePath). Visible characters stay as they are.
 */
export function quotedPath(path: string): string {
  const escaped = withoutHidden(path.replaceAll(/["\\]/g, '\\$&'), asInC);
  return escaped === path ? path : `"${escaped}"`;
}

function asInC(character: string): string {
  const letter = 'abtnvfr'[character.charCodeAt(0) - 7];
  if (letter !== undefined) return `\\${letter}`;
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
