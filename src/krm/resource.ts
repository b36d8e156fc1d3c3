/** One Kubernetes object of the input: its node, its value, and how messages call it. */
import { isListKind } from '../kubernetes/api-version.ts';
import { describeValue } from '../wording/describe-value.ts';
import { entryOf, nodeAt, resolveAlias, valueOf, type SourceNode } from '../yaml/source-node.ts';
import { at, isList, isMap, scalarText, valueAt, type Value, type ValueMap } from '../yaml/value.ts';

export interface ResourceRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

export interface FileRef {
  /** Slash-separated, relative to the package. */
  readonly path: string;
  /** Position of the document in the file, from 0. */
  readonly index: number;
}

export interface Resource {
  /** Index of the input that it stands in. */
  readonly input: number;
  readonly node: SourceNode;
  readonly value: ValueMap;
  /** From the root of the text that was read to the object: `['items', 3]`. */
  readonly path: readonly (string | number)[];
  /** Where it is, for a message, when it has no name: `items[3]`, `document 2`. */
  readonly place: string;
  readonly ref: ResourceRef;
  readonly file: FileRef | undefined;
}

export interface FoundObject {
  readonly kind: 'object';
  readonly resource: Resource;
}

/** What stands where an object was expected. */
export interface NotAnObject {
  readonly kind: 'not an object';
  readonly node: SourceNode;
  readonly place: string;
  readonly message: string;
}

interface Inherited {
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
}

/**
 * The objects in a tree: the root itself, or the items of a list, lists among them opened in turn. The items of a
 * typed list (`DeploymentList`) may leave out apiVersion and kind, as the API server's own answers do.
 */
export function resourcesIn(
  node: SourceNode,
  place: string,
  path: readonly (string | number)[] = [],
  inherited: Inherited = { apiVersion: undefined, kind: undefined },
): readonly (FoundObject | NotAnObject)[] {
  const value = valueOf(node);
  if (!isMap(value))
    return [
      { kind: 'not an object', node, place, message: `expected a Kubernetes object, found ${describeValue(value)}` },
    ];
  const twice = keyTwice(node, ['apiVersion', 'kind', 'metadata']);
  if (twice !== undefined) {
    return [
      {
        kind: 'not an object',
        node,
        place,
        message: `found the key "${twice}" twice in one object; is a --- missing between two?`,
      },
    ];
  }
  const kind = value['kind'] ?? inherited.kind;
  const apiVersion = value['apiVersion'] ?? inherited.apiVersion ?? '';
  if (typeof kind !== 'string' || kind === '') {
    if (kind === undefined && isKustomization(value)) return [];
    const found = kind === undefined ? 'none' : describeValue(kind);
    return [{ kind: 'not an object', node, place, message: `expected an object with a kind, found ${found}` }];
  }
  const items = entryOf(node, 'items')?.value;
  if (items && isListOfObjects(kind, value['items']) && typeof apiVersion === 'string') {
    const element = kind.slice(0, -'List'.length);
    const below =
      element === '' || element === 'Resource'
        ? { apiVersion: undefined, kind: undefined }
        : { apiVersion, kind: element };
    return value['items'].flatMap((_, index) => {
      const item = itemOf(items, index);
      return item ? resourcesIn(item, inPlace(place, `items[${index}]`), [...path, 'items', index], below) : [];
    });
  }
  const ref = {
    apiVersion: text(apiVersion) ?? '',
    kind,
    name: text(at(value, 'metadata', 'name')) ?? '',
    namespace: text(at(value, 'metadata', 'namespace')),
  };
  return [{ kind: 'object', resource: { input: 0, node, value, path, place, ref, file: fileOf(value) } }];
}

function keyTwice(node: SourceNode, keys: readonly string[]): string | undefined {
  const mapping = resolveAlias(node);
  if (mapping.kind !== 'mapping') return undefined;
  return keys.find((key) => mapping.entries.filter(({ name }) => name === key).length > 1);
}

/** A kind can be called AllowList and have items that are no objects: that is an object like any other. */
function isListOfObjects(kind: string, items: Value | undefined): items is readonly Value[] {
  if (!isListKind(kind) || !isList(items)) return false;
  const isPlainList = kind === 'List' || kind === 'ResourceList';
  return isPlainList || items.every((item) => isMap(item) && (item['kind'] !== undefined || isMap(item['metadata'])));
}

/** `items[3].items[0]`, but `document 2, items[0]`. */
function inPlace(place: string, part: string): string {
  return place === '' ? part : `${place}${place.endsWith(']') ? '.' : ', '}${part}`;
}

function itemOf(node: SourceNode, index: number): SourceNode | undefined {
  if (node.kind === 'alias') return itemOf(node.target, index);
  return node.kind === 'sequence' ? node.items[index]?.value : undefined;
}

/** Kustomization files may leave out their kind; kpt and kustomize pass them along all the same. */
function isKustomization(value: ValueMap): boolean {
  const path = fileOf(value)?.path ?? '';
  return /(^|\/)kustomization(\.ya?ml)?$/i.test(path);
}

function text(value: Value | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The file that an orchestrator read the object from, by its annotations. */
function fileOf(value: ValueMap): FileRef | undefined {
  const annotations = at(value, 'metadata', 'annotations');
  return fileRef((name) => {
    const found = at(annotations, name);
    return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
  });
}

/**
 * A file by the annotations of an object in it (proposal: Configuration IO API Semantics): those that orchestrators
 * use among themselves count before those of old.
 */
export function fileRef(annotation: (name: string) => string | undefined): FileRef | undefined {
  const either = (name: string): string | undefined =>
    annotation(`internal.config.kubernetes.io/${name}`) ?? annotation(`config.kubernetes.io/${name}`);
  const path = either('path');
  if (path === undefined || path === '') return undefined;
  const index = Number.parseInt(either('index') ?? '0', 10);
  return { path, index: Number.isSafeInteger(index) && index >= 0 ? index : 0 };
}

/** How a message calls an object: `Deployment shop/web`, or by its place where it has no name. */
export function titleOf({ ref, place, file }: Pick<Resource, 'ref' | 'place' | 'file'>): string {
  const name = ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`;
  return ref.name === ''
    ? `${ref.kind} without a name (${file?.path ?? (place === '' ? 'the only document' : place)})`
    : `${ref.kind} ${name}`;
}

/** Where an object is, for a message: `shop/web.yaml, document 2`, `items[3]`. */
export function whereIs({ file, place }: Resource): string {
  return file === undefined ? place : `${file.path}${file.index === 0 ? '' : `, document ${file.index + 1}`}`;
}

/**
 * The text of a scalar that is no string, as it stands in the source: `yes` is "yes", `0644` is "0644". Undefined for
 * anything else.
 */
export function sourceText({ node, value }: Resource, path: readonly (string | number)[]): string | undefined {
  const found = valueAt(value, path);
  if (found === undefined || found === null || typeof found === 'string' || isList(found) || isMap(found))
    return undefined;
  const scalar = nodeAt(node, path);
  const target = scalar && resolveAlias(scalar);
  return target?.kind === 'scalar' ? target.text : scalarText(found);
}
