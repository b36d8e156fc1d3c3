/** What can be told of a unit from its lines, so that most of them need not be read. Undefined: read it to know. */
import { outlineScalar, outlineValue, type Outline } from '../yaml/outline.ts';
import { resolvePlain } from '../yaml/resolve-scalar.ts';
import { outlineOf, textOf, type Unit } from './envelope.ts';

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
  return kind === undefined || apiVersion === undefined ? undefined : { apiVersion, kind };
}

/** The namespace of an object; null where it has none. */
export function sniffNamespace(bytes: Buffer, unit: Unit): string | null | undefined {
  const metadata = mappingAt(bytes, unit, ['metadata']);
  if (metadata === undefined || metadata === null) return metadata;
  if (!metadata.entries.some(({ name }) => name === 'namespace')) return null;
  return textOf(bytes, metadata.entries, 'namespace');
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
