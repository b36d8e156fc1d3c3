/** Searching in what is sorted. */

/** How many of the first entries of a list fulfil a condition that no entry behind them fulfils. */
export function countFirst<T>(list: readonly T[], condition: (entry: T) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (condition(list[middle] as T)) from = middle + 1;
    else to = middle;
  }
  return from;
}
