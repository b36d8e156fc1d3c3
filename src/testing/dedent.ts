/** For tests: YAML as it stands among code, without the indentation of that code and without its first and last line. */
export function dedent(text: string): string {
  const lines = text.replace(/^\n/, '').replace(/(^|\n) *$/, '$1');
  const indentations = Array.from(lines.matchAll(/^( *)\S/gm), ([, spaces = '']) => spaces.length);
  return lines.replaceAll(new RegExp(`^ {${Math.min(...indentations, Infinity) || 0}}`, 'gm'), '');
}
