/**
 * What becomes of references to ConfigData, in pod templates and in what policies want: references to ConfigMaps, or
 * the values themselves (proposal: Generic Configuration Object).
 */
import { fieldPath } from '../../krm/field-path.ts';
import type { Options } from '../../krm/options.ts';
import type { Report } from '../../krm/report.ts';
import { fieldResult, titleOf, type Resource } from '../../krm/resource.ts';
import type { Severity } from '../../krm/result.ts';
import { placedReferences, type PlacedReference, type ReferringList } from '../../kubernetes/data-references.ts';
import type { KnownData } from '../../kubernetes/environment.ts';
import { escaped } from '../../kubernetes/expansion.ts';
import { probeReferences } from '../../kubernetes/inline-expansion.ts';
import { dataReference } from '../../kubernetes/variable-source.ts';
import {
  at,
  isList,
  isMap,
  mapOf,
  nameOf,
  replaceAt,
  valueAt,
  withRenamedKey,
  type Value,
  type ValueMap,
} from '../../yaml/value.ts';
import type { DataObjects } from '../data-objects.ts';
import { inlineSources } from './inline-sources.ts';
import { misspeltReferences } from './misspelt-references.ts';
import { missingReferences } from '../checks/missing-references.ts';
import { policyResult, type Policy } from '../policies/policy.ts';
import type { Template } from '../plan-template.ts';
import { changeContainers, changeEntries } from '../template-entries.ts';

type Path = readonly (string | number)[];
type Tell = (severity: Severity, path: Path, message: string) => void;

export class ConfigDataReferences {
  /** The entries of `envFrom` that were references to ConfigData. */
  readonly #sources = new Set<ValueMap>();
  readonly #data: DataObjects;
  readonly #options: Options;
  readonly #report: Report;
  readonly #policies = new Map<Policy, Map<string | undefined, Policy>>();
  #probed: { readonly container: ValueMap; readonly names: ReadonlySet<string> } | undefined;

  constructor(data: DataObjects, options: Options, report: Report) {
    this.#data = data;
    this.#options = options;
    this.#report = report;
  }

  /** A pod template, at `path` of its object, with its own references as the options want them. */
  inTemplate(resource: Resource, path: readonly string[], template: ValueMap): ValueMap {
    return changeEntries(template, ({ list, entry, path: place, container }) => {
      const tell: Tell = (severity, within, message) => {
        this.#report.add(fieldResult(resource, severity, fieldPath([...path, ...place, ...within]), message));
      };
      // A cluster would pass it over, or refuse it; in policies their validation tells.
      const misspelt = misspeltReferences(list, entry);
      for (const { path: within, message } of misspelt) tell('error', within, message);
      if (misspelt.length > 0) return entry;
      return this.#changed(list, entry, resource.ref.namespace, tell, { mayGo: false, container }) ?? entry;
    });
  }

  /**
   * A policy with its references as the options want them in a template of a namespace. What is optional and not there
   * it does not want, so that an earlier variable of that name stays in effect.
   */
  inPolicy(policy: Policy, namespace: string | undefined): Policy {
    if (!refersToConfigData(policy)) return policy;
    let byNamespace = this.#policies.get(policy);
    if (byNamespace === undefined) this.#policies.set(policy, (byNamespace = new Map()));
    let changed = byNamespace.get(namespace);
    if (changed === undefined) byNamespace.set(namespace, (changed = this.#policyIn(policy, namespace)));
    return changed;
  }

  #policyIn(policy: Policy, namespace: string | undefined): Policy {
    const places = new Map(policy.places);
    const change = (list: ReferringList): readonly ValueMap[] =>
      policy[list].flatMap((entry) => {
        const place = policy.places.get(entry);
        const tell: Tell = (severity, within, message) => {
          if (place) this.#report.once(policyResult(policy, place, severity, within, message));
        };
        const changed = this.#changed(list, entry, namespace, tell, { mayGo: true, container: undefined });
        if (changed && place) places.set(changed, place);
        return changed ? [changed] : [];
      });
    return { ...policy, env: change('env'), envFrom: change('envFrom'), volumes: change('volumes'), places };
  }

  /** An entry as the options want it. With `mayGo` it is undefined where it refers to what is optional and not there. */
  #changed(
    list: ReferringList,
    entry: ValueMap,
    namespace: string | undefined,
    tell: Tell,
    { mayGo, container }: { readonly mayGo: boolean; readonly container: ValueMap | undefined },
  ): ValueMap | undefined {
    const { configData } = this.#options;
    let result = entry;
    for (const reference of placedReferences(list, entry)) {
      if (reference.kind !== 'ConfigData') continue;
      const found = this.#data.find('ConfigData', reference.name, namespace);
      const missing = missingReferences(reference, found, () =>
        this.#data.alternatives('ConfigData', reference.name, namespace),
      );
      if (missing.length > 0 && !reference.optional) {
        for (const { path, message } of missing) tell('error', path, message);
      }
      if (configData === 'keep') continue;
      if (mayGo && missing.length > 0 && reference.optional && list !== 'volumes') return undefined;
      if (configData === 'inline' && list === 'env') {
        const text = found?.data.get(reference.keys[0]?.key ?? '');
        const isInProbe = container !== undefined && this.#probeReferences(container).has(nameOf(entry));
        if (text !== undefined && !isInProbe) {
          result = withRenamedKey(result, 'valueFrom', 'value', escaped(text));
          continue;
        }
        if (missing.length === 0) {
          const reason = isInProbe
            ? 'the command of a probe refers to it, and would get the text of its value instead'
            : 'its value is not the same wherever it may be found';
          tell('info', reference.path, `stays a reference to a ConfigMap: ${reason}`);
        }
      }
      result = asConfigMapReference(list, result, reference);
      // Whether a source stays one is seen when everything is in its place.
      if (configData === 'inline' && list === 'envFrom') this.#sources.add(result);
    }
    return result;
  }

  /** Of one container there are as many questions as it has variables. */
  #probeReferences(container: ValueMap): ReadonlySet<string> {
    if (this.#probed?.container !== container) this.#probed = { container, names: probeReferences(container) };
    return this.#probed.names;
  }

  /** A template, as policies have left it, with its sources inlined; `before` is what it was without them. */
  inlineSources({ resource, path, value }: Pick<Template, 'resource' | 'path' | 'value'>, before: ValueMap): ValueMap {
    const { ref, file } = resource;
    return changeContainers(value, (container, place) => {
      const resolve = (source: ValueMap): KnownData | undefined => {
        const reference = dataReference(source);
        return reference && this.#data.find(reference.kind, reference.name, ref.namespace);
      };
      const { container: inlined, stays, differs } = inlineSources(container, this.#sources, resolve);
      const tell = (source: ValueMap, message: string): void => {
        const field = fieldPath([...path, ...place, 'envFrom']);
        const name = dataReference(source)?.name;
        const text = `${titleOf(resource)}: container "${nameOf(container)}": ConfigData ${name}: ${message}`;
        this.#report.add({ severity: 'info', message: text, resourceRef: ref, field: { path: field }, file });
      };
      for (const { source, reason } of stays) tell(source, `stays in envFrom as a ConfigMap: ${reason}`);
      for (const { source, variable } of differs) tell(source, `env ${variable} is set to something else and stays so`);
      return withoutEmptied(inlined, valueAt(before, place));
    });
  }
}

/** A container without the `envFrom` that inlining has emptied, unless it was empty before. */
function withoutEmptied(container: ValueMap, before: Value | undefined): ValueMap {
  const { envFrom } = container;
  const was = at(before, 'envFrom');
  if (!isList(envFrom) || envFrom.length > 0 || (isList(was) && was.length === 0)) return container;
  return mapOf(Object.entries(container).filter(([field]) => field !== 'envFrom'));
}

function refersToConfigData(policy: Policy): boolean {
  return (['env', 'envFrom', 'volumes'] as const).some((list) =>
    policy[list].some((entry) => placedReferences(list, entry).some(({ kind }) => kind === 'ConfigData')),
  );
}

const CONFIG_MAP_FIELDS: Readonly<Record<ReferringList, string>> = {
  env: 'configMapKeyRef',
  envFrom: 'configMapRef',
  volumes: 'configMap',
};

/** An entry with a reference to a ConfigData as one to the ConfigMap that it becomes: only names of fields change. */
function asConfigMapReference(list: ReferringList, entry: ValueMap, { path, nameField }: PlacedReference): ValueMap {
  const reference = valueAt(entry, path);
  const holder = valueAt(entry, path.slice(0, -1));
  if (!isMap(reference) || !isMap(holder)) return entry;
  const renamed = withRenamedKey(reference, nameField, 'name', at(reference, nameField) ?? null);
  const changed = withRenamedKey(holder, String(path.at(-1)), CONFIG_MAP_FIELDS[list], renamed);
  return replaceAt(entry, path.slice(0, -1), changed) as ValueMap;
}
