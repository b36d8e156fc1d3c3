/**
 * Diagnostics as the `results` of a ResourceList (config.kubernetes.io/v1, KRM functions specification): for people, and
 * for the orchestrator.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { canonicalText, mapOf, type Value, type ValueMap } from '../yaml/value.ts';
import { MOST_CHARACTERS, onOneLine } from './on-one-line.ts';
import { byImportance } from './order.ts';

/** A diagnostic as an element of `results`. */
export function resultValue({ message, severity, resourceRef, field, file }: Diagnostic): ValueMap {
  return pairs({
    message: onOneLine(message),
    severity,
    resourceRef: resourceRef && pairs({ ...resourceRef }),
    field: field && pairs({ ...field, currentValue: isTooLong(field.currentValue) ? undefined : field.currentValue }),
    file: file && pairs({ path: file.path, index: file.index }),
  });
}

function isTooLong(value: Value | undefined): boolean {
  return typeof value === 'string' && value.length > MOST_CHARACTERS;
}

function pairs(fields: Record<string, Value | undefined>): ValueMap {
  return mapOf(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

/** The results that are not among those there already, the most important first: a second run adds nothing. */
export function newResults(diagnostics: readonly Diagnostic[], existing: readonly Value[]): readonly ValueMap[] {
  if (diagnostics.length === 0) return [];
  const known = new Set(existing.map(canonicalText));
  const isNew = (value: Value): boolean => known.size < known.add(canonicalText(value)).size;
  return byImportance(diagnostics).map(resultValue).filter(isNew);
}
