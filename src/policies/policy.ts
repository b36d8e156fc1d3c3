/** A ServiceInjectionPolicy, validated (proposal: Service Injection Policy, "ServiceInjectionPolicy API object"). */
import { GROUP, RESERVED_NAMES } from '../api.ts';
import { fieldDiagnostic, hasErrors, type Diagnostic, type Finding } from '../diagnostics/diagnostic.ts';
import { sourceText, titleOf, type Resource } from '../krm/resource.ts';
import { namePatterns, type NamePatterns } from './name-patterns.ts';
import type { LabelSelector, LabelSelectorRequirement } from '../kubernetes/label-selector.ts';
import type { ListName } from '../kubernetes/list-rules.ts';
import { describeValue } from '../wording/describe-value.ts';
import type { FieldPath } from '../wording/field-path.ts';
import { firstDuplicateKey, resolveAlias } from '../yaml/source-node.ts';
import { at, isList, isMap, mapOf, scalarText, toJson, type Value, type ValueMap } from '../yaml/value.ts';
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
  readonly lists: Readonly<Record<ListName, readonly PolicyEntry[]>>;
  /** Names or globs of the containers to inject; undefined is all of them. */
  readonly containers: NamePatterns | undefined;
}

/** What a policy wants in a list. */
export interface PolicyEntry {
  readonly value: ValueMap;
  readonly source: EntrySource;
  /** Whether it refers to a ConfigData, or did before that became a reference to a ConfigMap. */
  readonly isConfigData: boolean;
}

/** Where an entry that a policy wants was written: in the policy, or in the Service that completes it. */
export interface EntrySource {
  readonly resource: Resource;
  readonly path: FieldPath;
  /** Whether more of a path can follow: not in an annotation. */
  readonly isStructured: boolean;
}

export interface ReadPolicy {
  /** Undefined where one of the diagnostics is an error. */
  readonly policy: Policy | undefined;
  readonly diagnostics: readonly Diagnostic[];
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

/** A diagnostic on a field of a policy, or on the policy as such. */
export function policyDiagnostic({ resource, namespace, name }: Policy, path: FieldPath, finding: Finding): Diagnostic {
  return fieldDiagnostic(resource, path, finding, policyTitle({ namespace, name }));
}

/** A diagnostic on a place within an entry of a policy. */
export function entryDiagnostic(
  policy: Policy,
  { resource, path, isStructured }: EntrySource,
  within: FieldPath,
  finding: Finding,
): Diagnostic {
  const isOwn = resource.input === policy.resource.input && resource.node.start === policy.resource.node.start;
  return fieldDiagnostic(
    resource,
    isStructured ? [...path, ...within] : path,
    finding,
    isOwn ? policyTitle(policy) : titleOf(resource),
  );
}

/** Longest name part of an annotation key (Kubernetes, "Annotations: Syntax and character set"). */
const LONGEST_NAME_PART = 63;

export function readPolicy(resource: Resource): ReadPolicy {
  const diagnostics = [...schemaDiagnostics(resource), ...duplicateKeys(resource)];
  if (hasErrors(diagnostics)) return { policy: undefined, diagnostics };
  const { value, ref } = resource;
  const spec = at(value, 'spec');
  const service = at(spec, 'service');
  const key = typeof service === 'string' && service !== '' ? service : ref.name;
  for (const found of annotationProblems(resource, key)) diagnostics.push(found);
  const env = entriesOf(spec, 'env').map((variable, index) => {
    const path = ['spec', 'env', index, 'value'];
    const text = sourceText(resource, path);
    if (text === undefined) return variable;
    const found = describeValue(variable['value']);
    const message = `expected a string, found ${found}; written as ${JSON.stringify(text)}, since the API server takes only strings`;
    diagnostics.push(problem(resource, path, { id: 'policy-value-not-a-string', severity: 'info', message }));
    return mapOf([...Object.entries(variable), ['value', text]]);
  });
  if (hasErrors(diagnostics)) return { policy: undefined, diagnostics };
  const containers = at(spec, 'containers');
  const entries = (list: ListName, values = entriesOf(spec, list)): readonly PolicyEntry[] =>
    values.map((entry, index) => {
      const source = { resource, path: ['spec', list, index], isStructured: true };
      return { value: entry, source, isConfigData: false };
    });
  const policy: Policy = {
    resource,
    name: ref.name,
    namespace: ref.namespace,
    service: key,
    annotation: `${GROUP}/${key}`,
    selector: selectorOf(at(spec, 'selector')),
    lists: {
      env: entries('env', env),
      envFrom: entries('envFrom', entriesOf(spec, 'envFrom').map(withConfigMapRef)),
      volumes: entries('volumes'),
      volumeMounts: entries('volumeMounts'),
    },
    // An empty list is an absent one, as everywhere in the API.
    containers: isList(containers) && containers.length > 0 ? namePatterns(containers.map(scalarText)) : undefined,
  };
  return { policy, diagnostics };
}

function schemaDiagnostics(resource: Resource): readonly Diagnostic[] {
  const { value, ref } = resource;
  // In a typed list an item may leave out what the list says.
  const whole = mapOf([...Object.entries(value), ['apiVersion', ref.apiVersion], ['kind', ref.kind]]);
  return policyProblems(toJson(whole)).map(({ severity, place, message }) => {
    const id = severity === 'error' ? 'policy-invalid' : 'policy-unknown-field';
    return problem(resource, place, { id, severity, message });
  });
}

function duplicateKeys(resource: Resource): readonly Diagnostic[] {
  const twice = firstDuplicateKey(resolveAlias(resource.node));
  if (twice === undefined) return [];
  const message = `found the key "${twice.name}" twice in one mapping; which of the two counts depends on the reader`;
  const diagnostic = problem(resource, [], { id: 'policy-invalid', severity: 'error', message });
  return [{ ...diagnostic, location: { input: resource.input, offset: twice.start } }];
}

/** The service, or the name of a policy without one, becomes part of an annotation's key. */
function annotationProblems(resource: Resource, key: string): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  const path = ['metadata', 'name'];
  if (key === resource.ref.name && RESERVED_NAMES.includes(key)) {
    const message = `"${key}" is reserved: it would be the annotation ${GROUP}/${key}; name a service in spec.service`;
    problems.push(problem(resource, path, { id: 'policy-name-reserved', severity: 'error', message }));
  }
  if (key.length > LONGEST_NAME_PART) {
    const message = `expected at most ${LONGEST_NAME_PART} characters, found ${key.length}: the name becomes part of an annotation key; name a service in spec.service`;
    problems.push(problem(resource, path, { id: 'policy-invalid', severity: 'error', message }));
  }
  return problems;
}

function problem(resource: Resource, path: FieldPath, finding: Finding): Diagnostic {
  const { ref } = resource;
  return fieldDiagnostic(resource, path, finding, ref.name === '' ? titleOf(resource) : policyTitle(ref));
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
