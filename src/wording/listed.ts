/** Names in a message, of which nobody reads more than a few. */
const MOST_NAMES = 10;

/** `a, b, c`, or the first ten of them and how many more there are of all `count`. */
export function listed(names: Iterable<string>, count: number): string {
  const shown = firstOf(names, MOST_NAMES).join(', ');
  return count > MOST_NAMES ? `${shown} and ${count - MOST_NAMES} more` : shown;
}

/** The first of many names, without going through all of them. */
export function firstOf(names: Iterable<string>, most: number): readonly string[] {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === most) break;
    first.push(name);
  }
  return first;
}
