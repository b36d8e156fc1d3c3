/** The program: arguments, streams and exit codes. The only place that knows the process. */
import { resolve } from 'node:path';
import { attempt, FileProblem } from './cli/attempt.ts';
import { runCommand, type CommandOutcome, type Destination } from './commands/run.ts';
import { readInputs, replaceFile } from './files.ts';
import type { Input } from './function.ts';
import type { Options } from './krm/options.ts';
import { linesOfText } from './report/printable.ts';
import { isPerhapsTerminal, readAll, writeAll } from './streams.ts';

const [STDIN, STDOUT, STDERR] = [0, 1, 2];
const [UNUSABLE, BUG] = [2, 3];

function main(args: readonly string[]): void {
  // Orchestrators pass no arguments: those who do can wait the moment that it takes to load what reads them.
  const work =
    args.length === 0 && !isPerhapsTerminal(STDIN) ? guarded(() => runOn([], [], {}, 'stdout')) : withArguments(args);
  if (work instanceof Promise) work.catch(fail);
}

async function withArguments(args: readonly string[]): Promise<void> {
  const [{ parseArguments }, { isatty }] = await Promise.all([import('./arguments.ts'), import('node:tty')]);
  guarded(() => {
    const invocation = parseArguments(args.length === 0 && isatty(STDIN) ? ['--help'] : args);
    switch (invocation.kind) {
      case 'text':
        writeAll(STDOUT, [Buffer.from(invocation.text)]);
        break;
      case 'problem':
        refuse(`${invocation.message}; see inject-services --help`);
        break;
      case 'run':
        runOn(invocation.paths, invocation.policies, invocation.flags, invocation.destination);
    }
  });
}

function runOn(
  paths: readonly string[],
  policies: readonly string[],
  flags: Partial<Options>,
  destination: Destination,
): void {
  const inputs: readonly Input[] =
    paths.length === 0 ? [{ bytes: attempt('standard input', () => readAll(STDIN)) }] : readInputs(paths);
  // What is named both ways is written.
  const written = new Set(inputs.map(({ path }) => path && resolve(path)));
  const readOnly =
    policies.length === 0 ? [] : readInputs(policies).filter(({ path = '' }) => !written.has(resolve(path)));
  finish(runCommand([...inputs, ...readOnly.map((input) => ({ ...input, readOnly: true }))], flags, destination));
}

function finish({ stdout, stderr, files, exitCode }: CommandOutcome): void {
  process.exitCode = exitCode;
  for (const { path, pieces } of files) replaceFile(path, pieces);
  attempt('standard output', () => writeAll(STDOUT, stdout));
  tell(stderr);
}

function refuse(message: string): void {
  process.exitCode = UNUSABLE;
  tell([`error: ${message}`]);
}

/** Where standard error takes nothing, the exit code has to say it all. */
function tell(messages: readonly string[]): void {
  try {
    writeAll(STDERR, [Buffer.from(linesOfText(messages))]);
  } catch {
    // Nobody can be told.
  }
}

function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  if (error instanceof FileProblem) {
    refuse(error.message);
    return;
  }
  process.exitCode = BUG;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const text = process.argv.includes('--debug') && stack !== undefined ? stack : (message.split('\n', 1)[0] ?? '');
  tell(`bug in inject-services: ${text}; nothing was written; please report it with the input`.split('\n'));
}

main(process.argv.slice(2));
