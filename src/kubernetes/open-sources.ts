/** The `envFrom` sources of a container of which not all keys are known: any variable with their prefix may be theirs. */
import { countFirst } from '../yaml/binary-search.ts';
import { addTo } from '../yaml/multi-map.ts';
import type { DataReference } from './variable-source.ts';

/** An `envFrom` source of which not all keys are known. */
export interface OpenSource {
  readonly index: number;
  readonly prefix: string;
  readonly reference: DataReference | undefined;
}

/** There may be thousands of sources and of variables, so that what may be whose is found by the prefix. */
export class OpenSources {
  /** In the order of `envFrom`. */
  readonly all: OpenSource[] = [];
  readonly #byPrefix = new Map<string, OpenSource[]>();
  readonly #lengths = new Set<number>();

  /** Adds one that stands behind all others. */
  add(source: OpenSource): void {
    this.all.push(source);
    addTo(this.#byPrefix, source.prefix, source);
    this.#lengths.add(source.prefix.length);
  }

  /** The last one that may have a variable, of those whose index is below `before`. */
  lastFor(name: string, before = Infinity): OpenSource | undefined {
    let last: OpenSource | undefined;
    for (const length of this.#lengths) {
      const sources = length > name.length ? undefined : this.#byPrefix.get(name.slice(0, length));
      const found = sources?.[countFirst(sources, ({ index }) => index < before) - 1];
      if (found && found.index >= (last?.index ?? 0)) last = found;
    }
    return last;
  }
}
