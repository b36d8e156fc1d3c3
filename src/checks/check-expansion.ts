/** References to variables that will not be resolved, in words (proposal: Variable expansion, "Event Recording"). */
import type { DiagnosticId } from '../diagnostics/catalogue.ts';
import { locationOf, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { titleOf } from '../krm/resource.ts';
import { finalVariables, hasReferences, type Environment } from '../kubernetes/environment.ts';
import { LEFT_OUT } from '../kubernetes/variable-order.ts';
import { expansionProblems, type ExpansionProblem } from '../kubernetes/expansion-problems.ts';
import type { PlannedEntry } from '../plan/merge-entries.ts';
import type { ContainerPlan } from '../plan/plan-template.ts';
import type { WorkloadPlan } from '../plan/plan-workload.ts';
import { entryDiagnostic, type Policy } from '../policies/policy.ts';
import { fieldPath } from '../wording/field-path.ts';
import { nearestName } from '../wording/nearest-name.ts';
import { nameOf, valueAt } from '../yaml/value.ts';
import type { Check } from './check.ts';

/**
 * Reports the problems of every container; what a Service of the cluster may still resolve is only an info. What nothing
 * sets in a variable of a policy is reported at the policy, once for all the templates that it is injected into. With
 * `off` there are only cycles that the variables of policies are in, since these keep them from finding their places.
 */
export const checkExpansion: Check = (plan, { options: { expansion, envPlacement }, environments }) => {
  const { policies, containers, resource, desired } = plan;
  const injected = new Set(policies.flatMap(({ lists }) => lists.env.map(({ value }) => nameOf(value))));
  if (expansion === 'off' && (envPlacement !== 'auto' || injected.size === 0)) return [];
  const isOfInterest = (problem: ExpansionProblem): boolean =>
    expansion !== 'off' ||
    (problem.reason === 'cycle' && problem.cycle.some((name) => name === LEFT_OUT || injected.has(name)));
  return containers.flatMap((container): readonly Diagnostic[] => {
    if (!hasReferences(container.container)) return [];
    const environment = environments.of(container.container, desired, resource.ref.namespace);
    let known: readonly string[] | undefined;
    const knownNames = (): readonly string[] => (known ??= namesToSuggest(environment));
    return expansionProblems(container.container, environment)
      .filter(isOfInterest)
      .map((problem) => diagnosticOf(problem, container, plan, knownNames));
  });
};

const IDS: Readonly<Record<ExpansionProblem['reason'], DiagnosticId>> = {
  undefined: 'variable-undefined',
  'no-service': 'variable-left-to-cluster',
  self: 'variable-refers-to-itself',
  'declared-later': 'variable-declared-later',
  cycle: 'variable-cycle',
};

function diagnosticOf(
  problem: ExpansionProblem,
  { place, container, env }: ContainerPlan,
  { resource, workload }: WorkloadPlan,
  knownNames: () => readonly string[],
): Diagnostic {
  const { field, name, reason } = problem;
  const finding = { id: IDS[reason], severity: reason === 'no-service' ? 'info' : 'warning' } as const;
  const entry = field[0] === 'env' && typeof field[1] === 'number' ? env[field[1]] : undefined;
  const isAbsent = reason === 'undefined' || reason === 'no-service';
  if (isAbsent && entry?.wanted) {
    const { policy, entry: wanted } = entry.wanted;
    const message = `$(${name}) ${absence(problem, policy)}`;
    return entryDiagnostic(policy, wanted.source, ['value'], { ...finding, message });
  }
  const title = entry ? `env ${nameOf(entry.value)}` : fieldPath(field);
  const path = [...workload.template, 'spec', place.list, place.index];
  return {
    ...finding,
    message: `${titleOf(resource)}: container "${nameOf(container)}": ${title}: $(${name}) ${describe(problem, knownNames)}`,
    resourceRef: resource.ref,
    field: { path: fieldPath([...path, ...field]), currentValue: valueAt(container, field) },
    file: resource.file,
    location: locationOf(resource, [...path, ...sourceField(field, entry)]),
  };
}

/** The field in the container as it was read; of an entry that a policy brings, the list that it goes into. */
function sourceField(field: ExpansionProblem['field'], entry: PlannedEntry | undefined): ExpansionProblem['field'] {
  if (entry === undefined) return field;
  return entry.index === undefined ? ['env'] : ['env', entry.index, ...field.slice(2)];
}

/** Of a variable that a policy refers to: in one container it may be set, in another not. */
function absence({ name, reason }: ExpansionProblem, { lists }: Policy): string {
  if (reason === 'no-service') return NO_SERVICE;
  const nearest = nearestName(
    name,
    lists.env.map(({ value }) => nameOf(value)),
  );
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return `stays as it is in containers where nothing else sets ${name}${hint}`;
}

const NO_SERVICE = 'is left to the cluster: no Service among the items sets it';

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
      return `stays as it is: ${problem.cycle.join(' → ')} refer to each other, so that no order serves them all`;
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
