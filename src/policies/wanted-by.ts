/** Which policy an entry of a template is from. */
import { nameOf, type ValueMap } from '../yaml/value.ts';
import { LIST_RULES } from '../plan/merge-entries.ts';
import { isForContainer } from './scope.ts';
import type { TemplateEntry } from '../kubernetes/pod-template.ts';
import type { EntryPlace, Policy } from './policy.ts';

export interface WantedEntry {
  readonly policy: Policy;
  readonly place: EntryPlace;
}

/** The policy that wants an entry, be it that it was there before: so a second run says the same as the first. */
export function wantedBy(
  policies: readonly Policy[],
  { list, entry, container }: Omit<TemplateEntry, 'path'>,
): WantedEntry | undefined {
  const { keyOf, same } = LIST_RULES[list];
  const isSame = (wanted: ValueMap): boolean => keyOf(wanted) === keyOf(entry) && same(wanted, entry);
  for (const policy of policies) {
    if (container && !isForContainer(policy, nameOf(container))) continue;
    const wanted = policy[list].find(isSame);
    const place = wanted && policy.places.get(wanted);
    if (place) return { policy, place };
  }
  return undefined;
}
