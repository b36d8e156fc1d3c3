/**
 * Third stage: what every object becomes, and the edits that make it so.
 *
 * An item's tree lives only as long as the item is planned: the trees of a large package would take many times its size.
 * That is why its edits are made here, and why the plan keeps of a workload what was done rather than what it became.
 */
import { KUBERNETES_ITEMS } from '../kubernetes/item-identity.ts';
import { isConfigData } from '../api.ts';
import { checkPolicies, type Reach } from '../checks/check-policies.ts';
import { CHECKS } from '../checks/checks.ts';
import { withConfigMapLists } from '../config-data/config-data.ts';
import { convertConfigData, type Conversion } from '../config-data/convert-config-data.ts';
import { configDataKey } from '../config-data/referred-config-data.ts';
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Tree } from '../krm/envelope.ts';
import type { Resource } from '../krm/resource.ts';
import { wholeOf, type Source } from '../krm/source.ts';
import type { WorkloadPlan } from '../plan/plan-workload.ts';
import { objectOf, summaryOf, type PlannedObject, type PlannedWorkload } from '../plan/planned-workload.ts';
import { PolicyConversions } from '../plan/policy-conversions.ts';
import type { Policy } from '../policies/policy.ts';
import type { Edit } from '../yaml/edit.ts';
import { reconcile } from '../yaml/reconcile.ts';
import { valueOf } from '../yaml/source-node.ts';
import { replaceAll, type Replacement, type Value } from '../yaml/value.ts';
import { planItem, type ItemContext } from './plan-item.ts';
import { itemDiagnostic, type Dependent, type Resolved, type ResolvedSource } from './resolve.ts';

export interface Plan {
  readonly kind: 'plan';
  /** One for each source. */
  readonly sources: readonly SourcePlan[];
  /** The workloads that a policy selects, or that change, in the order of the input. */
  readonly workloads: readonly PlannedWorkload[];
  /** The ConfigData that become ConfigMaps. */
  readonly conversions: readonly PlannedObject[];
  readonly diagnostics: readonly Diagnostic[];
}

export type SourcePlan =
  | { readonly kind: 'items'; readonly edits: readonly Edit[] }
  /** A list that was read whole; it is edited once, together with its results. */
  | { readonly kind: 'whole'; readonly desired: Value };

/** Plans every item; on an error nothing of the plan is to be written. */
export function planPackage(resolved: Resolved): Plan | Dependent {
  const planned = planItems(resolved);
  if (planned.kind === 'dependent') return planned;
  const { workloads, kept, edits, reach } = planned;
  const converted = kept.map((item) => convertItem(item, planned.referred, resolved));
  const conversions = converted.flatMap((one) => one.conversions);
  const diagnostics = [...planned.diagnostics, ...conversions.flatMap((one) => one.diagnostics)];
  return {
    kind: 'plan',
    sources: resolved.sources.map(({ source }): SourcePlan => {
      const items = converted.filter((one) => one.source === source);
      const whole = wholeOf(source);
      if (whole) return { kind: 'whole', desired: items[0]?.desired ?? valueOf(whole.root) };
      return { kind: 'items', edits: [...(edits[source.index] ?? []), ...items.flatMap(editsOf)] };
    }),
    workloads,
    conversions: conversions.flatMap(({ resource, configMap }) => (configMap ? [objectOf(resource)] : [])),
    diagnostics: hasErrors(diagnostics)
      ? diagnostics
      : [...diagnostics, ...checkPolicies(resolved.policies, reach), ...checkPurpose(resolved)],
  };
}

interface PlannedItems {
  readonly kind: 'items';
  readonly workloads: readonly PlannedWorkload[];
  /** By source the edits of items that nothing more can happen to. */
  readonly edits: readonly (readonly Edit[])[];
  /** The items that declare something: whether a ConfigData is needed shows in what refers to it. */
  readonly kept: readonly KeptItem[];
  readonly reach: Reach;
  /** The ConfigData, by their keys, that pod templates refer to as to ConfigMaps. */
  readonly referred: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

interface KeptItem {
  readonly source: Source;
  readonly tree: Tree;
  readonly resources: readonly Resource[];
  readonly changes: readonly Replacement[];
}

function planItems(resolved: Resolved): PlannedItems | Dependent {
  const { sources, data, options } = resolved;
  const context: ItemContext = {
    ...resolved,
    conversions: new PolicyConversions(data, options),
    lineOf: ({ input, offset }) => (sources[input] as ResolvedSource).source.positions.at(offset).line,
  };
  const workloads: PlannedWorkload[] = [];
  const kept: KeptItem[] = [];
  const diagnostics: Diagnostic[] = [];
  const [matched, applied, referred] = [new Set<Policy>(), new Set<Policy>(), new Set<string>()];
  const edits = sources.map((): Edit[] => []);
  const dependent = new Set<number>();
  for (const { source, items } of sources) {
    const isReadOnly = source.input.readOnly === true;
    for (const item of items) {
      const plan = isReadOnly ? undefined : planItem(source, item, context);
      if (plan?.kind === 'dependent') {
        dependent.add(source.index);
        break;
      }
      for (const workload of plan?.workloads ?? []) {
        for (const policy of workload.selectedBy) matched.add(policy);
        for (const policy of workload.reachedBy) applied.add(policy);
        for (const key of workload.referred) referred.add(key);
        for (const found of diagnosticsOf(workload, resolved)) diagnostics.push(found);
        if (isTold(workload)) workloads.push(summaryOf(workload));
      }
      for (const problem of plan?.problems ?? []) diagnostics.push(itemDiagnostic(source, problem));
      const changes = plan?.changes ?? [];
      if (item.reading?.tree) {
        const { tree, resources } = item.reading;
        kept.push({ source, tree, resources, changes });
      } else if (plan?.tree && changes.length > 0) {
        for (const edit of editsFor(source, plan.tree, changed(plan.tree, changes))) edits[source.index]?.push(edit);
      }
    }
  }
  if (dependent.size > 0) return { kind: 'dependent', inputs: [...dependent] };
  return { kind: 'items', workloads, edits, kept, reach: { matched, applied }, referred, diagnostics };
}

function diagnosticsOf(plan: WorkloadPlan, resolved: Resolved): readonly Diagnostic[] {
  return [...plan.diagnostics, ...CHECKS.flatMap((check) => check(plan, resolved))];
}

function isTold({ selectedBy, desired, template }: WorkloadPlan): boolean {
  return selectedBy.length > 0 || desired !== template;
}

interface ConvertedItem {
  readonly source: Source;
  readonly tree: Tree;
  readonly desired: Value;
  readonly conversions: readonly Conversion[];
}

/** ConfigData come last, with the workloads in the same item. */
function convertItem(
  { source, tree, resources, changes }: KeptItem,
  referred: ReadonlySet<string>,
  { objects, options }: Resolved,
): ConvertedItem {
  const isReadOnly = source.input.readOnly === true;
  const conversions = resources
    .filter(({ ref }) => isConfigData(ref))
    .map((resource) => {
      const isReferred = referred.has(configDataKey(resource));
      return convertConfigData(resource, { isReferred, isReadOnly, objects, options });
    });
  const converted = conversions.flatMap(({ resource: { path }, configMap }): readonly Replacement[] =>
    configMap ? [{ path, part: configMap }] : [],
  );
  const desired = changed(tree, [...changes, ...converted]);
  const withLists = options.configData === 'configMap' && !isReadOnly;
  return { source, tree, desired: withLists ? withConfigMapLists(desired) : desired, conversions };
}

function changed({ root }: Tree, changes: readonly Replacement[]): Value {
  return replaceAll(valueOf(root), changes);
}

function editsOf({ source, tree, desired }: ConvertedItem): readonly Edit[] {
  return desired === valueOf(tree.root) ? [] : editsFor(source, tree, desired);
}

function editsFor({ envelope: { bytes } }: Source, { root, hasAnchors }: Tree, desired: Value): readonly Edit[] {
  return reconcile(bytes, root, desired, hasAnchors, KUBERNETES_ITEMS);
}

/** Without policies and ConfigData there is nothing to do, which somebody may not have meant. */
function checkPurpose({ policies, configData, sources }: Resolved): readonly Diagnostic[] {
  const hasObjects = sources.some(({ items }) =>
    items.some(({ role, reading }) => role.kind !== 'unknown' || (reading?.resources.length ?? 0) > 0),
  );
  if (policies.length > 0 || configData.length > 0 || !hasObjects) return [];
  const message = 'found no ServiceInjectionPolicy: nothing is injected';
  return [{ id: 'policy-missing', severity: 'warning', message }];
}
