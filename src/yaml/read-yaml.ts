/** Reads a slice of the input: fast where its text is like that of most manifests, completely otherwise. */
import { readStrict } from './read-strict.ts';
import { readWithYaml, type ReadResult, type Slice } from './read-with-yaml.ts';

export function readYaml(bytes: Buffer, slice: Slice): ReadResult {
  const root = readStrict(bytes, slice);
  return root ? { kind: 'tree', root, hasAnchors: false } : readWithYaml(bytes, slice);
}
