/** The Kubernetes objects in a text, each as the text that an API server is sent. */
import { readEnvelope, readListWhole, readUnit, type Envelope, type Unit } from '../krm/envelope.ts';
import { isListKind } from '../kubernetes/api-version.ts';
import { valueOf } from '../yaml/source-node.ts';
import { toJson } from '../yaml/value.ts';
import { mapping, type Json } from './json.ts';

export interface SentObject {
  readonly value: Json;
  /** Its own lines where it has some, so that the server reads the very YAML that came out. */
  readonly text: string;
}

/** The objects of a list or a stream, lists among them opened. */
export function objectsIn(bytes: Buffer): readonly SentObject[] {
  return unitsOf(bytes).flatMap(([unit, value]): readonly SentObject[] => {
    const { apiVersion, kind, items } = value;
    if (typeof kind !== 'string' || !isListKind(kind)) return [{ value, text: textOf(bytes, unit) }];
    // A typed list says what its items are.
    const inherited = kind === 'List' || kind === 'ResourceList' ? {} : { apiVersion, kind: kind.slice(0, -4) };
    return opened(items)
      .map((item) => ({ ...inherited, ...item }))
      .map((item) => ({ value: item, text: JSON.stringify(item) }));
  });
}

/** The functionConfig of a ResourceList; nothing where there is none. */
export function functionConfigIn(bytes: Buffer): Json {
  const envelope = readEnvelope(bytes);
  return 'kind' in envelope || !envelope.functionConfig ? {} : mapping(toJson(valueOf(envelope.functionConfig)));
}

function unitsOf(bytes: Buffer): readonly (readonly [Unit, Json])[] {
  const envelope = readEnvelope(bytes);
  if ('kind' in envelope) throw new Error(envelope.message);
  const read = valuesIn(envelope);
  if (read.length === envelope.units.length || envelope.list === undefined) return read;
  // An item that refers to an anchor in another one cannot be read by itself, nor one that is no YAML.
  const whole = readListWhole(bytes, envelope.list);
  return 'kind' in whole ? read : valuesIn(whole);
}

function valuesIn({ bytes, units }: Envelope): readonly (readonly [Unit, Json])[] {
  return units.flatMap((unit) => {
    const tree = readUnit(bytes, unit);
    if (tree === 'empty' || 'kind' in tree) return [];
    return [[unit, (toJson(valueOf(tree.root)) ?? {}) as Json] as const];
  });
}

/** The lines of a unit; an item of a list loses its dash and becomes a document of its own. */
function textOf(bytes: Buffer, { slice }: Unit): string {
  const text = bytes.toString('utf8', slice.start, slice.end);
  if (!('dash' in slice)) return text;
  const dash = slice.dash - slice.start;
  return `${text.slice(0, dash)} ${text.slice(dash + 1)}`;
}

/** The objects of a list, lists among them opened. */
export function opened(items: unknown): readonly Json[] {
  if (!Array.isArray(items)) return [];
  return (items as readonly Json[]).flatMap((item) =>
    typeof item['kind'] === 'string' && isListKind(item['kind']) ? opened(item['items']) : [item],
  );
}
