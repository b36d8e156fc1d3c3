/**
 * How fast the program is, as ratios between whole processes: to `node -e 0`, the least that Node can do, and to a Node
 * script that only reads and writes the same bytes, and to the standalone executable where it was built.
 *
 *   npm run bench                        everything: some minutes
 *   npm run bench -- --short             10 KB and 1 MB, a few runs
 *   npm run bench -- --peer              also a Go function on kyaml that does the same (src/bench/peer; needs Go)
 *   npm run bench -- --against=<file>    also another build of the program: a .cjs file or an executable
 *   npm run bench -- --image=<image>     also a container image, run with podman
 *   npm run bench -- --scaling[=<words>] how time and memory grow with the input, and nothing else; of shapes with <words>
 *
 * All programs of a row run in turn (A B C A B C …), since other work on the machine must not fall on one of them alone;
 * a ratio is the median of the ratios within each turn. It measures and does not judge: it fails only where a program
 * fails or its output is wrong.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  generatePackage,
  INJECTED_CONTAINER,
  INJECTED_TEMPLATE,
  type PackageFacts,
  type PackageOptions,
} from './generate-package.ts';
import { median, peakOf, prepareMeasuring, timeRun, type Program } from './measure.ts';
import { copyOfOurs, programAt, programsIn, type Programs } from './programs.ts';
import { measureScaling } from './scaling.ts';

interface Row extends Pick<PackageOptions, 'bytes' | 'matching' | 'form' | 'content' | 'tagged'> {
  readonly title: string;
  readonly turns: number;
  readonly short: boolean;
}

const [KB, MB] = [1_000, 1_000_000];
const LIST = { form: 'ResourceList', content: 'mix', tagged: false, matching: 0.1, short: false } as const;
const DEPLOYMENTS = { ...LIST, content: 'Deployments', matching: 1 } as const;

const ROWS: readonly Row[] = [
  { ...LIST, title: '10 KB mix, 10 %', bytes: 10 * KB, turns: 40, short: true },
  { ...LIST, title: '100 KB mix, 10 %', bytes: 100 * KB, turns: 25 },
  { ...DEPLOYMENTS, title: '100 KB Deployments, 100 %', bytes: 100 * KB, turns: 25 },
  { ...LIST, title: '1 MB mix, 10 %', bytes: MB, turns: 15, short: true },
  { ...LIST, title: '1 MB mix, 10 %, stream', bytes: MB, turns: 15, form: 'stream' },
  { ...DEPLOYMENTS, title: '1 MB Deployments, 100 %', bytes: MB, turns: 15, short: true },
  { ...LIST, title: '10 MB mix, 10 %', bytes: 10 * MB, turns: 7 },
  { ...LIST, title: '10 MB mix, 100 %', bytes: 10 * MB, turns: 7, matching: 1 },
  { ...DEPLOYMENTS, title: '10 MB Deployments, 100 %', bytes: 10 * MB, turns: 5 },
  { ...DEPLOYMENTS, title: '10 MB the same, all tagged', bytes: 10 * MB, turns: 5, tagged: true },
];

/** A row ends early where it takes long, but not before this many turns. */
const LEAST_TURNS = 3;

function main(args: readonly string[]): void {
  const unknown = args.find((arg) => !/^--(short|peer|scaling|(against|image|scaling)=.+)$/.test(arg));
  if (unknown !== undefined)
    throw new Error(`expected --short, --peer, --against=<file>, --image=<image> or --scaling, found ${unknown}`);
  const short = args.includes('--short');
  const folder = mkdtempSync(join(tmpdir(), 'inject-services-bench-'));
  try {
    prepareMeasuring(folder);
    const valueOf = (flag: string): string | undefined =>
      args.find((arg) => arg.startsWith(`--${flag}=`))?.slice(`--${flag}=`.length);
    const scaling = args.includes('--scaling') ? '' : valueOf('scaling');
    if (scaling !== undefined) {
      const against = valueOf('against');
      const program = against === undefined ? copyOfOurs(folder) : programAt(resolve(against));
      measureScaling(folder, program, scaling, (text) => process.stdout.write(text));
      return;
    }
    const programs = programsIn(folder, args.includes('--peer'), valueOf('against'), valueOf('image'));
    const measured = ROWS.filter((row) => row.short || !short).map((row) => measureRow(folder, row, programs, short));
    process.stdout.write(
      `Node ${process.version}. ms: whole process, median. MiB: peak memory less the input. / x: our time by x's.\n\n`,
    );
    process.stdout.write(table(measured, programs));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly row: Row;
  readonly inputBytes: number;
  readonly facts: PackageFacts;
  /** Medians, in milliseconds, by program. */
  readonly times: ReadonlyMap<Program, number>;
  /** Medians of ours in relation to each. */
  readonly ratios: ReadonlyMap<Program, number>;
  /** In bytes. */
  readonly peaks: ReadonlyMap<Program, number | undefined>;
}

function measureRow(folder: string, row: Row, { floors, ours, others }: Programs, short: boolean): Measured {
  process.stderr.write(`${row.title} …\n`);
  const input = join(folder, 'input.yaml');
  const facts = writePackage(input, row);
  const all = [...Object.values(floors), ours, ...Object.values(others)];
  for (const program of Object.values(floors)) timeRun(program, input, '/dev/null');
  for (const program of [ours, ...Object.values(others)]) checkOutput(folder, program, input, facts);

  const turns: Map<Program, number>[] = [];
  const end = Date.now() + (short ? 5_000 : 20_000);
  while (turns.length < row.turns && (turns.length < LEAST_TURNS || Date.now() < end)) {
    turns.push(new Map(all.map((program) => [program, timeRun(program, input, '/dev/null')])));
  }
  const perTurn = (program: Program, of: (turn: ReadonlyMap<Program, number>, time: number) => number): number =>
    median(turns.map((turn) => of(turn, turn.get(program) ?? Number.NaN)));
  return {
    row,
    facts,
    inputBytes: statSync(input).size,
    times: new Map(all.map((program) => [program, perTurn(program, (_, time) => time)])),
    ratios: new Map(all.map((program) => [program, perTurn(program, (turn, time) => (turn.get(ours) ?? 0) / time)])),
    peaks: new Map([ours, ...Object.values(others)].map((program) => [program, peakOf(program, input, folder)])),
  };
}

function writePackage(path: string, row: Row): PackageFacts {
  const file = openSync(path, 'w');
  try {
    return generatePackage({ ...row, seed: 1 }, (text) => writeSync(file, text));
  } finally {
    closeSync(file);
  }
}

/** Also the warm-up: programs and input are then in the system's cache. */
function checkOutput(folder: string, program: Program, input: string, facts: PackageFacts): void {
  const output = join(folder, 'output.yaml');
  timeRun(program, input, output);
  const bytes = readFileSync(output);
  const expect = (what: string, found: number, expected: number): void => {
    const name = [program.command, ...program.args].join(' ');
    if (found !== expected) throw new Error(`${name}: expected ${expected} ${what} to be injected, found ${found}`);
  };
  expect('templates', occurrences(bytes, INJECTED_TEMPLATE), facts.matchingTemplates);
  // Once more in the policy itself.
  expect('containers', occurrences(bytes, INJECTED_CONTAINER) - 1, facts.matchingContainers);
}

function occurrences(bytes: Buffer, text: string): number {
  let count = 0;
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) count++;
  return count;
}

function table(measured: readonly Measured[], { floors, ours, others }: Programs): string {
  const mebibytes = ({ peaks, inputBytes }: Measured, program: Program): string => {
    const peak = peaks.get(program);
    return peak === undefined ? '?' : ((peak - inputBytes) / 1024 / 1024).toFixed(0);
  };
  const columns: readonly (readonly [title: string, cell: (line: Measured) => string])[] = [
    ['', ({ row }) => row.title],
    ['templates', ({ facts }) => `${facts.matchingTemplates}/${facts.templates}`],
    ['ms', ({ times }) => (times.get(ours) ?? Number.NaN).toFixed(1)],
    ['MB/s', ({ times, inputBytes }) => (inputBytes / 1000 / (times.get(ours) ?? Number.NaN)).toFixed(1)],
    ['MiB', (line) => mebibytes(line, ours)],
    ...[...Object.entries(floors), ...Object.entries(others)].map(
      ([name, program]) =>
        [`/ ${name}`, ({ ratios }: Measured) => (ratios.get(program) ?? Number.NaN).toFixed(2)] as const,
    ),
    ...Object.entries(others).map(
      ([name, program]) => [`MiB ${name}`, (line: Measured) => mebibytes(line, program)] as const,
    ),
  ];
  const cells = [columns.map(([title]) => title), ...measured.map((line) => columns.map(([, cell]) => cell(line)))];
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const aligned = cells.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return `${aligned.join('\n')}\n`;
}

main(process.argv.slice(2));
