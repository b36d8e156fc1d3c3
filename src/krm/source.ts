/** One input as it is read first: its envelope, and its items with their heads; a tree only on demand. */
import { Positions } from '../yaml/position.ts';
import { isMap, type Value } from '../yaml/value.ts';
import { valueOf } from '../yaml/source-node.ts';
import { placeOf, problemAt, readUnit, type Envelope, type Tree, type Unit } from './envelope.ts';
import { readHead, type Head } from './head.ts';
import { resourcesIn, type Resource } from './resource.ts';

/** A text with resources: standard input, or one file. */
export interface Input {
  readonly bytes: Buffer;
  /** For a file, its path as diagnostics name it. */
  readonly path?: string | undefined;
  /** Only looked at: for policies and what they refer to, where they are kept apart from what they are applied to. */
  readonly readOnly?: boolean | undefined;
}

export interface Source {
  /** Index of the input. */
  readonly index: number;
  readonly input: Input;
  readonly envelope: Envelope;
  /** Of offsets in the input. */
  readonly positions: Positions;
  readonly items: readonly Item[];
}

/** What is read and edited by itself: an item of a list, a document of a stream, or a list as a whole. */
export interface Item {
  readonly unit: Unit;
  /** Undefined where only reading the item can tell. */
  readonly head: Head | undefined;
}

export function sourceOf(index: number, input: Input, envelope: Envelope): Source {
  const { bytes, units } = envelope;
  const items = units.map((unit) => ({ unit, head: readHead(bytes, unit) }));
  return { index, input, envelope, positions: new Positions(bytes), items };
}

/** The tree of an input that is a list read whole: its only item. */
export function wholeOf({ envelope, items }: Source): Tree | undefined {
  return envelope.list && items[0]?.unit.tree;
}

export type ItemReading =
  | {
      readonly kind: 'read';
      /** Undefined where the item is empty, or cannot be read. */
      readonly tree: Tree | undefined;
      readonly resources: readonly Resource[];
      readonly problems: readonly ItemProblem[];
    }
  /** By itself the item may look broken, or hide that its anchors are used elsewhere: its list has to be read whole. */
  | { readonly kind: 'dependent' };

/** Why an item is no object: one line, complete in itself. */
export interface ItemProblem {
  readonly id: 'input-unreadable' | 'not-an-object' | 'resource-list-not-alone';
  readonly message: string;
  /** Byte offset in the input. */
  readonly offset: number;
}

/** Reads an item that may be edited; what is no object in it is a problem, but for what files may hold besides. */
export function readItem(source: Source, { unit }: Item): ItemReading {
  const { bytes, form } = source.envelope;
  const read = readUnit(bytes, unit, source.positions);
  const inList = form !== 'stream' && unit.tree === undefined;
  const { start } = unit.slice;
  const refused = (id: ItemProblem['id'], place: string, message: string, offset = start): ItemReading => {
    const text = [source.input.path ?? '', place, message].filter((part) => part !== '').join(': ');
    return { kind: 'read', tree: undefined, resources: [], problems: [{ id, message: text, offset }] };
  };
  if (read === 'empty') {
    if (inList) return refused('not-an-object', placeOf(unit), 'expected a Kubernetes object, found null');
    return { kind: 'read', tree: undefined, resources: [], problems: [] };
  }
  if (inList && ('kind' in read || read.hasAnchors)) return { kind: 'dependent' };
  if ('kind' in read) return refused('input-unreadable', placeOf(unit), read.message, read.offset);
  if (form === 'stream' && kindOf(valueOf(read.root)) === 'ResourceList') {
    return refused('resource-list-not-alone', placeOf(unit), 'expected the ResourceList to be the only document');
  }
  const found = resourcesIn(read.root, placeOf(unit));
  const problems = found.flatMap((one): readonly ItemProblem[] => {
    // Among the files of a folder there are others than Kubernetes objects: values, settings of tools.
    if (one.kind === 'object' || source.input.path !== undefined) return [];
    const offset = one.node.propertiesStart;
    const message = problemAt(source.positions, { message: one.message, offset });
    return [{ id: 'not-an-object', message: one.place === '' ? message : `${one.place}: ${message}`, offset }];
  });
  return { kind: 'read', tree: read, resources: resourcesOf(source, unit, found), problems };
}

/** The objects of an item that is only looked at: none where it cannot be read, which is for others to say. */
export function lookAt(source: Source, { unit }: Item): readonly Resource[] {
  const tree = readUnit(source.envelope.bytes, unit, source.positions);
  if (tree === 'empty' || 'kind' in tree) return [];
  return resourcesOf(source, unit, resourcesIn(tree.root, placeOf(unit)));
}

function resourcesOf(
  { index: input, input: { path } }: Source,
  unit: Unit,
  found: ReturnType<typeof resourcesIn>,
): readonly Resource[] {
  const resources = found.flatMap((one) => (one.kind === 'object' ? [one.resource] : []));
  return resources.map((resource) => ({
    ...resource,
    input,
    // A file that was named counts, whatever the annotations say.
    file: path === undefined ? resource.file : { path, index: unit.index ?? 0 },
  }));
}

function kindOf(value: Value): Value | undefined {
  return isMap(value) ? value['kind'] : undefined;
}
