/**
 * Texts to the `yaml` package's documents, with one thing forgiven that go-yaml does not mind either: lines inside of
 * quotes and brackets that are not indented, as kpt and kustomize write what follows a comment in a flow collection.
 */
import { Composer, Parser, type CST, type Document } from 'yaml';

const OPTIONS = {
  schema: 'failsafe',
  keepSourceTokens: true,
  prettyErrors: false,
  uniqueKeys: false,
  merge: false,
  // What a tag means is decided elsewhere: the package turns `!!merge <<` and `!!binary` into values that are no strings.
  resolveKnownTags: false,
  logLevel: 'silent',
} as const;

export interface Composed {
  /** The text that was read: the one given, with some of its lines indented. */
  readonly text: string;
  readonly tokens: readonly CST.Token[];
  readonly documents: readonly Document.Parsed[];
  /** From an index in `text` to one in the text given. */
  readonly givenIndex: (index: number) => number;
}

/** A line that would have to be indented deeper. */
export interface Shortfall {
  /** Where in the text the line starts. */
  readonly index: number;
  /** How many spaces it lacks. */
  readonly lacks: number;
}

/** Reads a text, with the lines indented that lack it if it cannot be read otherwise. Errors are those of the text as it was given. */
export function compose(given: string, shortfalls: readonly Shortfall[]): Composed {
  const composed = { ...parse(given), givenIndex: (index: number): number => index };
  if (shortfalls.length === 0 || isSound(composed)) return composed;
  let [text, from] = ['', 0];
  for (const { index, lacks } of shortfalls) {
    text += given.slice(from, index) + ' '.repeat(lacks);
    from = index;
  }
  const indented = parse(text + given.slice(from));
  return isSound(indented) ? { ...indented, givenIndex: withoutIndentation(shortfalls, indented.text) } : composed;
}

function parse(text: string): Omit<Composed, 'givenIndex'> {
  const tokens = [...new Parser().parse(text)];
  return { text, tokens, documents: [...new Composer(OPTIONS).compose(tokens, true, text.length)] };
}

function isSound({ documents }: Omit<Composed, 'givenIndex'>): boolean {
  return documents.every(({ errors }) => errors.length === 0);
}

/** From an index in the text with its lines indented to one in the text without; what was put in is where its line starts. */
function withoutIndentation(shortfalls: readonly Shortfall[], text: string): (index: number) => number {
  const indices = new Uint32Array(text.length + 1);
  let [at, given] = [0, 0];
  for (const { index, lacks } of shortfalls) {
    while (given < index) indices[at++] = given++;
    for (let space = 0; space < lacks; space++) indices[at++] = given;
  }
  while (at < indices.length) indices[at++] = given++;
  return (index) => indices[Math.min(index, text.length)] ?? given;
}
