/**
 * Diagnostics as the `results` of a ResourceList (config.kubernetes.io/v1, KRM functions specification): for people, and
 * for the orchestrator.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { at, mapOf, sameValue, type Value, type ValueMap } from '../yaml/value.ts';
import { onOneLine } from './on-one-line.ts';
import { byImportance } from './order.ts';

/** A diagnostic as an element of `results`. */
export function resultValue({ message, severity, resourceRef, field, file }: Diagnostic): ValueMap {
  return pairs({
    message: onOneLine(message),
    severity,
    resourceRef: resourceRef && pairs({ ...resourceRef }),
    field: field && pairs({ ...field }),
    file: file && pairs({ path: file.path, index: file.index }),
  });
}

function pairs(fields: Record<string, Value | undefined>): ValueMap {
  return mapOf(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

/** The results that are not among those there already, the most important first: a second run adds nothing. */
export function newResults(diagnostics: readonly Diagnostic[], existing: readonly Value[]): readonly ValueMap[] {
  // Only results of one text can be the same, and there may be thousands of texts.
  const byText = new Map<Value | undefined, Value[]>();
  const isNew = (value: Value): boolean => {
    const text = at(value, 'message');
    const others = byText.get(text);
    if (others?.some((other) => sameValue(other, value))) return false;
    if (others) others.push(value);
    else byText.set(text, [value]);
    return true;
  };
  existing.forEach(isNew);
  return byImportance(diagnostics).map(resultValue).filter(isNew);
}
