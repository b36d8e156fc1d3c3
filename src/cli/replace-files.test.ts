import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileProblem } from './attempt.ts';
import { replaceFiles } from './replace-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inject-services-'));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

/** Makes files, each of which holds its own name. */
function make(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
}

/** What has become of the files in the folder: their texts by their paths. Temporary files would be among them. */
function texts(): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    paths.flatMap((path) =>
      lstatSync(join(folder, path)).isFile() ? [[path, readFileSync(join(folder, path), 'utf8')]] : [],
    ),
  );
}

/** Replaces the texts of files that hold their own names; what goes wrong, or none. */
async function replace(paths: readonly string[], force = false, before = (path: string) => path): Promise<string> {
  const replacements = paths.map((path) => ({
    path: join(folder, path),
    before: Buffer.from(before(path)),
    pieces: [Buffer.from('new '), Buffer.from(path)],
  }));
  try {
    await replaceFiles(replacements, force);
    return 'none';
  } catch (error) {
    if (error instanceof FileProblem) return error.message.replaceAll(folder, 'FOLDER');
    throw error;
  }
}

function temporaries(): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith('.inject-services-'));
}

/** As another program would: between two files, as soon as something holds. */
async function meanwhile(holds: () => boolean, act: () => void): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  act();
}

describe('a file', () => {
  const old = 'a.yaml';

  test.each([0o600, 0o640, 0o644, 0o666, 0o755, 0o4755])(
    'keeps the permissions %o, whatever the umask',
    async (mode) => {
      make(old);
      const path = join(folder, old);
      chmodSync(path, mode);
      const { ino, uid, gid } = statSync(path);
      expect(await replace([old])).toBe('none');
      expect(texts()).toEqual({ [old]: 'new a.yaml' });
      expect(statSync(path)).toMatchObject({ mode: 0o100000 | mode, uid, gid });
      // It is another file of the same name: whoever reads the old one reads it to its end.
      expect(statSync(path).ino).not.toBe(ino);
    },
  );

  test('can be emptied', async () => {
    make(old);
    await replaceFiles([{ path: join(folder, old), before: Buffer.from(old), pieces: [] }], false);
    expect(texts()).toEqual({ [old]: '' });
  });

  test('may have the longest name that there is', async () => {
    const name = 'a'.repeat(255);
    make(name);
    expect(await replace([name])).toBe('none');
    expect(texts()).toEqual({ [name]: `new ${name}` });
  });

  test('is replaced behind a link, which stays', async () => {
    make('a/b.yaml');
    symlinkSync('a/b.yaml', join(folder, 'link.yaml'));
    expect(await replace(['link.yaml'], false, () => 'a/b.yaml')).toBe('none');
    expect(lstatSync(join(folder, 'link.yaml')).isSymbolicLink()).toBe(true);
    expect(texts()).toEqual({ 'a/b.yaml': 'new link.yaml' });
  });

  test('leaves its other names with the old text', async () => {
    make(old);
    linkSync(join(folder, old), join(folder, 'other'));
    expect(await replace([old])).toBe('none');
    expect(texts()).toEqual({ [old]: 'new a.yaml', other: old });
  });

  test('and its other name are two files, where both are replaced', async () => {
    make(old);
    linkSync(join(folder, old), join(folder, 'b.yaml'));
    expect(await replace([old, 'b.yaml'], false, () => old)).toBe('none');
    expect(texts()).toEqual({ [old]: 'new a.yaml', 'b.yaml': 'new b.yaml' });
  });

  test('leaves alone what is named like a temporary file of others', async () => {
    make(old, 'a.yaml.inject-services', 'a.yaml.tmp', 'a.yaml~', 'precious');
    symlinkSync('precious', join(folder, '.a.yaml.inject-services'));
    const before = texts();
    expect(await replace([old])).toBe('none');
    expect(texts()).toEqual({ ...before, [old]: 'new a.yaml' });
    expect(lstatSync(join(folder, old)).isSymbolicLink()).toBe(false);
  });
});

describe('files are all as they were', () => {
  const names = ['a.yaml', 'b.yaml', 'c.yaml'];
  const [changed, nothing] = [
    'expected what was read, found that another program has changed it since',
    'no file was changed',
  ];
  const back = 'no file is changed: those replaced before it (2) have their old texts again';

  interface Row {
    /** Done before the files are replaced. */
    readonly first?: (path: string) => void;
    /** Done once all new texts are there and none has taken the place of a file. */
    readonly later?: (path: string) => void;
    readonly message: string;
  }

  test.each<readonly [sentence: string, row: Row]>([
    ['where one has changed', { first: (path) => writeFileSync(path, 'mine'), message: `${changed}; ${nothing}` }],
    [
      'where one has changed to a text of the same size',
      { first: (path) => writeFileSync(path, 'c.yamL'), message: `${changed}; ${nothing}` },
    ],
    ['where one is gone', { first: unlinkSync, message: `there is no such file or folder; ${nothing}` }],
    [
      'where one has become a folder',
      {
        first: (path) => {
          unlinkSync(path);
          mkdirSync(path);
        },
        message: `${changed}; ${nothing}`,
      },
    ],
    [
      'where one is read-only',
      {
        first: (path) => chmodSync(path, 0o444),
        message: `expected a file that may be written, found it read-only; see --force; ${nothing}`,
      },
    ],
    [
      'where one has become a link that leads around in circles',
      {
        first: (path) => {
          unlinkSync(path);
          symlinkSync(path, path);
        },
        message: `its links lead around in circles; ${nothing}`,
      },
    ],
    [
      'where one changes while the others are written',
      { later: (path) => writeFileSync(path, 'mine'), message: `${changed}; ${back}` },
    ],
    [
      'where one is replaced by another of the same size while the others are written',
      {
        later: (path) => {
          writeFileSync(`${path}.new`, 'c.yamL');
          renameSync(`${path}.new`, path);
        },
        message: `${changed}; ${back}`,
      },
    ],
    [
      'where the permissions of one change while the others are written',
      { later: (path) => chmodSync(path, 0o600), message: `${changed}; ${back}` },
    ],
    [
      'where one goes while the others are written',
      {
        later: unlinkSync,
        // Depending on who first looks for it.
        message: expect.stringMatching(/^there is no such file or folder; no file (was|is) changed/) as string,
      },
    ],
    [
      'where one becomes a folder while the others are written',
      {
        later: (path) => {
          unlinkSync(path);
          mkdirSync(path);
        },
        message: `${changed}; ${back}`,
      },
    ],
  ])('%s', async (_, { first, later, message }) => {
    make(...names);
    const last = join(folder, 'c.yaml');
    first?.(last);
    const others = later
      ? meanwhile(
          () => temporaries().length === names.length,
          () => later(last),
        )
      : undefined;
    const found = await replace(names);
    await others;
    expect(found.replace('FOLDER/c.yaml: ', '')).toEqual(message);
    expect(texts()).toMatchObject({ 'a.yaml': 'a.yaml', 'b.yaml': 'b.yaml' });
    expect(temporaries()).toEqual([]);
    for (const name of ['a.yaml', 'b.yaml']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o644);
  });

  test.each(['symbolic', 'hard'])(
    'and so is what others let the name of a temporary file lead to, by a %s link',
    async (kind) => {
      make(...names, 'precious');
      const precious = join(folder, 'precious');
      chmodSync(precious, 0o600);
      const others = meanwhile(
        () => temporaries().length === names.length,
        () => {
          for (const name of temporaries()) {
            unlinkSync(join(folder, name));
            (kind === 'hard' ? linkSync : symlinkSync)(precious, join(folder, name));
          }
        },
      );
      const message = await replace(names);
      await others;
      expect(message).toMatch(/^FOLDER\/a.yaml: .*; no file was changed$/);
      expect(statSync(precious)).toMatchObject({ mode: 0o100600, nlink: 1 });
      expect(texts()).toEqual(Object.fromEntries([...names, 'precious'].map((name) => [name, name])));
    },
  );

  test('where a temporary file is taken away', async () => {
    make(...names);
    const others = meanwhile(
      () => temporaries().length === names.length,
      () => temporaries().forEach((name) => unlinkSync(join(folder, name))),
    );
    expect(await replace(names)).toBe(`FOLDER/a.yaml: there is no such file or folder; ${nothing}`);
    await others;
    expect(Object.values(texts())).toEqual(names);
  });
});

test('a read-only file is replaced where that is asked for, and stays read-only', async () => {
  make('a.yaml');
  chmodSync(join(folder, 'a.yaml'), 0o444);
  expect(await replace(['a.yaml'], true)).toBe('none');
  expect(texts()).toEqual({ 'a.yaml': 'new a.yaml' });
  expect(statSync(join(folder, 'a.yaml')).mode & 0o777).toBe(0o444);
});

test('every temporary file has a name that nobody can guess', async () => {
  make('a.yaml', 'b.yaml');
  const seen = new Set<string>();
  for (let run = 0; run < 5; run++) {
    const watch = meanwhile(
      () => temporaries().length === 2,
      () => temporaries().forEach((name) => seen.add(name)),
    );
    await replace(['a.yaml', 'b.yaml'], false, (path) => (run === 0 ? path : `new ${path}`));
    await watch;
  }
  expect(seen.size).toBe(10);
  for (const name of seen) expect(name).toMatch(/^\.inject-services-[0-9a-f]{24}$/);
});

test('a signal is no longer waited for when all is done', async () => {
  make('a.yaml');
  const before = process.listenerCount('SIGTERM');
  await replace(['a.yaml']);
  await replace(['a.yaml']);
  expect(process.listenerCount('SIGTERM')).toBe(before);
});
