/** Keys that get another name: an edit of the key alone, so that what stands below it keeps its text. */
import type { Edit } from './edit.ts';
import { valueOf, type Entry, type MappingNode } from './source-node.ts';
import { isList, isMap, sameValue, type Value, type ValueMap } from './value.ts';
import { writeScalar } from './write-scalar.ts';

/**
 * The entries of a mapping that become another one with the same value, or with the same values under other names, in
 * the same place; each with its new name.
 */
export function renamings(node: MappingNode, wanted: ValueMap): ReadonlyMap<Entry, string> {
  if (node.entries.every(({ name }) => wanted[name] !== undefined)) return NONE;
  const renamed = new Map<Entry, string>();
  const own = new Set(node.entries.map(({ name }) => name));
  const added = Object.keys(wanted).filter((name) => !own.has(name));
  // Of merge keys and of keys that occur twice the place says too little.
  if (added.length === 0 || own.size < node.entries.length || node.entries.some(({ merges }) => merges)) return renamed;
  const removed = node.entries.filter(({ name }) => wanted[name] === undefined);
  const predecessors = predecessorsIn(Object.keys(wanted), own);
  const before = predecessorsIn([...own], new Set(Object.keys(wanted)));
  for (const [index, entry] of removed.entries()) {
    const name = added[index];
    const value = name === undefined ? undefined : wanted[name];
    if (name === undefined || value === undefined || entry.key.kind !== 'scalar' || !isNameable(entry)) continue;
    const isInPlace = predecessors.get(name) === before.get(entry.name);
    if (isInPlace && isSameUnderOtherNames(valueOf(entry.value), value)) renamed.set(entry, name);
  }
  return renamed;
}

const NONE: ReadonlyMap<Entry, string> = new Map();

/** For each of the names the last one before it that is among the others, too. */
function predecessorsIn(
  names: readonly string[],
  others: ReadonlySet<string>,
): ReadonlyMap<string, string | undefined> {
  let last: string | undefined;
  return new Map(
    names.map((name) => {
      const pair = [name, last] as const;
      if (others.has(name)) last = name;
      return pair;
    }),
  );
}

/** A key of one line without an anchor or a tag. */
function isNameable({ key, start }: Entry): boolean {
  return key.kind === 'scalar' && key.propertiesStart === key.start && key.start === start && key.anchor === undefined;
}

function isSameUnderOtherNames(before: Value, after: Value): boolean {
  // Of other scalars two can be the same by chance.
  if (!isMap(before) || !isMap(after))
    return sameValue(before, after) && (isList(before) || typeof before === 'string');
  const [a, b] = [Object.values(before), Object.values(after)];
  if (a.length === 0 || a.length !== b.length) return false;
  return a.every((value, index) => {
    const other = b[index] ?? null;
    return sameValue(value, other) || isSameUnderOtherNames(value, other);
  });
}

/** The edit that gives a key another name, in the style of the old one. */
export function renameKey({ key }: Entry, name: string, style: MappingNode['style']): Edit {
  const isQuoted = key.kind === 'scalar' && key.style === 'double';
  return {
    start: key.start,
    end: key.end,
    text: writeScalar(name, isQuoted ? 'json' : style === 'flow' ? 'flow' : 'key'),
  };
}
