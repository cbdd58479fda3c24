/** Lists of any length. As arguments of a function, which `push(...items)` makes of them, some 100,000 items overflow the stack. */

/** Appends items to a list, which is another one. */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** Of a splice by itself, whose items are arguments, too. */
const PIECE = 10_000;

/** Puts items in place of `count` others. */
export function spliceAll<Item>(list: Item[], start: number, count: number, items: readonly Item[]): void {
  list.splice(start, count, ...items.slice(0, PIECE));
  for (let at = PIECE; at < items.length; at += PIECE) list.splice(start + at, 0, ...items.slice(at, at + PIECE));
}

/** @param least the result when no value is larger */
export function largestOf(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let largest = least;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}

/** @param most the result when no value is smaller */
export function smallestOf(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let smallest = most;
  for (const value of values) smallest = Math.min(smallest, value);
  return smallest;
}
