/** Fourth stage: the text of every output, from the edits of the plan and what is to be said in `results`. */
import { KUBERNETES_ITEMS } from '../kubernetes/item-identity.ts';
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { resultsEdits, type Envelope } from '../krm/envelope.ts';
import { wholeOf, type Input, type Source } from '../krm/source.ts';
import { newResults } from '../report/results.ts';
import { applyEdits, type Edit } from '../yaml/edit.ts';
import { reconcile } from '../yaml/reconcile.ts';
import { valueOf } from '../yaml/source-node.ts';
import { withKey, type ValueMap } from '../yaml/value.ts';
import type { Plan, SourcePlan } from './plan-package.ts';
import type { Package } from './read-package.ts';

export interface Output {
  readonly form: Envelope['form'];
  readonly input: Input;
  readonly edits: readonly Edit[];
  /** The text to write, in pieces; none where there is an error and the input was no ResourceList. */
  readonly pieces: readonly Uint8Array[];
}

/**
 * An output for each input that is not read-only. On any error nothing is changed anywhere; a ResourceList then comes
 * back with its items as they were, and the results.
 */
export function writePackage(
  { sources }: Package,
  plan: Plan | undefined,
  diagnostics: readonly Diagnostic[],
): readonly Output[] {
  const failed = hasErrors(diagnostics);
  return sources.flatMap((source): readonly Output[] => {
    const { input, envelope } = source;
    if (input.readOnly === true) return [];
    const { bytes, form } = envelope;
    const edits = editsOf(source, failed ? undefined : plan?.sources[source.index], diagnostics);
    const pieces = failed && form !== 'ResourceList' ? [] : applyEdits(bytes, edits);
    return [{ form, input, edits, pieces }];
  });
}

/** All edits of an input; of a ResourceList with the results. */
function editsOf(source: Source, plan: SourcePlan | undefined, diagnostics: readonly Diagnostic[]): readonly Edit[] {
  const { envelope } = source;
  const { bytes, form, results } = envelope;
  const added = form === 'ResourceList' ? newResults(diagnostics, results) : [];
  const whole = wholeOf(source);
  if (whole === undefined) {
    return [...(plan?.kind === 'items' ? plan.edits : []), ...resultsEdits(envelope, added)];
  }
  const value = plan?.kind === 'whole' ? plan.desired : valueOf(whole.root);
  const desired = added.length === 0 ? value : withKey(value as ValueMap, 'results', [...results, ...added]);
  return reconcile(bytes, whole.root, desired, whole.hasAnchors, KUBERNETES_ITEMS);
}
