/** The exit code of a run, which is all that orchestrators look at. */
import { hasErrors, isUnusable, type Diagnostic } from '../diagnostics/diagnostic.ts';

/** 0: done; 1: something in the resources has to be mended; 2: the input or the options cannot be used. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): 0 | 1 | 2 {
  if (!hasErrors(diagnostics)) return 0;
  return diagnostics.some(isUnusable) ? 2 : 1;
}
