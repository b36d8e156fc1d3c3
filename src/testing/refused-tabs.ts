/**
 * Tabs in front of a line's content that YAML allows and Kubernetes' tools refuse ("found character that cannot start
 * any token", "found a tab character that violates indentation"): a model of go-yaml's scanner (v2 and v3, `scannerc.go`)
 * on top of the `yaml` package's nodes, for texts that the package reads.
 */
// oxlint-disable-next-line no-restricted-imports
import { Composer, isCollection, Parser, visit, type Document, type Node } from 'yaml';

interface Token {
  readonly start: number;
  readonly end: number;
  /** Column of the block collection around it; -1 where there is none. */
  readonly column: number;
  readonly kind: 'plain' | 'other' | 'flow';
}

/** The numbers of the lines (from 1) with a tab among the white space in front that go-yaml refuses. */
export function refusedTabs(text: string): readonly number[] {
  if (!text.includes('\t')) return [];
  const composer = new Composer({ schema: 'failsafe', keepSourceTokens: true, logLevel: 'silent', uniqueKeys: false });
  const tokens = [...composer.compose(new Parser().parse(text))].flatMap(tokensOf);
  let start = 0;
  return text.split('\n').flatMap((line, index) => {
    const lineStart = start;
    start += line.length + 1;
    const column = /^ *(?=\t)/.exec(line)?.[0].length;
    if (column === undefined) return [];
    const contains = ({ start: from, end: to }: Token): boolean => from < lineStart && lineStart < to;
    // Inside a scalar it is text, or white space that is folded.
    if (tokens.some((token) => token.kind === 'other' && contains(token))) return [];
    const inFlow = tokens.some((token) => token.kind === 'flow' && contains(token));
    const before = text.slice(0, lineStart).trimEnd().length;
    const plain = tokens.find((token) => token.kind === 'plain' && token.end === before);
    const isRefused = plain ? column <= plain.column : !inFlow;
    return isRefused ? [index + 1] : [];
  });
}

function tokensOf(document: Document.Parsed): readonly Token[] {
  const tokens: Token[] = [];
  visit(document, {
    Node(_, node, path) {
      const [start, end] = node.range ?? [0, 0, 0];
      const column = Math.max(-1, ...path.map((part) => columnOf(part as Node)));
      const source = node.srcToken;
      if (isCollection(node)) {
        if (source?.type === 'flow-collection') tokens.push({ start, end, column, kind: 'flow' });
        return;
      }
      if (start < end) tokens.push({ start, end, column, kind: source?.type === 'scalar' ? 'plain' : 'other' });
    },
  });
  return tokens;
}

function columnOf(node: Node): number {
  const source = isCollection(node) ? node.srcToken : undefined;
  return source?.type === 'block-map' || source?.type === 'block-seq' ? source.indent : -1;
}
