/**
 * The keys of a ConfigData as variables of their own, in place of an `envFrom` entry that takes all of them; only where
 * the container gets the same environment from it.
 */
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
  // Of several variables of one name the last one is in effect.
  const probed = probeReferences(container);
  const own = new Map(env.map((variable) => [nameOf(variable), variable]));
  const stays: { source: ValueMap; reason: string }[] = [];
  const differs: { source: ValueMap; variable: string }[] = [];
  const staying: Value[] = [];
  const removed = new Set<number>();
  let added: ValueMap[] = [];
  // From the end, since a later source overrides an earlier one.
  for (const [index, source] of [...envFrom.entries()].toReversed()) {
    const isSource = isMap(source) && sources.has(index);
    const variables = isSource ? variablesOf(source, resolve(source)) : undefined;
    const names = [...(variables?.values.keys() ?? [])];
    const inProbe = names.find((name) => probed.has(name));
    const reason =
      variables?.reason ??
      (inProbe === undefined
        ? reasonToStay(names, env, staying, resolve)
        : `the command of a probe refers to ${inProbe}, which env would set for it`);
    if (!isSource || variables === undefined || reason !== undefined) {
      staying.unshift(source);
      if (isSource) stays.push({ source, reason: reason ?? '' });
      continue;
    }
    removed.add(index);
    const later = new Set(added.map(nameOf));
    const entries = [...variables.values].map(([name, text]) =>
      mapOf([
        ['name', name],
        ['value', escaped(text)],
      ]),
    );
    for (const entry of entries) {
      const other = own.get(nameOf(entry));
      if (isMap(other) && scalarText(other['value']) !== scalarText(entry['value'])) {
        differs.push({ source, variable: nameOf(entry) });
      }
    }
    added = [...entries.filter((entry) => !own.has(nameOf(entry)) && !later.has(nameOf(entry))), ...added];
  }
  return { added, removed, stays, differs };
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

function reasonToStay(
  names: readonly string[],
  env: readonly Value[],
  later: readonly Value[],
  resolve: ResolveSource,
): string | undefined {
  for (const source of later) {
    if (!isMap(source)) continue;
    const prefix = scalarText(source['prefix']);
    const found = resolve(source);
    const mayHave = (name: string): boolean =>
      name.startsWith(prefix) && (found?.complete !== true || found.data.has(name.slice(prefix.length)));
    const name = names.find(mayHave);
    if (name !== undefined) return `${dataReference(source)?.name ?? 'a source'} after it may set ${name}, too`;
  }
  for (const name of names) {
    const setters = env.filter((variable) => nameOf(variable) === name);
    const certain = setters.find((variable) => !isOptional(variable));
    if (setters.length > 0 && certain === undefined) return `env ${name} is optional, and falls back on it`;
    const before = certain === undefined ? [] : env.slice(0, env.indexOf(certain) + 1);
    const user = before.find((variable) => referencesOf(variable).includes(name));
    if (user !== undefined) return `env ${nameOf(user)} refers to ${name} before env sets it anew`;
  }
  return undefined;
}

/** Whether a variable may turn out not to be set. */
function isOptional(variable: Value): boolean {
  if (!isMap(variable)) return true;
  const source = variableSource(variable);
  return (source.kind === 'key' && source.reference.optional) || (source.kind === 'node' && source.optional);
}
