/** Sets of code points as ranges: their first and last code points in turn, ascending. */
export type CodePointRanges = readonly number[];

/** @param codePoints ascending */
export function rangesOf(codePoints: Iterable<number>): number[] {
  const ranges: number[] = [];
  for (const code of codePoints) {
    if (ranges.at(-1) === code - 1) ranges[ranges.length - 1] = code;
    else ranges.push(code, code);
  }
  return ranges;
}

/** `20-7e,a0`, or the same as CSS writes it (`unicode-range`): `U+20-7e,U+a0`. */
export function readRanges(text: string): number[] {
  if (text === "") return [];
  return text.split(",").flatMap((part) => {
    const [first = "", last = first] = part.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/** @param prefix of each range: `U+` in CSS */
export function writeRanges(ranges: CodePointRanges, prefix: "" | "U+" = ""): string {
  const parts: string[] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    const [first = 0, last = 0] = ranges.slice(index, index + 2);
    parts.push(`${prefix}${first.toString(16)}${first === last ? "" : `-${last.toString(16)}`}`);
  }
  return parts.join(",");
}

export function isWithin(ranges: CodePointRanges, codePoint: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (ranges[2 * middle] ?? 0)) high = middle - 1;
    else if (codePoint > (ranges[2 * middle + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}
