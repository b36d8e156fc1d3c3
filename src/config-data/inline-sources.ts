/**
 * The keys of a ConfigData as variables of their own, in place of an `envFrom` entry that takes all of them; only where
 * the container gets the same environment from it.
 */
import { OpenSources } from '../kubernetes/open-sources.ts';
import { dataReference, variableSource } from '../kubernetes/variable-source.ts';
import { referencesOf } from '../kubernetes/variable-order.ts';
import { isStrictVariableName } from '../kubernetes/variable-state.ts';
import type { KnownData } from '../kubernetes/environment.ts';
import { escaped } from '../kubernetes/expansion.ts';
import { probeReferences } from '../kubernetes/inline-expansion.ts';
import { isList, isMap, mapOf, nameOf, scalarText, type Value, type ValueMap } from '../yaml/value.ts';

/** What is known of the object that an `envFrom` entry refers to. */
export type ResolveSource = (source: ValueMap) => KnownData | undefined;

export interface InlinedSources {
  /** The variables to go in front of the container's own. */
  readonly added: readonly ValueMap[];
  /** The indices of the sources that are gone. */
  readonly removed: ReadonlySet<number>;
  /** The sources that stay, each with why. */
  readonly stays: readonly { readonly source: ValueMap; readonly reason: string }[];
  /** The variables that the container sets itself, to something else than the source has. */
  readonly differs: readonly { readonly source: ValueMap; readonly variable: string }[];
}

/**
 * What becomes of a container with the `envFrom` entries at the indices `sources` inlined. New variables go in front of
 * the container's own, which override what comes from `envFrom`; a variable that the container sets itself is not set a
 * second time.
 */
export function inlineSources(
  container: ValueMap,
  sources: ReadonlySet<number>,
  resolve: ResolveSource,
): InlinedSources {
  const { envFrom } = container;
  if (!isList(envFrom)) return { added: [], removed: new Set(), stays: [], differs: [] };
  const env = isList(container['env']) ? container['env'] : [];
  const probed = probeReferences(container);
  const own = new OwnVariables(env);
  const stays: { source: ValueMap; reason: string }[] = [];
  const differs: { source: ValueMap; variable: string }[] = [];
  // From the end, since a later source overrides an earlier one.
  const later = new LaterSources();
  const removed = new Set<number>();
  const added: ValueMap[][] = [];
  const addedNames = new Set<string>();
  for (const [index, source] of [...envFrom.entries()].toReversed()) {
    const isSource = isMap(source) && sources.has(index);
    const variables = isSource ? variablesOf(source, resolve(source)) : undefined;
    const names = [...(variables?.values.keys() ?? [])];
    const inProbe = names.find((name) => probed.has(name));
    const reason =
      variables?.reason ??
      (inProbe === undefined
        ? (later.reasonToStay(names) ?? own.reasonToStay(names))
        : `the command of a probe refers to ${inProbe}, which env would set for it`);
    if (!isSource || variables === undefined || reason !== undefined) {
      if (isMap(source)) later.add(source, resolve(source));
      if (isSource) stays.push({ source, reason: reason ?? '' });
      continue;
    }
    removed.add(index);
    const entries = [...variables.values].map(([name, text]) =>
      mapOf([
        ['name', name],
        ['value', escaped(text)],
      ]),
    );
    for (const entry of entries) {
      const other = own.inEffect(nameOf(entry));
      if (isMap(other) && scalarText(other['value']) !== scalarText(entry['value'])) {
        differs.push({ source, variable: nameOf(entry) });
      }
    }
    const isNew = (entry: ValueMap): boolean => !own.has(nameOf(entry)) && !addedNames.has(nameOf(entry));
    added.push(entries.filter(isNew));
    for (const entry of entries) if (!own.has(nameOf(entry))) addedNames.add(nameOf(entry));
  }
  return { added: added.toReversed().flat(), removed, stays, differs };
}

interface Variables {
  readonly values: ReadonlyMap<string, string>;
  /** Why they cannot stand by themselves. */
  readonly reason?: string;
}

function variablesOf(source: ValueMap, found: KnownData | undefined): Variables {
  const prefix = scalarText(source['prefix']);
  const values = new Map<string, string>();
  if (found === undefined) return { values, reason: 'it is not among the items' };
  for (const [key, text] of found.data) {
    const name = prefix + key;
    if (!isStrictVariableName(name)) return { values, reason: `its key ${JSON.stringify(key)} makes no variable name` };
    if (text === undefined) return { values, reason: `its value of ${JSON.stringify(key)} is not certain` };
    values.set(name, text);
  }
  return found.complete ? { values } : { values, reason: 'its keys are not certain' };
}

/** The sources that stay behind one, and what they may set. */
class LaterSources {
  /** By variable and by prefix the nearest source, each numbered from the last one on. */
  readonly #known = new Map<string, number>();
  readonly #open = new OpenSources();
  readonly #names: (string | undefined)[] = [];

  /** Adds one that stands in front of all others. */
  add(source: ValueMap, found: KnownData | undefined): void {
    const prefix = scalarText(source['prefix']);
    const index = this.#names.push(dataReference(source)?.name) - 1;
    if (found?.complete !== true) this.#open.add({ index, prefix, reference: undefined });
    else for (const key of found.data.keys()) this.#known.set(prefix + key, index);
  }

  /** Of the nearest source that may set any of the names, and of the first of those names. */
  reasonToStay(names: readonly string[]): string | undefined {
    let nearest: { readonly index: number; readonly name: string } | undefined;
    for (const name of names) {
      const index = Math.max(this.#known.get(name) ?? -1, this.#open.lastFor(name)?.index ?? -1);
      if (index > (nearest?.index ?? -1)) nearest = { index, name };
    }
    return nearest && `${this.#names[nearest.index] ?? 'a source'} after it may set ${nearest.name}, too`;
  }
}

/** The variables that a container sets itself. */
class OwnVariables {
  /** Of several variables of one name the last one is in effect. */
  readonly #last: ReadonlyMap<string, Value>;
  /** By name the index of the first variable that is set for certain, and of the first one that refers to it. */
  readonly #certain = new Map<string, number>();
  readonly #users = new Map<string, number>();
  readonly #env: readonly Value[];

  constructor(env: readonly Value[]) {
    this.#env = env;
    this.#last = new Map(env.map((variable) => [nameOf(variable), variable]));
    for (const [index, variable] of env.entries()) {
      const name = nameOf(variable);
      if (!this.#certain.has(name) && !isOptional(variable)) this.#certain.set(name, index);
      for (const used of referencesOf(variable)) if (!this.#users.has(used)) this.#users.set(used, index);
    }
  }

  has(name: string): boolean {
    return this.#last.has(name);
  }

  inEffect(name: string): Value | undefined {
    return this.#last.get(name);
  }

  reasonToStay(names: readonly string[]): string | undefined {
    for (const name of names) {
      if (!this.has(name)) continue;
      const certain = this.#certain.get(name);
      if (certain === undefined) return `env ${name} is optional, and falls back on it`;
      const user = this.#users.get(name);
      if (user !== undefined && user <= certain) {
        return `env ${nameOf(this.#env[user])} refers to ${name} before env sets it anew`;
      }
    }
    return undefined;
  }
}

/** Whether a variable may turn out not to be set. */
function isOptional(variable: Value): boolean {
  if (!isMap(variable)) return true;
  const source = variableSource(variable);
  return (source.kind === 'key' && source.reference.optional) || (source.kind === 'node' && source.optional);
}
