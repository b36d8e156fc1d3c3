/**
 * Plain values: what a YAML node means to Kubernetes, without any of its text.
 *
 * Everything between reading and reconciling works on these. They are never mutated; a changed value shares
 * every unchanged part with the one it was made from, so "the same object" means "nothing to edit".
 */
import { addTo } from './multi-map.ts';

export type Value = null | boolean | number | string | Numeral | readonly Value[] | ValueMap;

/** A mapping. Made without a prototype, so that a key such as `__proto__` or `constructor` is only a key. */
export interface ValueMap {
  readonly [key: string]: Value;
}

/**
 * A number whose spelling is not the one that JavaScript would print: `0644`, `1e3`, `0x1F`, twenty digits, `.inf`.
 * Kept as it was written, so that copying it neither changes its base nor rounds it.
 */
export class Numeral {
  /** The spelling in the source, for example `0644`. */
  readonly text: string;
  /** Its exact value as Go's YAML 1.1 reads it: an integer of up to 64 bits as a bigint, anything else as a double. */
  readonly value: number | bigint;

  constructor(text: string, value: number | bigint) {
    this.text = text;
    this.value = value;
  }

  /** So that `JSON.stringify` shows a number; precision beyond a double is lost there and only there. */
  toJSON(): number {
    return Number(this.value);
  }
}

export function isMap(value: Value | undefined): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Numeral);
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/**
 * Makes empty mappings. What `Object.create(null)` gives is a hash table to V8, which takes much longer to make; these
 * have a prototype, but one that has nothing itself.
 */
const EmptyMap = function () {} as unknown as new () => Record<string, Value>;
EmptyMap.prototype = Object.create(null);

/** An empty mapping to be filled by whoever made it. */
export function emptyMap(): Record<string, Value> {
  return new EmptyMap();
}

/** A mapping from pairs; a later pair of the same key wins. */
export function mapOf(pairs: Iterable<readonly [string, Value]>): ValueMap {
  const map = emptyMap();
  for (const [key, value] of pairs) map[key] = value;
  return map;
}

function copyOf(map: ValueMap): Record<string, Value> {
  const copy = emptyMap();
  for (const key in map) copy[key] = map[key] as Value;
  return copy;
}

/** `map` with `key` set to `value`: in its place if it is there, otherwise last. */
export function withKey(map: ValueMap, key: string, value: Value): ValueMap {
  if (map[key] === value) return map;
  const copy = copyOf(map);
  copy[key] = value;
  return copy;
}

/** `map` with another key and value in the place of `key`, which must be there. */
export function withRenamedKey(map: ValueMap, key: string, name: string, value: Value): ValueMap {
  return mapOf(Object.entries(map).map((pair) => (pair[0] === key ? [name, value] : pair)));
}

/** The value at a path of mapping keys, or undefined where any part of the path is absent. */
export function at(value: Value | undefined, ...path: readonly string[]): Value | undefined {
  let here: Value | undefined = value;
  for (const key of path) {
    if (!isMap(here)) return undefined;
    here = here[key];
  }
  return here;
}

/** Whether two values mean the same: key order and the spelling of numbers do not count, list order does. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return sameNumber(a, b);
  if (isList(a)) {
    return isList(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index] ?? null));
  }
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => {
    const other = b[key];
    return other !== undefined && sameValue(a[key] ?? null, other);
  });
}

function isNumber(value: Value): value is number | Numeral {
  return typeof value === 'number' || value instanceof Numeral;
}

function sameNumber(a: number | Numeral, b: number | Numeral): boolean {
  const left = a instanceof Numeral ? a.value : a;
  const right = b instanceof Numeral ? b.value : b;
  // `==` compares a bigint with a double by mathematical value, which `===` never does.
  // oxlint-disable-next-line eqeqeq
  return left == right || (Number.isNaN(left) && Number.isNaN(right));
}

/** A text that two values have in common exactly where {@link sameValue} holds for them. */
export function canonicalText(value: Value): string {
  if (isNumber(value)) {
    const number = value instanceof Numeral ? value.value : value;
    return String(Number.isInteger(number) ? BigInt(number) : number);
  }
  if (isList(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const entries = Object.keys(value).toSorted();
  return `{${entries.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`).join()}}`;
}

/** The value as JSON types, for validators and for output: a {@link Numeral} becomes a number. */
export function toJson(value: Value): unknown {
  if (value instanceof Numeral) return Number(value.value);
  if (isList(value)) return value.map(toJson);
  if (!isMap(value)) return value;
  return mapOf(Object.entries(value).map(([key, item]) => [key, toJson(item) as Value]));
}

/** The text of a scalar: of a number as it was spelled; empty for null and everything that is no scalar. */
export function scalarText(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value instanceof Numeral ? value.text : '';
}

/** A value with the part at a path of keys and indices replaced; all the rest is shared. The path must exist. */
export function replaceAt(value: Value, path: readonly (string | number)[], part: Value): Value {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  if (typeof key === 'number' && isList(value)) return value.with(key, replaceAt(value[key] ?? null, rest, part));
  if (typeof key === 'string' && isMap(value)) return withKey(value, key, replaceAt(value[key] ?? null, rest, part));
  throw new TypeError(`there is nothing at ${key}`);
}

/** What comes to stand at a path. */
export interface Replacement {
  readonly path: readonly (string | number)[];
  readonly part: Value;
}

/**
 * A value with the parts at several paths replaced, of which none leads into another: each list and mapping on the way
 * is copied once, however many of its parts are replaced. The paths must exist.
 */
export function replaceAll(value: Value, replacements: readonly Replacement[], depth = 0): Value {
  const [first] = replacements;
  if (first === undefined) return value;
  if (first.path.length === depth) return first.part;
  const below = new Map<string | number, Replacement[]>();
  for (const replacement of replacements) addTo(below, replacement.path[depth] as string | number, replacement);
  const changed = (key: string | number, part: Value | undefined): Value =>
    replaceAll(part ?? null, below.get(key) ?? [], depth + 1);
  if (isList(value)) return value.map((part, index) => (below.has(index) ? changed(index, part) : part));
  if (!isMap(value)) throw new TypeError(`there is nothing at ${first.path[depth]}`);
  const copy = copyOf(value);
  for (const key of below.keys()) copy[key] = changed(key, value[key]);
  return copy;
}

/** The value at a path of keys and indices, or undefined where any part of the path is absent. */
export function valueAt(value: Value | undefined, path: readonly (string | number)[]): Value | undefined {
  return path.reduce<Value | undefined>((here, part) => {
    if (typeof part === 'number') return isList(here) ? here[part] : undefined;
    return isMap(here) ? here[part] : undefined;
  }, value);
}

/** The `name` of a mapping, by which Kubernetes tells the entries of most lists apart; empty where it has none. */
export function nameOf(value: Value | undefined): string {
  return scalarText(at(value, 'name'));
}
