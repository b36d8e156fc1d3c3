/** Merge keys (`<<`): what they give once what they refer to is edited, and what takes their place where they cannot stay. */
import {
  inheritedPairs,
  mergeSources,
  resolveAlias,
  valueOf,
  type Entry,
  type MappingNode,
  type SourceNode,
} from './source-node.ts';
import { isList, isMap, mapOf, sameValue, type Value, type ValueMap } from './value.ts';

/** What becomes of the merge keys of a mapping. */
export interface Inheritance {
  /** What the mapping is given by them, or by what takes their place. */
  readonly given: ValueMap;
  /** Those that stay, and what the value of each becomes. */
  readonly values: ReadonlyMap<Entry, Value>;
  /** The one whose place what is given takes, as entries of the mapping. */
  readonly writtenOut: Entry | undefined;
}

/** What an anchored node becomes; undefined where it goes, or loses its anchor. */
export type Becomes = (anchored: SourceNode) => Value | undefined;

const NOTHING: Inheritance = { given: mapOf([]), values: new Map(), writtenOut: undefined };

/**
 * What becomes of the merge keys of a mapping that is to be `desired`. They stay where they give nothing else than
 * that. Otherwise what they gave is written in the place of the first one, the others go.
 */
export function inheritance(mapping: MappingNode, desired: ValueMap, becomes: Becomes): Inheritance {
  const merging = mapping.entries.filter((entry) => entry.merges);
  const [first] = merging;
  if (first === undefined) return NOTHING;
  const now = mapOf(inheritedPairs(merging.flatMap(mergeSources).map(valueOf)));
  const overridden = overriddenNames(mapping, now, valueOf(mapping) as ValueMap);
  const values = new Map<Entry, Value>();
  for (const entry of merging) {
    const value = mergedValue(mapping, entry, desired, becomes);
    if (value !== undefined) values.set(entry, value);
  }
  if (values.size === merging.length) {
    const given = mapOf(inheritedPairs([...values.values()].flatMap((value) => (isList(value) ? value : [value]))));
    const isWanted = Object.keys(given).every((name) => desired[name] !== undefined);
    const overridesAnother = overriddenNames(mapping, given, desired).some((name) => !overridden.includes(name));
    if (isWanted && !overridesAnother) return { given, values, writtenOut: undefined };
  }
  const own = new Set(mapping.entries.map(({ name }) => name));
  const pairs = Object.entries(desired).filter(([name]) => now[name] !== undefined && !own.has(name));
  const goOn = Object.entries(now).filter(([name]) => overridden.includes(name) && desired[name] !== undefined);
  if (goOn.length === 0) {
    return { given: mapOf(pairs), values: new Map(), writtenOut: pairs.length > 0 ? first : undefined };
  }
  // To go-yaml v2 what is in front of it says something else already, and goes on doing so.
  const given = mapOf([...goOn, ...pairs]);
  return { given, values: new Map([[first, given]]), writtenOut: undefined };
}

/** What the entries of a mapping must say themselves: `desired` less what they are given. */
export function withoutGiven({ entries }: MappingNode, desired: ValueMap, { given }: Inheritance): ValueMap {
  if (Object.keys(given).length === 0) return desired;
  const own = new Set(entries.filter((entry) => !entry.merges).map((entry) => entry.name));
  return mapOf(
    Object.entries(desired).filter(([name, value]) => {
      const other = given[name];
      return own.has(name) || other === undefined || !sameValue(other, value);
    }),
  );
}

/**
 * The entries of a mapping that is `whole` that merge keys behind them override, if they give `given`: as to go-yaml v2
 * (kubectl) and to no other reader they do.
 */
function overriddenNames({ entries }: MappingNode, given: ValueMap, whole: ValueMap): readonly string[] {
  const last = entries.findLastIndex((entry) => entry.merges);
  return entries.slice(0, last).flatMap(({ name, merges }) => {
    const [other, value] = [given[name], whole[name]];
    return merges || other === undefined || value === undefined || sameValue(other, value) ? [] : [name];
  });
}

/** What the value of a merge key becomes; undefined where a mapping that it refers to goes, or is none any more. */
function mergedValue(mapping: MappingNode, { value }: Entry, desired: ValueMap, becomes: Becomes): Value | undefined {
  const sourceBecomes = (node: SourceNode): Value | undefined => {
    const now = valueOf(node);
    if (node.kind !== 'alias' || !isMap(now)) return now;
    const target = resolveAlias(node);
    // What is inside of this very mapping has not been visited; it stays where nothing changes.
    const isInside = target.start >= mapping.start && target.end <= mapping.end;
    if (isInside) return sameValue(valueOf(mapping), desired) ? now : undefined;
    const after = becomes(target);
    return isMap(after) ? after : undefined;
  };
  if (value.kind !== 'sequence') return sourceBecomes(value);
  const values = value.items.flatMap((item) => sourceBecomes(item.value) ?? []);
  return values.length === value.items.length ? values : undefined;
}
