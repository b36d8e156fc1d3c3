/** The manifests of docs/platforms. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { part, type Json } from './json.ts';
import { objectsIn } from './objects.ts';

export const MANIFESTS = join(import.meta.dirname, '../../docs/platforms');

/** The object of a kind, and where there are several, of a name, in one of the files. */
export function manifest(file: string, kind: string, name?: string): Json {
  const objects = objectsIn(readFileSync(join(MANIFESTS, file))).map(({ value }) => value);
  const found = objects.find(
    (object) => object['kind'] === kind && (name === undefined || part(object, 'metadata.name') === name),
  );
  if (found === undefined) throw new Error(`${file}: expected a ${kind} ${name ?? ''}`);
  return found;
}
