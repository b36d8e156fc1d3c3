/** What a run has to say: results, and a line for every workload that it changed or left out on purpose. */
import { hasErrors, type Result } from './result.ts';

export class Report {
  readonly results: Result[] = [];
  readonly touched: string[] = [];
  readonly #refused = new Set<string>();
  readonly #told = new Set<string>();
  readonly #toldOf = new Map<object, Set<string>>();

  add(result: Result): void {
    this.results.push(readable(result));
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

  /** The same where the words take time to make: `key` tells what is said of a subject from all else that is. */
  onceFor(subject: object, key: string, result: () => Result): void {
    const told = this.#toldOf.get(subject) ?? new Set();
    this.#toldOf.set(subject, told);
    if (told.size < told.add(key).size) this.once(result());
  }

  /** An error in the input or the options as such: nothing can be done with them, and the exit code says so. */
  refuse(problem: Omit<Result, 'severity'>): void {
    const result = readable({ ...problem, severity: 'error' });
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

/** Of a message, or of a value that it is about: what is longer nobody reads, and there may be thousands. */
const MOST_CHARACTERS = 2000;

/** On one line: names and keys of the input may hold line breaks, or be as long as all of it. */
function readable(result: Result): Result {
  const { message, field } = result;
  const isLong = message.length > MOST_CHARACTERS;
  const isLongField = typeof field?.currentValue === 'string' && field.currentValue.length > MOST_CHARACTERS;
  if (!isLong && !isLongField && !/[\r\n]/.test(message)) return result;
  const text = isLong ? `${copyOf(message.slice(0, MOST_CHARACTERS))}…` : message;
  return {
    ...result,
    message: text.replaceAll(/[\r\n]+/g, ' '),
    field: isLongField ? { ...field, currentValue: undefined } : field,
  };
}

/** A text that does not keep in memory the longer one that it was cut from, as V8 has it. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
