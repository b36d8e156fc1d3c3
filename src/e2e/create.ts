/** Asks an API server to create objects without storing them. */
import type { Answer, ApiServer } from './api-server.ts';
import type { Json } from './json.ts';
import type { SentObject } from './objects.ts';

/** What the server answers; undefined for an object of a kind that it does not know. */
export type Creator = (object: SentObject) => Promise<Answer | undefined>;

/** Knows the kinds of a server as its discovery tells them, and makes the namespaces that objects name. */
export function creatorOn(server: ApiServer): Creator {
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

  return async ({ value, text }) => {
    const { apiVersion, kind, metadata } = value;
    if (typeof apiVersion !== 'string') return undefined;
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const resource = (await kindsUnder(root)).find((one) => one['kind'] === kind && !String(one['name']).includes('/'));
    if (resource === undefined) return undefined;
    const named = (metadata as Json | undefined)?.['namespace'];
    const namespace = typeof named === 'string' ? named : 'default';
    if (resource['namespaced'] === true) await ensureNamespace(namespace);
    const place = resource['namespaced'] === true ? `namespaces/${namespace}/` : '';
    return server.send('POST', `${root}/${place}${String(resource['name'])}?dryRun=All&fieldValidation=Strict`, text);
  };
}

/** The object of an answer as it would be stored, without what is new for each request. */
export function storedOf({ body }: Answer): Json {
  const { uid, creationTimestamp: _time, managedFields: _fields, ...metadata } = body['metadata'] as Json;
  // A Job carries its own uid in labels.
  return JSON.parse(JSON.stringify({ ...body, metadata }).replaceAll(String(uid), 'uid')) as Json;
}
