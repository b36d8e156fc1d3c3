/** Which variables of an `env` list wait for each other, so that no order of the list could serve all of them. */
import { addTo } from '../yaml/multi-map.ts';
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
    for (const name of names) addTo(waitingFor, name, index);
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
  const cyclic = new Map<string, Set<string>>();
  for (const [index, names] of waiting.entries()) {
    const name = nameOf(env[index]);
    if (served.has(name)) continue;
    const others = cyclic.get(name);
    if (others) for (const one of names) others.add(one);
    else cyclic.set(name, new Set(names));
  }
  return cyclic;
}

/** In a cycle that is too long to be told: the names that are left out. */
export const LEFT_OUT = '…';

/** So many names are looked at for the shortest cycle; longer ones nobody reads. */
const MOST_NAMES = 100;

/**
 * Gives the shortest cycle that begins with a reference from `user` to `used`: `[user, used, …, user]`; of one through
 * more names than {@link MOST_NAMES} only its beginning and its end.
 */
export function cyclesIn(cyclic: CyclicReferences): (user: string, used: string) => readonly string[] | undefined {
  const components = componentsOf(cyclic);
  return (user, used) => {
    const component = components.get(user);
    if (component === undefined || components.get(used) !== component) return undefined;
    const reachedFrom = new Map<string, string>([[used, user]]);
    for (const name of reachedFrom.keys()) {
      if (name === user) return pathTo(user, reachedFrom);
      if (reachedFrom.size > MOST_NAMES) break;
      for (const next of cyclic.get(name) ?? []) if (!reachedFrom.has(next)) reachedFrom.set(next, name);
    }
    return [user, used, LEFT_OUT, user];
  };
}

/**
 * By name a number that the names have in common that refer to one another in cycles (strongly connected components, by
 * Tarjan's algorithm, with a stack of its own, since a chain may be longer than the one of calls).
 */
function componentsOf(cyclic: CyclicReferences): ReadonlyMap<string, number> {
  const components = new Map<string, number>();
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const path: { readonly name: string; readonly rest: Iterator<string> }[] = [];
  const enter = (name: string): void => {
    order.set(name, order.size);
    lowest.set(name, order.size - 1);
    open.push(name);
    path.push({ name, rest: (cyclic.get(name) ?? new Set<string>()).values() });
  };
  const lower = (name: string, to: number | undefined): void => {
    lowest.set(name, Math.min(lowest.get(name) ?? Infinity, to ?? Infinity));
  };
  for (const root of cyclic.keys()) {
    if (!order.has(root)) enter(root);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const { name, rest } = here;
      const next = rest.next();
      if (!next.done) {
        if (!order.has(next.value)) enter(next.value);
        else if (!components.has(next.value)) lower(name, order.get(next.value));
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) lower(above.name, lowest.get(name));
      if (lowest.get(name) !== order.get(name)) continue;
      const component = order.get(name) ?? 0;
      for (let member = open.pop(); member !== undefined; member = member === name ? undefined : open.pop()) {
        components.set(member, component);
      }
    }
  }
  return components;
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
