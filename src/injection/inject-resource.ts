/** One object of the input and what injection makes of it. */
import { GROUP } from '../krm/function-config.ts';
import type { Options } from '../krm/options.ts';
import type { Report } from '../krm/report.ts';
import { describeValue, fieldResult, shortTitleOf, titleOf, type Resource } from '../krm/resource.ts';
import { hasErrors } from '../krm/result.ts';
import { hasReferences, type Environment } from '../kubernetes/environment.ts';
import { inlineExpansion, inlineVariable } from '../kubernetes/inline-expansion.ts';
import { keysOf, selects } from '../kubernetes/label-selector.ts';
import { workloadOf, type Workload, type WorkloadTable } from '../kubernetes/workloads.ts';
import type { Positions } from '../yaml/position.ts';
import { at, isList, isMap, replaceAt, sameValue, scalarText, type ValueMap } from '../yaml/value.ts';
import { checkExpansion } from './checks/check-expansion.ts';
import { checkReferences } from './checks/check-references.ts';
import type { ConfigDataReferences } from './config-data/config-data-references.ts';
import type { ReferredConfigData } from './config-data/referred-config-data.ts';
import type { DataObjects } from './data-objects.ts';
import type { Environments } from './environments.ts';
import { planTemplate, policiesReaching, type Injected, type Template } from './plan-template.ts';
import type { Policy } from './policies/policy.ts';
import { inScope } from './scope.ts';
import { changeContainers } from './template-entries.ts';
import { labelsOf, templateProblems, type Labels, type TemplateProblem } from './template-problems.ts';

export interface InjectionContext {
  readonly policies: readonly Policy[];
  readonly options: Options;
  readonly workloads: WorkloadTable;
  readonly report: Report;
  readonly data: DataObjects;
  readonly configData: ConfigDataReferences;
  readonly referred: ReferredConfigData;
  readonly environments: Environments;
  /** The policies that have matched a template so far, and those that found a container in it. */
  readonly matched: Set<Policy>;
  readonly applied: Set<Policy>;
}

/** The value that an object should have: the very value that it has where nothing changes. */
export function injectResource(resource: Resource, positions: Positions, context: InjectionContext): ValueMap {
  const { policies, options, workloads, report, matched, applied } = context;
  const { value, ref } = resource;
  const workload = workloadOf(ref.apiVersion, ref.kind, workloads);
  const template = workload && at(value, ...workload.template);
  // A Rollout may refer to a Deployment instead of having a template of its own.
  if (workload === undefined || !isMap(template)) return value;
  const refuse = (problem: TemplateProblem): ValueMap => {
    reportProblem(resource, problem, positions, report);
    return value;
  };
  const reaching = policies.filter((policy) => inScope(policy, ref.namespace, options));
  const { labels, problems: labelProblems } = labelsOf(template, workload.template);
  const decisive = decisiveProblem(labelProblems, reaching);
  if (decisive) return refuse(decisive);
  const selecting = reaching.filter((policy) => selects(policy.selector, labels));
  for (const policy of selecting) matched.add(policy);
  for (const policy of policiesReaching(selecting, template, options)) applied.add(policy);
  const exclusion = exclusionOf(template);
  if (exclusion !== undefined && selecting.length > 0) {
    report.touched.push(`${shortTitleOf(resource)}: skipped, annotation ${exclusion}`);
  }
  // What the kubelet runs by itself, the API server only shows.
  if (exclusion === MIRROR) return value;
  const matching = exclusion === undefined ? selecting : [];
  if (matching.length > 0) warnOfExclusions(resource, template, report);
  const own = context.configData.inTemplate(resource, workload.template, template);
  const [problem, ...others] = templateProblems(resource, workload.template, template);
  if (problem) {
    // What is only looked at is nobody's to mend.
    if (matching.length === 0 && own === template) {
      context.referred.note(template, ref.namespace);
      return value;
    }
    for (const other of others) refuse(other);
    return refuse(problem);
  }
  const { desired, done } = changeTemplate({ resource, workload, template, own, matching }, context);
  if (sameValue(desired, template)) return value;
  report.touched.push(`${shortTitleOf(resource)}: ${done.join('; ')}`);
  return replaceAt(value, workload.template, desired) as ValueMap;
}

/** The first problem with labels that a policy looks at; without a key it is one with all of them. */
function decisiveProblem(problems: Labels['problems'], policies: readonly Policy[]): TemplateProblem | undefined {
  if (problems.length === 0) return undefined;
  const keys = new Set(policies.flatMap(({ selector }) => keysOf(selector)));
  return problems.find(({ key }) => (key === undefined ? keys.size > 0 : keys.has(key)));
}

interface Change {
  readonly resource: Resource;
  readonly workload: Workload;
  readonly template: ValueMap;
  /** The template with its own references to ConfigData resolved. */
  readonly own: ValueMap;
  readonly matching: readonly Policy[];
}

/** The steps from a template to what it should be, and what was done, in words. */
function changeTemplate(
  { resource, workload, template, own, matching }: Change,
  { options, report, data, configData, referred, environments }: InjectionContext,
): { readonly desired: ValueMap; readonly done: readonly string[] } {
  const { namespace } = resource.ref;
  const done = own === template ? [] : ['ConfigData references resolved'];
  const environmentOf = (container: ValueMap): Environment => environments.of(container, template, namespace);
  const place: Template = {
    resource,
    path: workload.template,
    value: own,
    claims: claimsOf(resource.value, workload),
    finish:
      options.expansion === 'inline' ? (container) => inlineVariable(container, environmentOf(container)) : undefined,
  };
  const policies = matching.map((policy) => configData.inPolicy(policy, namespace));
  const plan = planTemplate(place, policies, options);
  report.addAll(plan.results);
  // Nothing is written then, and what the template lacks would only follow from that.
  if (hasErrors(plan.results)) return { desired: template, done: [] };
  if (plan.injected.length > 0) {
    done.unshift(`injected ${injectedTexts(plan.injected).join(', ')}`);
  }
  let { desired } = plan;
  if (options.configData === 'inline') desired = configData.inlineSources({ ...place, value: desired }, own);
  if (options.expansion === 'inline') {
    const expanded = changeContainers(desired, (container) =>
      hasReferences(container) ? inlineExpansion(container, environmentOf(container)) : container,
    );
    if (expanded !== desired) done.push('values of variables inlined');
    desired = expanded;
  }
  referred.note(desired, namespace);
  const result = { ...place, value: desired };
  if (options.references !== 'ignore') {
    checkReferences(result, policies, data, options.references === 'warn' ? 'warning' : 'error', report);
  }
  checkExpansion(result, policies, environments, options, report);
  return { desired, done };
}

function reportProblem(resource: Resource, problem: TemplateProblem, positions: Positions, report: Report): void {
  const { path, message, offset } = problem;
  const line = offset === undefined ? '' : `: line ${positions.at(offset).line}`;
  report.add(fieldResult(resource, 'error', path, message, `${titleOf(resource)}${line}`));
}

const MIRROR = 'kubernetes.io/config.mirror';

/** The annotation by which a template asks to be left alone, or by which the kubelet marks the mirror of a static pod. */
function exclusionOf(template: ValueMap): string | undefined {
  const annotations = at(template, 'metadata', 'annotations');
  if (at(annotations, `${GROUP}/exclude`) === 'true') return `${GROUP}/exclude`;
  return at(annotations, MIRROR) === undefined ? undefined : MIRROR;
}

/** An annotation that is meant to exclude and does not would go unnoticed. */
function warnOfExclusions({ value, ref, file, ...resource }: Resource, template: ValueMap, report: Report): void {
  const key = `${GROUP}/exclude`;
  const warn = (message: string): void => {
    const title = titleOf({ value, ref, file, ...resource });
    report.add({
      severity: 'warning',
      message: `${title}: annotation ${key}: ${message}; it is injected`,
      resourceRef: ref,
      file,
    });
  };
  const here = at(template, 'metadata', 'annotations', key);
  const above = template === value ? undefined : at(value, 'metadata', 'annotations', key);
  if (here !== undefined && here !== 'false') warn(`expected the string "true", found ${describeValue(here)}`);
  if (above !== undefined && above !== 'false') warn('expected it on the pod template, found it on the workload');
}

function claimsOf(value: ValueMap, { claims }: Workload): readonly string[] {
  const templates = claims && at(value, ...claims);
  return isList(templates) ? templates.map((claim) => scalarText(at(claim, 'metadata', 'name'))) : [];
}

/** `db (env 2, volumes 1)`; by the policies' names where several are for one service. */
function injectedTexts(all: readonly Injected[]): readonly string[] {
  const policies = new Map<string, number>();
  for (const { policy } of all) policies.set(policy.service, (policies.get(policy.service) ?? 0) + 1);
  return all.map(({ policy, counts }) => {
    const { service, name } = policy;
    const lists = (['env', 'envFrom', 'volumeMounts', 'volumes'] as const).filter((list) => counts.has(list));
    const text = lists.map((list) => `${list} ${counts.get(list)}`).join(', ');
    return `${policies.get(service) === 1 ? service : `${service} by ${name}`} (${text === '' ? 'annotation' : text})`;
  });
}
