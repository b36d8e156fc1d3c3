/** The report of a run as lines of text, for standard error. */
import { byImportance, resultLine, type Result } from '../krm/result.ts';

/**
 * What was touched, then results with the most important first: kpt shows four lines, and on an error nothing was
 * touched. `withInfos` is for runs whose results are written nowhere else.
 */
export function textReport(
  touched: readonly string[],
  results: readonly Result[],
  withInfos: boolean,
): readonly string[] {
  const told = byImportance(results).filter(({ severity }) => withInfos || severity !== 'info');
  return [...touched, ...told.map(resultLine)];
}
