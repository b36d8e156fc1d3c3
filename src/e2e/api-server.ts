/** A Kubernetes API server with its etcd, on loopback and on free ports, for one suite. */
import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { contentTypeOf, sendRequest, type Answer } from './send-request.ts';
import { PATH } from './tools.ts';

export interface ApiServer {
  /** One request; the body is YAML or JSON. A PATCH is one of server-side apply, unless it says otherwise. */
  readonly send: (method: string, path: string, body?: string, contentType?: string) => Promise<Answer>;
}

const READY_AFTER_SECONDS = 90;

/** A server that runs while the tests of a suite do; everything that it writes is in `folder`. */
export function apiServerIn(folder: string): ApiServer {
  let server: RunningServer | undefined;
  beforeAll(async () => {
    server = await start(folder);
  });
  afterAll(async () => server?.stop());
  return {
    send: async (...args) => {
      if (server === undefined) throw new Error('the API server is not running');
      return server.send(...args);
    },
  };
}

interface RunningServer extends ApiServer {
  readonly stop: () => Promise<void>;
}

/** Starts both programs, and waits until the server says that it is ready. */
async function start(folder: string): Promise<RunningServer> {
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
    startProgram(folder, 'etcd', [
      `--data-dir=${file('etcd')}`,
      `--listen-client-urls=${etcd}`,
      `--advertise-client-urls=${etcd}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
      // A CustomResourceDefinition can be larger than etcd takes by default.
      '--max-request-bytes=16777216',
    ]),
    startProgram(folder, 'kube-apiserver', [
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
  const send: ApiServer['send'] = async (method, path, body, contentType = contentTypeOf(method)) =>
    sendRequest({ port, token, ca: readFileSync(file('apiserver.crt')) }, { method, path, body, contentType });
  try {
    await untilReady(folder, send, started);
  } catch (error) {
    await stop();
    throw error;
  }
  return { send, stop };
}

function startProgram(folder: string, program: string, args: readonly string[]): ChildProcess {
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
