/** Many runs of programs, as many at a time as the machine has processors. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { PATH } from './tools.ts';

/** The exit code of a program and what it has written. */
export interface Bytes {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Runs a program to its end beside others. */
export async function startProgram(program: string, args: readonly string[], input: Buffer | string): Promise<Bytes> {
  const child = spawn(program, args, { env: { ...process.env, PATH } });
  const exited = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  // A program that needs no input may be gone before it is written.
  child.stdin.on('error', () => undefined).end(input);
  const [exitCode, stdout, stderr] = await Promise.all([exited, buffer(child.stdout), buffer(child.stderr)]);
  return { exitCode, stdout, stderr };
}

/** The results of some work on every item, in order. */
export async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
