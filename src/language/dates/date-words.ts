import { ENGLISH_MONTHS } from "./calendar-names.ts";

/** The English words of strtotime(), PHP manual "Relative Formats" and "Date Formats". */

const MONTH_NAMES = ENGLISH_MONTHS.map((name) => name.toLowerCase());
const MONTH_SHORT = MONTH_NAMES.map((name) => name.slice(0, 3));
const MONTH_ROMAN = "i ii iii iv v vi vii viii ix x xi xii".split(" ");
const WEEKDAY_NAMES = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** Month number, from 1, by name, short name or Roman numeral in lower case. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...[MONTH_NAMES, MONTH_SHORT, MONTH_ROMAN].flatMap((names) => names.map((name, index) => [name, index + 1] as const)),
  ["sept", 9] as const,
]);

export type RelativeField = "year" | "month" | "day" | "hour" | "minute" | "second" | "microsecond";

/** What a unit of a relative date changes. */
export type RelativeUnit =
  | { readonly kind: "field"; readonly field: RelativeField; readonly factor: number }
  /** 0 is Sunday. */
  | { readonly kind: "weekday"; readonly weekday: number }
  /** Days from Monday to Friday. */
  | { readonly kind: "workday" };

function fieldUnits(words: string, field: RelativeField, factor: number): [string, RelativeUnit][] {
  return words.split(" ").map((word) => [word, { kind: "field", field, factor }]);
}

export const RELATIVE_UNITS: ReadonlyMap<string, RelativeUnit> = new Map<string, RelativeUnit>([
  ...fieldUnits("ms msec msecs millisecond milliseconds", "microsecond", 1000),
  ...fieldUnits("µs µsec µsecs usec usecs microsecond microseconds", "microsecond", 1),
  ...fieldUnits("sec secs second seconds", "second", 1),
  ...fieldUnits("min mins minute minutes", "minute", 1),
  ...fieldUnits("hour hours", "hour", 1),
  ...fieldUnits("day days", "day", 1),
  ...fieldUnits("week weeks", "day", 7),
  ...fieldUnits("fortnight fortnights forthnight forthnights", "day", 14),
  ...fieldUnits("month months", "month", 1),
  ...fieldUnits("year years", "year", 1),
  ...WEEKDAY_NAMES.flatMap((name, weekday): [string, RelativeUnit][] =>
    [name, `${name}s`, name.slice(0, 3)].map((word) => [word, { kind: "weekday", weekday }]),
  ),
  ["weekday", { kind: "workday" }],
  ["weekdays", { kind: "workday" }],
]);

/** Amounts of "first", "next", "last"; "this" is 0. */
export const RELATIVE_AMOUNTS: ReadonlyMap<string, number> = new Map([
  ..."first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    .split(" ")
    .map((word, index) => [word, index + 1] as const),
  ["eight", 8],
  ["next", 1],
  ["last", -1],
  ["previous", -1],
  ["this", 0],
]);
