/** What keeps a workload from being injected: a shape in which the program could only guess. */
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { Resource } from '../krm/resource.ts';
import { describeValue } from '../wording/describe-value.ts';
import type { FieldPath } from '../wording/field-path.ts';
import { entryOf, firstDuplicateKey, nodeAt, resolveAlias } from '../yaml/source-node.ts';
import { at, isList, isMap, type Value, type ValueMap } from '../yaml/value.ts';

export interface TemplateProblem extends Finding {
  /** From the object's root to the field: `spec.template.spec.containers`. */
  readonly path: FieldPath;
  /** Offset in the input, where a line says more than a path. */
  readonly offset?: number;
}

export interface Labels {
  readonly labels: ReadonlyMap<string, string>;
  /** What is no label: of interest only where a selector looks at it. */
  readonly problems: readonly (TemplateProblem & { readonly key: string | undefined })[];
}

/** The labels of a pod template, at `path` of its object. */
export function labelsOf(template: ValueMap, path: readonly string[]): Labels {
  const metadata = at(template, 'metadata');
  const labels = at(metadata, 'labels');
  const wrong = (
    value: Value | undefined,
    expected: string,
    ...place: readonly string[]
  ): Labels['problems'][number] => ({
    id: 'label-invalid',
    severity: 'error',
    key: place[2],
    path: [...path, ...place],
    message: `expected ${expected}, found ${describeValue(value)}`,
  });
  if (metadata !== undefined && metadata !== null && !isMap(metadata)) {
    return { labels: new Map(), problems: [wrong(metadata, 'a mapping', 'metadata')] };
  }
  if (labels === undefined || labels === null) return { labels: new Map(), problems: [] };
  if (!isMap(labels)) return { labels: new Map(), problems: [wrong(labels, 'a mapping', 'metadata', 'labels')] };
  const strings = Object.entries(labels).filter((label): label is [string, string] => typeof label[1] === 'string');
  const problems = Object.entries(labels)
    .filter(([, value]) => typeof value !== 'string')
    .map(([key, value]) => wrong(value, 'a string', 'metadata', 'labels', key));
  return { labels: new Map(strings), problems };
}

/** The problems of a pod template at `path` of a workload, in the order of the fields. */
export function templateProblems(
  resource: Resource,
  path: readonly string[],
  template: ValueMap,
): readonly TemplateProblem[] {
  const duplicate = duplicateKey(resource, path);
  if (duplicate) {
    const message = `found the key "${duplicate.name}" twice in one mapping; which of the two counts depends on the reader`;
    const id = 'template-duplicate-key';
    return [{ id, severity: 'error', path: duplicate.path, message, offset: duplicate.start }];
  }
  const problems: TemplateProblem[] = [];
  const expect = (what: 'mapping' | 'list', value: Value | undefined, ...place: (string | number)[]): boolean => {
    if (what === 'list' ? isList(value) : isMap(value)) return true;
    const message = `expected a ${what}, found ${describeValue(value)}`;
    problems.push({ id: 'template-invalid', severity: 'error', path: [...path, ...place], message });
    return false;
  };
  const expectEntries = (holder: ValueMap, list: string, ...place: (string | number)[]): void => {
    const value = holder[list];
    if (value === undefined || value === null || !expect('list', value, ...place, list) || !isList(value)) return;
    for (const [index, entry] of value.entries()) expect('mapping', entry, ...place, list, index);
  };
  const metadata = template['metadata'];
  if (metadata !== undefined && metadata !== null) expect('mapping', metadata, 'metadata');
  const annotations = at(template, 'metadata', 'annotations');
  if (annotations !== undefined && annotations !== null) expect('mapping', annotations, 'metadata', 'annotations');
  const spec = template['spec'];
  // A patch may say of the template only what it changes.
  if (spec === undefined || spec === null) return problems;
  if (!expect('mapping', spec, 'spec') || !isMap(spec)) return problems;
  if (spec['containers'] !== undefined && spec['containers'] !== null)
    expect('list', spec['containers'], 'spec', 'containers');
  expectEntries(spec, 'volumes', 'spec');
  for (const list of ['initContainers', 'containers']) {
    if (list === 'initContainers') expectEntries(spec, list, 'spec');
    const containers = spec[list];
    if (!isList(containers)) continue;
    for (const [index, container] of containers.entries()) {
      if (list === 'containers') expect('mapping', container, 'spec', list, index);
      if (!isMap(container)) continue;
      for (const entries of ['env', 'envFrom', 'volumeMounts']) expectEntries(container, entries, 'spec', list, index);
    }
  }
  return problems;
}

interface DuplicateKey {
  readonly name: string;
  readonly start: number;
  /** To the mapping on the way to the template, or to the template, in which it is found. */
  readonly path: readonly string[];
}

/** A key that occurs twice in the template, or in a mapping on the way to it. */
function duplicateKey(resource: Resource, path: readonly string[]): DuplicateKey | undefined {
  for (let depth = 0; depth < path.length; depth++) {
    const place = path.slice(0, depth);
    const node = nodeAt(resource.node, place);
    const mapping = node && resolveAlias(node);
    if (mapping?.kind !== 'mapping') continue;
    const twice = mapping.entries.find((entry) => entryOf(mapping, entry.name) !== entry);
    if (twice) return { name: twice.name, start: entryOf(mapping, twice.name)?.start ?? twice.start, path: place };
  }
  const template = nodeAt(resource.node, path);
  const twice = template && firstDuplicateKey(resolveAlias(template));
  return twice && { name: twice.name, start: twice.start, path };
}
