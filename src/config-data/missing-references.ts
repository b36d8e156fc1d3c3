/** What a reference asks for that is not there, in words that name what is. */
import { firstOf, listed } from '../wording/listed.ts';
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
        ? `there is one in namespace ${listed(elsewhere, elsewhere.length)}, which it cannot refer to`
        : choice(name, names.length, names, 'the items have', 'the items have none');
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
      const files = as === 'files' ? (binaryKeys ?? new Set<string>()) : new Set<string>();
      const has = choice(key, found.data.size + files.size, allOf(found.data.keys(), files), 'it has', 'it has none');
      return { path: place, message: `expected a key of ${kind} ${name}, found ${JSON.stringify(key)}; ${has}` };
    });
}

/** Of an object with more keys than anyone looks through, no more than these are gone through for every reference. */
const MOST_COMPARED = 1000;

function choice(wanted: string, count: number, names: Iterable<string>, some: string, none: string): string {
  if (count === 0) return none;
  const compared = firstOf(names, Math.min(count, MOST_COMPARED));
  const nearest = wanted === '' || count > MOST_COMPARED ? undefined : nearestName(wanted, compared);
  const hint = nearest === undefined ? '' : `did you mean "${nearest}"? `;
  return `${hint}${some} ${listed(compared, count)}`;
}

function* allOf(...lists: readonly Iterable<string>[]): Iterable<string> {
  for (const list of lists) yield* list;
}
