/** `$(VAR)` references as the kubelet reads them (proposal: Variable expansion in pod command, args, and env). */

/** A piece of a string: text that stands for itself, or a reference. */
export type Piece =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'reference'; readonly name: string };

/** The pieces of a string, in order. `$$` is an escaped `$`; a `$(` without its `)` is only text. */
export function pieces(input: string): readonly Piece[] {
  const found: Piece[] = [];
  let text = '';
  let at = 0;
  while (at < input.length) {
    const close = input.startsWith('$(', at) ? input.indexOf(')', at) : -1;
    if (close !== -1) {
      if (text !== '') found.push({ kind: 'text', text });
      found.push({ kind: 'reference', name: input.slice(at + 2, close) });
      text = '';
      at = close + 1;
    } else {
      text += input.charAt(at);
      at += input.startsWith('$$', at) ? 2 : 1;
    }
  }
  if (text !== '') found.push({ kind: 'text', text });
  return found;
}

/** The names of the variables that a string refers to. */
export function references(input: string): readonly string[] {
  if (!input.includes('$(')) return [];
  return pieces(input).flatMap((piece) => (piece.kind === 'reference' ? [piece.name] : []));
}
