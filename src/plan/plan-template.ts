/**
 * What a pod template becomes: a pure function from the template and the policies that match it to the template as it
 * should be (proposal: Service Injection Policy, "Behavior").
 */
import { locationOf, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { titleOf, type Resource } from '../krm/resource.ts';
import { LIST_RULES } from '../kubernetes/list-rules.ts';
import { templateContainers, withContainers, type ContainerPlace } from '../kubernetes/pod-template.ts';
import type { Options } from '../options.ts';
import { entryDiagnostic, type Policy } from '../policies/policy.ts';
import { isForContainer } from '../policies/scope.ts';
import { fieldPath } from '../wording/field-path.ts';
import { at, isList, isMap, mapOf, nameOf, withKey, type Value, type ValueMap } from '../yaml/value.ts';
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
  /** What becomes of a variable at an index of a container after the injection, where that changes its value. */
  readonly finish?: ((container: ValueMap) => (variable: ValueMap, index: number) => ValueMap) | undefined;
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
  const places = templateContainers(template.value);
  const reaching = policiesReaching(policies, places, options);
  const planned = places.map((place) => planContainer(template, place, reaching, options));
  const volumes = planVolumes(template, reaching, options);
  const lists = [...planned.flatMap((one) => one.lists), volumes];
  const conflicts = lists.flatMap((one) => one.conflicts);
  const diagnostics = [
    ...mountsWithoutVolumes(template, reaching),
    ...conflicts.map((conflict) => conflictDiagnostic(template, conflict)),
  ];
  const isRefused = conflicts.length > 0 && (options.conflicts === 'error' || options.conflicts === 'skip');
  if (isRefused) return { ...planTemplate(template, [], options), diagnostics };
  const containers = planned.map(({ plan }) => plan);
  const changed = containers.filter(({ place, container }) => container !== place.container);
  const injected = withContainers(
    template.value,
    changed.map(({ place, container }) => ({ ...place, container })),
  );
  const annotated = annotate(withVolumes(injected, volumes), reaching);
  return {
    value: annotated.template,
    containers,
    volumes: volumes.entries,
    injections: lists.flatMap(({ injections }) => injections),
    annotations: annotated.annotations,
    diagnostics,
  };
}

function withVolumes(template: ValueMap, volumes: ListPlan): ValueMap {
  const { spec } = template;
  return volumes.isChanged && isMap(spec)
    ? withKey(template, 'spec', withKey(spec, 'volumes', valuesOf(volumes)))
    : template;
}

interface PlannedContainer {
  readonly plan: ContainerPlan;
  readonly lists: readonly ListPlan[];
}

function planContainer(
  { configData, finish }: Template,
  place: ContainerPlace,
  policies: readonly Policy[],
  options: Options,
): PlannedContainer {
  const { list: containers, index, container } = place;
  const name = nameOf(container);
  const wanting = isInjected(place, options) ? policies.filter((policy) => isForContainer(policy, name)) : [];
  const named = { list: containers, index, name };
  const plan = (list: 'env' | 'envFrom' | 'volumeMounts', same?: SameEntry): ListPlan =>
    planList(
      { list, holder: container, container: named, path: ['spec', containers, index, list], same, configData },
      wanting,
      options,
    );
  const env = plan('env', finish && sameVariableIn(container, finish));
  const envFrom = plan('envFrom');
  const volumeMounts = plan('volumeMounts');
  let changed = container;
  if (env.isChanged) changed = withKey(changed, 'env', valuesOf(env));
  if (envFrom.isChanged) changed = withKey(changed, 'envFrom', valuesOf(envFrom));
  if (volumeMounts.isChanged) changed = withKey(changed, 'volumeMounts', valuesOf(volumeMounts));
  return {
    plan: { place, container: changed, env: env.entries, envFrom: envFrom.entries },
    lists: [env, envFrom, volumeMounts],
  };
}

function planVolumes({ value, configData }: Template, policies: readonly Policy[], options: Options): ListPlan {
  const spec = at(value, 'spec');
  const holder = isMap(spec) ? spec : mapOf([]);
  const path = ['spec', 'volumes'];
  return planList({ list: 'volumes', holder, container: undefined, path, configData }, policies, options);
}

function valuesOf({ entries }: ListPlan): readonly Value[] {
  return entries.map(({ value }) => value);
}

/** What an earlier run made of a variable is the same as what this run would make of it. */
function sameVariableIn(container: ValueMap, finish: NonNullable<Template['finish']>): SameEntry {
  const { same } = LIST_RULES.env;
  let finished: ReturnType<typeof finish> | undefined;
  return (found, wanted, index) => {
    if (same(found, wanted)) return true;
    return index !== undefined && same(found, (finished ??= finish(container))(wanted, index));
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

/** The policies that are for one of the containers of a template. */
export function policiesReaching(
  policies: readonly Policy[],
  places: readonly ContainerPlace[],
  options: Options,
): readonly Policy[] {
  if (policies.length === 0) return policies;
  const injected = places.filter((place) => isInjected(place, options));
  const names = [...new Set(injected.map(({ container }) => nameOf(container)))];
  return policies.filter((policy) => names.some((name) => isForContainer(policy, name)));
}

/** Whether policies may want anything of a container. */
function isInjected({ list }: ContainerPlace, { initContainers }: Options): boolean {
  return initContainers || list === 'containers';
}
