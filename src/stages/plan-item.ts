/** One item of a package: the objects in it, what becomes of each, and the edits that make it so. */
import type { Tree } from '../krm/envelope.ts';
import { labelsIn, namespaceIn } from '../krm/head.ts';
import type { Resource } from '../krm/resource.ts';
import { lookAt, readItem, type Item, type ItemProblem, type Source } from '../krm/source.ts';
import { workloadOf, type Workload, type WorkloadTable } from '../kubernetes/workloads.ts';
import type { Options } from '../options.ts';
import { planWorkload, type PlanningContext, type WorkloadPlan } from '../plan/plan-workload.ts';
import { selectPolicies } from '../plan/select-policies.ts';
import type { Policy } from '../policies/policy.ts';
import { at, isMap, type Replacement } from '../yaml/value.ts';
import type { Dependent, ResolvedItem } from './resolve.ts';

export interface ItemPlan {
  readonly kind: 'planned';
  /** Undefined where nothing of the item is to be changed. */
  readonly tree: Tree | undefined;
  readonly workloads: readonly WorkloadPlan[];
  /** From the item's root. */
  readonly changes: readonly Replacement[];
  readonly problems: readonly ItemProblem[];
}

export interface ItemContext extends PlanningContext {
  readonly workloads: WorkloadTable;
}

/** Plans the workloads in an item; undefined where none of them can be of interest. */
export function planItem(
  source: Source,
  { item, role, reading }: ResolvedItem,
  context: ItemContext,
): ItemPlan | Dependent | undefined {
  if (reading !== undefined) return planResources(reading.tree, reading.resources, [], context);
  if (role.kind !== 'workload') return undefined;
  const selected = selectedByHead(source, item, role.workload, context);
  switch (actionFor(source, item, selected, context.options)) {
    case 'skip':
      return undefined;
    case 'validate':
      return planResources(undefined, lookAt(source, item), [], context, selected);
    case 'transform': {
      const read = readItem(source, item);
      if (read.kind === 'dependent') return { kind: 'dependent', inputs: [source.index] };
      return planResources(read.tree, read.resources, read.problems, context, selected);
    }
  }
}

/** The policies that select a workload, as far as its lines show that; undefined: read it to know. */
function selectedByHead(
  { envelope: { bytes } }: Source,
  { head }: Item,
  { template }: Workload,
  { policies, options }: PlanningContext,
): readonly Policy[] | undefined {
  const labels = head && labelsIn(bytes, head, [...template, 'metadata', 'labels']);
  if (head === undefined || labels === undefined) return undefined;
  const inAnyNamespace = selectPolicies(policies, labels, undefined, {
    ...options,
    strictNamespace: false,
    namespace: undefined,
  });
  if (inAnyNamespace.length === 0) return inAnyNamespace;
  const namespace = namespaceIn(bytes, head);
  return namespace === undefined ? undefined : selectPolicies(inAnyNamespace, labels, namespace ?? undefined, options);
}

/** What is done with a workload: whether it may change, or only has something to be checked. */
function actionFor(
  { envelope: { bytes } }: Source,
  { unit: { slice } }: Item,
  selected: readonly Policy[] | undefined,
  { configData, expansion, references }: Options,
): 'transform' | 'validate' | 'skip' {
  const text = bytes.subarray(slice.start, slice.end);
  // No policy needs it to be read, a reference may.
  if (selected === undefined || selected.length > 0 || text.includes('configData') || references === 'error')
    return 'transform';
  const hasReferences = expansion !== 'off' && text.includes('$(');
  if (hasReferences && expansion === 'inline') return 'transform';
  // A ConfigData is not inlined for what refers to it as the ConfigMap that it would become.
  const mayMeanConfigData = configData === 'inline' && text.includes('configMap');
  return hasReferences || references === 'warn' || mayMeanConfigData ? 'validate' : 'skip';
}

function planResources(
  tree: Tree | undefined,
  resources: readonly Resource[],
  problems: readonly ItemProblem[],
  context: ItemContext,
  selected?: readonly Policy[],
): ItemPlan {
  const workloads = resources.flatMap((resource) => {
    const { apiVersion, kind } = resource.ref;
    const workload = workloadOf(apiVersion, kind, context.workloads);
    const template = workload && at(resource.value, ...workload.template);
    // A Rollout may refer to a Deployment instead of having a template of its own.
    return workload && isMap(template) ? [planWorkload(resource, workload, template, context, selected)] : [];
  });
  const changes = workloads.flatMap(({ resource, workload, template, desired }): readonly Replacement[] =>
    desired === template ? [] : [{ path: [...resource.path, ...workload.template], part: desired }],
  );
  return { kind: 'planned', tree, workloads, changes, problems };
}
