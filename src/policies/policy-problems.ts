/** The problems of a ServiceInjectionPolicy. */
import type { Value } from '../yaml/value.ts';
import { explainPolicy, type PolicyProblem } from './explain-policy.ts';
import { policyRules } from './policy-schema.ts';
import { conforms } from './schema-check.ts';

export type { PolicyProblem };

/**
 * The problems of `policy`, given as plain JSON values, in the order of their places in it; none if it is sound. Most are,
 * and what it takes to say what is wrong is loaded only where something may be.
 */
export function policyProblems(policy: unknown): PolicyProblem[] {
  return conforms(policy as Value, policyRules) ? [] : explainPolicy(policy as Value);
}
