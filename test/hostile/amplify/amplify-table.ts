import type { Random } from "../../smarty/random.ts";
import type { Amplified } from "./amplified.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const names = (times: number, name: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => name(index)).join(",");

/** Records are merged one by one: the queue has them behind the answer. */
const MOST_RECORDS = 60;
/** More than a batch may have. */
const TOO_MANY_RECORDS = 10_000;

const KINDS: Readonly<Record<string, readonly [times: number, make: (times: number) => string]>> = {
  rows: [MOST_RECORDS, (times) => `text,x\n${"a,b\n".repeat(times)}`],
  "too many rows": [TOO_MANY_RECORDS, (times) => `text,x\n${"a,b\n".repeat(times)}`],
  "empty lines": [100_000, (times) => `text,x\n${"\n".repeat(times)}a,b\n`],
  columns: [1_000, (times) => `${names(times, (index) => `name${index}`)}\n${"a,".repeat(times)}\n`],
  "columns of one name": [1_000, (times) => `${names(times, () => "text")}\n${"a,".repeat(times)}\n`],
  "nested names": [1_000, (times) => `${names(times, (index) => `rows[${index}][name]`)}\n${"a,".repeat(times)}\n`],
  "names of lists": [1_000, (times) => `${names(times, () => "rows[][name]")}\n${"a,".repeat(times)}\n`],
  "values too many": [20_000, (times) => `text\n${"a,".repeat(times)}\n`],
  "a long value": [200_000, (times) => `text\n${"a".repeat(times)}\n`],
  quotes: [200_000, (times) => `text\n"${'""'.repeat(times)}"\n`],
  "lines in quotes": [100_000, (times) => `text,x\n"${"\n".repeat(times)}",b\n`],
  "quotes without an end": [100_000, (times) => `text\n"${"a\n".repeat(times)}`],
  "quotes in the middle": [20_000, (times) => `text\n${'a"b,'.repeat(times)}\n`],
};

/** A table of records (CSV) in which something is there many times. */
export function amplifyTable(_: Uint8Array, random: Random): Amplified {
  const [what, [times, make]] = random.pick(Object.entries(KINDS));
  return { what, times, make: (count) => encode(make(count)) };
}

const PAIRS: Readonly<Record<string, (index: number) => string>> = {
  pairs: (index) => `name${index}=a`,
  "pairs of one name": () => "text=a",
  "items of a list": (index) => `rows[${index}][name]=a`,
  "items at the end": () => "rows[][name]=a",
  "levels and names": (index) => `m[a][b][c${index}][d]=a`,
  "escaped names": (index) => `%6e%61me%5B${index}%5D=%41+b`,
};
const MOST_PAIRS = 2_000;

/** A form (application/x-www-form-urlencoded) in which something is there many times. */
export function amplifyForm(_: Uint8Array, random: Random): Amplified {
  const [what, pair] = random.pick(Object.entries(PAIRS));
  const make = (times: number) => encode(Array.from({ length: times }, (_, index) => pair(index)).join("&"));
  return { what, times: MOST_PAIRS, make };
}
