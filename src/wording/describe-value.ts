/** What was found in place of what was expected, in words. */
import { isList, isMap, type Value } from '../yaml/value.ts';

/** What was found, for a message: `null`, `a list`, `a mapping`, `the number 5`, `"text"`. */
export function describeValue(value: Value | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isList(value)) return 'a list';
  if (isMap(value)) return 'a mapping';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  if (typeof value === 'boolean') return `the boolean ${value}`;
  return `the number ${typeof value === 'number' ? value : value.text}`;
}
