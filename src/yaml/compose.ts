/**
 * Texts to the `yaml` package's documents, with one thing forgiven that go-yaml does not mind either: kpt and kustomize
 * write what follows a comment inside a flow collection at the very start of its line, where YAML wants it indented.
 */
import { Composer, CST, Lexer, Parser, type Document } from 'yaml';

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

/** Each line means going through the text once more, so that there is a limit to what is forgiven. */
const MOST_LINES = 100;

/** Reads a text. Errors are those of the text as it was given. */
export function compose(given: string): Composed {
  const composed = { ...parse(given), givenIndex: (index: number): number => index };
  if (isSound(composed)) return composed;
  const margin = marginOf(given);
  const places: number[] = [];
  let text = given;
  for (let place = endOfFlow(text); place !== undefined; place = endOfFlow(text)) {
    if (places.length === MOST_LINES) return composed;
    places.push(place);
    text = text.slice(0, place) + margin + text.slice(place);
  }
  const forgiving = { ...parse(text), givenIndex: withoutMargins(places, margin.length) };
  return places.length > 0 && isSound(forgiving) ? forgiving : composed;
}

function parse(text: string): Omit<Composed, 'givenIndex'> {
  const tokens = [...new Parser().parse(text)];
  return { text, tokens, documents: [...new Composer(OPTIONS).compose(tokens, true, text.length)] };
}

function isSound({ documents }: Omit<Composed, 'givenIndex'>): boolean {
  return documents.every(({ errors }) => errors.length === 0);
}

/** More than any line of the text is indented, dashes that count as indentation included. */
function marginOf(text: string): string {
  const indentations = Array.from(text.matchAll(/^[-? ]*/gm), ([indentation]) => indentation.length);
  return ' '.repeat(indentations.reduce((most, length) => Math.max(most, length), 0) + 1);
}

/** Where a flow collection is taken to end, though it has no bracket there, because a line is not indented. */
function endOfFlow(text: string): number | undefined {
  let offset = 0;
  let inScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!inScalar && lexeme === CST.FLOW_END) {
      // The marker of a document is none inside a collection that goes on.
      return /^(---|\.\.\.)(\s|$)/.test(text.slice(offset, offset + 4)) ? undefined : offset;
    }
    const isMark: boolean = !inScalar && (lexeme === CST.SCALAR || lexeme === CST.DOCUMENT);
    inScalar = isMark && lexeme === CST.SCALAR;
    if (!isMark) offset += lexeme.length;
  }
  return undefined;
}

/** From an index in a text with margins at certain places, in order, to one in the text without them. */
function withoutMargins(places: readonly number[], length: number): (index: number) => number {
  return (index) => {
    const margins = places.map((place) => Math.min(Math.max(index - place, 0), length));
    return index - margins.reduce((sum, margin) => sum + margin, 0);
  };
}
