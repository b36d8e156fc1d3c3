/** A new text for a file, on the disk beside it, that only has to be renamed. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, writeAll } from './streams.ts';
import { attempt, FileProblem } from './attempt.ts';

export interface Replacement {
  readonly path: string;
  /** The text that was read: only a file that still has it is replaced. */
  readonly before: Buffer;
  /** Its new text. */
  readonly pieces: readonly Uint8Array[];
}

export interface Prepared extends Replacement {
  /** The file itself, where `path` is a link to it. */
  readonly target: string;
  /** Where the new text is. */
  readonly temporary: string;
  /** Of the file. */
  readonly stats: Stats;
  /** By which the new text is known, whatever has its name. */
  readonly inode: number;
}

/**
 * Writes the new text of a file into another one beside it, which for now nobody else can read. `temporaries` gets its path
 * as soon as it is there.
 *
 * @throws FileProblem
 */
export function prepareReplacement(replacement: Replacement, temporaries: Set<string>): Prepared {
  const { path, before, pieces } = replacement;
  const target = attempt(path, () => (lstatSync(path).isSymbolicLink() ? realpathSync(path) : path));
  // A name that nobody can guess, and short, since that of the file may be as long as names can be.
  const temporary = join(dirname(target), `.inject-services-${randomBytes(12).toString('hex')}`);
  const stats = attempt(path, () => statSync(target));
  assertUnchanged({ path, before, target, stats });
  // 'x': fails where there is such a file, or a link of that name.
  const fd = attempt(`${path}: a new file beside it`, () => openSync(temporary, 'wx', 0o600));
  temporaries.add(temporary);
  try {
    attempt(path, () => writeAll(fd, pieces));
    return { ...replacement, target, temporary, stats, inode: fstatSync(fd).ino };
  } finally {
    closeSync(fd);
  }
}

/**
 * Gives a new text the owner and the permissions of its file, and makes sure that it cannot be lost anymore, whatever
 * happens to the machine: only then may it take the place of the file.
 *
 * @throws FileProblem
 */
export function finishReplacement(prepared: Prepared): void {
  const { path, stats } = prepared;
  attempt(path, () => {
    const fd = openAgain(prepared);
    try {
      copyOwner(fd, stats);
      // Behind the owner, whose change takes bits away. Some disks have one mode for everything, and take no other.
      if (fstatSync(fd).mode !== stats.mode) fchmodSync(fd, stats.mode & 0o7777);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  });
}

/**
 * Opens a new text to change what is known of it. Where others can write in its folder, they may have given its name to
 * another file, which is none of ours to change.
 *
 * @throws FileProblem
 */
export function openAgain({ path, temporary, inode }: Prepared): number {
  const fd = openSync(temporary, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  if (fstatSync(fd).ino === inode) return fd;
  closeSync(fd);
  throw new FileProblem(`${path}: expected its new text in ${temporary}, found another file`);
}

/** As far as it is permitted: users other than root can only choose among their own groups. */
function copyOwner(fd: number, { uid, gid }: Stats): void {
  const own = fstatSync(fd);
  const choices = [
    [uid, gid],
    [own.uid, gid],
  ] as const;
  for (const [user, group] of choices) {
    if (own.uid === user && own.gid === group) return;
    try {
      fchownSync(fd, user, group);
      return;
    } catch (error) {
      if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'EINVAL') throw error;
    }
  }
}

/**
 * Fails where a file is no longer what was read. Its text says so for certain, which its time does not.
 *
 * @throws FileProblem
 */
export function assertUnchanged({
  path,
  before,
  target,
  stats,
}: Omit<Prepared, 'pieces' | 'temporary' | 'inode'>): void {
  const isSame = attempt(path, () => {
    const now = statSync(target);
    const same = (['mode', 'uid', 'gid'] as const).every((field) => now[field] === stats[field]);
    return same && now.isFile() && now.size === before.length && readFileSync(target).equals(before);
  });
  if (!isSame)
    throw new FileProblem(`${path}: expected what was read, found that another program has changed it since`);
}

/**
 * Fails where a file is read-only. To root it is where nobody may write it, though the system would let root.
 *
 * @throws FileProblem
 */
export function assertWritable(path: string): void {
  const isWritable = attempt(path, () => {
    if ((statSync(path).mode & 0o222) === 0) return false;
    try {
      accessSync(path, constants.W_OK);
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EACCES') throw error;
      return false;
    }
  });
  if (!isWritable)
    throw new FileProblem(`${path}: expected a file that may be written, found it read-only; see --force`);
}
