/** The report of a run as lines of text, for standard error: with names as they are in the input. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { titleOf } from '../krm/resource.ts';
import { isChange, type Injection } from '../plan/injection.ts';
import type { Policy } from '../policies/policy.ts';
import type { PlannedObject, PlannedWorkload } from '../plan/planned-workload.ts';
import { onOneLine } from './on-one-line.ts';
import { byImportance } from './order.ts';

/** What a run did, as far as it is told. */
export interface Done {
  readonly workloads: readonly PlannedWorkload[];
  /** The ConfigData that became ConfigMaps. */
  readonly conversions: readonly PlannedObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What was done, then diagnostics with the most important first: kpt shows four lines, and on an error nothing was
 * done. `withInfos` is for runs whose results are written nowhere else.
 */
export function textReport({ workloads, conversions, diagnostics }: Done, withInfos: boolean): readonly string[] {
  const told = byImportance(diagnostics).filter(({ severity }) => withInfos || severity !== 'info');
  return [...workloads.flatMap(workloadLines), ...conversions.map(conversionLine), ...told.map(diagnosticLine)];
}

/** A diagnostic as one line of text: `error: message (shop/web.yaml)`; a file's first document needs no index. */
export function diagnosticLine({ severity, message, file }: Diagnostic): string {
  const place = file === undefined ? '' : ` (${file.path}${file.index === 0 ? '' : `, document ${file.index + 1}`})`;
  return `${severity}: ${onOneLine(message)}${place}`;
}

/** `deployment shop/web: injected db (env 2, volumes 1)`. */
export function workloadLines({
  object,
  exclusion,
  isChanged,
  injections,
  annotations,
  changes,
}: PlannedWorkload): readonly string[] {
  const title = shortTitleOf(object);
  const skipped = exclusion === undefined ? [] : [`${title}: skipped, annotation ${exclusion}`];
  if (!isChanged) return skipped;
  const changed = [...annotations, ...injections].filter(isChange);
  const policies = [...new Set([...annotations, ...injections].map(({ policy }) => policy))].filter((policy) =>
    changed.some((one) => one.policy === policy),
  );
  const injected = policies.map((policy) => injectedText(policy, policies, injections.filter(isChange)));
  const done = [
    ...(injected.length === 0 ? [] : [`injected ${injected.join(', ')}`]),
    ...(changes.includes('references resolved') ? ['ConfigData references resolved'] : []),
    ...(changes.includes('values inlined') ? ['values of variables inlined'] : []),
  ];
  return [...skipped, `${title}: ${done.join('; ')}`];
}

function conversionLine(object: PlannedObject): string {
  return `${shortTitleOf(object)}: becomes a ConfigMap`;
}

/** `db (env 2, volumes 1)`; by the policies' names where several are for one service. */
function injectedText(policy: Policy, all: readonly Policy[], injections: readonly Injection[]): string {
  const isShared = all.some((other) => other !== policy && other.service === policy.service);
  const own = injections.filter((one) => one.policy === policy);
  const counts = (['env', 'envFrom', 'volumeMounts', 'volumes'] as const).flatMap((list) => {
    const count = own.filter((one) => one.list === list).length;
    return count === 0 ? [] : [`${list} ${count}`];
  });
  const text = counts.length === 0 ? 'annotation' : counts.join(', ');
  return `${isShared ? `${policy.service} by ${policy.name}` : policy.service} (${text})`;
}

/** `deployment shop/web`, as kubectl prints it. */
function shortTitleOf(object: PlannedObject): string {
  const { kind, name, namespace } = object.ref;
  if (name === '') return titleOf(object);
  return `${kind.toLowerCase()} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
