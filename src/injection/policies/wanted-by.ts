/** Which policy an entry of a template is from. */
import { addTo } from '../../yaml/multi-map.ts';
import { nameOf, type ValueMap } from '../../yaml/value.ts';
import { LIST_RULES, type ListName } from '../merge-entries.ts';
import { isForContainer } from '../scope.ts';
import type { TemplateEntry } from '../template-entries.ts';
import type { EntryPlace, Policy } from './policy.ts';

export interface WantedEntry {
  readonly policy: Policy;
  readonly place: EntryPlace;
}

/** What policies want in one template, for messages about its entries, of which there may be thousands. */
export class WantedEntries {
  readonly #policies: readonly Policy[];
  readonly #byKey = new Map<ListName, ReadonlyMap<string, readonly (WantedEntry & { readonly entry: ValueMap })[]>>();

  constructor(policies: readonly Policy[]) {
    this.#policies = policies;
  }

  /** The policy that wants an entry, be it that it was there before: so a second run says the same as the first. */
  by({ list, entry, container }: Omit<TemplateEntry, 'path'>): WantedEntry | undefined {
    const { keyOf, same } = LIST_RULES[list];
    return this.#wanted(list)
      .get(keyOf(entry))
      ?.find((wanted) => {
        return (!container || isForContainer(wanted.policy, nameOf(container))) && same(wanted.entry, entry);
      });
  }

  #wanted(list: ListName): ReadonlyMap<string, readonly (WantedEntry & { readonly entry: ValueMap })[]> {
    const known = this.#byKey.get(list);
    if (known) return known;
    const byKey = new Map<string, (WantedEntry & { readonly entry: ValueMap })[]>();
    for (const policy of this.#policies) {
      for (const entry of policy[list]) {
        const place = policy.places.get(entry);
        if (place) addTo(byKey, LIST_RULES[list].keyOf(entry), { policy, place, entry });
      }
    }
    this.#byKey.set(list, byKey);
    return byKey;
  }
}
