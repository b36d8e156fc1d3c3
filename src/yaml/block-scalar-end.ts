/** Where block scalars end, which the `yaml` package sees otherwise than Kubernetes. */
import type { ScalarNode } from './source-node.ts';

/**
 * Whether the last line of a block scalar that ends the input has no line break. Kubernetes then reads none (go-yaml,
 * libyaml), whatever the chomping indicator says, while the `yaml` package makes one up. `source` is the scalar from its
 * header to the end of the input, `value` what the package reads.
 */
export function lacksLineBreak(source: string, style: ScalarNode['style'], value: string): boolean {
  if (source.endsWith('\n')) return false;
  const lines = source.split('\n');
  if (style === 'folded') {
    const last = lines.at(-1) ?? '';
    // White space that is indented deeper than the text is text.
    const margin = lines.slice(1).find((line) => line.trim() !== '') ?? '';
    return last.trim() !== '' || last.length > margin.search(/\S|$/);
  }
  // The header is a line of its own; what remains is one line of text each.
  return lines.length > 1 && value.split('\n').length > lines.length - 1;
}

/**
 * The end of a block scalar in a text, of what the package takes for it. With the keep indicator (`|+`) blank lines at the
 * end are content, otherwise the last line of text is the end.
 */
export function blockScalarEnd(text: string, from: number, to: number): number {
  const header = text.slice(from, to).split('\n', 1)[0] ?? '';
  const keeps = /^[|>]\d?\+/.test(header);
  let end = to;
  while (text[end - 1] === '\n') {
    end -= text[end - 2] === '\r' ? 2 : 1;
    if (keeps) break;
  }
  return Math.max(end, from + header.trimEnd().length);
}
