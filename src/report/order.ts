/** The order in which diagnostics are reported. */
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts';
import { compareText } from '../wording/compare-text.ts';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** By file, index, severity and text, as kyaml's framework sorts results; those without a file come first. */
export function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      compareText(a.file?.path ?? '', b.file?.path ?? '') ||
      (a.file?.index ?? 0) - (b.file?.index ?? 0) ||
      bySeverity(a, b) ||
      compareText(a.message, b.message),
  );
}

/** The most important first: of results as of standard error kpt shows four lines. */
export function byImportance(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return inOrder(diagnostics).toSorted(bySeverity);
}

function bySeverity(a: Diagnostic, b: Diagnostic): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}
