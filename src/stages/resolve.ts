/** Second stage: what a run goes by: its options, policies, ConfigData, and the objects that others refer to. */
import { collectConfigData } from '../config-data/collect-config-data.ts';
import { DataObjects } from '../config-data/data-objects.ts';
import { Environments } from '../config-data/environments.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { readFunctionConfig } from '../function-config.ts';
import { addTo } from '../yaml/multi-map.ts';
import { ObjectIndex, type ObjectItem } from '../krm/object-index.ts';
import type { Resource } from '../krm/resource.ts';
import { readItem, type Item, type ItemProblem, type ItemReading, type Source } from '../krm/source.ts';
import { workloadTable, type WorkloadTable } from '../kubernetes/workloads.ts';
import { DEFAULT_OPTIONS, type Options } from '../options.ts';
import { collectPolicies } from '../policies/collect-policies.ts';
import { completePolicies } from '../policies/complete-policies.ts';
import type { Policy } from '../policies/policy.ts';
import { roleOf, type ItemRole } from './item-role.ts';
import type { Package } from './read-package.ts';

export interface Resolved {
  readonly kind: 'resolved';
  readonly sources: readonly ResolvedSource[];
  readonly options: Options;
  readonly workloads: WorkloadTable;
  /** In the order in which they apply, completed by the hints of their Services. */
  readonly policies: readonly Policy[];
  readonly configData: readonly Resource[];
  /** What is known of the objects among the items. */
  readonly objects: ObjectIndex;
  readonly data: DataObjects;
  readonly environments: Environments;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ResolvedSource {
  readonly source: Source;
  readonly items: readonly ResolvedItem[];
}

export interface ResolvedItem {
  readonly item: Item;
  readonly role: ItemRole;
  /** Set where it was read to know what it declares. */
  readonly reading: (ItemReading & { readonly kind: 'read' }) | undefined;
}

/** Items cannot be understood by themselves: the lists of these inputs have to be read whole. */
export interface Dependent {
  readonly kind: 'dependent';
  readonly inputs: readonly number[];
}

/** `flags` win over the options of a functionConfig. */
export function resolve({ sources }: Package, flags: Partial<Options>): Resolved | Dependent {
  const configs = sources.map(({ index, envelope }) => readFunctionConfig(envelope.functionConfig, index));
  const options: Options = { ...DEFAULT_OPTIONS };
  for (const given of [...configs.map((config) => config.options), flags]) Object.assign(options, given);
  const workloads = workloadTable(options.workloads);
  const resolved: ResolvedSource[] = [];
  const dependent: number[] = [];
  for (const source of sources) {
    const items = resolveItems(source, workloads);
    if (items) resolved.push({ source, items });
    else dependent.push(source.index);
  }
  if (dependent.length > 0) return { kind: 'dependent', inputs: dependent };

  const read = resolved.flatMap(({ source, items }) =>
    items.flatMap(({ reading }) =>
      (reading?.resources ?? []).map((resource) => ({ resource, isWritten: source.input.readOnly !== true })),
    ),
  );
  const resources = read.map(({ resource }) => resource);
  const objects = new ObjectIndex(resources, referents(resolved), options.namespace);
  const configData = collectConfigData(resources, options);
  const collected = collectPolicies(
    configs.flatMap(({ policies }) => policies),
    read,
  );
  const completed = completePolicies(collected.policies, objects);
  const data = new DataObjects(objects, configData.configData, options);
  return {
    kind: 'resolved',
    sources: resolved,
    options,
    workloads,
    policies: completed.policies,
    configData: configData.configData,
    objects,
    data,
    environments: new Environments(objects, data, options),
    diagnostics: [
      ...configs.flatMap(({ diagnostics }) => diagnostics),
      ...resolved.flatMap(problemsIn),
      ...configData.diagnostics,
      ...collected.diagnostics,
      ...completed.diagnostics,
    ],
  };
}

/** Policies may follow the workloads that they select, so they are read first. */
function resolveItems(source: Source, workloads: WorkloadTable): readonly ResolvedItem[] | undefined {
  const items: ResolvedItem[] = [];
  for (const item of source.items) {
    const role = roleOf(source, item, workloads);
    const reading = role.kind === 'declaration' || role.kind === 'unknown' ? readItem(source, item) : undefined;
    if (reading?.kind === 'dependent') return undefined;
    items.push({ item, role, reading });
  }
  return items;
}

/** The items with objects that others may refer to, by their kinds. */
function referents(sources: readonly ResolvedSource[]): ReadonlyMap<string, readonly ObjectItem[]> {
  const items = new Map<string, ObjectItem[]>();
  for (const { source, items: all } of sources) {
    for (const { item, role } of all) if (role.kind === 'referent') addTo(items, role.objectKind, { source, item });
  }
  return items;
}

function problemsIn({ source, items }: ResolvedSource): readonly Diagnostic[] {
  return items.flatMap(({ reading }) => (reading?.problems ?? []).map((problem) => itemDiagnostic(source, problem)));
}

export function itemDiagnostic({ index }: Source, { id, message, offset }: ItemProblem): Diagnostic {
  return { id, severity: 'error', message, location: { input: index, offset } };
}
