/** A ServiceInjectionPolicy, validated (proposal: Service Injection Policy, "ServiceInjectionPolicy API object"). */
import { fieldPath } from '../../krm/field-path.ts';
import { GROUP } from '../../krm/function-config.ts';
import { namePatterns, type NamePatterns } from '../../krm/name-patterns.ts';
import { describeValue, fieldResult, sourceText, titleOf, type Resource } from '../../krm/resource.ts';
import type { Result, Severity } from '../../krm/result.ts';
import type { LabelSelector, LabelSelectorRequirement } from '../../kubernetes/label-selector.ts';
import { firstDuplicateKey, resolveAlias } from '../../yaml/source-node.ts';
import { at, isList, isMap, mapOf, scalarText, toJson, type Value, type ValueMap } from '../../yaml/value.ts';
import { policyProblems } from './policy-problems.ts';

export interface Policy {
  readonly resource: Resource;
  readonly name: string;
  /** Undefined: applies in every namespace. */
  readonly namespace: string | undefined;
  /** What it injects for, in reports: its service, or its own name. */
  readonly service: string;
  /** The key of the annotation that it leaves on a pod template. */
  readonly annotation: string;
  readonly selector: LabelSelector;
  readonly env: readonly ValueMap[];
  readonly envFrom: readonly ValueMap[];
  readonly volumes: readonly ValueMap[];
  readonly volumeMounts: readonly ValueMap[];
  /** Names or globs of the containers to inject; undefined is all of them. */
  readonly containers: NamePatterns | undefined;
  /** Where each entry of the lists stands. */
  readonly places: ReadonlyMap<ValueMap, EntryPlace>;
}

/** Where an entry that a policy wants was written: in the policy, or in the Service that completes it. */
export interface EntryPlace {
  readonly resource: Resource;
  readonly path: readonly (string | number)[];
  /** Whether more of a path can follow: not in an annotation. */
  readonly isStructured: boolean;
}

export interface ReadPolicy {
  /** Undefined where one of the results is an error. */
  readonly policy: Policy | undefined;
  readonly results: readonly Result[];
}

/** How messages call a policy. */
export function policyTitle({
  namespace,
  name,
}: {
  readonly namespace: string | undefined;
  readonly name: string;
}): string {
  return `policy ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** A result on a place within an entry of a policy. */
export function policyResult(
  policy: Policy,
  { resource, path, isStructured }: EntryPlace,
  severity: Severity,
  within: readonly (string | number)[],
  message: string,
): Result {
  const field = fieldPath(isStructured ? [...path, ...within] : path);
  return fieldResult(
    resource,
    severity,
    field,
    message,
    resource === policy.resource ? policyTitle(policy) : undefined,
  );
}

/** Names that the annotations of the program itself take up. */
const RESERVED = ['exclude', 'applied'];

/** Longest name part of an annotation key (Kubernetes, "Annotations: Syntax and character set"). */
const LONGEST_NAME_PART = 63;

export function readPolicy(resource: Resource): ReadPolicy {
  const { value, ref } = resource;
  const title = ref.name === '' ? titleOf(resource) : policyTitle(ref);
  const result = (severity: Severity, path: string, message: string): Result =>
    fieldResult(resource, severity, path, message, title);
  // In a typed list an item may leave out what the list says.
  const whole = mapOf([...Object.entries(value), ['apiVersion', ref.apiVersion], ['kind', ref.kind]]);
  const results = policyProblems(toJson(whole)).map(({ severity, path, message }) => result(severity, path, message));
  const twice = firstDuplicateKey(resolveAlias(resource.node));
  if (twice) {
    const message = `found the key "${twice.name}" twice in one mapping; which of the two counts depends on the reader`;
    results.push(result('error', '', message));
  }
  if (results.some(({ severity }) => severity === 'error')) return { policy: undefined, results };

  const spec = at(value, 'spec');
  const service = at(spec, 'service');
  const key = typeof service === 'string' && service !== '' ? service : ref.name;
  if (key === ref.name && RESERVED.includes(key)) {
    const message = `"${key}" is reserved: it would be the annotation ${GROUP}/${key}; name a service in spec.service`;
    results.push(result('error', 'metadata.name', message));
  }
  if (key.length > LONGEST_NAME_PART) {
    const message = `expected at most ${LONGEST_NAME_PART} characters, found ${key.length}: the name becomes part of an annotation key; name a service in spec.service`;
    results.push(result('error', 'metadata.name', message));
  }
  const env = entriesOf(spec, 'env').map((variable, index) => {
    const text = sourceText(resource, ['spec', 'env', index, 'value']);
    if (text === undefined) return variable;
    const found = describeValue(variable['value']);
    const message = `expected a string, found ${found}; written as ${JSON.stringify(text)}, since the API server takes only strings`;
    results.push(result('info', `spec.env[${index}].value`, message));
    return mapOf([...Object.entries(variable), ['value', text]]);
  });
  if (results.some(({ severity }) => severity === 'error')) return { policy: undefined, results };
  const containers = at(spec, 'containers');
  const envFrom = entriesOf(spec, 'envFrom').map(withConfigMapRef);
  const volumes = entriesOf(spec, 'volumes');
  const volumeMounts = entriesOf(spec, 'volumeMounts');
  const places = Object.entries({ env, envFrom, volumes, volumeMounts }).flatMap(([list, entries]) =>
    entries.map((entry, index) => [entry, { resource, path: ['spec', list, index], isStructured: true }] as const),
  );
  const policy: Policy = {
    resource,
    name: ref.name,
    namespace: ref.namespace,
    service: key,
    annotation: `${GROUP}/${key}`,
    selector: selectorOf(at(spec, 'selector')),
    env,
    envFrom,
    volumes,
    volumeMounts,
    // An empty list is an absent one, as everywhere in the API.
    containers: isList(containers) && containers.length > 0 ? namePatterns(containers.map(scalarText)) : undefined,
    places: new Map(places),
  };
  return { policy, results };
}

function entriesOf(spec: Value | undefined, list: string): readonly ValueMap[] {
  const entries = at(spec, list);
  return isList(entries) ? entries.filter(isMap) : [];
}

/** The proposal for optional ConfigMaps spells `configMapRef` as `configMap`; what is written is what the API has. */
function withConfigMapRef(source: ValueMap): ValueMap {
  return mapOf(Object.entries(source).map(([key, value]) => [key === 'configMap' ? 'configMapRef' : key, value]));
}

function selectorOf(value: Value | undefined): LabelSelector {
  const labels = at(value, 'matchLabels');
  const expressions = at(value, 'matchExpressions');
  return {
    matchLabels: new Map(isMap(labels) ? Object.entries(labels).map(([key, label]) => [key, scalarText(label)]) : []),
    matchExpressions: isList(expressions) ? expressions.filter(isMap).map(requirementOf) : [],
  };
}

function requirementOf(value: ValueMap): LabelSelectorRequirement {
  const values = value['values'];
  return {
    key: scalarText(value['key']),
    operator: value['operator'] as LabelSelectorRequirement['operator'],
    values: new Set(isList(values) ? values.map(scalarText) : []),
  };
}
