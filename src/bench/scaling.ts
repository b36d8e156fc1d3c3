/**
 * How the program's time and memory grow with its input: for every shape of input with n, 2n and 4n of what it is made
 * of. Twice of it should take twice as long; four times as long shows that something is compared with everything else.
 *
 * Time is that of the processor, less what a start takes, since it does not depend on what else the machine does.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { costOf, type Cost, type Program } from './measure.ts';
import { SHAPES, SOME, type Shape } from './shapes.ts';

/** Beyond these nothing larger is tried: milliseconds, and bytes. */
const [MOST_TIME, MOST_MEMORY] = [10_000, 4 * 2 ** 30];
const FACTORS = [1, 2, 4];
/** Of so many runs the quickest one counts. */
const RUNS = 2;

/** Measures the shapes whose title has `words` in it, and prints a line for each; a program that fails is in it, too. */
export function measureScaling(folder: string, program: Program, words: string, write: (text: string) => void): void {
  const start = leastCost(folder, program, { title: '', make: () => '{"apiVersion":"v1","kind":"Pod"}' }, 1);
  write(
    `ms: processor time less ${start.milliseconds.toFixed(0)} of a start. MiB: peak memory. ×: for twice as much.\n\n`,
  );
  for (const shape of SHAPES.filter(({ title }) => title.includes(words))) {
    write(`${shape.title.padEnd(56)}${row(folder, program, shape, start)}\n`);
  }
}

function row(folder: string, program: Program, shape: Shape, start: Cost): string {
  const cells: string[] = [];
  let before: number | undefined;
  try {
    for (const factor of FACTORS) {
      const n = (shape.start ?? SOME) * factor;
      const cost = leastCost(folder, program, shape, n);
      const time = Math.max(cost.milliseconds - start.milliseconds, 1);
      const growth = before === undefined ? String(n) : `×${(time / before).toFixed(1)}`;
      const peak = (cost.peak / 2 ** 20).toFixed(0);
      cells.push(`${growth.padStart(6)} ${time.toFixed(0).padStart(6)} ms ${peak.padStart(5)} MiB`);
      before = time;
      if (time > MOST_TIME || cost.peak > MOST_MEMORY) break;
    }
  } catch (error) {
    cells.push((error as Error).message.split('\n').slice(0, 3).join(' ').slice(-150));
  }
  return cells.join('  ');
}

function leastCost(folder: string, program: Program, shape: Shape, n: number): Cost {
  const made = shape.make(n);
  const exitCode = shape.exitCode ?? 0;
  let least: Cost | undefined;
  for (let run = 0; run < RUNS; run++) {
    const input = join(folder, 'input');
    const paths = typeof made === 'string' ? [] : writeFiles(join(folder, 'files'), made);
    writeFileSync(input, typeof made === 'string' ? made : '');
    const { command, args } = program;
    const cost = costOf({ command, args: [...args, ...(shape.args ?? []), ...paths] }, input, folder, exitCode);
    if (least === undefined || cost.milliseconds < least.milliseconds) least = cost;
    if (cost.milliseconds > MOST_TIME / 4) break;
  }
  return least as Cost;
}

/** Anew for every run, since the program may write them. */
function writeFiles(folder: string, texts: readonly string[]): readonly string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, `${index}.yaml`), text);
  return [folder];
}
