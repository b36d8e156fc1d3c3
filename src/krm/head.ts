/**
 * The head of an object, from a look at its lines: its apiVersion and kind, and on demand its name, namespace, file and
 * labels. So most items need not be read.
 */
import { outlineScalar, outlineValue, type Outline } from '../yaml/outline.ts';
import { resolvePlain } from '../yaml/resolve-scalar.ts';
import { outlineOf, textOf, type Unit } from './envelope.ts';
import { fileRef, type FileRef } from './resource.ts';

export interface Head {
  /** Empty where there is none, or where it is no plain text. */
  readonly apiVersion: string;
  readonly kind: string;
  /** Whether there is a key `kind`, whatever its value: without one the text is no Kubernetes object. */
  readonly hasKind: boolean;
  readonly outline: Outline;
}

/** The head of an item or document; undefined where its lines leave any doubt, so that it has to be read. */
export function readHead(bytes: Buffer, unit: Unit): Head | undefined {
  const outline = outlineOf(bytes, unit);
  if (outline === undefined) return undefined;
  return {
    apiVersion: textOf(bytes, outline.entries, 'apiVersion') ?? '',
    kind: textOf(bytes, outline.entries, 'kind') ?? '',
    hasKind: outline.entries.some(({ name }) => name === 'kind'),
    outline,
  };
}

/** The namespace of an object; null where it has none, or an empty one, which is the same; undefined: read it to know. */
export function namespaceIn(bytes: Buffer, head: Head): string | null | undefined {
  const metadata = mappingAt(bytes, head, ['metadata']);
  if (metadata === undefined || metadata === null) return metadata;
  if (!metadata.entries.some(({ name }) => name === 'namespace')) return null;
  const namespace = textOf(bytes, metadata.entries, 'namespace');
  return namespace === '' ? null : namespace;
}

/** The name of an object. */
export function nameIn(bytes: Buffer, head: Head): string | undefined {
  const metadata = mappingAt(bytes, head, ['metadata']);
  return metadata ? textOf(bytes, metadata.entries, 'name') : undefined;
}

/** The file that an orchestrator read an object from, where its lines show it. */
export function fileIn(bytes: Buffer, head: Head): FileRef | undefined {
  const annotations = mappingAt(bytes, head, ['metadata', 'annotations']);
  return annotations ? fileRef((name) => textOf(bytes, annotations.entries, name)) : undefined;
}

/**
 * The labels in the mapping at a path such as spec.template.metadata.labels, all of them strings; empty where there is
 * none; undefined: read it to know.
 */
export function labelsIn(bytes: Buffer, head: Head, path: readonly string[]): ReadonlyMap<string, string> | undefined {
  const mapping = mappingAt(bytes, head, path);
  if (mapping === undefined) return undefined;
  const labels = new Map<string, string>();
  for (const entry of mapping?.entries ?? []) {
    const value = outlineScalar(bytes, entry);
    if (typeof value !== 'string' || typeof resolvePlain(entry.name) !== 'string') return undefined;
    labels.set(entry.name, value);
  }
  return labels;
}

/** The block mapping at a path of keys; null where a key of the path is absent. */
function mappingAt(bytes: Buffer, { outline }: Head, path: readonly string[]): Outline | null | undefined {
  let here: Outline | undefined = outline;
  for (const key of path) {
    if (here === undefined) return undefined;
    const entry = here.entries.find(({ name }) => name === key);
    // A merge key is no plain key, so that an outline with one is undefined already.
    if (entry === undefined) return null;
    here = outlineValue(bytes, entry, here.column);
  }
  return here;
}
