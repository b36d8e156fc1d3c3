/** Files get new texts: all of them or none, and each the whole of it. */
import { closeSync, fsyncSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt, FileProblem } from './attempt.ts';
import { cleanedUp, turn } from './cleaned-up.ts';
import { copyExtendedAttributes } from './extended-attributes.ts';
import {
  assertUnchanged,
  assertWritable,
  finishReplacement,
  prepareReplacement,
  type Prepared,
  type Replacement,
} from './prepare-replacement.ts';

/**
 * Replaces files, with their owners, permissions and extended attributes. All new texts are on the disk before the first
 * file is replaced, by a rename, which nobody sees half done; where one cannot be, those before it are put back.
 *
 * What other programs do to a file is seen until the moment before its rename. Between that and the rename, as they cannot
 * be one step, the last one wins.
 *
 * @param force replaces files that are read-only, too
 * @throws FileProblem which says what has become of the files
 */
export async function replaceFiles(replacements: readonly Replacement[], force: boolean): Promise<void> {
  const temporaries = new Set<string>();
  const removeTemporaries = (): void => temporaries.forEach(removeQuietly);
  await cleanedUp(removeTemporaries, async () => {
    const prepared = await prepareAll(replacements, force, temporaries);
    // From here on no signal is seen, so that it comes before all renames or behind them.
    renameAll(prepared, temporaries);
  });
}

async function prepareAll(
  replacements: readonly Replacement[],
  force: boolean,
  temporaries: Set<string>,
): Promise<readonly Prepared[]> {
  const prepared: Prepared[] = [];
  try {
    for (const replacement of replacements) {
      if (!force) assertWritable(replacement.path);
      prepared.push(prepareReplacement(replacement, temporaries));
      await turn();
    }
    copyExtendedAttributes(prepared);
    // Not one by one as they are written: the first takes much of the others along.
    for (const each of prepared) {
      finishReplacement(each);
      await turn();
    }
    return prepared;
  } catch (error) {
    throw withConsequence(error, 'no file was changed');
  }
}

function renameAll(prepared: readonly Prepared[], temporaries: Set<string>): void {
  const replaced: Prepared[] = [];
  try {
    for (const each of prepared) {
      rename(each, temporaries);
      replaced.push(each);
    }
  } catch (error) {
    const stuck = replaced.toReversed().filter((each) => !putBack(each, temporaries));
    throw withConsequence(error, consequence(replaced.length, stuck));
  } finally {
    new Set(replaced.map(({ target }) => dirname(target))).forEach(flushFolder);
  }
}

function rename(prepared: Prepared, temporaries: Set<string>): void {
  const { path, target, temporary } = prepared;
  assertUnchanged(prepared);
  attempt(path, () => renameSync(temporary, target));
  temporaries.delete(temporary);
}

/** Whether a file that was replaced has its old text again: not where yet another program has changed it since. */
function putBack({ target, before, pieces }: Prepared, temporaries: Set<string>): boolean {
  try {
    const undo = prepareReplacement({ path: target, before: Buffer.concat(pieces), pieces: [before] }, temporaries);
    copyExtendedAttributes([undo]);
    finishReplacement(undo);
    rename(undo, temporaries);
    return true;
  } catch {
    return false;
  }
}

function consequence(replaced: number, stuck: readonly Prepared[]): string {
  if (replaced === 0) return 'no file was changed';
  if (stuck.length === 0)
    return `no file is changed: those replaced before it (${replaced}) have their old texts again`;
  const paths = stuck.map(({ path }) => path).toSorted();
  return `changed, since they could not be put back: ${paths.join(', ')}; no other file is`;
}

function withConsequence(error: unknown, text: string): unknown {
  return error instanceof FileProblem ? new FileProblem(`${error.message}; ${text}`) : error;
}

/** So that the renames, too, outlast a power failure, where the system can: Windows, for one, opens no folders. */
function flushFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The files are replaced all the same.
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody else has removed it, or the folder is closed to everybody now.
  }
}
