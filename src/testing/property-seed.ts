/**
 * Property tests are the same in every run, so that they fail for a change and not by chance. PROPERTY_SEED sets another
 * seed and PROPERTY_RUNS more cases: `PROPERTY_SEED=$RANDOM PROPERTY_RUNS=20000 npm test` looks further.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
