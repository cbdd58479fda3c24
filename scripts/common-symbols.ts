/** Code points that fonts of other scripts are not used for, as every named family has them: Latin and punctuation. */

type Range = [first: number, last: number];

/** Letters, and invisible characters with and without width. */
const ALWAYS: readonly Range[] = [
  [0x0000, 0x024f],
  [0x2000, 0x2011],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0xfeff, 0xfeff],
];

/** Characters that the web versions of the named families lack in part: double daggers, per mille, reference marks. */
export const PUNCTUATION: readonly Range[] = [
  [0x2012, 0x2027],
  [0x2030, 0x205e],
];

/** @param families the code points of each named family */
export function commonSymbols(families: readonly (readonly Range[])[]): Range[] {
  const has = (ranges: readonly Range[], code: number) => ranges.some(([first, last]) => first <= code && code <= last);
  const common = PUNCTUATION.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  ).filter((code) => families.every((ranges) => has(ranges, code)));
  return [...ALWAYS, ...common.map((code): Range => [code, code])];
}
