/** The ConfigData among the items. */
import { isConfigData } from '../api.ts';
import { fieldDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { withoutCopies } from '../krm/copies.ts';
import { whereIs, type Resource } from '../krm/resource.ts';
import type { Options } from '../options.ts';
import { configDataProblems } from './config-data.ts';

export interface CollectedConfigData {
  readonly configData: readonly Resource[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Validates ConfigData, which may be among any objects; two of one name in one namespace have to be the same. */
export function collectConfigData(
  inItems: readonly Resource[],
  { namespace }: Pick<Options, 'namespace'>,
): CollectedConfigData {
  const configData = inItems.filter(({ ref }) => isConfigData(ref));
  const { differing } = withoutCopies(configData, namespace);
  return {
    configData,
    diagnostics: [
      ...configData.flatMap(configDataProblems),
      ...differing.map(({ first, other }): Diagnostic => {
        const places = [first, other].map(whereIs).join(' and ');
        const message = `expected one ConfigData of this name, found two that differ, in ${places}`;
        return fieldDiagnostic(other, [], { id: 'config-data-duplicate', severity: 'error', message });
      }),
    ],
  };
}
