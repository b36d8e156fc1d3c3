/** What the operating system says of files, in words for the user. */
import { codeOf } from './streams.ts';

/** A path that cannot be read or written: one line for the user. */
export class FileProblem extends Error {}

/**
 * What a code means for the file that it is told of, as errno(3) and the pages of open(2), read(2), write(2), rename(2) and
 * fsync(2) have it. Codes that are not here keep the words of libuv.
 */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'its owner, a flag such as "immutable" or the sticky bit of its folder does not permit it',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EEXIST: 'there is such a file already',
  ENOTEMPTY: 'it is a folder with files in it',
  ELOOP: 'its links lead around in circles',
  ENAMETOOLONG: 'its name or path is too long',
  EILSEQ: 'the disk does not take characters of its name',
  EINVAL: 'the disk does not take its name, or cannot do this at all',
  ENOTSUP: 'the disk cannot do this',
  EOPNOTSUPP: 'the disk cannot do this',
  EMFILE: 'this program has too many files open',
  ENFILE: 'this machine has too many files open',
  ENOMEM: 'no memory is left',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota on the disk is used up',
  EFBIG: 'it would become larger than the disk or a limit (ulimit -f) allows',
  EOVERFLOW: 'it is too large',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
  EROFS: 'the disk is read-only',
  EIO: 'the disk reports a fault',
  ENXIO: 'it is a socket, or a device that is not there',
  ENODEV: 'it is a device that is not there',
  EBUSY: 'it is in use, or mounted by itself instead of with its folder',
  ETXTBSY: 'it is a program that is running',
  EXDEV: 'it is on another disk than its folder',
  EMLINK: 'it has too many links',
  ESTALE: 'it is gone from the disk of another machine',
  ETIMEDOUT: 'the machine with the disk does not answer',
  EAGAIN: 'it is locked, or gives nothing at the moment',
  EINTR: 'it was interrupted',
  EBADF: 'it is not open',
};

/**
 * Does something with a file, or with a stream by its name; where that fails, says so to the user.
 *
 * @throws FileProblem
 */
export function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new FileProblem(`${path}: ${reason}`);
  }
}

/** Undefined for what is no word of the operating system, but a fault of this program. */
function reasonOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error)) return undefined;
  const known = REASONS[code];
  if (known !== undefined || code.startsWith('ERR_')) return known;
  // Node's message: "ECODE: libuv's words, rename 'a' -> 'b'".
  const words = /^\w+: (.+?)(?:, \w+(?: .*)?)?$/s.exec(error.message)?.[1];
  return words === undefined ? code : `${words} (${code})`;
}
