/** Reading and writing file descriptors to the end, whatever is on the other side of them. */
import { fstatSync, readSync, writeSync } from 'node:fs';

const FIRST_BUFFER = 64 * 1024;
/** Each step reserves address space; memory is taken only as it is filled. */
const NEXT_BUFFERS = [1, 64, 256, 1024].map((mebibytes) => mebibytes * 1024 * 1024);

/** Everything that a file descriptor gives. A non-blocking one is waited for. */
export function readAll(fd: number): Buffer {
  let buffer = Buffer.allocUnsafeSlow(Math.max(sizeOf(fd) + 1, FIRST_BUFFER));
  let length = 0;
  for (;;) {
    const read = readSome(fd, buffer, length);
    if (read === 0) return buffer.subarray(0, length);
    length += read;
    if (length < buffer.length) continue;
    const larger = Buffer.allocUnsafeSlow(NEXT_BUFFERS.find((next) => next > length) ?? length + 1024 * 1024 * 1024);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }
}

/** Only a hint: Windows tells no size of some things that can be read. */
function sizeOf(fd: number): number {
  try {
    return fstatSync(fd).size;
  } catch {
    return 0;
  }
}

/**
 * Whether a file descriptor may be a terminal: it is a terminal or another device. What tells for certain, node:tty, takes
 * longer to load than a small package to be injected.
 */
export function isPerhapsTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}

function readSome(fd: number, buffer: Buffer, offset: number): number {
  for (;;) {
    try {
      return readSync(fd, buffer, offset, buffer.length - offset, null);
    } catch (error) {
      // Windows reports the end of a pipe as an error.
      if (codeOf(error) === 'EOF') return 0;
      if (codeOf(error) !== 'EAGAIN') throw error;
      wait();
    }
  }
}

/** Pieces of up to this size are gathered; larger ones are written straight from where they are. */
const GATHERED = 1024 * 1024;

/**
 * Writes all of it, also into a slow or non-blocking pipe.
 *
 * @returns whether it was taken: false where the reader has closed the pipe.
 */
export function writeAll(fd: number, pieces: readonly Uint8Array[]): boolean {
  let gathered: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    if (size + piece.length > GATHERED) {
      if (!writeBytes(fd, Buffer.concat(gathered))) return false;
      gathered = [];
      size = 0;
    }
    if (piece.length > GATHERED) {
      if (!writeBytes(fd, piece)) return false;
    } else {
      gathered.push(piece);
      size += piece.length;
    }
  }
  return writeBytes(fd, Buffer.concat(gathered));
}

function writeBytes(fd: number, bytes: Uint8Array): boolean {
  let offset = 0;
  while (offset < bytes.length) {
    try {
      offset += writeSync(fd, bytes, offset);
    } catch (error) {
      if (codeOf(error) === 'EPIPE') return false;
      if (codeOf(error) !== 'EAGAIN') throw error;
      wait();
    }
  }
  return true;
}

function wait(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
