/**
 * Times whole processes, from before their start until they have ended, and their peak memory.
 *
 * Time and memory are measured in runs of their own. Node tells nothing of its children's memory, so a process has to
 * tell its own, and what makes it do so would count in its time. On Linux it is VmHWM that is read at the very end: unlike
 * the maximum that getrusage(2) gives, it does not start from the size of the process that started this one.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

const PRELOAD_FILE = 'report-cost.cjs';
const PRELOAD = `process.on('exit', () => {
  const { readFileSync, writeFileSync } = require('node:fs');
  const { user, system } = process.cpuUsage();
  let peak = process.resourceUsage().maxRSS;
  try { peak = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]; } catch {}
  writeFileSync(process.env.PEAK_FILE, peak + ' ' + (user + system));
});
`;

/** Puts what measuring needs into a folder. */
export function prepareMeasuring(folder: string): void {
  writeFileSync(join(folder, PRELOAD_FILE), PRELOAD);
}

/** Runs a program from a file to a file and gives back what it took, in milliseconds. */
export function timeRun(program: Program, input: string, output: string): number {
  return start(program, input, output, {}, 0);
}

/**
 * The peak of a program's resident memory, in bytes; undefined where it does not tell. A preloaded script tells it of
 * Node's and of the executable; others write it, in KiB, to the file named in PEAK_FILE if they know how.
 */
export function peakOf(program: Program, input: string, folder: string): number | undefined {
  const peak = Number.parseInt(told(program, input, folder, 0) ?? '', 10) * 1024;
  return Number.isNaN(peak) ? undefined : peak;
}

/** What a run of a Node program takes. */
export interface Cost {
  /** Of the processor, in all its threads. */
  readonly milliseconds: number;
  /** Resident memory, in bytes. */
  readonly peak: number;
}

/** What a run takes of a Node program that has to exit with `exitCode`. */
export function costOf(program: Program, input: string, folder: string, exitCode: number): Cost {
  const [peak = Number.NaN, microseconds = Number.NaN] = (told(program, input, folder, exitCode) ?? '')
    .split(' ')
    .map(Number);
  return { milliseconds: microseconds / 1000, peak: peak * 1024 };
}

/** What a program writes to PEAK_FILE at its end. */
function told(program: Program, input: string, folder: string, exitCode: number): string | undefined {
  const [file, preload] = [join(folder, 'peak'), join(folder, PRELOAD_FILE)];
  rmSync(file, { force: true });
  const options = { NODE_OPTIONS: `--require=${preload}`, BUN_OPTIONS: `--preload=${preload}` };
  start(program, input, '/dev/null', { ...options, PEAK_FILE: file }, exitCode);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** In milliseconds: what takes longer does not end. */
const LONGEST_RUN = 900_000;

function start(
  { command, args }: Program,
  input: string,
  output: string,
  variables: Readonly<Record<string, string>>,
  exitCode: number,
): number {
  // Into a file, not a pipe: reading along would be this process's work.
  const errors = `${input}.stderr`;
  const files = [openSync(input, 'r'), openSync(output, 'w'), openSync(errors, 'w')];
  try {
    // This variable alone adds about 39 ms to every start of Node 20.
    const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
    const env = { ...environment, ...variables };
    const before = process.hrtime.bigint();
    const { status, signal, error } = spawnSync(command, args, { stdio: files, env, timeout: LONGEST_RUN });
    const after = process.hrtime.bigint();
    if (error) throw error;
    if (status !== exitCode) {
      const found = signal ?? `exit code ${status}`;
      const text = readFileSync(errors, 'utf8').slice(0, 2000);
      throw new Error(
        `${[command, ...args].join(' ')} < ${input}: expected exit code ${exitCode}, found ${found}\n${text}`,
      );
    }
    return Number(after - before) / 1e6;
  } finally {
    for (const file of files) closeSync(file);
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
