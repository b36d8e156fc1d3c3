/** Strings in the quotes of the string that they replace. */
import type { SourceNode } from './source-node.ts';
import type { Value } from './value.ts';
import { writeScalar } from './write-scalar.ts';

/** The text of a string in the quotes of `node`; undefined where that has none, or where they cannot hold the string. */
export function inQuotesOf(node: SourceNode, value: Value): string | undefined {
  if (node.kind !== 'scalar' || typeof value !== 'string') return undefined;
  if (node.style === 'double') return writeScalar(value, 'json');
  // On one line, and without characters that only double quotes can show.
  if (node.style === 'single' && /^[\x20-\x7e]*$/.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return undefined;
}
