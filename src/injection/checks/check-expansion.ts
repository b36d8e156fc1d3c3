/** References to variables that will not be resolved, in words (proposal: Variable expansion, "Event Recording"). */
import { fieldPath } from '../../krm/field-path.ts';
import { nearestName } from '../../krm/nearest-name.ts';
import type { Report } from '../../krm/report.ts';
import { titleOf } from '../../krm/resource.ts';
import { finalVariables, hasReferences, type Environment } from '../../kubernetes/environment.ts';
import { expansionProblems, type ExpansionProblem } from '../../kubernetes/expansion-problems.ts';
import { LEFT_OUT } from '../../kubernetes/variable-order.ts';
import { isMap, nameOf, valueAt, type ValueMap } from '../../yaml/value.ts';
import type { Options } from '../../krm/options.ts';
import type { Environments } from '../environments.ts';
import type { Template } from '../plan-template.ts';
import { policyResult, type Policy } from '../policies/policy.ts';
import { WantedEntries, type WantedEntry } from '../policies/wanted-by.ts';
import { templateContainers } from '../template-entries.ts';

/**
 * Reports the problems of every container; what a Service of the cluster may still resolve is only an info. What nothing
 * sets in a variable of a policy is reported at the policy, once for all the templates that it is injected into. With
 * `off` there are only circles that the variables of policies are in, since these keep them from finding their places.
 */
export function checkExpansion(
  { resource, path, value }: Pick<Template, 'resource' | 'path' | 'value'>,
  policies: readonly Policy[],
  environments: Environments,
  { expansion, envPlacement }: Pick<Options, 'expansion' | 'envPlacement'>,
  report: Report,
): void {
  const injected = new Set(policies.flatMap(({ env }) => env.map(nameOf)));
  if (expansion === 'off' && (envPlacement !== 'auto' || injected.size === 0)) return;
  const isOfInterest = (problem: ExpansionProblem): boolean =>
    expansion !== 'off' ||
    (problem.reason === 'cycle' && problem.circle.some((name) => name === LEFT_OUT || injected.has(name)));
  const wanted = new WantedEntries(policies);
  for (const { list, index, container } of templateContainers(value)) {
    if (!hasReferences(container)) continue;
    const environment = environments.of(container, value, resource.ref.namespace);
    let known: readonly string[] | undefined;
    const knownNames = (): readonly string[] => (known ??= namesToSuggest(environment));
    for (const problem of expansionProblems(container, environment).filter(isOfInterest)) {
      const { field, name, reason } = problem;
      const severity = reason === 'no-service' ? 'info' : 'warning';
      const by = isAbsent(problem) ? wantedVariable(wanted, container, field) : undefined;
      if (by) {
        report.onceFor(by.place, `${reason} ${name}`, () =>
          policyResult(by.policy, by.place, severity, ['value'], `$(${name}) ${absence(problem, by.policy)}`),
        );
        continue;
      }
      const where = `container "${nameOf(container)}": ${titleOfField(container, field)}`;
      report.add({
        severity,
        message: `${titleOf(resource)}: ${where}: $(${name}) ${describe(problem, knownNames)}`,
        resourceRef: resource.ref,
        field: { path: fieldPath([...path, 'spec', list, index, ...field]), currentValue: valueAt(container, field) },
        file: resource.file,
      });
    }
  }
}

function isAbsent({ reason }: ExpansionProblem): boolean {
  return reason === 'undefined' || reason === 'no-service';
}

function wantedVariable(
  wanted: WantedEntries,
  container: ValueMap,
  field: ExpansionProblem['field'],
): WantedEntry | undefined {
  const entry = field[0] === 'env' ? valueAt(container, field.slice(0, 2)) : undefined;
  return isMap(entry) ? wanted.by({ list: 'env', entry, container }) : undefined;
}

/** Of a variable that a policy refers to: in one container it may be set, in another not. */
function absence({ name, reason }: ExpansionProblem, policy: Policy): string {
  if (reason === 'no-service') return NO_SERVICE;
  const nearest = nearestName(name, namesIn(policy));
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return `stays as it is in containers where nothing else sets ${name}${hint}`;
}

const names = new WeakMap<Policy, readonly string[]>();

/** The names of a policy's variables, made once for all that it is told of them. */
function namesIn(policy: Policy): readonly string[] {
  const known = names.get(policy) ?? policy.env.map(nameOf);
  names.set(policy, known);
  return known;
}

const NO_SERVICE = 'is left to the cluster: no Service among the items sets it';

function titleOfField(container: ValueMap, field: ExpansionProblem['field']): string {
  return field[0] === 'env' ? `env ${nameOf(valueAt(container, field.slice(0, 2)))}` : fieldPath(field);
}

function describe(problem: ExpansionProblem, knownNames: () => readonly string[]): string {
  const { name } = problem;
  switch (problem.reason) {
    case 'undefined': {
      const nearest = nearestName(name, knownNames());
      return `stays as it is: nothing sets ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
    }
    case 'no-service':
      return NO_SERVICE;
    case 'self':
      return `stays as it is: ${name} refers to itself, and nothing has set it before`;
    case 'declared-later':
      return `stays as it is: ${name} is set after it, by env[${problem.index}]; the kubelet expands in the order of the list`;
    case 'cycle':
      return `stays as it is: ${problem.circle.join(' → ')} refer to each other, so that no order serves them all`;
  }
}

/** Above this many, to compare with the variables of all Services takes longer than everything else. */
const MOST_SERVICE_VARIABLES = 1000;

/** The variables of the container; those of Services only where they are not too many. */
function namesToSuggest(environment: Environment): readonly string[] {
  const { declared, services } = environment;
  if (services.variables.size > MOST_SERVICE_VARIABLES) return [...declared.keys()];
  return finalVariables(environment).map(({ name }) => name);
}
