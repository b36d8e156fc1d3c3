/** What a reference asks for that is not there, in words that name what is. */
import { nearestName } from '../wording/nearest-name.ts';
import type { PlacedReference } from '../kubernetes/data-references.ts';
import type { KnownData } from '../kubernetes/environment.ts';

export interface MissingReference {
  /** From the entry to the field that names what is not there. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What could have been referred to instead. */
export interface Alternatives {
  /** The names of the objects of the kind that can be referred to. */
  readonly names: readonly string[];
  /** The namespaces in which there is an object of the name. */
  readonly elsewhere: readonly string[];
}

/** The object, or the keys of it, that a reference does not find. */
export function missingReferences(
  { kind, name, path, nameField, as, keys }: PlacedReference,
  found: KnownData | undefined,
  alternatives: () => Alternatives,
): readonly MissingReference[] {
  if (found === undefined) {
    const { names, elsewhere } = alternatives();
    const what = name === '' ? 'nothing' : `none called ${JSON.stringify(name)}`;
    const hint =
      elsewhere.length > 0
        ? `there is one in namespace ${elsewhere.join(', ')}, which it cannot refer to`
        : choice(name, names, 'the items have', 'the items have none');
    return [
      { path: [...path, nameField], message: `expected the name of a ${kind} among the items, found ${what}; ${hint}` },
    ];
  }
  if (!found.complete) return [];
  const { binaryKeys } = found;
  return keys
    .filter(({ key }) => !found.data.has(key) && !(as === 'files' && binaryKeys?.has(key)))
    .map(({ key, path: place }) => {
      if (binaryKeys?.has(key)) {
        const message = `expected a key in data of ${kind} ${name}, found ${JSON.stringify(key)} in its binaryData, which no variable can be made from`;
        return { path: place, message };
      }
      const has = choice(
        key,
        [...found.data.keys(), ...(as === 'files' ? (binaryKeys ?? []) : [])],
        'it has',
        'it has none',
      );
      return { path: place, message: `expected a key of ${kind} ${name}, found ${JSON.stringify(key)}; ${has}` };
    });
}

const MOST_NAMES = 10;

function choice(wanted: string, names: readonly string[], some: string, none: string): string {
  if (names.length === 0) return none;
  const nearest = wanted === '' ? undefined : nearestName(wanted, names);
  const hint = nearest === undefined ? '' : `did you mean "${nearest}"? `;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${hint}${some} ${shown}${more}`;
}
