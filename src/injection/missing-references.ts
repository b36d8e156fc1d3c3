/** What a reference asks for that is not there, in words that name what is. */
import { nearestName } from '../krm/nearest-name.ts';
import type { PlacedReference } from '../kubernetes/data-references.ts';
import type { KnownData } from '../kubernetes/environment.ts';

export interface MissingReference {
  /** From the entry to the field that names what is not there. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The object, or the keys of it, that a reference does not find; `names` are those of the objects of its kind. */
export function missingReferences(
  { kind, name, path, nameField, keys }: PlacedReference,
  found: KnownData | undefined,
  names: () => readonly string[],
): readonly MissingReference[] {
  if (found === undefined) {
    const what = name === '' ? 'found nothing' : `found none called ${JSON.stringify(name)}`;
    const message = `expected the name of a ${kind} among the items, ${what}; ${choice(name, names(), 'there are', 'there are none')}`;
    return [{ path: [...path, nameField], message }];
  }
  if (!found.complete) return [];
  return keys
    .filter(({ key }) => !found.data.has(key))
    .map(({ key, path: place }) => {
      const has = choice(key, [...found.data.keys()], 'it has', 'it has none');
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
