/** Which variables of an `env` list wait for each other, so that no order of the list could serve all of them. */
import { isMap, nameOf, type Value } from '../yaml/value.ts';
import { mayRefer, references } from './expansion.ts';
import { variableSource } from './variable-source.ts';

const NONE: readonly string[] = [];

/** The names that an `env` entry refers to. */
export function referencesOf(variable: Value | undefined): readonly string[] {
  // Few variables refer to any.
  if (!isMap(variable) || !mayRefer(variable['value'])) return NONE;
  const source = variableSource(variable);
  return source.kind === 'text' ? references(source.text) : NONE;
}

/** Reference cycles: by the name of a variable that no order can serve, the names of such variables that it waits for. */
export type CyclicReferences = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The variables of an `env` list that refer to themselves or to each other in a cycle, and those that refer to them.
 * A name for which `isSet` holds has a value before the list begins, and what the list does not have is not waited for.
 */
export function cyclicReferences(env: readonly Value[], isSet: (name: string) => boolean): CyclicReferences {
  const declared = new Set(env.map(nameOf));
  const waiting = env.map(
    (variable) => new Set(referencesOf(variable).filter((name) => declared.has(name) && !isSet(name))),
  );
  const waitingFor = new Map<string, number[]>();
  for (const [index, names] of waiting.entries()) {
    for (const name of names) waitingFor.set(name, [...(waitingFor.get(name) ?? []), index]);
  }
  const served = new Set<string>();
  const ready = waiting.flatMap((names, index) => (names.size === 0 ? [index] : []));
  for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
    const name = nameOf(env[index]);
    if (served.has(name)) continue;
    served.add(name);
    for (const user of waitingFor.get(name) ?? []) {
      if (waiting[user]?.delete(name) && waiting[user].size === 0) ready.push(user);
    }
  }
  const dependencies = new Map<string, Set<string>>();
  for (const [index, names] of waiting.entries()) {
    const name = nameOf(env[index]);
    if (served.has(name)) continue;
    dependencies.set(name, new Set([...(dependencies.get(name) ?? []), ...names]));
  }
  return dependencies;
}

/** The shortest cycle that begins with a reference from `user` to `used`: `[user, used, …, user]`. */
export function cycleThrough(cyclic: CyclicReferences, user: string, used: string): readonly string[] | undefined {
  const reachedFrom = new Map<string, string>([[used, user]]);
  for (const name of reachedFrom.keys()) {
    if (name === user) return pathTo(user, reachedFrom);
    for (const next of cyclic.get(name) ?? []) if (!reachedFrom.has(next)) reachedFrom.set(next, name);
  }
  return undefined;
}

/** One cycle for every variable that is in any: each as `[first, …, first]`, none twice. */
export function cyclesOf(cyclic: CyclicReferences): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const seen = new Set<string>();
  for (const [user, names] of cyclic) {
    for (const used of names) {
      if (seen.has(user)) break;
      const cycle = cycleThrough(cyclic, user, used);
      if (!cycle) continue;
      cycles.push(cycle);
      for (const name of cycle) seen.add(name);
    }
  }
  return cycles;
}

function pathTo(user: string, reachedFrom: ReadonlyMap<string, string>): readonly string[] {
  const path = [user];
  let name = user;
  do {
    name = reachedFrom.get(name) ?? user;
    path.unshift(name);
  } while (name !== user);
  return path;
}
