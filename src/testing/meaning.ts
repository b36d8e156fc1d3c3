/** A second derivation of what a text means, from the nodes of the `yaml` package: for tests that judge our readers. */
// oxlint-disable-next-line no-restricted-imports
import { Composer, isAlias, isMap as isMapNode, isScalar, isSeq, Parser, type Document, type Node } from 'yaml';
import { resolvePlain } from '../yaml/resolve-scalar.ts';
import { isList, isMap, toJson, type Value } from '../yaml/value.ts';

export type Meaning = string | readonly Meaning[] | { [key: string]: Meaning };

/**
 * What a text means to a reader: to all but go-yaml v2 what a mapping says itself wins over what it merges, wherever it
 * stands. At the end of an input without a line break a block scalar ends in none, as to go-yaml.
 */
export function meaningOf(text: string, reader: 'any' | 'go-yaml v2' = 'any'): Meaning {
  const [document] = [
    ...new Composer({ schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' }).compose(new Parser().parse(text)),
  ];
  if (document === undefined || document.errors.length > 0) throw new Error(`${document?.errors.join()} in ${text}`);
  const unterminated = !text.endsWith('\n') ? text.length : undefined;
  return ofNode(document.contents as Node | null);

  function ofNode(node: Node | null): Meaning {
    if (isAlias(node)) return ofNode(node.resolve(document as Document.Parsed) ?? null);
    if (isSeq(node)) return node.items.map((item) => ofNode(item as Node));
    if (isMapNode(node)) {
      const own: [string, Meaning][] = [];
      const inherited: [string, Meaning][] = [];
      for (const pair of node.items) {
        if (!isScalar(pair.key)) throw new Error('a complex key');
        const value = ofNode(pair.value as Node | null);
        if (pair.key.type !== 'PLAIN' || pair.key.value !== '<<') own.push([`.${String(pair.key.value)}`, value]);
        else if (typeof value === 'object') {
          const pairs = [value]
            .flat()
            .toReversed()
            .flatMap(Object.entries<Meaning>);
          (reader === 'any' ? inherited : own).push(...pairs);
        }
      }
      return sorted([...new Map([...inherited, ...own])]);
    }
    if (!isScalar(node) || node.tag === 'tag:yaml.org,2002:null') return 'null';
    const value = String(node.value ?? '');
    if (node.tag === undefined && (node.type === 'PLAIN' || node.type === undefined)) {
      return comparableScalar(resolvePlain(value));
    }
    if (node.type?.startsWith('BLOCK') && node.range?.[1] === unterminated) return `"${value.replace(/\n$/, '')}`;
    return `"${value}`;
  }
}

/** Keys begin with a point, so that none of them is a number or `__proto__`. */
function sorted(pairs: readonly [string, Meaning][]): Meaning {
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** A value in the form of {@link meaningOf}. */
export function comparable(value: Value): Meaning {
  if (isList(value)) return value.map(comparable);
  if (!isMap(value)) return comparableScalar(value);
  return sorted(Object.entries(value).map(([name, item]) => [`.${name}`, comparable(item)]));
}

function comparableScalar(value: Value): Meaning {
  if (typeof value === 'string') return `"${value}`;
  const number = toJson(value);
  return typeof number === 'number' ? `number ${number}` : String(number);
}
