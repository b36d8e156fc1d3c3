/** What can be told of a unit from its lines, so that most of them need not be read. Undefined: read it to know. */
import { outlineScalar, outlineValue, type Outline } from '../yaml/outline.ts';
import { resolvePlain } from '../yaml/resolve-scalar.ts';
import { outlineOf, textOf, type Unit } from './envelope.ts';
import type { FileRef } from './result.ts';

export interface Sniffed {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kind of the object that a unit is. */
export function sniffKind(bytes: Buffer, unit: Unit): Sniffed | undefined {
  const outline = outlineOf(bytes, unit);
  if (outline === undefined) return undefined;
  const kind = textOf(bytes, outline.entries, 'kind');
  const apiVersion = textOf(bytes, outline.entries, 'apiVersion');
  // No object has an empty kind: whoever reads it says so.
  return kind === undefined || kind === '' || apiVersion === undefined ? undefined : { apiVersion, kind };
}

/** Whether a unit has certainly no kind, and so is no Kubernetes object. */
export function hasNoKind(bytes: Buffer, unit: Unit): boolean {
  const outline = outlineOf(bytes, unit);
  if (outline) return !outline.entries.some(({ name }) => name === 'kind');
  return !bytes.subarray(unit.slice.start, unit.slice.end).includes('kind');
}

/** The namespace of an object; null where it has none, or an empty one, which is the same. */
export function sniffNamespace(bytes: Buffer, unit: Unit): string | null | undefined {
  const metadata = mappingAt(bytes, unit, ['metadata']);
  if (metadata === undefined || metadata === null) return metadata;
  if (!metadata.entries.some(({ name }) => name === 'namespace')) return null;
  const namespace = textOf(bytes, metadata.entries, 'namespace');
  return namespace === '' ? null : namespace;
}

/** The name of an object. */
export function sniffName(bytes: Buffer, unit: Unit): string | undefined {
  const metadata = mappingAt(bytes, unit, ['metadata']);
  return metadata ? textOf(bytes, metadata.entries, 'name') : undefined;
}

/** The file that an orchestrator read an object from, where its lines show it. */
export function sniffFile(bytes: Buffer, unit: Unit): FileRef | undefined {
  const annotations = mappingAt(bytes, unit, ['metadata', 'annotations']);
  if (annotations === undefined || annotations === null) return undefined;
  const path = textOf(bytes, annotations.entries, 'config.kubernetes.io/path');
  const index = Number(textOf(bytes, annotations.entries, 'config.kubernetes.io/index') ?? 0);
  if (path === undefined || path === '') return undefined;
  return { path, index: Number.isSafeInteger(index) && index >= 0 ? index : 0 };
}

/** The string labels of the mapping at a path such as spec.template.metadata.labels; empty where there is none. */
export function sniffLabels(
  bytes: Buffer,
  unit: Unit,
  path: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const mapping = mappingAt(bytes, unit, path);
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
function mappingAt(bytes: Buffer, unit: Unit, path: readonly string[]): Outline | null | undefined {
  let here = outlineOf(bytes, unit);
  for (const key of path) {
    if (here === undefined) return undefined;
    const entry = here.entries.find(({ name }) => name === key);
    // A merge key is no plain key, so that an outline with one is undefined already.
    if (entry === undefined) return null;
    here = outlineValue(bytes, entry, here.column);
  }
  return here;
}
