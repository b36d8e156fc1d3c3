/**
 * Whatever the unknown values are, the kubelet makes the same of a container with its references written out as of the
 * container as it was; and what the evaluation says of a variable holds.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ValueMap } from '../yaml/value.ts';
import { evaluateEnvironment, isOpenTo, lookUp, type Environment } from './environment.ts';
import { expansionProblems } from './expansion-problems.ts';
import { references } from './expansion.ts';
import { inlineExpansion } from './inline-expansion.ts';
import { runKubelet, type ModelContainer } from '../testing/kubelet-model.ts';
import { scenario, type Scenario } from '../testing/random-container.ts';
import { serviceVariables } from './service-variables.ts';

test('the kubelet makes the same of the container with its references written out', () =>
  fc.assert(
    fc.property(scenario, (given) => {
      const { inlined } = evaluated(given);
      expect(runKubelet(inlined as ModelContainer, given.cluster)).toEqual(runKubelet(given.container, given.cluster));
    }),
  ));

test('no reference to a known value is left, and a second time there is nothing to do', () =>
  fc.assert(
    fc.property(scenario, (given) => {
      const { environment, inlined } = evaluated(given);
      const { env = [], command = [], args = [], livenessProbe } = inlined as ModelContainer;
      const fixed = new Set(livenessProbe?.exec.command.flatMap(references));
      const left = [
        ...env.flatMap(({ name, value = '', valueFrom }, index) =>
          fixed.has(name) || valueFrom ? [] : references(value).map((used) => lookUp(environment, used, index)),
        ),
        ...[...command, ...args].flatMap(references).map((used) => lookUp(environment, used)),
      ];
      expect(left.filter((variable) => variable?.state.kind === 'known')).toEqual([]);
      expect(inlineExpansion(inlined, environmentOf(inlined, given))).toBe(inlined);
    }),
  ));

test('a known variable has that value, an unknown one is there, and a missing one is not', () =>
  fc.assert(
    fc.property(scenario, (given) => {
      const { environment } = evaluated(given);
      const { env } = runKubelet(given.container, given.cluster);
      if (!env) return;
      for (const name of new Set([...given.names, ...environment.declared.keys(), ...env.keys()])) {
        const state = lookUp(environment, name)?.state;
        if (state?.kind === 'known') expect([name, env.get(name)]).toEqual([name, state.value]);
        else if (state?.kind === 'unknown') expect([name, env.has(name)]).toEqual([name, true]);
        else if (!state && !isOpenTo(environment, name)) expect([name, env.has(name)]).toEqual([name, false]);
      }
    }),
  ));

test('what is reported as not resolvable is not set when the kubelet comes to it', () =>
  fc.assert(
    fc.property(scenario, (given) => {
      const { environment } = evaluated(given);
      for (const { field, name, reason } of expansionProblems(given.container as ValueMap, environment)) {
        if (reason === 'no-service' || given.foreign.has(name)) continue;
        const [list, index] = field;
        const env = list === 'env' ? (given.container.env ?? []).slice(0, Number(index)) : given.container.env;
        const outcome = runKubelet({ ...given.container, env: env ?? [] }, given.cluster);
        expect([field, name, outcome.env?.has(name) ?? false]).toEqual([field, name, false]);
      }
    }),
  ));

function evaluated(given: Scenario): { readonly environment: Environment; readonly inlined: ValueMap } {
  const container = given.container as ValueMap;
  const environment = environmentOf(container, given);
  return { environment, inlined: inlineExpansion(container, environment) };
}

function environmentOf(container: ValueMap, { services, scope, known }: Scenario): Environment {
  const fromServices = serviceVariables(services as unknown as ValueMap[], scope);
  return evaluateEnvironment(container, fromServices, (kind, name) => known.get(`${kind} ${name}`));
}
