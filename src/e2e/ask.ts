/** Asks an API server for objects without storing them. */
import type { ApiServer } from './api-server.ts';
import { mapping, type Json } from './json.ts';
import type { SentObject } from './objects.ts';
import type { Answer } from './send-request.ts';

/** What the server answers; undefined for an object of a kind that it does not know. */
export type Asker = (object: SentObject) => Promise<Answer | undefined>;

/** The two ways in which objects come into a cluster: created, or applied by the server (as Argo CD and kpt do). */
export interface Askers {
  readonly create: Asker;
  readonly apply: Asker;
}

/** Knows the kinds of a server as its discovery tells them, and makes the namespaces that objects name. */
export function askersOf(server: ApiServer): Askers {
  const kinds = new Map<string, readonly Json[]>();
  const namespaces = new Set(['default']);

  async function kindsUnder(root: string): Promise<readonly Json[]> {
    const known = kinds.get(root);
    if (known) return known;
    const { status, body } = await server.send('GET', root);
    const found = status === 200 ? (body['resources'] as readonly Json[]) : [];
    kinds.set(root, found);
    return found;
  }

  async function ensureNamespace(name: string): Promise<void> {
    if (namespaces.has(name)) return;
    await server.send('POST', '/api/v1/namespaces', JSON.stringify({ metadata: { name } }));
    namespaces.add(name);
  }

  /** Where objects of the kind live; undefined for a kind that the server does not know. */
  async function placeOf({ apiVersion, kind, metadata }: Json): Promise<string | undefined> {
    if (typeof apiVersion !== 'string') return undefined;
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const resource = (await kindsUnder(root)).find((one) => one['kind'] === kind && !String(one['name']).includes('/'));
    if (resource === undefined) return undefined;
    const named = mapping(metadata)['namespace'];
    const namespace = typeof named === 'string' ? named : 'default';
    if (resource['namespaced'] === true) await ensureNamespace(namespace);
    return `${root}/${resource['namespaced'] === true ? `namespaces/${namespace}/` : ''}${String(resource['name'])}`;
  }

  return {
    create: async ({ value, text }) => {
      const place = await placeOf(value);
      return place === undefined ? undefined : server.send('POST', `${place}?dryRun=All&fieldValidation=Strict`, text);
    },
    apply: async ({ value, text }) => {
      const [place, name] = [await placeOf(value), mapping(value['metadata'])['name']];
      if (place === undefined || typeof name !== 'string') return undefined;
      const query = 'fieldManager=tester&dryRun=All&fieldValidation=Strict';
      return server.send('PATCH', `${place}/${encodeURIComponent(name)}?${query}`, text);
    },
  };
}

/** The object of an answer as it would be stored, without what is new for each request. */
export function storedOf({ body }: Answer): Json {
  const { uid, creationTimestamp: _time, managedFields: _fields, ...metadata } = body['metadata'] as Json;
  // A Job carries its own uid in labels.
  return JSON.parse(JSON.stringify({ ...body, metadata }).replaceAll(String(uid), 'uid')) as Json;
}
