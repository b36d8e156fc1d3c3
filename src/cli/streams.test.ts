import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, readAll, writeAll } from './streams.ts';

const folder = mkdtempSync(join(tmpdir(), 'inject-services-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [KIBIBYTE, MEBIBYTE] = [1024, 1024 * 1024];

/** Bytes of which every range is different from its neighbours. */
function bytesOf(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; at++) bytes[at] = (at * 31 + (at >>> 8) * 17 + (at >>> 16)) & 0xff;
  return bytes;
}

describe('readAll gives all of a file', () => {
  test.each([0, 1, 64 * KIBIBYTE - 1, 64 * KIBIBYTE, 64 * KIBIBYTE + 1, MEBIBYTE + 1])('of %d bytes', (length) => {
    const path = join(folder, `read-${length}`);
    writeFileSync(path, bytesOf(length));
    const fd = openSync(path, 'r');
    try {
      expect(readAll(fd).equals(bytesOf(length))).toBe(true);
      expect(readAll(fd).length).toBe(0);
    } finally {
      closeSync(fd);
    }
  });

  test.skipIf(!existsSync('/proc/self/cmdline'))('that says it has none', () => {
    const fd = openSync('/proc/self/cmdline', 'r');
    try {
      expect(readAll(fd).equals(readFileSync('/proc/self/cmdline'))).toBe(true);
    } finally {
      closeSync(fd);
    }
  });
});

describe('writeAll writes all pieces in order', () => {
  test.each([
    ['none', []],
    ['empty ones', [0, 0]],
    ['small ones', [1, 0, 2, 3]],
    ['up to what is gathered at once', [MEBIBYTE - 1, 1]],
    ['beyond it', [MEBIBYTE - 1, 2, 5]],
    ['one of that size', [MEBIBYTE]],
    ['large ones among small ones', [10, MEBIBYTE + 1, 10, 2 * MEBIBYTE, 0, 10]],
  ])('%s', (_, lengths) => {
    const path = join(folder, 'written');
    const fd = openSync(path, 'w');
    const all = bytesOf(lengths.reduce((sum, length) => sum + length, 0));
    let from = 0;
    const pieces = lengths.map((length) => all.subarray(from, (from += length)));
    expect(writeAll(fd, pieces)).toBe(true);
    closeSync(fd);
    expect(readFileSync(path).equals(all)).toBe(true);
  });

  test('and tells of an error that is none of the reader’s', () => {
    const fd = openSync(join(folder, 'written'), 'r');
    try {
      expect(() => writeAll(fd, [Buffer.from('a')])).toThrow('EBADF');
    } finally {
      closeSync(fd);
    }
  });
});

test('an error has a code or none', () => {
  expect(codeOf(Object.assign(new Error('e'), { code: 'EPIPE' }))).toBe('EPIPE');
  expect(codeOf(Object.assign(new Error('e'), { code: 5 }))).toBeUndefined();
  expect([codeOf(new Error('e')), codeOf('EPIPE'), codeOf(null)]).toEqual([undefined, undefined, undefined]);
});

describe('between processes', { timeout: 60_000 }, () => {
  const module = join(folder, 'streams.cjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'streams.ts')],
    outfile: module,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
  const head = `const { readAll, writeAll } = require(${JSON.stringify(module)});`;
  /** Tells length and digest of what was read, so that it need not be sent back. */
  const reader = `${head}
    const bytes = readAll(0);
    console.log(bytes.length, require('node:crypto').createHash('sha256').update(bytes).digest('hex'));`;

  /** Reading from process.stdin once makes the descriptor non-blocking, as another process that shares it may. */
  const nonBlocking = `process.stdin.once('data', () => {}).pause();`;

  test.each([
    ['nothing', []],
    ['one piece', [1000]],
    ['pieces with pauses between', [10, 70_000, 1, 300_000]],
    ['more than the first buffers hold', [MEBIBYTE - 1, 2, 3 * MEBIBYTE]],
  ])('readAll waits for a slow writer: %s', async (_, lengths) => {
    const all = bytesOf(lengths.reduce((sum, length) => sum + length, 0));
    for (const script of [reader, nonBlocking + reader]) {
      const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
      const output = textFrom(child);
      let from = 0;
      for (const length of lengths) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        child.stdin.write(all.subarray(from, (from += length)));
      }
      child.stdin.end();
      expect(await output).toBe(`${all.length} ${digest(all)}\n`);
    }
  });

  test('readAll takes 70 MiB from a pipe', () => {
    const all = bytesOf(70 * MEBIBYTE);
    const { stdout } = spawnSync(process.execPath, ['-e', reader], { input: all, encoding: 'utf8' });
    expect(stdout).toBe(`${all.length} ${digest(all)}\n`);
  });

  const writer = (before: string): string => `${head}${before}
    const piece = Buffer.alloc(700_000, 'ab');
    const taken = writeAll(1, [piece, Buffer.alloc(3_000_000, 'c'), piece]);
    require('node:fs').writeSync(2, String(taken));`;

  test.each([
    ['a blocking pipe', ''],
    ['a non-blocking pipe', 'process.stdout._handle.setBlocking(false);'],
  ])('writeAll waits for a slow reader of %s', async (_, before) => {
    const child = spawn(process.execPath, ['-e', writer(before)], { stdio: ['ignore', 'pipe', 'pipe'] });
    const hash = createHash('sha256');
    let length = 0;
    const told = textFrom(child, child.stderr);
    for await (const chunk of child.stdout) {
      if (length < 500_000) await new Promise((resolve) => setTimeout(resolve, 20));
      hash.update(chunk as Buffer);
      length += (chunk as Buffer).length;
    }
    const piece = Buffer.alloc(700_000, 'ab');
    expect(length).toBe(4_400_000);
    expect(hash.digest('hex')).toBe(digest(Buffer.concat([piece, Buffer.alloc(3_000_000, 'c'), piece])));
    expect(await told).toBe('true');
  });

  test('writeAll says so where the reader has gone', async () => {
    const child = spawn(process.execPath, ['-e', writer('')], { stdio: ['ignore', 'pipe', 'pipe'] });
    const told = textFrom(child, child.stderr);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await told).toBe('false');
  });
});

async function textFrom(child: ChildProcess, stream = child.stdout): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
