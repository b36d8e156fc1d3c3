/**
 * Extended attributes and access control lists, which Node cannot see: GNU tar lists them, GNU cp copies them. Where these
 * two are missing, as on macOS, on Windows and in the smallest images, none are kept.
 */
import { spawnSync } from 'node:child_process';
import { closeSync } from 'node:fs';
import { attempt, FileProblem } from './attempt.ts';
import { assertUnchanged, openAgain, type Prepared } from './prepare-replacement.ts';

/** No PATH and no TAR_OPTIONS of others decide what is run here. */
const SYSTEM = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, maxBuffer: 1024 * 1024 * 1024 } as const;

/**
 * Gives new texts the extended attributes of the files that they are to replace, and no others, such as a folder may give to
 * new files in it.
 *
 * @throws FileProblem where a file has some that cannot be copied
 */
export function copyExtendedAttributes(prepared: readonly Prepared[]): void {
  const different = withDifferent(prepared);
  for (const each of different) attempt(each.path, () => copyAttributes(each));
  const [lost] = withDifferent(different);
  if (lost === undefined) return;
  // Of a file that is gone nothing can be told, either.
  prepared.forEach(assertUnchanged);
  throw new FileProblem(`${lost.path}: expected extended attributes that can be kept, found some that cannot`);
}

function withDifferent(prepared: readonly Prepared[]): readonly Prepared[] {
  if (prepared.length === 0) return [];
  const paths = [...prepared.map(({ target }) => target), ...prepared.map(({ temporary }) => temporary)];
  const lists = listsOf(paths);
  if (lists === undefined) return [];
  // The name of an attribute may look like a line of its own.
  if (lists.length !== paths.length) return prepared;
  return prepared.filter((_, index) => lists[index] !== lists[prepared.length + index]);
}

/** Of each file its extended attributes as text; undefined where nothing on this system tells. */
function listsOf(paths: readonly string[]): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined;
  // Into /dev/null tar writes nothing, and reads nothing of the files.
  const flags =
    '--create --file=/dev/null --verbose --verbose --verbose --format=pax --xattrs --xattrs-include=user.* --acls';
  const names = '--absolute-names --hard-dereference --no-recursion --null --verbatim-files-from --files-from=-';
  const { status, stdout } = spawnSync('tar', `${flags} ${names}`.split(' '), {
    ...SYSTEM,
    input: Buffer.from(paths.join('\0')),
  });
  const list = String(stdout ?? '');
  // What does not know these options prints nothing. What prints something and fails has not told of all of them.
  if (status !== 0 && list === '') return undefined;
  // A line for each file, with blank and line breaks in its name escaped; what it has on lines behind it, indented.
  return list.split(/^[^ ].*\n/m).slice(1);
}

/** Through a descriptor, which no other file can take the place of. */
function copyAttributes(prepared: Prepared): void {
  const fd = openAgain(prepared);
  try {
    const args = ['--attributes-only', '--preserve=mode,xattr', '--', prepared.target, '/dev/fd/3'];
    spawnSync('cp', args, { ...SYSTEM, stdio: ['ignore', 'ignore', 'ignore', fd] });
  } finally {
    closeSync(fd);
  }
}
