/**
 * References that cannot be resolved, which the kubelet leaves in the text without a word (proposal: Variable expansion
 * in pod command, args, and env, "Use Case: See an event for incomplete expansions").
 */
import { countFirst } from '../yaml/binary-search.ts';
import { addTo } from '../yaml/multi-map.ts';
import { isList, isMap, nameOf, type Value, type ValueMap } from '../yaml/value.ts';
import { isOpenTo, lookUp, type Environment } from './environment.ts';
import { mayRefer, references } from './expansion.ts';
import { scriptStart } from './shell-script.ts';
import { cyclesIn, referencesOf, cyclicReferences } from './variable-order.ts';
import { isStrictVariableName } from './variable-state.ts';

/** A reference that stays as it stands, and why. */
export type ExpansionProblem = Place & Reason;

interface Place {
  /** Keys and indices from the container: `['env', 2, 'value']`, `['args', 0]`. */
  readonly field: readonly (string | number)[];
  /** The name that is referred to. */
  readonly name: string;
}

type Reason =
  /** Nothing sets the variable. */
  | { readonly reason: 'undefined' }
  /** Only a Service could set a variable of that name, and none of the items does. */
  | { readonly reason: 'no-service' }
  /** A variable refers to itself, and nothing has set it before. */
  | { readonly reason: 'self' }
  /** The variable stands behind the one that refers to it, at this index of `env`. */
  | { readonly reason: 'declared-later'; readonly index: number }
  /** So it does, and no order helps: these refer to each other in turn, the first one again at the end ({@link cyclesIn}). */
  | { readonly reason: 'cycle'; readonly cycle: readonly string[] };

/**
 * The references of a container that cannot be resolved, each name once per field, in the order of the fields. What a
 * source of unknown content may bring is not among them. In `command` and `args` only what can be meant as a reference
 * is: a legal name, outside of shell scripts.
 */
export function expansionProblems(container: ValueMap, environment: Environment): readonly ExpansionProblem[] {
  return [...environmentProblems(container, environment), ...commandProblems(container, environment)];
}

function environmentProblems(container: ValueMap, environment: Environment): readonly ExpansionProblem[] {
  const env = container['env'];
  if (!isList(env)) return [];
  const cycles = lazily(() => cyclesIn(cyclicReferences(env, (used) => lookUp(environment, used, 0) !== undefined)));
  const places = lazily(() => indicesByName(env));
  const reasonFor = (index: number, name: string): Reason => {
    const user = nameOf(env[index]);
    if (name === user) return { reason: 'self' };
    const indices = places().get(name) ?? [];
    const later = indices[countFirst(indices, (place) => place <= index)];
    if (later === undefined) return absence(environment, name);
    const cycle = cycles()(user, name);
    return cycle ? { reason: 'cycle', cycle } : { reason: 'declared-later', index: later };
  };
  return env.flatMap((variable, index) =>
    unresolved(referencesOf(variable), environment, index).map((name) => ({
      field: ['env', index, 'value'],
      name,
      ...reasonFor(index, name),
    })),
  );
}

function indicesByName(env: readonly Value[]): ReadonlyMap<string, readonly number[]> {
  const indices = new Map<string, number[]>();
  for (const [index, variable] of env.entries()) if (isMap(variable)) addTo(indices, nameOf(variable), index);
  return indices;
}

/** What is made when it is first asked for. */
function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function commandProblems(container: ValueMap, environment: Environment): readonly ExpansionProblem[] {
  const lists = ['command', 'args'] as const;
  if (!lists.some((list) => textsOf(container[list]).some(mayRefer))) return [];
  const words = lists.flatMap((list) =>
    textsOf(container[list]).map((text, index) => ({ field: [list, index], text })),
  );
  return words.slice(0, scriptStart(words.map(({ text }) => text))).flatMap(({ field, text }) =>
    unresolved(references(text), environment)
      .filter(isStrictVariableName)
      .map((name) => ({ field, name, ...absence(environment, name) })),
  );
}

function unresolved(names: readonly string[], environment: Environment, before?: number): readonly string[] {
  if (names.length === 0) return names;
  return [...new Set(names)].filter((name) => lookUp(environment, name, before) === undefined);
}

function absence(environment: Environment, name: string): Reason {
  return { reason: isOpenTo(environment, name) ? 'no-service' : 'undefined' };
}

function textsOf(list: Value | undefined): readonly string[] {
  return isList(list) ? list.map((item) => (typeof item === 'string' ? item : '')) : [];
}
