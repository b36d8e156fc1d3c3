/** What is left of a stored workload without what a policy brought: worked out from the API's answers alone. */
import { listOf, mapping, type Json } from './json.ts';

const LISTS = ['env', 'envFrom', 'volumeMounts'] as const;
const ANNOTATION = /^serviceinjectionpolicy\.k8s\.io\//;

/**
 * `after` without each entry that `before` does not have and that says all that an entry of `wanted` says, without the
 * annotations of policies, and without the lists and mappings that exist for those alone.
 */
export function withoutInjected(after: Json, before: Json, wanted: readonly Json[]): Json {
  const templatePath = pathToTemplate(after);
  if (!('containers' in mapping(dig(after, templatePath)['spec']))) return after;
  const [template, old] = [dig(after, templatePath), dig(before, templatePath)];
  const [spec, oldSpec] = [mapping(template['spec']), mapping(old['spec'])];
  let cleaned: Json = spec;
  for (const field of ['containers', 'initContainers']) {
    if (spec[field] === undefined) continue;
    const olds = listOf(oldSpec[field]);
    const containers = listOf(spec[field]).map((container, index) =>
      LISTS.reduce((rest, list) => withoutNew(rest, olds[index] ?? {}, list, wanted), container),
    );
    cleaned = { ...cleaned, [field]: containers };
  }
  cleaned = withoutNew(cleaned, oldSpec, 'volumes', wanted);
  return put(after, templatePath, { ...withoutAnnotations(template, old), spec: cleaned });
}

function withoutNew(holder: Json, old: Json, field: string, specs: readonly Json[]): Json {
  if (holder[field] === undefined) return holder;
  const wanted = specs.flatMap((spec) => listOf(spec[field]));
  const there = listOf(old[field]).map((entry) => JSON.stringify(entry));
  const kept = listOf(holder[field]).filter(
    (entry) => there.includes(JSON.stringify(entry)) || !wanted.some((one) => says(entry, one)),
  );
  return { ...holder, [field]: kept.length === 0 && old[field] === undefined ? undefined : kept };
}

function withoutAnnotations(template: Json, old: Json): Json {
  const [metadata, oldMetadata] = [mapping(template['metadata']), mapping(old['metadata'])];
  if (metadata['annotations'] === undefined) return template;
  const there = mapping(oldMetadata['annotations']);
  const entries = Object.entries(mapping(metadata['annotations']))
    .filter(([key]) => !ANNOTATION.test(key) || key in there)
    .map(([key, value]) => [key, ANNOTATION.test(key) ? there[key] : value]);
  const annotations = entries.length === 0 && oldMetadata['annotations'] === undefined ? undefined : entries;
  return { ...template, metadata: { ...metadata, annotations: annotations && Object.fromEntries(annotations) } };
}

/** Whether a stored entry says all that a policy's does; what is empty there may be absent here. */
function says(stored: unknown, wanted: unknown): boolean {
  if (stored === undefined) return wanted === null || wanted === '' || wanted === false;
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(stored) && wanted.length === stored.length && wanted.every((one, index) => says(stored[index], one))
    );
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof stored !== 'object' || stored === null) return false;
    return Object.entries(wanted).every(([key, one]) => says((stored as Json)[key], one));
  }
  return stored === wanted;
}

function pathToTemplate(object: Json): readonly string[] {
  switch (object['kind']) {
    case 'Pod':
      return [];
    case 'PodTemplate':
      return ['template'];
    case 'CronJob':
      return ['spec', 'jobTemplate', 'spec', 'template'];
    default:
      return ['spec', 'template'];
  }
}

function dig(object: Json, path: readonly string[]): Json {
  return path.reduce((here, key) => mapping(here[key]), object);
}

function put(object: Json, [key, ...rest]: readonly string[], part: Json): Json {
  return key === undefined ? part : { ...object, [key]: put(mapping(object[key]), rest, part) };
}
