/** The command line: what it says, and the texts that explain it. */
import { Command, CommanderError, Option } from 'commander';
import { OPTIONS, parseOptions, type Options } from '../options.ts';
import { mapOf, type Value } from '../yaml/value.ts';
import type { Destination } from '../commands/run.ts';

export interface Run {
  readonly kind: 'run';
  readonly paths: readonly string[];
  /** Files and folders that are read and not written. */
  readonly policies: readonly string[];
  readonly flags: Partial<Options>;
  readonly destination: Destination;
  /** Whether read-only files are replaced, too. */
  readonly force: boolean;
}

export type Invocation =
  Run | { readonly kind: 'text'; readonly text: string } | { readonly kind: 'problem'; readonly message: string };

declare const __VERSION__: string;

const DESCRIPTION = `Injects what services need (environment variables, volumes and mounts) into the pod
templates that their ServiceInjectionPolicies select, and leaves every other byte alone.

Reads a ResourceList, a List or a stream of Kubernetes objects on standard input and
writes the same to standard output, as a KRM function for kpt and kustomize does; or
works on files and folders.`;

const EPILOGUE = `
Examples:
  kpt fn eval package --exec inject-services
  helm template chart | inject-services --policies policies/ | kubectl apply -f -
  inject-services --diff manifests/
  inject-services --in-place manifests/ policies/db.yaml

Exit codes: 0 done; 1 a policy, a workload or a conflict needs mending; 2 the input or
the options cannot be used; 3 a bug in the program. On 1 and 2 nothing is injected: where
not all files can be written, none is changed, or the message names those that are.`;

/** What the arguments (without the program's name) ask for. */
export function parseArguments(args: readonly string[]): Invocation {
  let text = '';
  const program = new Command('inject-services')
    .description(DESCRIPTION)
    .argument('[paths...]', 'files and folders; without any, standard input')
    .option('--diff', 'print a unified diff and change nothing')
    .option(
      '--policies <path>',
      'a file or folder with policies and what they refer to, read and not written; can be given several times',
      (path: string, others: readonly string[]) => [...others, path],
      [] as readonly string[],
    )
    .option('--in-place', 'write what changes back into the files, all or none')
    .option('--force', 'with --in-place, also into files that are read-only')
    .option('--debug', 'on a bug in the program, print where it happened')
    .version(__VERSION__, '--version', 'print the version')
    .helpOption('-h, --help', 'print this text')
    .addHelpText('after', EPILOGUE)
    .configureOutput({ writeOut: (out) => (text += out), writeErr: () => undefined })
    .configureHelp({ helpWidth: 100 })
    .exitOverride();
  for (const { name, type, choices, description } of OPTIONS) {
    if (type === 'workloads') continue;
    const flag = `--${kebab(name)} <${type === 'choice' ? choices?.join('|') : type === 'boolean' ? 'true|false' : name}>`;
    program.addOption(new Option(flag, description));
  }
  try {
    program.parse(args.map(inKebabCase), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? { kind: 'text', text } : { kind: 'problem', message: lineOf(error.message) };
  }
  return invocationOf(program.args, program.opts());
}

function invocationOf(args: readonly string[], given: Record<string, unknown>): Invocation {
  const paths = args[0] === 'run' ? args.slice(1) : args;
  const named = Object.entries(given).filter(([name]) => OPTIONS.some((option) => option.name === name));
  const { options, problems } = parseOptions(mapOf(named as [string, Value][]));
  const [problem] = problems;
  if (problem)
    return {
      kind: 'problem',
      message: problem.message.replace(/option (\w+)/, (_, name: string) => `--${kebab(name)}`),
    };
  if (given['diff'] && given['inPlace'])
    return { kind: 'problem', message: 'expected --diff or --in-place, found both' };
  if (given['inPlace'] && paths.length === 0) {
    return { kind: 'problem', message: '--in-place: expected files or folders, found none' };
  }
  if (given['force'] && !given['inPlace']) return { kind: 'problem', message: '--force: expected --in-place with it' };
  const destination = given['diff'] ? 'diff' : given['inPlace'] ? 'files' : 'stdout';
  const policies = given['policies'] as readonly string[];
  return { kind: 'run', paths, policies, flags: options, destination, force: given['force'] === true };
}

/** The first line of commander's messages, without its own "error: ". */
function lineOf(message: string): string {
  const lines = message.replace(/^error: /, '').split('\n');
  return lines.map((line) => line.trim()).join(' ');
}

/** `--envPlacement`, the option's own name, is `--env-placement`, too. */
function inKebabCase(arg: string): string {
  return arg.replace(/^--[^=]+/, kebab);
}

/** Flags are the options' names in kebab case, commander's habit and everybody's. */
function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
