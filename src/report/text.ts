/** The report of a run as lines of text, for standard error: with names as they are in the input. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { titleOf } from '../krm/resource.ts';
import type { ListName } from '../kubernetes/list-rules.ts';
import { isChange } from '../plan/injection.ts';
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
export function workloadLines(workload: PlannedWorkload): readonly string[] {
  const { object, exclusion, isChanged, changes } = workload;
  const title = shortTitleOf(object);
  const skipped = exclusion === undefined ? [] : [`${title}: skipped, annotation ${exclusion}`];
  if (!isChanged) return skipped;
  const injected = injectedTexts(workload);
  const done = [
    ...(injected.length === 0 ? [] : [`injected ${injected.join(', ')}`]),
    ...(changes.includes('references resolved') ? ['ConfigData references resolved'] : []),
    ...(changes.includes('values inlined') ? ['values of variables inlined'] : []),
  ];
  return [...skipped, `${title}: ${done.join('; ')}`];
}

const LISTS = ['env', 'envFrom', 'volumeMounts', 'volumes'] as const;

/** `db (env 2, volumes 1)`; by the policies' names where several are for one service. */
function injectedTexts({ annotations, injections }: PlannedWorkload): readonly string[] {
  const counts = new Map<Policy, Map<ListName, number>>();
  for (const { policy } of annotations.filter(isChange)) counts.set(policy, new Map());
  for (const { policy, list } of injections.filter(isChange)) {
    const ofPolicy = counts.get(policy) ?? new Map<ListName, number>();
    counts.set(policy, ofPolicy.set(list, (ofPolicy.get(list) ?? 0) + 1));
  }
  const policiesOf = new Map<string, number>();
  for (const { service } of counts.keys()) policiesOf.set(service, (policiesOf.get(service) ?? 0) + 1);
  // In the order in which they apply.
  const policies = new Set([...annotations, ...injections].map(({ policy }) => policy));
  return [...policies].flatMap((policy) => {
    const ofPolicy = counts.get(policy);
    if (ofPolicy === undefined) return [];
    const { service, name } = policy;
    const lists = LISTS.filter((list) => ofPolicy.has(list)).map((list) => `${list} ${ofPolicy.get(list)}`);
    const title = policiesOf.get(service) === 1 ? service : `${service} by ${name}`;
    return [`${title} (${lists.length === 0 ? 'annotation' : lists.join(', ')})`];
  });
}

function conversionLine(object: PlannedObject): string {
  return `${shortTitleOf(object)}: becomes a ConfigMap`;
}

/** `deployment shop/web`, as kubectl prints it. */
function shortTitleOf(object: PlannedObject): string {
  const { kind, name, namespace } = object.ref;
  if (name === '') return titleOf(object);
  return `${kind.toLowerCase()} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
