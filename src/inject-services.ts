/** The library's front door: a text in, the text with what its policies inject out. */
import { hasErrors, type Diagnostic } from './diagnostics/diagnostic.ts';
import type { Input } from './krm/source.ts';
import { isGiven, parseOptions, type Options, type WorkloadOption } from './options.ts';
import { run } from './pipeline.ts';
import type { PlannedWorkload } from './plan/planned-workload.ts';
import { mapOf, type ValueMap } from './yaml/value.ts';

/** The options of a functionConfig, with their names and spellings, and policies from elsewhere. */
export interface InjectServicesOptions extends Partial<Omit<Options, 'workloads'>> {
  /** More kinds with a pod template, each with the path to it: `spec.jobTargetRef.template`. */
  readonly workloads?: readonly (Omit<WorkloadOption, 'template'> & { readonly template: string })[];
  /** Texts with policies and what they refer to, which are read and not part of the result. */
  readonly policies?: readonly (string | Uint8Array)[];
}

export interface InjectServicesResult {
  /**
   * The text with everything injected; where a diagnostic is an error the text as it was, but for the `results` of a
   * ResourceList.
   */
  readonly text: string;
  /** Whether anything but `results` is different from what came in. */
  readonly changed: boolean;
  /** What is to be said, in the order of the input. */
  readonly diagnostics: readonly Diagnostic[];
  /** The workloads that were changed or that a policy selects. */
  readonly workloads: readonly PlannedWorkload[];
}

/**
 * Injects what the policies in a text, or in `options.policies`, want into the pod templates in the text: a ResourceList,
 * a List or a stream of documents, as YAML or JSON.
 *
 * @throws TypeError where an option is unknown or has a wrong value
 */
export function injectServices(
  text: string | Uint8Array,
  { policies = [], ...values }: InjectServicesOptions = {},
): InjectServicesResult {
  const { options, problems } = parseOptions(mapOf(Object.entries(values as Partial<ValueMap>).filter(isGiven)));
  if (problems.length > 0) throw new TypeError(problems.map(({ message }) => message).join('; '));
  const input = { bytes: bytesOf(text) };
  const readOnly = policies.map((policy, index): Input => {
    return { bytes: bytesOf(policy), path: `policies[${index}]`, readOnly: true };
  });
  const { outputs, diagnostics, workloads, conversions } = run([input, ...readOnly], options);
  const pieces = outputs.flatMap((output) => output.pieces);
  return {
    text: pieces.length === 0 ? input.bytes.toString() : Buffer.concat(pieces).toString(),
    changed: !hasErrors(diagnostics) && (conversions.length > 0 || workloads.some(({ isChanged }) => isChanged)),
    diagnostics,
    workloads,
  };
}

/** A view, not a copy, of what is no Buffer already. */
function bytesOf(text: string | Uint8Array): Buffer {
  if (typeof text === 'string') return Buffer.from(text);
  return Buffer.isBuffer(text) ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
}
