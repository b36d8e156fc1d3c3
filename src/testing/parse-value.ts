import { readWithYaml } from '../yaml/read-with-yaml.ts';
import { valueOf } from '../yaml/source-node.ts';
import type { Value } from '../yaml/value.ts';

/** For tests: what a text means. */
export function parseValue(text: string): Value {
  const bytes = Buffer.from(text);
  const read = readWithYaml(bytes, { start: 0, end: bytes.length });
  if (read.kind === 'problem') throw new Error(`${read.problem.message} at ${read.problem.offset} of ${text}`);
  return read.root ? valueOf(read.root) : null;
}
