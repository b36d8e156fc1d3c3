/** Policies with what the Services that they name say of themselves. */
import { fieldDiagnostic, type Diagnostic, type Finding } from '../diagnostics/diagnostic.ts';
import type { ObjectIndex } from '../krm/object-index.ts';
import type { Resource } from '../krm/resource.ts';
import { LIST_RULES } from '../kubernetes/list-rules.ts';
import { dataReference } from '../kubernetes/variable-source.ts';
import { listed } from '../wording/listed.ts';
import { nameOf, scalarText, type ValueMap } from '../yaml/value.ts';
import { hasHints, readHints, serviceOf, type Hint, type Hints } from './hints.ts';
import { policyDiagnostic, type Policy, type PolicyEntry } from './policy.ts';

export interface CompletedPolicies {
  readonly policies: readonly Policy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a policy says itself wins over the hints of its Service. */
export function completePolicies(policies: readonly Policy[], objects: ObjectIndex): CompletedPolicies {
  const all = policies.map((policy) => {
    const { service, diagnostics } = serviceFor(policy, objects);
    if (service === undefined) return { policy, diagnostics };
    const hints = readHints(service);
    return {
      policy: completed(policy, service, hints),
      diagnostics: [...diagnostics, ...problemsOf(service, hints)],
    };
  });
  return {
    policies: all.map(({ policy }) => policy),
    diagnostics: all.flatMap(({ diagnostics }) => diagnostics),
  };
}

interface ServiceFor {
  readonly service: Resource | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The Service with hints that a policy names. */
function serviceFor(policy: Policy, objects: ObjectIndex): ServiceFor {
  const name = serviceOf(policy.resource);
  const none = (finding?: Finding): ServiceFor => {
    if (finding === undefined) return { service: undefined, diagnostics: [] };
    const diagnostic = policyDiagnostic(policy, ['spec', 'service'], finding);
    const field = { path: 'spec.service', currentValue: name };
    return { service: undefined, diagnostics: [{ ...diagnostic, field }] };
  };
  if (name === undefined) return none();
  const namesakes = objects.named('v1 Service', name);
  const reached = namesakes.reachedFrom(policy.namespace);
  if (reached.length === 0) {
    // Where there are no Services at all, they are kept elsewhere, and that is no news.
    if (!objects.hasAny('v1 Service')) return none();
    const { namespaces } = namesakes;
    const found = namespaces.size > 0 ? `one in namespace ${listed(namespaces, namespaces.size)} only` : 'none';
    const message = `expected a Service "${name}" among the items, found ${found}; it could have hints of its own`;
    return none({ id: 'service-missing', severity: 'info', message });
  }
  const withHints = reached.filter(hasHints);
  const [service, another] = withHints;
  if (another) {
    const places = withHints.map(({ ref, place, file }) => ref.namespace ?? file?.path ?? place);
    const found = `${places.length} (${listed(places, places.length)})`;
    const message = `expected one Service "${name}" with hints, found ${found}`;
    return none({ id: 'service-ambiguous', severity: 'error', message });
  }
  return { service, diagnostics: [] };
}

function problemsOf(service: Resource, { problems }: Hints): readonly Diagnostic[] {
  return problems.map(({ severity, annotation, message }) => {
    const id = severity === 'error' ? 'hint-invalid' : 'hint-unknown';
    return fieldDiagnostic(service, annotationPath(annotation), { id, severity, message });
  });
}

function completed(policy: Policy, service: Resource, hints: Hints): Policy {
  const { env, envFrom, volumes, volumeMounts } = policy.lists;
  const mounts = hints.volumeMounts.filter(isNew(volumeMounts, LIST_RULES.volumeMounts.keyOf));
  const mounted = new Set(mounts.map(({ value }) => nameOf(value)));
  const mountedVolumes = hints.volumes.filter(({ value }) => mounted.has(nameOf(value)));
  const entries = (added: readonly Hint[]): readonly PolicyEntry[] =>
    added.map(({ value, annotation }) => {
      const source = { resource: service, path: annotationPath(annotation), isStructured: false };
      return { value, source, isConfigData: false };
    });
  return {
    ...policy,
    lists: {
      env,
      envFrom: [...envFrom, ...entries(hints.envFrom.filter(isNew(envFrom, sourceKey)))],
      volumes: [...volumes, ...entries(mountedVolumes.filter(isNew(volumes, LIST_RULES.volumes.keyOf)))],
      volumeMounts: [...volumeMounts, ...entries(mounts)],
    },
  };
}

function isNew(entries: readonly PolicyEntry[], keyOf: (entry: ValueMap) => string): (hint: Hint) => boolean {
  const keys = new Set(entries.map(({ value }) => keyOf(value)));
  return ({ value }) => !keys.has(keyOf(value));
}

/** Prefix, kind and name of a source, whatever its spelling: a ConfigData has two. */
function sourceKey(source: ValueMap): string {
  const { kind, name } = dataReference(source) ?? {};
  return [scalarText(source['prefix']), kind, name].join(' ');
}

function annotationPath(annotation: string): readonly string[] {
  return ['metadata', 'annotations', annotation];
}
