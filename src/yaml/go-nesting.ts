/** Which collections are open, as go-yaml's scanner knows them: block collections by their columns, flow collections by their brackets. */
import { MOST_LEVELS } from './source-node.ts';

interface Block {
  readonly column: number;
  readonly isSequence: boolean;
  /** Of a mapping: whether the value of its last key is a sequence whose dashes stand in the column of the keys. */
  hasSequence: boolean;
}

interface Flow {
  readonly isSequence: boolean;
  /** Of a sequence: whether its last item is a pair without braces. */
  hasPair: boolean;
}

export class GoNesting {
  /** Offset of the first collection that is nested deeper than {@link MOST_LEVELS}. */
  tooDeep: number | undefined;
  readonly #blocks: Block[] = [];
  readonly #flows: Flow[] = [];
  #levels = 0;

  /** Whether any bracket is open: indentation then means nothing. */
  get inFlow(): boolean {
    return this.#flows.length > 0;
  }

  /** The column of the innermost block collection; -1 where there is none. */
  get column(): number {
    return this.#blocks.at(-1)?.column ?? -1;
  }

  /** An entry or an item stands at a column, and with the first one the block collection starts at `offset`. */
  enterBlock(column: number, isSequence: boolean, offset: number): void {
    const block = this.#blocks.at(-1);
    if (block === undefined || column > block.column) {
      this.#blocks.push({ column, isSequence, hasSequence: false });
      this.#enter(offset);
    } else if (!block.isSequence && block.hasSequence !== isSequence) {
      block.hasSequence = isSequence;
      if (isSequence) this.#enter(offset);
      else this.#levels--;
    }
  }

  /** What follows, outside of brackets, is at a column. */
  leaveBlocks(column: number): void {
    while (this.column > column) this.#levels -= this.#blocks.pop()?.hasSequence ? 2 : 1;
  }

  enterFlow(isSequence: boolean, offset: number): void {
    this.#flows.push({ isSequence, hasPair: false });
    this.#enter(offset);
  }

  /** A key inside of brackets: in a sequence it makes a mapping of its own. */
  enterPair(offset: number): void {
    const flow = this.#flows.at(-1);
    if (flow === undefined || !flow.isSequence || flow.hasPair) return;
    flow.hasPair = true;
    this.#enter(offset);
  }

  leavePair(): void {
    const flow = this.#flows.at(-1);
    if (!flow?.hasPair) return;
    flow.hasPair = false;
    this.#levels--;
  }

  leaveFlow(): void {
    this.leavePair();
    if (this.#flows.pop()) this.#levels--;
  }

  leaveAll(): void {
    [this.#blocks.length, this.#flows.length, this.#levels] = [0, 0, 0];
  }

  #enter(offset: number): void {
    if (++this.#levels > MOST_LEVELS) this.tooDeep ??= offset;
  }
}
