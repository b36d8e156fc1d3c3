/** One HTTPS request to an API server. */
import { request } from 'node:https';
import type { Json } from './json.ts';

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** What a body is sent as, where that is not said. */
export function contentTypeOf(method: string): string {
  return method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/yaml';
}

/** A request; its body is text of the content type. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly contentType: string;
}

/** Sends a request to an API server on loopback, with the certificate that it made itself as the authority. */
export async function sendRequest(
  { port, token, ca }: { readonly port: number | undefined; readonly token: string; readonly ca: Buffer },
  { method, path, body, contentType }: Outgoing,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
    };
    const outgoing = request({ host: '127.0.0.1', port, ca, method, path, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = incoming.headers['content-type']?.startsWith('application/json') === true;
        resolve({ status: incoming.statusCode ?? 0, body: (isJson ? JSON.parse(text) : { text }) as Json });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
