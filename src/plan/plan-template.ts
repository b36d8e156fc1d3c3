/**
 * What a pod template becomes: a pure function from the template and the policies that match it to the template as it
 * should be (proposal: Service Injection Policy, "Behavior").
 */
import { locationOf, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { titleOf, type Resource } from '../krm/resource.ts';
import { CONTAINER_LIST_NAMES, LIST_RULES } from '../kubernetes/list-rules.ts';
import { templateContainers, withContainers, type ContainerPlace } from '../kubernetes/pod-template.ts';
import type { Options } from '../options.ts';
import { entryDiagnostic, type Policy } from '../policies/policy.ts';
import { isForContainer } from '../policies/scope.ts';
import { fieldPath } from '../wording/field-path.ts';
import { at, isList, isMap, nameOf, withKey, type ValueMap } from '../yaml/value.ts';
import { annotate } from './annotate.ts';
import type { ConflictMessage } from './conflict-message.ts';
import type { AnnotationInjection, Injection } from './injection.ts';
import type { PlannedEntry, SameEntry } from './merge-entries.ts';
import { planList, type ListPlan } from './plan-list.ts';

/** A pod template of the input. */
export interface Template {
  readonly resource: Resource;
  /** Keys from the object to the template. */
  readonly path: readonly string[];
  readonly value: ValueMap;
  /** Names that can be mounted besides the template's volumes: a StatefulSet's claims. */
  readonly claims: readonly string[];
  /** The entries, by their paths from the template, that refer to ConfigData as to ConfigMaps. */
  readonly configData: ReadonlySet<string>;
  /** What becomes of a container after the injection, where that changes the values of its variables. */
  readonly finish?: ((container: ValueMap) => ValueMap) | undefined;
}

export interface TemplatePlan {
  /** The very object that came in where there is nothing to do. */
  readonly value: ValueMap;
  /** Init containers first; every container of the template, also where no policy wants anything of it. */
  readonly containers: readonly ContainerPlan[];
  readonly volumes: readonly PlannedEntry[];
  readonly injections: readonly Injection[];
  readonly annotations: readonly AnnotationInjection[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ContainerPlan {
  /** The container as it was. */
  readonly place: ContainerPlace;
  readonly container: ValueMap;
  readonly env: readonly PlannedEntry[];
  readonly envFrom: readonly PlannedEntry[];
}

/** Plans the injection of `policies`, given in the order in which they apply, into a template of a sound shape. */
export function planTemplate(template: Template, policies: readonly Policy[], options: Options): TemplatePlan {
  const reaching = policies.filter((policy) => reachesContainer(policy, template.value, options));
  const lists = planLists(template, reaching, options);
  const conflicts = [...lists.containers.flatMap((one) => one.conflicts), ...lists.volumes.conflicts];
  const diagnostics = [
    ...mountsWithoutVolumes(template, reaching),
    ...conflicts.map((conflict) => conflictDiagnostic(template, conflict)),
  ];
  const isRefused = conflicts.length > 0 && (options.conflicts === 'error' || options.conflicts === 'skip');
  if (isRefused) return { ...planTemplate(template, [], options), diagnostics };
  const { value: before } = template;
  const spec = at(before, 'spec') as ValueMap;
  let value = withContainers(
    before,
    lists.containers.map(({ plan: { place, container } }) => ({ ...place, container })),
  );
  if (lists.volumes.isChanged) {
    const changed = withKey((at(value, 'spec') as ValueMap | undefined) ?? spec, 'volumes', valuesOf(lists.volumes));
    value = withKey(value, 'spec', changed);
  }
  const annotated = annotate(value, reaching);
  return {
    value: annotated.template,
    containers: lists.containers.map(({ plan }) => plan),
    volumes: lists.volumes.entries,
    injections: [...lists.containers.flatMap(({ injections }) => injections), ...lists.volumes.injections],
    annotations: annotated.annotations,
    diagnostics,
  };
}

interface PlannedContainer {
  readonly plan: ContainerPlan;
  readonly injections: readonly Injection[];
  readonly conflicts: readonly ConflictMessage[];
}

function planLists(
  template: Template,
  policies: readonly Policy[],
  options: Options,
): { readonly containers: readonly PlannedContainer[]; readonly volumes: ListPlan } {
  const spec = at(template.value, 'spec');
  const path = ['spec', 'volumes'];
  const volumes = { list: 'volumes', holder: isMap(spec) ? spec : {}, container: undefined, path } as const;
  return {
    containers: templateContainers(template.value).map((place) => planContainer(template, place, policies, options)),
    volumes: planList(
      { ...volumes, isConfigData: (index) => refersToConfigData(template, [...path, index]) },
      policies.flatMap((policy) => policy.lists.volumes.map((entry) => ({ entry, policy }))),
      options,
    ),
  };
}

function planContainer(
  template: Template,
  place: ContainerPlace,
  policies: readonly Policy[],
  options: Options,
): PlannedContainer {
  const { list: containers, index, container } = place;
  const name = nameOf(container);
  const wanting = isInjected(place, options) ? policies.filter((policy) => isForContainer(policy, name)) : [];
  const ref = { list: containers, index, name };
  const [env, envFrom, volumeMounts] = CONTAINER_LIST_NAMES.map((list) => {
    const path = ['spec', containers, index, list];
    return planList(
      {
        list,
        holder: container,
        container: ref,
        path,
        isConfigData: (entry) => refersToConfigData(template, [...path, entry]),
        same: list === 'env' ? sameVariableIn(container, template.finish) : undefined,
      },
      wanting.flatMap((policy) => policy.lists[list].map((entry) => ({ entry, policy }))),
      options,
    );
  }) as [ListPlan, ListPlan, ListPlan];
  const lists = [env, envFrom, volumeMounts];
  const changed = lists.reduce((value, plan, which) => {
    const list = CONTAINER_LIST_NAMES[which] as string;
    return plan.isChanged ? withKey(value, list, valuesOf(plan)) : value;
  }, container);
  return {
    plan: { place, container: changed, env: env.entries, envFrom: envFrom.entries },
    injections: lists.flatMap(({ injections }) => injections),
    conflicts: lists.flatMap(({ conflicts }) => conflicts),
  };
}

function valuesOf({ entries }: ListPlan): ValueMap[string] {
  return entries.map(({ value }) => value);
}

function refersToConfigData({ configData }: Template, path: readonly (string | number)[]): boolean {
  return configData.size > 0 && configData.has(fieldPath(path));
}

/** What an earlier run made of a variable is the same as what this run would make of it. */
function sameVariableIn(container: ValueMap, finish: Template['finish']): SameEntry | undefined {
  if (finish === undefined) return undefined;
  const { same } = LIST_RULES.env;
  return (found, wanted, index) => {
    if (same(found, wanted)) return true;
    const { env } = container;
    if (index === undefined || !isList(env)) return false;
    const finished = finish(withKey(container, 'env', env.with(index, wanted)))['env'];
    const becomes = isList(finished) ? finished[index] : undefined;
    return isMap(becomes) && same(found, becomes);
  };
}

function conflictDiagnostic({ resource, path }: Template, conflict: ConflictMessage): Diagnostic {
  const { path: place, sourcePath, currentValue, proposedValue, ...finding } = conflict;
  return {
    ...finding,
    message: `${titleOf(resource)}: ${finding.message}`,
    resourceRef: resource.ref,
    field: { path: fieldPath([...path, ...place]), currentValue, proposedValue },
    file: resource.file,
    location: locationOf(resource, [...path, ...sourcePath]),
  };
}

/** A mount needs a volume: the policy's, another's that matches as well, the template's, or a claim. */
function mountsWithoutVolumes(
  { resource, value, claims }: Template,
  policies: readonly Policy[],
): readonly Diagnostic[] {
  const volumes = at(value, 'spec', 'volumes');
  const known = new Set([
    ...(isList(volumes) ? volumes.filter(isMap).map(nameOf) : []),
    ...claims,
    ...policies.flatMap((policy) => policy.lists.volumes.map((volume) => nameOf(volume.value))),
  ]);
  return policies.flatMap((policy) =>
    policy.lists.volumeMounts
      .filter((mount) => !known.has(nameOf(mount.value)))
      .map(({ value: mount, source }) => {
        const message = `expected a volume of the policy or of ${titleOf(resource)}, found ${JSON.stringify(nameOf(mount))}`;
        const finding = { id: 'mount-without-volume', severity: 'error', message } as const;
        const diagnostic = entryDiagnostic(policy, source, ['name'], finding);
        return { ...diagnostic, field: diagnostic.field && { ...diagnostic.field, currentValue: nameOf(mount) } };
      }),
  );
}

/** Whether a policy is for a container that the template has. */
export function reachesContainer(policy: Policy, template: ValueMap, options: Options): boolean {
  return templateContainers(template).some(
    (place) => isInjected(place, options) && isForContainer(policy, nameOf(place.container)),
  );
}

/** Whether policies may want anything of a container. */
function isInjected({ list }: ContainerPlace, { initContainers }: Options): boolean {
  return initContainers || list === 'containers';
}
