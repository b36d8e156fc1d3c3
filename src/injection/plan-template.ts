/**
 * What a pod template becomes: a pure function from the template and the policies that match it to the template as it
 * should be (proposal: Service Injection Policy, "Behavior").
 */
import { fieldPath } from '../krm/field-path.ts';
import type { Options } from '../krm/options.ts';
import type { Resource } from '../krm/resource.ts';
import { titleOf } from '../krm/resource.ts';
import type { Result, Severity } from '../krm/result.ts';
import { compare } from '../krm/result.ts';
import {
  at,
  isList,
  isMap,
  mapOf,
  nameOf,
  replaceAll,
  scalarText,
  withKey,
  type Value,
  type ValueMap,
} from '../yaml/value.ts';
import { renderFlow } from '../yaml/render.ts';
import { LIST_RULES, mergeEntries, type Clash, type ListName, type SameEntry, type Wanted } from './merge-entries.ts';
import { placeVariables } from './placement.ts';
import { policyTitle, type Policy } from './policies/policy.ts';
import { isForContainer } from './scope.ts';
import { templateContainers, type ContainerList, type ContainerPlace } from './template-entries.ts';

/** A pod template of the input. */
export interface Template {
  readonly resource: Resource;
  /** Keys from the object to the template. */
  readonly path: readonly string[];
  readonly value: ValueMap;
  /** Names that can be mounted besides the template's volumes: a StatefulSet's claims. */
  readonly claims: readonly string[];
  /** What becomes of a variable at an index of a container after the injection, where that changes its value. */
  readonly finish?: ((container: ValueMap) => (variable: ValueMap, index: number) => ValueMap) | undefined;
}

export interface TemplatePlan {
  /** The very object that came in where there is nothing to do. */
  readonly desired: ValueMap;
  readonly injected: readonly Injected[];
  readonly results: readonly Result[];
}

/** What a policy brought into a template: how many entries of which list, or none but its annotation. */
export interface Injected {
  readonly policy: Policy;
  readonly counts: ReadonlyMap<ListName, number>;
}

const SEVERITIES: Readonly<Record<Options['conflicts'], Severity>> = {
  error: 'error',
  skip: 'warning',
  keep: 'info',
  override: 'warning',
};

const CONSEQUENCES: Readonly<Record<Options['conflicts'], string>> = {
  error: '',
  skip: '; nothing is injected into this template',
  keep: '; that stays',
  override: '; that is replaced',
};

/** Plans the injection of `policies`, given in the order in which they apply, into a template of a sound shape. */
export function planTemplate(template: Template, policies: readonly Policy[], options: Options): TemplatePlan {
  const plan = new Planning(template, policies, options);
  return plan.result();
}

class Planning {
  readonly #template: Template;
  readonly #options: Options;
  readonly #policies: readonly Policy[];
  readonly #results: Result[] = [];
  readonly #counts = new Map<Policy, Map<ListName, number>>();
  /** The policies whose names were not on the template yet. */
  readonly #named = new Set<Policy>();
  #clashes = 0;

  constructor(template: Template, policies: readonly Policy[], options: Options) {
    this.#template = template;
    this.#options = options;
    this.#policies = policiesReaching(policies, template.value, options);
  }

  result(): TemplatePlan {
    const { value } = this.#template;
    const unchanged = (): TemplatePlan => ({ desired: value, injected: [], results: this.#results });
    if (this.#policies.length === 0) return unchanged();
    this.#checkMounts();
    const spec = this.#spec(at(value, 'spec') as ValueMap);
    const { conflicts } = this.#options;
    if (this.#clashes > 0 && (conflicts === 'error' || conflicts === 'skip')) return unchanged();
    const desired = this.#annotated(withKey(value, 'spec', spec));
    if (desired === value) return unchanged();
    const involved = this.#policies.filter((policy) => this.#counts.has(policy) || this.#named.has(policy));
    const injected = involved.map((policy) => ({ policy, counts: this.#counts.get(policy) ?? new Map() }));
    return { desired, injected, results: this.#results };
  }

  #spec(spec: ValueMap): ValueMap {
    const replacements = containersOf(this.#template.value, this.#options).flatMap(({ list, index, container }) => {
      const part = this.#container(container, list, index);
      return part === container ? [] : [{ path: [list, index], part }];
    });
    const planned = replaceAll(spec, replacements) as ValueMap;
    const wanted = this.#policies.flatMap((policy) => policy.volumes.map((entry) => ({ entry, policy })));
    return this.#merged(planned, 'volumes', wanted, ['spec', 'volumes'], 'the template itself');
  }

  #container(container: ValueMap, containers: ContainerList, index: number): ValueMap {
    const name = nameOf(container);
    const policies = this.#policies.filter((policy) => isForContainer(policy, name));
    let planned = container;
    for (const list of ['env', 'envFrom', 'volumeMounts'] as const) {
      const wanted = policies.flatMap((policy) => policy[list].map((entry) => ({ entry, policy })));
      const path = ['spec', containers, index, list];
      planned = this.#merged(planned, list, wanted, path, `container "${name}" itself`, this.#sameIn(container, list));
    }
    return planned;
  }

  /** `holder` with a list as the policies want it. */
  #merged(
    holder: ValueMap,
    list: ListName,
    wanted: readonly Wanted[],
    path: readonly (string | number)[],
    holderTitle: string,
    same?: SameEntry,
  ): ValueMap {
    if (wanted.length === 0) return holder;
    const entries = holder[list];
    const current = isList(entries) ? entries : [];
    const { own, added, overridden, clashes } = mergeEntries(list, current, wanted, this.#options.conflicts, same);
    const isChanged = added.length + overridden.length > 0;
    if (!isChanged && clashes.length === 0) return holder;
    const additions = added.map(({ entry }) => entry);
    const placement = list === 'env' ? this.#options.envPlacement : 'append';
    const planned = placeVariables(own, additions, placement);
    const indexOf = this.#indicesWritten(clashes, own, planned);
    for (const clash of clashes) {
      const { index } = clash;
      const place = index === undefined ? path : [...path, indexOf?.get(own[index] ?? null) ?? index];
      this.#reportClash(clash, list, place, holderTitle);
    }
    for (const { policy } of [...added, ...overridden]) this.#count(policy, list);
    return isChanged ? withKey(holder, list, planned) : holder;
  }

  /** What an earlier run made of a variable is the same as what this run would make of it. */
  #sameIn(container: ValueMap, list: ListName): SameEntry | undefined {
    const { finish } = this.#template;
    const { same } = LIST_RULES[list];
    if (finish === undefined || list !== 'env') return undefined;
    let finished: ReturnType<typeof finish> | undefined;
    return (found, wanted, index) => {
      if (same(found, wanted)) return true;
      return index !== undefined && same(found, (finished ??= finish(container))(wanted, index));
    };
  }

  /** Where clashes are to be found: in the list as it is written; undefined where nothing is, and the old one counts. */
  #indicesWritten(
    clashes: readonly Clash[],
    own: readonly Value[],
    planned: readonly Value[],
  ): ReadonlyMap<Value, number> | undefined {
    const { conflicts } = this.#options;
    if (clashes.length === 0 || planned.length === own.length) return undefined;
    if (conflicts !== 'keep' && conflicts !== 'override') return undefined;
    return new Map(planned.map((entry, index) => [entry, index]));
  }

  #count(policy: Policy, list: ListName): void {
    const counts = this.#counts.get(policy) ?? new Map<ListName, number>();
    this.#counts.set(policy, counts.set(list, (counts.get(list) ?? 0) + 1));
  }

  /** Every matching policy leaves its name, also where everything that it wants was there already. */
  #annotated(template: ValueMap): ValueMap {
    const metadata = template['metadata'];
    const before = at(metadata, 'annotations');
    const current: ValueMap = isMap(before) ? before : mapOf([]);
    const present = new Map<string, Set<string>>();
    const changed = new Map<string, Set<string>>();
    for (const policy of this.#policies) {
      const { name, annotation } = policy;
      const names = present.get(annotation) ?? new Set(scalarText(current[annotation]).split(',').filter(Boolean));
      present.set(annotation, names);
      if (names.has(name)) continue;
      changed.set(annotation, names.add(name));
      this.#named.add(policy);
    }
    if (changed.size === 0) return template;
    const joined = [...changed].map(([key, names]) => [key, [...names].toSorted(compare).join(',')] as const);
    const annotations = mapOf([...Object.entries(current), ...joined]);
    if (isMap(metadata)) return withKey(template, 'metadata', withKey(metadata, 'annotations', annotations));
    return withMetadata(template, mapOf([['annotations', annotations]]));
  }

  /** A mount needs a volume: the policy's, another's that matches as well, the template's, or a claim. */
  #checkMounts(): void {
    const volumes = at(this.#template.value, 'spec', 'volumes');
    const known = new Set([
      ...(isList(volumes) ? volumes.filter(isMap).map(nameOf) : []),
      ...this.#template.claims,
      ...this.#policies.flatMap((policy) => policy.volumes.map(nameOf)),
    ]);
    for (const policy of this.#policies) {
      for (const [index, mount] of policy.volumeMounts.entries()) {
        if (known.has(nameOf(mount))) continue;
        const volume = JSON.stringify(nameOf(mount));
        const title = titleOf(this.#template.resource);
        this.#results.push({
          severity: 'error',
          message: `${policyTitle(policy)}: spec.volumeMounts[${index}].name: expected a volume of the policy or of ${title}, found ${volume}`,
          resourceRef: policy.resource.ref,
          field: { path: `spec.volumeMounts[${index}].name`, currentValue: nameOf(mount) },
          file: policy.resource.file,
        });
      }
    }
  }

  #reportClash(clash: Clash, list: ListName, path: readonly (string | number)[], holderTitle: string): void {
    this.#clashes++;
    const { resource, path: template } = this.#template;
    const { wanted, found, owner } = clash;
    const { conflicts } = this.#options;
    const place = list === 'volumes' ? '' : `${holderTitle.replace(/ itself$/, '')}: `;
    const entry = LIST_RULES[list].title(wanted.entry);
    const who = owner === undefined ? `${holderTitle} has` : `${policyTitle(owner)} wants`;
    this.#results.push({
      severity: SEVERITIES[conflicts],
      message: `${titleOf(resource)}: ${place}${entry}: ${policyTitle(wanted.policy)} wants ${show(wanted.entry)}, but ${who} ${show(found)}${CONSEQUENCES[conflicts]}`,
      resourceRef: resource.ref,
      field: {
        path: fieldPath([...template, ...path]),
        currentValue: found,
        proposedValue: wanted.entry,
      },
      file: resource.file,
    });
  }
}

/** Metadata goes in front of the spec, where people look for it; a null in its place is filled in. */
function withMetadata(template: ValueMap, metadata: ValueMap): ValueMap {
  if ('metadata' in template) return withKey(template, 'metadata', metadata);
  return mapOf(
    Object.entries(template).flatMap(([key, value]) =>
      key === 'spec'
        ? [
            ['metadata', metadata],
            [key, value],
          ]
        : [[key, value]],
    ) as [string, Value][],
  );
}

/** The policies that are for a container that the template has. */
export function policiesReaching(policies: readonly Policy[], template: ValueMap, options: Options): readonly Policy[] {
  const names = [...new Set(containersOf(template, options).map(({ container }) => nameOf(container)))];
  return policies.filter((policy) => names.some((name) => isForContainer(policy, name)));
}

/** The containers that may be injected. */
function containersOf(template: ValueMap, { initContainers }: Options): readonly ContainerPlace[] {
  return templateContainers(template).filter(({ list }) => initContainers || list === 'containers');
}

/** An entry in a message: a plain variable as its value, anything else as YAML without its name. */
function show(entry: ValueMap): string {
  const rest = Object.entries(entry).filter(
    ([field]) => field !== 'name' || !('value' in entry || 'valueFrom' in entry),
  );
  const [first, second] = rest;
  const isPlain = first?.[0] === 'value' && second === undefined;
  const text = renderFlow(isPlain ? first[1] : mapOf(rest), '', {
    json: isPlain,
    spaced: true,
    indentation: undefined,
  });
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
