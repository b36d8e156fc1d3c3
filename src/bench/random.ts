/** Numbers that look random and are the same in every run (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to 1, exclusive. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.between(0, choices.length - 1)] as T;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** `count` words, separated by spaces. */
  words(count: number): string {
    return Array.from({ length: count }, () => this.pick(WORDS)).join(' ');
  }
}

const WORDS =
  'the a of for which controls whether each request is retried when an upstream endpoint fails name list must be set only if default value specified resource pod namespace optional field immutable after creation cluster'.split(
    ' ',
  );
