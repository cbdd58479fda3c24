import { looseOrder } from "../compare.ts";
import { roundedDigits, roundHalfAway } from "../numbers.ts";
import type { Runtime } from "../runtime.ts";
import { isCollection, toText, valuesOf } from "../values.ts";
import type { Modifier, ModifierTable } from "./modifier.ts";

/** Numbers rounded, compared and written with separators. */
export const NUMBER: ModifierTable = {
  number_format: { run: numberFormat, hint: "number" },
  round: {
    run: (runtime, value, places) =>
      roundHalfAway(runtime.number(value), places === undefined ? 0 : runtime.integer(places)),
    hint: "number",
  },
  ceil: numeric(Math.ceil),
  floor: numeric(Math.floor),
  abs: numeric(Math.abs),
  intval: numeric((number) => (Number.isFinite(number) ? Math.trunc(number) + 0 : 0)),
  floatval: numeric((number) => number),
  min: { run: (_, ...list) => extreme(list, (order) => order < 0) },
  max: { run: (_, ...list) => extreme(list, (order) => order > 0) },
};

function numeric(change: (number: number) => number): Modifier {
  return { run: (runtime, value) => change(runtime.number(value)), hint: "number" };
}

function numberFormat(
  runtime: Runtime,
  value: unknown,
  places: unknown = 0,
  point: unknown = ".",
  separator: unknown = ",",
): string {
  const decimals = Math.max(0, Math.min(100, runtime.integer(places)));
  const number = runtime.number(value);
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
  const { whole, fraction } = roundedDigits(number, decimals);
  const sign = number < 0 && (NON_ZERO.test(whole) || NON_ZERO.test(fraction)) ? "-" : "";
  const grouped = groupThousands(whole, separator === null ? "" : toText(separator));
  return sign + grouped + (decimals > 0 ? (point === null ? "" : toText(point)) + fraction : "");
}
const NON_ZERO = /[1-9]/;

function groupThousands(digits: string, separator: string): string {
  if (digits.length <= 3) return digits;
  const head = digits.length % 3 || 3;
  let text = digits.slice(0, head);
  for (let at = head; at < digits.length; at += 3) text += separator + digits.slice(at, at + 3);
  return text;
}

/** The first value that no other beats; one list stands for its items. */
function extreme(list: unknown[], beats: (order: number) => boolean): unknown {
  const values = list.length === 1 && isCollection(list[0]) ? valuesOf(list[0]) : list;
  return values.reduce((best, value) => (beats(looseOrder(value, best)) ? value : best), values[0]) ?? null;
}
