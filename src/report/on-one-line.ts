/** Messages that somebody can read. */

/** Of a message, or of a value that it is about: what is longer nobody reads, and there may be thousands. */
export const MOST_CHARACTERS = 2000;

/** A message on one line: names and keys of the input may hold line breaks, or be as long as all of it. */
export function onOneLine(text: string): string {
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return shown.replaceAll(/[\r\n]+/g, ' ');
}
