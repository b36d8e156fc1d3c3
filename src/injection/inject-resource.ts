/** One object of the input and what injection makes of it. */
import { GROUP } from '../krm/function-config.ts';
import type { Options } from '../krm/options.ts';
import type { Report } from '../krm/report.ts';
import { titleOf, type Resource } from '../krm/resource.ts';
import { workloadOf, type Workload } from '../kubernetes/workloads.ts';
import { positionAt } from '../yaml/position.ts';
import { at, isList, isMap, replaceAt, scalarText, type ValueMap } from '../yaml/value.ts';
import { planTemplate, type Injected } from './plan-template.ts';
import type { Policy } from './policy.ts';
import { inScope, matchingPolicies } from './scope.ts';
import { labelsOf, templateProblems, type TemplateProblem } from './template-problems.ts';

export interface InjectionContext {
  readonly policies: readonly Policy[];
  readonly options: Options;
  readonly workloads: readonly Workload[];
  readonly report: Report;
  /** The policies that have matched a template so far. */
  readonly matched: Set<Policy>;
}

/** The value that an object should have: the very value that it has where there is nothing to inject. */
export function injectResource(resource: Resource, bytes: Buffer, context: InjectionContext): ValueMap {
  const { policies, options, workloads, report, matched } = context;
  const { value, ref } = resource;
  const workload = workloadOf(ref.apiVersion, ref.kind, workloads);
  if (workload === undefined || !policies.some((policy) => inScope(policy, ref.namespace, options))) return value;
  const template = at(value, ...workload.template);
  // A Rollout may refer to a Deployment instead of having a template of its own.
  if (!isMap(template)) return value;
  const refuse = (problem: TemplateProblem): ValueMap => {
    reportProblem(resource, problem, bytes, report);
    return value;
  };
  const found = labelsOf(template, workload.template);
  if ('problem' in found) return refuse(found.problem);
  const matching = matchingPolicies(policies, found.labels, ref.namespace, options);
  if (matching.length === 0) return value;
  for (const policy of matching) matched.add(policy);
  const exclusion = exclusionOf(template);
  if (exclusion !== undefined) {
    report.touched.push(`${nameInReport(resource)}: skipped, annotation ${exclusion}`);
    return value;
  }
  const [problem, ...others] = templateProblems(resource, workload.template, template);
  if (problem) {
    for (const other of others) refuse(other);
    return refuse(problem);
  }
  const place = { resource, path: workload.template, value: template, claims: claimsOf(value, workload) };
  const { desired, injected, results } = planTemplate(place, matching, options);
  report.add(...results);
  if (desired === template) return value;
  report.touched.push(`${nameInReport(resource)}: injected ${injected.map(injectedText).join(', ')}`);
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

/** `db (env 2, volumes 1)`. */
function injectedText({ policy, counts }: Injected): string {
  const lists = (['env', 'envFrom', 'volumeMounts', 'volumes'] as const).filter((list) => counts.has(list));
  const text = lists.map((list) => `${list} ${counts.get(list)}`).join(', ');
  return `${policy.service} (${text === '' ? 'annotation' : text})`;
}
