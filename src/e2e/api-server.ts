/** A Kubernetes API server with its etcd, on loopback and on free ports, for one suite. */
import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from './json.ts';
import { PATH } from './tools.ts';

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

export interface ApiServer {
  /** One request; the body is YAML or JSON. A PATCH merges by the rules of the kind's lists. */
  readonly send: (method: string, path: string, body?: string) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

const READY_AFTER_SECONDS = 90;

/** Starts both programs with everything they write in `folder`, and waits until the server says that it is ready. */
export async function startApiServer(folder: string): Promise<ApiServer> {
  const [etcdPort, peerPort, port] = await freePorts(3);
  const [etcd, token] = [`http://127.0.0.1:${etcdPort}`, randomUUID()];
  const file = (name: string): string => join(folder, name);
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeFileSync(file('service-accounts.key'), privateKey);
  writeFileSync(file('service-accounts.pub'), publicKey);
  writeFileSync(file('tokens.csv'), `${token},tester,1,system:masters\n`);

  const started = [
    start(folder, 'etcd', [
      `--data-dir=${file('etcd')}`,
      `--listen-client-urls=${etcd}`,
      `--advertise-client-urls=${etcd}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
      // A CustomResourceDefinition can be larger than etcd takes by default.
      '--max-request-bytes=16777216',
    ]),
    start(folder, 'kube-apiserver', [
      `--etcd-servers=${etcd}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      // It makes itself a certificate here.
      `--cert-dir=${folder}`,
      `--token-auth-file=${file('tokens.csv')}`,
      '--authorization-mode=AlwaysAllow',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${file('service-accounts.pub')}`,
      `--service-account-signing-key-file=${file('service-accounts.key')}`,
      '--service-cluster-ip-range=10.0.0.0/24',
      '--endpoint-reconciler-type=none',
      // It would look for accounts that a controller makes, and add a volume of its own to every pod.
      '--disable-admission-plugins=ServiceAccount',
    ]),
  ];
  const stop = async (): Promise<void> => {
    await Promise.all(started.toReversed().map(end));
  };
  const send = async (method: string, path: string, body?: string): Promise<Answer> =>
    sendTo({ port, token, ca: readFileSync(file('apiserver.crt')) }, method, path, body);
  try {
    await untilReady(folder, send, started);
  } catch (error) {
    await stop();
    throw error;
  }
  return { send, stop };
}

function start(folder: string, program: string, args: readonly string[]): ChildProcess {
  const log = openSync(join(folder, `${program}.log`), 'w');
  const child = spawn(program, args, { env: { ...process.env, PATH }, stdio: ['ignore', log, log] });
  // One that is not there has an exit code, too.
  child.once('error', () => {});
  // Whatever becomes of the suite, nothing is left running.
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // There is nothing to save: what they wrote goes with the folder.
  child.kill('SIGKILL');
  await ended;
}

async function untilReady(folder: string, send: ApiServer['send'], started: readonly ChildProcess[]): Promise<void> {
  let last: unknown;
  for (let second = 0; second < READY_AFTER_SECONDS; second += 0.25) {
    const dead = started.find(({ exitCode }) => exitCode !== null);
    if (dead) throw new Error(`${dead.spawnfile} ended with the exit code ${dead.exitCode}${lastWords(folder, dead)}`);
    try {
      const { status } = await send('GET', '/readyz');
      if (status === 200) return;
      last = `status ${status}`;
    } catch (error) {
      last = error;
    }
    await sleep(250);
  }
  throw new Error(`the API server is not ready after ${READY_AFTER_SECONDS} s: ${String(last)}`);
}

function lastWords(folder: string, { spawnfile }: ChildProcess): string {
  const log = readFileSync(join(folder, `${spawnfile}.log`), 'utf8').trimEnd();
  return log === '' ? '' : `: ${log.slice(log.lastIndexOf('\n') + 1)}`;
}

async function sendTo(
  { port, token, ca }: { readonly port: number | undefined; readonly token: string; readonly ca: Buffer },
  method: string,
  path: string,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const contentType = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/yaml';
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

/** Ports that nobody listens on; all are held until all are known, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      async (server) =>
        new Promise<number>((resolve, reject) => {
          server.once('error', reject);
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
        }),
    ),
  );
  await Promise.all(servers.map(async (server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
