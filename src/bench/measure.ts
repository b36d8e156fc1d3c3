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

const PRELOAD_FILE = 'report-peak.cjs';
const PRELOAD = `process.on('exit', () => {
  const { readFileSync, writeFileSync } = require('node:fs');
  let peak = process.resourceUsage().maxRSS;
  try { peak = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]; } catch {}
  writeFileSync(process.env.PEAK_FILE, String(peak));
});
`;

/** Puts what measuring needs into a folder. */
export function prepareMeasuring(folder: string): void {
  writeFileSync(join(folder, PRELOAD_FILE), PRELOAD);
}

/** Runs a program from a file to a file and gives back what it took, in milliseconds. */
export function timeRun(program: Program, input: string, output: string): number {
  return start(program.command, program.args, input, output, {});
}

/**
 * The peak of a program's resident memory, in bytes; undefined where it does not tell. A preloaded script tells it of
 * Node's and of the executable; others write it, in KiB, to the file named in PEAK_FILE if they know how.
 */
export function peakOf({ command, args }: Program, input: string, folder: string): number | undefined {
  const [file, preload] = [join(folder, 'peak'), join(folder, PRELOAD_FILE)];
  rmSync(file, { force: true });
  const options = { NODE_OPTIONS: `--require=${preload}`, BUN_OPTIONS: `--preload=${preload}` };
  start(command, args, input, '/dev/null', { ...options, PEAK_FILE: file });
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) * 1024 : undefined;
}

function start(
  command: string,
  args: readonly string[],
  input: string,
  output: string,
  variables: Readonly<Record<string, string>>,
): number {
  // Into a file, not a pipe: reading along would be this process's work.
  const errors = `${input}.stderr`;
  const files = [openSync(input, 'r'), openSync(output, 'w'), openSync(errors, 'w')];
  try {
    // This variable alone adds about 39 ms to every start of Node 20.
    const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
    const env = { ...environment, ...variables };
    const before = process.hrtime.bigint();
    const { status, signal, error } = spawnSync(command, args, { stdio: files, env });
    const after = process.hrtime.bigint();
    if (error) throw error;
    if (status !== 0) {
      const found = signal ?? `exit code ${status}`;
      const text = readFileSync(errors, 'utf8').slice(0, 2000);
      throw new Error(`${[command, ...args].join(' ')} < ${input}: expected exit code 0, found ${found}\n${text}`);
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
