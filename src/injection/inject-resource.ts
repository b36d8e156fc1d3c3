/** One object of the input and what injection makes of it. */
import { GROUP } from '../krm/function-config.ts';
import type { Options } from '../krm/options.ts';
import type { Report } from '../krm/report.ts';
import { describeValue, titleOf, type Resource } from '../krm/resource.ts';
import { looksAt, selects } from '../kubernetes/label-selector.ts';
import { workloadOf, type Workload } from '../kubernetes/workloads.ts';
import { positionAt } from '../yaml/position.ts';
import { at, isList, isMap, replaceAt, scalarText, type ValueMap } from '../yaml/value.ts';
import { planTemplate, reachesContainer, type Injected } from './plan-template.ts';
import type { Policy } from './policy.ts';
import { inScope } from './scope.ts';
import { labelsOf, templateProblems, type TemplateProblem } from './template-problems.ts';

export interface InjectionContext {
  readonly policies: readonly Policy[];
  readonly options: Options;
  readonly workloads: readonly Workload[];
  readonly report: Report;
  /** The policies that have matched a template so far, and those that found a container in it. */
  readonly matched: Set<Policy>;
  readonly applied: Set<Policy>;
}

/** The value that an object should have: the very value that it has where there is nothing to inject. */
export function injectResource(resource: Resource, bytes: Buffer, context: InjectionContext): ValueMap {
  const { policies, options, workloads, report, matched, applied } = context;
  const { value, ref } = resource;
  const workload = workloadOf(ref.apiVersion, ref.kind, workloads);
  const reaching = policies.filter((policy) => inScope(policy, ref.namespace, options));
  if (workload === undefined || reaching.length === 0) return value;
  const template = at(value, ...workload.template);
  // A Rollout may refer to a Deployment instead of having a template of its own.
  if (!isMap(template)) return value;
  const refuse = (problem: TemplateProblem): ValueMap => {
    reportProblem(resource, problem, bytes, report);
    return value;
  };
  const { labels, problems: labelProblems } = labelsOf(template, workload.template);
  const decisive = labelProblems.find(({ key }) => reaching.some(({ selector }) => looksAt(selector, key)));
  if (decisive) return refuse(decisive);
  const matching = reaching.filter((policy) => selects(policy.selector, labels));
  if (matching.length === 0) return value;
  for (const policy of matching) {
    matched.add(policy);
    if (reachesContainer(policy, template, options)) applied.add(policy);
  }
  const exclusion = exclusionOf(template);
  if (exclusion !== undefined) {
    report.touched.push(`${nameInReport(resource)}: skipped, annotation ${exclusion}`);
    return value;
  }
  warnOfExclusions(resource, template, report);
  const [problem, ...others] = templateProblems(resource, workload.template, template);
  if (problem) {
    for (const other of others) refuse(other);
    return refuse(problem);
  }
  const place = { resource, path: workload.template, value: template, claims: claimsOf(value, workload) };
  const { desired, injected, results } = planTemplate(place, matching, options);
  report.add(...results);
  if (desired === template) return value;
  report.touched.push(
    `${nameInReport(resource)}: injected ${injected.map((one) => injectedText(one, injected)).join(', ')}`,
  );
  return replaceAt(value, workload.template, desired) as ValueMap;
}

function reportProblem(resource: Resource, problem: TemplateProblem, bytes: Buffer, report: Report): void {
  const { path, message, offset } = problem;
  const line = offset === undefined ? '' : `line ${positionAt(bytes, offset).line}: `;
  report.add({
    severity: 'error',
    message: `${titleOf(resource)}: ${line}${path === '' ? '' : `${path}: `}${message}`,
    resourceRef: resource.ref,
    field: path === '' ? undefined : { path },
    file: resource.file,
  });
}

/** The annotation by which a template asks to be left alone, or by which the kubelet marks the mirror of a static pod. */
function exclusionOf(template: ValueMap): string | undefined {
  const annotations = at(template, 'metadata', 'annotations');
  if (at(annotations, `${GROUP}/exclude`) === 'true') return `${GROUP}/exclude`;
  return at(annotations, 'kubernetes.io/config.mirror') === undefined ? undefined : 'kubernetes.io/config.mirror';
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

/** `deployment shop/web`, as kubectl prints it. */
function nameInReport(resource: Resource): string {
  const { ref } = resource;
  if (ref.name === '') return titleOf(resource);
  return `${ref.kind.toLowerCase()} ${ref.namespace === undefined ? '' : `${ref.namespace}/`}${ref.name}`;
}

/** `db (env 2, volumes 1)`; by the policies' names where several are for one service. */
function injectedText({ policy, counts }: Injected, all: readonly Injected[]): string {
  const isShared = all.some((other) => other.policy !== policy && other.policy.service === policy.service);
  const lists = (['env', 'envFrom', 'volumeMounts', 'volumes'] as const).filter((list) => counts.has(list));
  const text = lists.map((list) => `${list} ${counts.get(list)}`).join(', ');
  return `${isShared ? `${policy.service} by ${policy.name}` : policy.service} (${text === '' ? 'annotation' : text})`;
}
