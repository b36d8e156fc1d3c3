/** Values written in the place of references, in the containers of a template as policies have left it. */
import type { DataObjects } from '../config-data/data-objects.ts';
import { inlineSources } from '../config-data/inline-sources.ts';
import { fieldDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { titleOf, type Resource } from '../krm/resource.ts';
import { hasReferences, type Environment } from '../kubernetes/environment.ts';
import { inlineExpansion } from '../kubernetes/inline-expansion.ts';
import { dataReference } from '../kubernetes/variable-source.ts';
import { fieldPath } from '../wording/field-path.ts';
import { isList, isMap, mapOf, nameOf, withKey, type ValueMap } from '../yaml/value.ts';
import type { PlannedEntry } from './merge-entries.ts';
import type { ContainerPlan } from './plan-template.ts';

/** The object and the path in it of the template that a container is in. */
interface TemplatePlace {
  readonly resource: Resource;
  readonly path: readonly string[];
}

export interface InlinedContainer {
  readonly plan: ContainerPlan;
  readonly diagnostics: readonly Diagnostic[];
}

/** A container whose sources that were references to ConfigData are inlined, as far as it gets the same from that. */
export function inlineConfigData(
  plan: ContainerPlan,
  { resource, path }: TemplatePlace,
  data: DataObjects,
): InlinedContainer {
  const { place, container, env, envFrom } = plan;
  const sources = new Set(envFrom.flatMap(({ isConfigData }, index) => (isConfigData ? [index] : [])));
  if (sources.size === 0) return { plan, diagnostics: [] };
  const { added, removed, stays, differs } = inlineSources(container, sources, (source) => {
    const reference = dataReference(source);
    return reference && data.find(reference.kind, reference.name, resource.ref.namespace);
  });
  const tell = (
    source: ValueMap,
    id: 'config-data-not-inlined' | 'config-data-overridden',
    what: string,
  ): Diagnostic => {
    const field = [...path, 'spec', place.list, place.index, 'envFrom'];
    const message = `container "${nameOf(container)}": ConfigData ${dataReference(source)?.name}: ${what}`;
    const diagnostic = fieldDiagnostic(resource, field, { id, severity: 'info', message });
    return { ...diagnostic, message: `${titleOf(resource)}: ${message}`, field: { path: fieldPath(field) } };
  };
  const diagnostics = [
    ...stays.map(({ source, reason }) =>
      tell(source, 'config-data-not-inlined', `stays in envFrom as a ConfigMap: ${reason}`),
    ),
    ...differs.map(({ source, variable }) =>
      tell(source, 'config-data-overridden', `env ${variable} is set to something else and stays so`),
    ),
  ];
  if (removed.size === 0) return { plan, diagnostics };
  const inlined = added.map((value): PlannedEntry => {
    return { value, index: undefined, wanted: undefined, isConfigData: false };
  });
  const [newEnv, newEnvFrom] = [[...inlined, ...env], envFrom.filter((_, index) => !removed.has(index))];
  return {
    plan: { ...plan, container: withLists(plan, newEnv, newEnvFrom), env: newEnv, envFrom: newEnvFrom },
    diagnostics,
  };
}

/** Without the `envFrom` that inlining has emptied, unless it was empty before. */
function withLists(
  { place, container, env: before }: ContainerPlan,
  env: readonly PlannedEntry[],
  envFrom: readonly PlannedEntry[],
): ValueMap {
  const valuesOf = (entries: readonly PlannedEntry[]) => entries.map(({ value }) => value);
  const withEnv = env.length === before.length ? container : withKey(container, 'env', valuesOf(env));
  const was = place.container['envFrom'];
  if (envFrom.length > 0 || (isList(was) && was.length === 0)) return withKey(withEnv, 'envFrom', valuesOf(envFrom));
  return mapOf(Object.entries(withEnv).filter(([field]) => field !== 'envFrom'));
}

/** A container with the values of variables that are known before the pod runs written in the place of references. */
export function inlineValues(plan: ContainerPlan, environmentOf: (container: ValueMap) => Environment): ContainerPlan {
  if (!hasReferences(plan.container)) return plan;
  const container = inlineExpansion(plan.container, environmentOf(plan.container));
  const { env } = container;
  if (container === plan.container || !isList(env)) return { ...plan, container };
  return {
    ...plan,
    container,
    // Every entry stays in its place.
    env: plan.env.map((entry, index) => {
      const value = env[index];
      return isMap(value) ? { ...entry, value } : entry;
    }),
  };
}
