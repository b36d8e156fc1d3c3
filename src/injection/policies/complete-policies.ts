/** Policies with what the Services that they name say of themselves. */
import { fieldPath } from '../../krm/field-path.ts';
import { listed } from '../../krm/listed.ts';
import type { Objects } from '../../krm/objects.ts';
import type { Report } from '../../krm/report.ts';
import { fieldResult, type Resource } from '../../krm/resource.ts';
import { dataReference } from '../../kubernetes/variable-source.ts';
import { nameOf, scalarText, type ValueMap } from '../../yaml/value.ts';
import { hasHints, readHints, serviceOf, type Hints } from './hints.ts';
import { LIST_RULES } from '../merge-entries.ts';
import { policyTitle, type EntryPlace, type Policy } from './policy.ts';

/** What a policy says itself wins over the hints of its Service. */
export function completePolicies(policies: readonly Policy[], objects: Objects, report: Report): readonly Policy[] {
  return policies.map((policy) => {
    const service = serviceFor(policy, objects, report);
    return service ? completed(policy, service, report) : policy;
  });
}

/** The Service with hints that a policy names; trouble is reported. */
function serviceFor(policy: Policy, objects: Objects, report: Report): Resource | undefined {
  const { resource } = policy;
  const name = serviceOf(resource);
  if (name === undefined) return undefined;
  const tell = (severity: 'error' | 'info', message: string): void =>
    report.add({
      severity,
      message: `${policyTitle(policy)}: spec.service: ${message}`,
      resourceRef: resource.ref,
      field: { path: 'spec.service', currentValue: name },
      file: resource.file,
    });
  const namesakes = objects.named('v1 Service', name);
  const reached = namesakes.reachedFrom(policy.namespace);
  if (reached.length === 0) {
    // Where there are no Services at all, they are kept elsewhere, and that is no news.
    if (!objects.hasAny('v1 Service')) return undefined;
    const { namespaces } = namesakes;
    const found = namespaces.size > 0 ? `one in namespace ${listed(namespaces, namespaces.size)} only` : 'none';
    tell('info', `expected a Service "${name}" among the items, found ${found}; it could have hints of its own`);
    return undefined;
  }
  const candidates = reached.filter(hasHints);
  if (candidates.length > 1) {
    const places = candidates.map(({ ref, place, file }) => ref.namespace ?? file?.path ?? place);
    tell(
      'error',
      `expected one Service "${name}" with hints, found ${candidates.length} (${listed(places, places.length)})`,
    );
    return undefined;
  }
  return candidates[0];
}

function completed(policy: Policy, service: Resource, report: Report): Policy {
  const hints = readHints(service);
  for (const { severity, annotation, message } of hints.problems) {
    report.once(fieldResult(service, severity, fieldPath(annotationPath(annotation)), message));
  }
  const added = additions(policy, hints);
  const places = [...hints.annotations].map(([entry, annotation]): [ValueMap, EntryPlace] => [
    entry,
    { resource: service, path: annotationPath(annotation), isStructured: false },
  ]);
  return {
    ...policy,
    envFrom: [...policy.envFrom, ...added.envFrom],
    volumes: [...policy.volumes, ...added.volumes],
    volumeMounts: [...policy.volumeMounts, ...added.volumeMounts],
    places: new Map([...policy.places, ...places]),
  };
}

function additions(policy: Policy, hints: Hints): Pick<Policy, 'envFrom' | 'volumes' | 'volumeMounts'> {
  const isNew = (list: 'envFrom' | 'volumes' | 'volumeMounts') => {
    const keyOf = list === 'envFrom' ? sourceKey : LIST_RULES[list].keyOf;
    const keys = new Set(policy[list].map(keyOf));
    return (entry: ValueMap): boolean => !keys.has(keyOf(entry));
  };
  const volumeMounts = hints.volumeMounts.filter(isNew('volumeMounts'));
  const mounted = new Set(volumeMounts.map(nameOf));
  return {
    envFrom: hints.envFrom.filter(isNew('envFrom')),
    volumeMounts,
    volumes: hints.volumes.filter((volume) => mounted.has(nameOf(volume))).filter(isNew('volumes')),
  };
}

/** Prefix, kind and name of a source, whatever its spelling: a ConfigData has two. */
function sourceKey(source: ValueMap): string {
  const { kind, name } = dataReference(source) ?? {};
  return [scalarText(source['prefix']), kind, name].join(' ');
}

function annotationPath(annotation: string): readonly string[] {
  return ['metadata', 'annotations', annotation];
}
