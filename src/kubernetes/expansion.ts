/**
 * `$(VAR)` references as the kubelet reads and expands them (proposal: Variable expansion in pod command, args, and
 * env; k8s.io/kubernetes third_party/forked/golang/expansion).
 */

/** A piece of a string: text that stands for itself, or a reference. */
export type Piece =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'reference'; readonly name: string };

/** Gives the text that stands in place of a reference to `name`. */
export type Mapping = (name: string) => string;

/** Variables by name. Of a plain object only its own properties count: `constructor` is no variable. */
export type Variables = Readonly<Record<string, string>> | ReadonlyMap<string, string>;

/**
 * Replaces every reference by what `mapping` gives for its name, and every `$$` by `$`. What is put in is not expanded
 * again, and a `$(` without its `)` is only text.
 */
export function expand(input: string, mapping: Mapping): string {
  if (!input.includes('$')) return input;
  return tokens(input)
    .map((token) => (token.kind === 'reference' ? mapping(token.name) : token.text))
    .join('');
}

/**
 * A mapping for {@link expand} from the first of `contexts` that has the variable, so that later ones hold defaults. A
 * name that none of them has stays as it was written: `$(name)`.
 */
export function mappingFor(...contexts: readonly Variables[]): Mapping {
  return (name) => {
    for (const context of contexts) {
      const value = isReadonlyMap(context) ? context.get(name) : ownValue(context, name);
      if (value !== undefined) return value;
    }
    return `$(${name})`;
  };
}

function isReadonlyMap(variables: Variables): variables is ReadonlyMap<string, string> {
  return variables instanceof Map;
}

function ownValue(variables: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

/**
 * The string with the values that `known` gives written in place of the references to them. Every other reference and
 * every escape stays as it stands, and a `$` of a value becomes `$$` where it would otherwise mean something, so that
 * expanding the result gives what expanding `input` gives, whatever the other variables are.
 */
export function partiallyExpand(input: string, known: (name: string) => string | undefined): string {
  if (!input.includes('$(')) return input;
  // From the end, since it depends on what follows whether a `$` is an operator.
  let result = '';
  let following = '';
  let hasCloser = false;
  for (const token of tokens(input).toReversed()) {
    const value = token.kind === 'reference' ? known(token.name) : undefined;
    // Of a value each `$` with the text up to the next one; what stays as it stands needs no escaping.
    const parts = value === undefined ? [input.slice(token.start, token.end)] : value.split(/(?=\$)/);
    for (const part of parts.toReversed()) {
      hasCloser ||= part.includes(')');
      const next = part.charAt(1) || following;
      const isOperator = part.startsWith('$') && (next === '$' || (next === '(' && hasCloser));
      result = (value !== undefined && isOperator ? '$' : '') + part + result;
      following = part.charAt(0) || following;
    }
  }
  return result;
}

/** A text that expands to exactly `value`. */
export function escaped(value: string): string {
  return partiallyExpand('$()', () => value);
}

/** The pieces of a string, in order. `$$` is an escaped `$`; a `$(` without its `)` is only text. */
export function pieces(input: string): readonly Piece[] {
  return tokens(input).map((token) =>
    token.kind === 'reference' ? { kind: 'reference', name: token.name } : { kind: 'text', text: token.text },
  );
}

/** Whether a value is a string that may refer to variables, at a glance. */
export function mayRefer(value: unknown): value is string {
  return typeof value === 'string' && value.includes('$(');
}

/** The names of the variables that a string refers to. */
export function references(input: string): readonly string[] {
  if (!input.includes('$(')) return [];
  return tokens(input).flatMap((token) => (token.kind === 'reference' ? [token.name] : []));
}

/** A piece and where it stands in the string. */
type Token = Piece & { readonly start: number; readonly end: number };

function tokens(input: string): readonly Token[] {
  const found: Token[] = [];
  // Nothing behind the last `)` can be a reference, which keeps `$($($(…` from being searched again and again.
  const lastCloser = input.lastIndexOf(')');
  let text = '';
  let start = 0;
  let at = 0;
  const endText = (): void => {
    if (text !== '') found.push({ kind: 'text', text, start, end: at });
    text = '';
  };
  while (at < input.length) {
    const operator = input.indexOf('$', at);
    if (operator === -1) break;
    text += input.slice(at, operator);
    at = operator;
    if (at < lastCloser && input.startsWith('$(', at)) {
      endText();
      start = at;
      at = input.indexOf(')', at) + 1;
      found.push({ kind: 'reference', name: input.slice(start + 2, at - 1), start, end: at });
      start = at;
    } else {
      text += '$';
      at += input.startsWith('$$', at) ? 2 : 1;
    }
  }
  text += input.slice(at);
  at = input.length;
  endText();
  return found;
}
