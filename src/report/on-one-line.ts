/** Names and keys of the input may hold line breaks, and a message is one line. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}
