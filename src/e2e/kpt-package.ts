/** Packages with pipelines, and what rendering them with the function adds to what `cat` leaves in its place. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { dedent } from '../testing/dedent.ts';
import { addedLines, exampleIn, type Lines } from './example.ts';
import { filesOf, runProgram, temporaryFolder, type Files, type Run } from './tools.ts';

/** A function of a pipeline: `exec` with what else stands in its entry, as YAML. */
export interface Step {
  readonly exec: string;
  readonly config?: string;
}

export function kptfile(name: string, pipeline: { mutators?: readonly Step[]; validators?: readonly Step[] }): string {
  const lists = Object.entries(pipeline).map(([kind, steps]) => `  ${kind}:\n${steps.map(stepText).join('')}`);
  const text = lists.length === 0 ? ' {}\n' : `\n${lists.join('')}`;
  return `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: ${name}\npipeline:${text}`;
}

function stepText({ exec, config = '' }: Step): string {
  return `    - exec: ${exec}\n${dedent(config).replaceAll(/^(?=.)/gm, '      ')}`;
}

export function render(folder: string): Run {
  return runProgram('kpt', ['fn', 'render', folder, '--allow-exec']);
}

export interface Packages {
  /** A package with the function in its pipeline, not rendered yet. */
  readonly folder: string;
  /** What the function has added to it, the name of the function in its Kptfiles aside. */
  readonly added: () => Lines;
}

/** Makes packages of the example and of files which depend on what stands for the function. */
export function packagesWith(ours: string): (filesWith: (exec: string) => Files) => Packages {
  const work = temporaryFolder();
  let count = 0;
  return (filesWith) => {
    count++;
    const cat = exampleIn(join(work, `${count}-cat`), filesWith('cat'));
    expect(render(cat)).toMatchObject({ exitCode: 0 });
    const folder = exampleIn(join(work, `${count}`), filesWith(ours));
    const before = Object.entries(filesOf(cat)).map(
      ([path, text]) => [path, text.replaceAll('exec: cat', `exec: ${ours}`)] as const,
    );
    return { folder, added: () => addedLines(Object.fromEntries(before), filesOf(folder)) };
  };
}
