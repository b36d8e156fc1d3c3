/** One object with a pod template, and what injection makes of it. */
import type { DataObjects } from '../config-data/data-objects.ts';
import type { Environments } from '../config-data/environments.ts';
import { referredConfigData } from '../config-data/referred-config-data.ts';
import { fieldDiagnostic, hasErrors, type Diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { titleOf, type Resource } from '../krm/resource.ts';
import type { Environment } from '../kubernetes/environment.ts';
import { inlineVariable } from '../kubernetes/inline-expansion.ts';
import { keysOf } from '../kubernetes/label-selector.ts';
import { templateContainers, withContainers } from '../kubernetes/pod-template.ts';
import type { Workload } from '../kubernetes/workloads.ts';
import type { Options } from '../options.ts';
import type { Policy } from '../policies/policy.ts';
import { inScope } from '../policies/scope.ts';
import { at, isList, sameValue, scalarText, type ValueMap } from '../yaml/value.ts';
import { convertTemplate, type ConvertedTemplate } from './convert-template.ts';
import { inlineConfigData, inlineValues } from './inline-containers.ts';
import type { AnnotationInjection, Injection } from './injection.ts';
import type { PlannedEntry } from './merge-entries.ts';
import type { PolicyConversions } from './policy-conversions.ts';
import { planTemplate, policiesReaching, type ContainerPlan, type Template } from './plan-template.ts';
import { exclusionOf, MIRROR, selectPolicies } from './select-policies.ts';
import { labelsOf, templateProblems, type Labels, type TemplateProblem } from './template-problems.ts';

/** What workloads are planned by. */
export interface PlanningContext {
  readonly policies: readonly Policy[];
  readonly options: Options;
  readonly data: DataObjects;
  readonly environments: Environments;
  readonly conversions: PolicyConversions;
  /** The line of the input, from 1, that a location is on. */
  readonly lineOf: (location: Location) => number;
}

export interface WorkloadPlan {
  readonly resource: Resource;
  readonly workload: Workload;
  /** The pod template as it was. */
  readonly template: ValueMap;
  /** As it should be: the very object where nothing changes. */
  readonly desired: ValueMap;
  /** The policies that select the template, and those of them that find a container in it. */
  readonly selectedBy: readonly Policy[];
  readonly reachedBy: readonly Policy[];
  /** The policies that apply, with their references to ConfigData converted. */
  readonly policies: readonly Policy[];
  /** The annotation that keeps policies away. */
  readonly exclusion: string | undefined;
  readonly injections: readonly Injection[];
  readonly annotations: readonly AnnotationInjection[];
  /** What was done besides. */
  readonly changes: readonly ('references resolved' | 'values inlined')[];
  /** The containers and volumes as they should be, for checks; none where the template cannot be planned. */
  readonly containers: readonly ContainerPlan[];
  readonly volumes: readonly PlannedEntry[];
  /** The ConfigData, by their keys, that the template refers to as to ConfigMaps. */
  readonly referred: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Plans the injection into `template` of a workload. `selected` are the policies that select it, where its labels and
 * namespace have been looked at already.
 */
export function planWorkload(
  resource: Resource,
  workload: Workload,
  template: ValueMap,
  context: PlanningContext,
  selected?: readonly Policy[],
): WorkloadPlan {
  const { options, data } = context;
  const { namespace } = resource.ref;
  const nothing = {
    resource,
    workload,
    template,
    desired: template,
    policies: [],
    injections: [],
    annotations: [],
    changes: [],
    containers: [],
    volumes: [],
    referred: [],
    diagnostics: [],
  };
  const selection = selected ?? selectionOf(resource, workload, template, context);
  if ('id' in selection) {
    const diagnostics = [fieldDiagnostic(resource, selection.path, selection)];
    return { ...nothing, selectedBy: [], reachedBy: [], exclusion: undefined, diagnostics };
  }
  const selectedBy = selection;
  const containers = selectedBy.length === 0 ? [] : templateContainers(template);
  const reachedBy = policiesReaching(selectedBy, containers, options);
  const exclusion = exclusionOf(template);
  const plan: WorkloadPlan = { ...nothing, selectedBy, reachedBy, exclusion };
  if (exclusion === MIRROR) return plan;
  const applying = exclusion === undefined ? selectedBy : [];
  const references = { data, namespace, mode: options.configData };
  const own = convertTemplate(resource, workload.template, template, references);
  const problems = templateProblems(resource, workload.template, template);
  if (problems.length === 0) return withTemplate(plan, own, applying, context);
  // No policy selects it and nothing in it is converted: a malformed template is not our error.
  if (applying.length === 0 && own.template === template) {
    return { ...plan, referred: referredConfigData(template, namespace, data), diagnostics: own.diagnostics };
  }
  const diagnostics = problems.map(({ path, offset, ...finding }) => {
    if (offset === undefined) return fieldDiagnostic(resource, path, finding);
    const location = { input: resource.input, offset };
    const title = `${titleOf(resource)}: line ${context.lineOf(location)}`;
    return { ...fieldDiagnostic(resource, path, finding, title), location };
  });
  return { ...plan, diagnostics: [...own.diagnostics, ...diagnostics] };
}

/** The policies that select a template, or the label that keeps that from being known. */
function selectionOf(
  { ref: { namespace } }: Resource,
  workload: Workload,
  template: ValueMap,
  { policies, options }: PlanningContext,
): readonly Policy[] | TemplateProblem {
  const { labels, problems } = labelsOf(template, workload.template);
  const inReach = policies.filter((policy) => inScope(policy, namespace, options));
  return decisiveProblem(problems, inReach) ?? selectPolicies(inReach, labels, namespace, options);
}

/** The first problem with labels that a policy looks at; without a key it is one with all of them. */
function decisiveProblem(problems: Labels['problems'], policies: readonly Policy[]): TemplateProblem | undefined {
  if (problems.length === 0) return undefined;
  const keys = new Set(policies.flatMap(({ selector }) => keysOf(selector)));
  return problems.find(({ key }) => (key === undefined ? keys.size > 0 : keys.has(key)));
}

/** The steps from a template of a sound shape to what it should be. */
function withTemplate(
  plan: WorkloadPlan,
  own: ConvertedTemplate,
  applying: readonly Policy[],
  { options, data, environments, conversions }: PlanningContext,
): WorkloadPlan {
  const { resource, workload, template } = plan;
  const { namespace } = resource.ref;
  const converted = applying.map((policy) => conversions.in(policy, namespace));
  const policies = converted.map(({ policy }) => policy);
  const environmentOf = (container: ValueMap): Environment => environments.of(container, template, namespace);
  const isInlining = options.expansion === 'inline';
  const place: Template = {
    resource,
    path: workload.template,
    value: own.template,
    claims: claimsOf(resource.value, workload),
    configData: own.configData,
    finish: isInlining ? (container) => inlineVariable(container, environmentOf(container)) : undefined,
  };
  const planned = planTemplate(place, policies, options);
  const diagnostics = [...own.diagnostics, ...converted.flatMap((one) => one.diagnostics), ...planned.diagnostics];
  // Nothing is written then, and what the template lacks would only follow from that.
  if (hasErrors(planned.diagnostics)) return { ...plan, policies, diagnostics };
  const inlined = planned.containers.map((container) =>
    options.configData === 'inline' ? inlineConfigData(container, place, data) : { plan: container, diagnostics: [] },
  );
  const containers = inlined.map((one) => (isInlining ? inlineValues(one.plan, environmentOf) : one.plan));
  const finished = containers.filter(({ container }, index) => container !== planned.containers[index]?.container);
  const desired = withContainers(
    planned.value,
    finished.map(({ place: { list, index }, container }) => ({ list, index, container })),
  );
  const isInlined = containers.some(({ container }, index) => container !== inlined[index]?.plan.container);
  return {
    ...plan,
    policies,
    desired: sameValue(desired, template) ? template : desired,
    injections: planned.injections,
    annotations: planned.annotations,
    changes: [
      ...(own.template === template ? [] : ['references resolved' as const]),
      ...(isInlined ? ['values inlined' as const] : []),
    ],
    containers,
    volumes: planned.volumes,
    referred: referredConfigData(desired, namespace, data),
    diagnostics: [...diagnostics, ...inlined.flatMap((one) => one.diagnostics)],
  };
}

function claimsOf(value: ValueMap, { claims }: Workload): readonly string[] {
  const templates = claims && at(value, ...claims);
  return isList(templates) ? templates.map((claim) => scalarText(at(claim, 'metadata', 'name'))) : [];
}
