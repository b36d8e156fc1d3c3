/** The command `run`: injects, and says what it did. */
import type { Input } from '../krm/source.ts';
import type { Options } from '../options.ts';
import { run } from '../pipeline.ts';
import { textReport } from '../report/text.ts';
import { unifiedDiff } from '../report/unified-diff.ts';
import type { Output } from '../stages/write-package.ts';

/** What is written where: the resources to standard output or back into their files, or only a diff. */
export type Destination = 'stdout' | 'files' | 'diff';

export interface CommandOutcome {
  readonly stdout: readonly Uint8Array[];
  /** Lines, with names as they are in the input. */
  readonly stderr: readonly string[];
  /** Files to write, each with the text that was read and its new one; those that stay as they are are not among them. */
  readonly files: readonly { readonly path: string; readonly before: Buffer; readonly pieces: readonly Uint8Array[] }[];
  readonly exitCode: number;
}

export function runCommand(
  inputs: readonly Input[],
  flags: Partial<Options>,
  destination: Destination,
): CommandOutcome {
  const outcome = run(inputs, flags);
  const { outputs, exitCode } = outcome;
  const inOutput = destination === 'stdout' && outputs.some(({ form }) => form === 'ResourceList');
  const stderr = textReport(outcome, !inOutput);
  const written = exitCode === 0 ? outputs : [];
  switch (destination) {
    case 'stdout':
      return {
        stdout: exitCode === 0 ? joined(outputs) : outputs.flatMap(({ pieces }) => pieces),
        stderr,
        files: [],
        exitCode,
      };
    case 'diff': {
      const lines = written.flatMap(({ input, edits }) => unifiedDiff(labelOf(input), input.bytes, edits));
      return { stdout: encoded(lines), stderr, files: [], exitCode };
    }
    case 'files': {
      const files = written.flatMap(({ input: { path, bytes: before }, edits, pieces }) =>
        path === undefined || edits.length === 0 ? [] : [{ path, before, pieces }],
      );
      return { stdout: [], stderr, files, exitCode };
    }
  }
}

/** Lines as bytes, not all in one: together they may be longer than a string can be. */
function encoded(lines: readonly string[]): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    pieces.push(Buffer.from(lines.slice(from, from + LINES_AT_ONCE).join('')));
  }
  return pieces;
}

const LINES_AT_ONCE = 10_000;

/** How a diff calls an input, so that `patch -p1` finds it. */
function labelOf({ path = 'stdin' }: Input): string {
  return path.replace(/^(?:\.?\/)+/, '');
}

/** Several files as one stream of documents. */
function joined(outputs: readonly Output[]): readonly Uint8Array[] {
  return outputs.flatMap(({ input: { bytes }, pieces }, index) => {
    if (index === 0 || pieces.length === 0) return pieces;
    const before = outputs[index - 1]?.input.bytes;
    const separator = `${before?.at(-1) === 0x0a ? '' : '\n'}${bytes.toString('latin1', 0, 3) === '---' ? '' : '---\n'}`;
    return [Buffer.from(separator), ...pieces];
  });
}
