/** What a run has to say of its input, as data: who shows it, and how, is for src/report. */
import { titleOf, type FileRef, type Resource, type ResourceRef } from '../krm/resource.ts';
import { fieldPath, type FieldPath } from '../wording/field-path.ts';
import { nodeAt, type SourceNode } from '../yaml/source-node.ts';
import type { Value } from '../yaml/value.ts';
import { CATALOGUE, type DiagnosticId } from './catalogue.ts';

export type Severity = 'error' | 'warning' | 'info';

export interface Diagnostic {
  readonly id: DiagnosticId;
  readonly severity: Severity;
  /** Complete in itself: it names the thing, the place, what was expected and what was found. */
  readonly message: string;
  /** The object that it is about. */
  readonly resourceRef?: ResourceRef | undefined;
  readonly field?:
    | {
        /** From the root of the object: `spec.template.spec.containers[0].env[1]`. */
        readonly path: string;
        readonly currentValue?: Value | undefined;
        readonly proposedValue?: Value | undefined;
      }
    | undefined;
  readonly file?: FileRef | undefined;
  readonly location?: Location | undefined;
}

/** A place in the text of an input, from which its line and column can be computed. */
export interface Location {
  /** Index of the input. */
  readonly input: number;
  /** In bytes. */
  readonly offset: number;
}

/** What is to be said of a field, apart from the object that it is in. */
export interface Finding {
  readonly id: DiagnosticId;
  readonly severity: Severity;
  readonly message: string;
}

/** A diagnostic on a field of an object, or on the object as such; `title` is how its message calls the object. */
export function fieldDiagnostic(
  resource: Resource,
  path: FieldPath,
  { id, severity, message }: Finding,
  title = titleOf(resource),
): Diagnostic {
  const field = fieldPath(path);
  return {
    id,
    severity,
    message: `${title}: ${field === '' ? '' : `${field}: `}${message}`,
    resourceRef: resource.ref,
    field: field === '' ? undefined : { path: field },
    file: resource.file,
    location: locationOf(resource, path),
  };
}

/** Where a field of an object stands; of one that is not there, the innermost mapping or list around it. */
export function locationOf({ input, node }: Resource, path: FieldPath): Location {
  return { input, offset: offsetOf(node, path) };
}

/** Byte offset of what stands at a path from a node. */
export function offsetOf(node: SourceNode, path: FieldPath): number {
  let here: SourceNode = node;
  for (const part of path) {
    const next = nodeAt(here, [part]);
    if (next === undefined) break;
    here = next;
  }
  return here.propertiesStart;
}

/** Whether the input or the options cannot be used at all. */
export function isUnusable({ id }: Pick<Diagnostic, 'id'>): boolean {
  return CATALOGUE[id].isUnusable === true;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** What is said of one place in the same words several times, since several templates gave rise to it, once. */
export function withoutRepetitions(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ message, location, file }) => {
    const key = JSON.stringify([message, location?.input, location?.offset, file?.path, file?.index]);
    return seen.size < seen.add(key).size;
  });
}
