/**
 * How many random cases each property is tried with, and which: vitest.config.ts has the numbers.
 *
 * They are the same in every run, so that a property fails for a change and not by chance: 20 in `npm run test:quick`, 300
 * in `npm test`, 1,000 in CI, and as many as you like with
 * `PROPERTY_SEED=$RANDOM PROPERTY_RUNS=20000 npx vitest run --project unit src/yaml`.
 */
import fc from 'fast-check';
import { expect } from 'vitest';

/** Cases of each property. */
export const CASES = Number(process.env['PROPERTY_RUNS']);
export const SEED = Number(process.env['PROPERTY_SEED'] ?? 1);

fc.configureGlobal({ seed: SEED, numRuns: CASES });

/** From this many cases on a share of them says something. */
const ENOUGH = 1000;

/**
 * That more than a share of the cases were of the kind that a property is about: a generator that gives nothing of
 * interest would let everything pass. Judged where there are enough of them, as in CI.
 */
export function expectShare(count: number, all: number, share: number): void {
  expect(count).toBeGreaterThanOrEqual(0);
  if (all >= ENOUGH) expect(count / all).toBeGreaterThan(share);
}
