/** An annotation that is meant to exclude a pod template and does not, which would go unnoticed. */
import { EXCLUDE } from '../api.ts';
import { fieldDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { titleOf } from '../krm/resource.ts';
import { describeValue } from '../wording/describe-value.ts';
import { at } from '../yaml/value.ts';
import type { Check } from './check.ts';

export const checkExclusion: Check = ({ resource, template, workload, policies }) => {
  if (policies.length === 0) return [];
  const warning = (path: readonly string[], what: string): Diagnostic => {
    const finding = { id: 'exclusion-ineffective', severity: 'warning', message: what } as const;
    const diagnostic = fieldDiagnostic(resource, [...path, 'metadata', 'annotations', EXCLUDE], finding);
    const message = `${titleOf(resource)}: annotation ${EXCLUDE}: ${what}; it is injected`;
    return { ...diagnostic, message, field: undefined };
  };
  const here = at(template, 'metadata', 'annotations', EXCLUDE);
  const above = template === resource.value ? undefined : at(resource.value, 'metadata', 'annotations', EXCLUDE);
  return [
    ...(here === undefined || here === 'false'
      ? []
      : [warning(workload.template, `expected the string "true", found ${describeValue(here)}`)]),
    ...(above === undefined || above === 'false'
      ? []
      : [warning([], 'expected it on the pod template, found it on the workload')]),
  ];
};
