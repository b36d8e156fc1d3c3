/** The one list of the checks of a workload. */
import { checkExclusion } from './check-exclusion.ts';
import { checkExpansion } from './check-expansion.ts';
import { checkReferences } from './check-references.ts';
import type { Check } from './check.ts';

export const CHECKS: readonly Check[] = [checkExclusion, checkReferences, checkExpansion];
