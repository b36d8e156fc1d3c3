/** The program: arguments, streams and exit codes. The only folder that knows the process. */
import type { Run } from './arguments.ts';
import { attempt, FileProblem } from './attempt.ts';
import { runCommand, type CommandOutcome } from '../commands/run.ts';
import { readInputs } from './files.ts';
import type { Input } from '../krm/source.ts';
import { linesOfText } from '../report/printable.ts';
import { isPerhapsTerminal, readAll, writeAll } from './streams.ts';

const [STDIN, STDOUT, STDERR] = [0, 1, 2];
const [UNUSABLE, BUG] = [2, 3];

function main(args: readonly string[]): void {
  try {
    // Orchestrators pass no arguments: those who do can wait the moment that it takes to load what reads them.
    if (args.length === 0 && !isPerhapsTerminal(STDIN)) finish(runCommand([standardInput()], {}, 'stdout'));
    else withArguments(args).catch(fail);
  } catch (error) {
    fail(error);
  }
}

async function withArguments(args: readonly string[]): Promise<void> {
  const [{ parseArguments }, { isatty }] = await Promise.all([import('./arguments.ts'), import('node:tty')]);
  const invocation = parseArguments(args.length === 0 && isatty(STDIN) ? ['--help'] : args);
  switch (invocation.kind) {
    case 'text':
      finish({ stdout: [Buffer.from(invocation.text)], stderr: [], files: [], exitCode: 0 });
      break;
    case 'problem':
      refuse(`${invocation.message}; see inject-services --help`);
      break;
    case 'run':
      await runOn(invocation);
  }
}

async function runOn({ paths, policies, flags, destination, force }: Run): Promise<void> {
  const { inputs, warnings } = readInputs(paths, policies, destination === 'files');
  const outcome = runCommand(paths.length === 0 ? [standardInput(), ...inputs] : inputs, flags, destination);
  if (outcome.files.length > 0) {
    const { replaceFiles } = await import('./replace-files.ts');
    await replaceFiles(outcome.files, force);
  }
  finish({ ...outcome, stderr: [...outcome.stderr, ...warnings.map((warning) => `warning: ${warning}`)] });
}

function standardInput(): Input {
  return { bytes: attempt('standard input', () => readAll(STDIN)) };
}

function finish({ stdout, stderr, exitCode }: CommandOutcome): void {
  process.exitCode = exitCode;
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
