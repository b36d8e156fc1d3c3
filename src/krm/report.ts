/** What a run has to say: results, and a line for every workload that it changed or left out on purpose. */
import { hasErrors, type Result } from './result.ts';

export class Report {
  readonly results: Result[] = [];
  readonly touched: string[] = [];
  readonly #refused = new Set<string>();
  readonly #told = new Set<string>();

  add(result: Result): void {
    this.results.push(onOneLine(result));
  }

  addAll(results: readonly Result[]): void {
    for (const result of results) this.add(result);
  }

  /** Adds what several templates may give rise to in the same words. */
  once(result: Result): void {
    if (this.#told.has(result.message)) return;
    this.#told.add(result.message);
    this.add(result);
  }

  /** An error in the input or the options as such: nothing can be done with them, and the exit code says so. */
  refuse(problem: Omit<Result, 'severity'>): void {
    const result = onOneLine({ ...problem, severity: 'error' });
    if (!this.#refused.has(result.message)) this.results.push(result);
    this.#refused.add(result.message);
  }

  get failed(): boolean {
    return this.#refused.size > 0 || hasErrors(this.results);
  }

  /** 0: done; 1: a result is an error; 2: the input or the options cannot be used. */
  get exitCode(): 0 | 1 | 2 {
    return this.#refused.size > 0 ? 2 : this.failed ? 1 : 0;
  }
}

/** Names and keys of the input may hold line breaks. */
function onOneLine(result: Result): Result {
  if (!/[\r\n]/.test(result.message)) return result;
  return { ...result, message: result.message.replaceAll(/[\r\n]+/g, ' ') };
}
