/** Work that leaves nothing behind, whether it succeeds, fails or is ended by a signal. */

/** What a shell, a terminal or a scheduler ends a program with, and the numbers that POSIX gives them. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Does `work`, then `cleanUp`. A signal is held back until `work` next awaits `turn`; it ends the program behind `cleanUp`
 * as it would have ended it without.
 */
export async function cleanedUp(cleanUp: () => void, work: () => Promise<void>): Promise<void> {
  const signals = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  const release = (): void => signals.forEach((signal) => process.off(signal, end));
  const end = (signal: keyof typeof SIGNALS): void => {
    cleanUp();
    release();
    process.kill(process.pid, signal);
    // The first process of a container is not ended by its own signals.
    process.exit(128 + SIGNALS[signal]);
  };
  signals.forEach((signal) => process.on(signal, end));
  try {
    await work();
  } finally {
    cleanUp();
    await turn();
    release();
  }
}

/** A turn of the event loop, in which signals that have come are seen. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
