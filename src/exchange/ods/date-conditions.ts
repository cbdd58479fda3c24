/** Days that are near to this one, as conditional formats name them -> a formula. */
import { columnName } from "../../spreadsheet/cell-reference.ts";
import type { GridPosition } from "../../spreadsheet/grid-range.ts";
import type { Condition } from "./conditions.ts";

/** First day and the day after the last, as formulas. */
const SPANS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  today: days(0, 1),
  yesterday: days(-1, 0),
  tomorrow: days(1, 2),
  "last-7-days": days(-6, 1),
  "last-week": weeks(-1),
  "this-week": weeks(0),
  "next-week": weeks(1),
  "last-month": months(-1),
  "this-month": months(0),
  "next-month": months(1),
  "last-year": years(-1),
  "this-year": years(0),
  "next-year": years(1),
};

/** @param origin the first cell of the format */
export function dateCondition(name: string, origin: GridPosition): Condition | undefined {
  const span = SPANS[name];
  if (!span) return undefined;
  const cell = `${columnName(origin.column + 1)}${origin.row + 1}`;
  const [from, to] = span;
  const formula = `AND(ISNUMBER(${cell}),${cell}>=${from},${cell}<${to})`;
  return { attributes: { type: "expression" }, formulas: [formula] };
}

function days(from: number, to: number): readonly [string, string] {
  return [`TODAY()+${from}`, `TODAY()+${to}`];
}

/** From Sunday on. */
function weeks(away: number): readonly [string, string] {
  const sunday = "TODAY()-WEEKDAY(TODAY())+1+";
  return [`${sunday}${7 * away}`, `${sunday}${7 * (away + 1)}`];
}

function months(away: number): readonly [string, string] {
  const first = (month: number) => `DATE(YEAR(TODAY()),MONTH(TODAY())+${month},1)`;
  return [first(away), first(away + 1)];
}

function years(away: number): readonly [string, string] {
  const first = (year: number) => `DATE(YEAR(TODAY())+${year},1,1)`;
  return [first(away), first(away + 1)];
}
