/**
 * Results as the KRM functions specification has them (config.kubernetes.io/v1, ResourceList.results): what a function
 * has to say of its input, for people and for the orchestrator.
 */
import { canonicalText, mapOf, type Value, type ValueMap } from '../yaml/value.ts';

export type Severity = 'error' | 'warning' | 'info';

export interface ResourceRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

export interface FileRef {
  /** Slash-separated, relative to the package. */
  readonly path: string;
  /** Position of the document in the file, from 0. */
  readonly index: number;
}

export interface Result {
  readonly severity: Severity;
  /** One line, complete in itself: it names the thing, the place, what was expected and what was found. */
  readonly message: string;
  readonly resourceRef?: ResourceRef | undefined;
  readonly field?:
    | { readonly path: string; readonly currentValue?: Value | undefined; readonly proposedValue?: Value | undefined }
    | undefined;
  readonly file?: FileRef | undefined;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** By file, index, severity and text, as kyaml's framework sorts them; those without a file come first. */
export function sortResults(results: readonly Result[]): readonly Result[] {
  return results.toSorted(
    (a, b) =>
      compare(a.file?.path ?? '', b.file?.path ?? '') ||
      (a.file?.index ?? 0) - (b.file?.index ?? 0) ||
      bySeverity(a, b) ||
      compare(a.message, b.message),
  );
}

/** The most important first: of results as of standard error kpt shows four lines. */
export function byImportance(results: readonly Result[]): readonly Result[] {
  return sortResults(results).toSorted(bySeverity);
}

function bySeverity(a: Result, b: Result): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

/** By code units: the order of a report must not depend on the machine's locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function hasErrors(results: readonly Result[]): boolean {
  return results.some((result) => result.severity === 'error');
}

/** A result as one line of text: `error: message (shop/web.yaml)`; a file's first document needs no index. */
export function resultLine({ severity, message, file }: Result): string {
  const place = file === undefined ? '' : ` (${file.path}${file.index === 0 ? '' : `, document ${file.index + 1}`})`;
  return `${severity}: ${message}${place}`;
}

/** A result as an element of `results`. */
export function resultValue({ message, severity, resourceRef, field, file }: Result): ValueMap {
  return pairs({
    message,
    severity,
    resourceRef: resourceRef && pairs({ ...resourceRef }),
    field: field && pairs({ ...field }),
    file: file && pairs({ path: file.path, index: file.index }),
  });
}

function pairs(fields: Record<string, Value | undefined>): ValueMap {
  return mapOf(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

/** The new results that are not among those there already, the most important first: a second run adds nothing. */
export function newResults(results: readonly Result[], existing: readonly Value[]): readonly ValueMap[] {
  if (results.length === 0) return [];
  const known = new Set(existing.map(canonicalText));
  const isNew = (value: Value): boolean => known.size < known.add(canonicalText(value)).size;
  return byImportance(results).map(resultValue).filter(isNew);
}
