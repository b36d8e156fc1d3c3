/** How the items of Kubernetes' lists are told apart, for the edits that make one list of another. */
import type { ItemIdentity } from '../yaml/align.ts';
import { at, isMap, nameOf, Numeral, sameValue, scalarText, type Value, type ValueMap } from '../yaml/value.ts';

/** List map keys (Kubernetes API reference, x-kubernetes-list-map-keys); the first one that is there counts. */
const KEYS = ['mountPath', 'devicePath', 'name', 'containerPort', 'ip', 'key'];

export const KUBERNETES_ITEMS: ItemIdentity = { nameIn, isRenamed: isOfAnotherKind };

/** By which key an entry of a list is known, or by what name an object. */
function nameIn(item: ValueMap): string | undefined {
  const key = KEYS.find((name) => isNameable(item[name]));
  if (key !== undefined) return `${key}=${scalarText(item[key])}`;
  const object = nameOf(item['metadata']);
  if (object === '') return undefined;
  return [item['kind'], at(item, 'metadata', 'namespace')].map(scalarText).concat(object).join('/');
}

function isNameable(value: Value | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number' || value instanceof Numeral;
}

/** An object that keeps its name and becomes one of another kind. */
function isOfAnotherKind(before: ValueMap, after: ValueMap): boolean {
  const [a, b] = [before['metadata'], after['metadata']];
  return isMap(a) && isMap(b) && nameOf(a) !== '' && nameOf(a) === nameOf(b) && sameValue(a, b);
}
