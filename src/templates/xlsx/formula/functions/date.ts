import type { Calculator } from "../calculator.ts";
import { toNumber, toText } from "../coerce.ts";
import { FormulaError, type FormulaValue, raise, type Scalar } from "../formula-value.ts";
import { type DateParts, daysInMonth, parseSerial, partsOf, serialOf, weekdayOf } from "../serial-date.ts";
import { integerOf, numberOr } from "./argument-values.ts";
import { type FunctionDefinition, type FunctionTable, ofScalars, ofValues } from "./function-definition.ts";

function serialNumber(value: Scalar): number {
  return toNumber(value);
}

function parts(value: Scalar): DateParts {
  return partsOf(serialNumber(value)) ?? raise(FormulaError.NUM);
}

function part(of: (date: DateParts) => number): FunctionDefinition {
  return ofScalars(1, 1, ([value]) => of(parts(value!)));
}

function checked(serial: number): number {
  return serial >= 0 && serial < 2_958_466 ? serial : raise(FormulaError.NUM);
}

/** The same day some months later, or the last one of a shorter month. */
function addMonths(date: DateParts, months: number, day: number): number {
  const index = date.year * 12 + date.month - 1 + months;
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
  return checked(serialOf(year, month, Math.min(day, daysInMonth(year, month))));
}

function weekday(value: Scalar, kind: number): number {
  const { weekday: day } = parts(value);
  if (kind === 1) return day + 1;
  if (kind === 2) return ((day + 6) % 7) + 1;
  if (kind === 3) return (day + 6) % 7;
  return kind >= 11 && kind <= 17 ? ((day - (kind - 10) + 7) % 7) + 1 : raise(FormulaError.NUM);
}

function isoWeek(serial: number): number {
  const day = Math.floor(serial);
  // The Thursday of a week decides its year.
  const thursday = day - ((weekdayOf(day) + 6) % 7) + 3;
  const { year } = partsOf(thursday) ?? raise(FormulaError.NUM);
  return Math.floor((thursday - serialOf(year, 1, 1)) / 7) + 1;
}

function weekNumber(value: Scalar, kind: number): number {
  const serial = serialNumber(value);
  if (kind === 21) return isoWeek(serial);
  const start =
    kind === 1 || kind === 17 ? 0 : kind === 2 ? 1 : kind >= 11 && kind <= 16 ? kind - 10 : raise(FormulaError.NUM);
  const first = serialOf(parts(value).year, 1, 1);
  const lead = (parts(first).weekday - start + 7) % 7;
  return Math.floor((Math.floor(serial) - first + lead) / 7) + 1;
}

/** Whole years, months or days between two dates. */
function dateDifference(start: Scalar, end: Scalar, unit: string): number {
  const [from, to] = [Math.floor(serialNumber(start)), Math.floor(serialNumber(end))];
  if (from > to) return raise(FormulaError.NUM);
  const [a, b] = [parts(from), parts(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0);
  switch (unit.toUpperCase()) {
    case "Y":
      return Math.floor(months / 12);
    case "M":
      return months;
    case "D":
      return to - from;
    case "YM":
      return months % 12;
    case "MD":
      return b.day >= a.day ? b.day - a.day : to - serialOf(b.year, b.month - 1, a.day);
    case "YD": {
      const year = b.month > a.month || (b.month === a.month && b.day >= a.day) ? b.year : b.year - 1;
      return to - serialOf(year, a.month, a.day);
    }
    default:
      return raise(FormulaError.NUM);
  }
}

/** Days of rest: 0 is Sunday. */
function restDays(value: Scalar | undefined): ReadonlySet<number> {
  if (typeof value === "string" && /^[01]{7}$/.test(value) && value !== "1111111")
    return new Set([...value].flatMap((flag, index) => (flag === "1" ? [(index + 1) % 7] : [])));
  const code = numberOr(value, 1);
  if (code >= 1 && code <= 7) return new Set([(code + 5) % 7, (code + 6) % 7]);
  return code >= 11 && code <= 17 ? new Set([code - 11]) : raise(FormulaError.NUM);
}

function holidaysOf(value: FormulaValue | undefined, calculator: Calculator): ReadonlySet<number> {
  const days = new Set<number>();
  if (value === undefined || value === null) return days;
  calculator.each(value, (scalar) => {
    if (scalar !== null && scalar !== "") days.add(Math.floor(serialNumber(scalar)));
  });
  return days;
}

const MOST_DAYS = 200_000;

function networkDays(start: number, end: number, rest: ReadonlySet<number>, holidays: ReadonlySet<number>): number {
  if (start > end) return -networkDays(end, start, rest, holidays);
  if (end - start > MOST_DAYS) return raise(FormulaError.NUM);
  let days = 0;
  for (let day = start; day <= end; day++) if (!rest.has(weekdayOf(day)) && !holidays.has(day)) days++;
  return days;
}

function workday(start: number, days: number, rest: ReadonlySet<number>, holidays: ReadonlySet<number>): number {
  if (Math.abs(days) > MOST_DAYS) return raise(FormulaError.NUM);
  const step = days < 0 ? -1 : 1;
  let day = start;
  for (let left = Math.abs(days); left > 0; ) {
    day = checked(day + step);
    if (!rest.has(weekdayOf(day)) && !holidays.has(day)) left--;
  }
  return day;
}

function days360(start: DateParts, end: DateParts, isEuropean: boolean): number {
  let [from, to] = [start.day, end.day];
  if (isEuropean) [from, to] = [Math.min(from, 30), Math.min(to, 30)];
  else {
    if (from === 31 || (start.month === 2 && from === daysInMonth(start.year, 2))) from = 30;
    if (to === 31 && from === 30) to = 30;
  }
  return (end.year - start.year) * 360 + (end.month - start.month) * 30 + to - from;
}

function yearFraction(start: Scalar, end: Scalar, basis: number): number {
  const [from, to] = [serialNumber(start), serialNumber(end)].map(Math.floor).sort((a, b) => a - b) as [number, number];
  const [a, b] = [parts(from), parts(to)];
  if (basis === 0 || basis === 4) return days360(a, b, basis === 4) / 360;
  if (basis === 2) return (to - from) / 360;
  if (basis === 3) return (to - from) / 365;
  if (basis !== 1) return raise(FormulaError.NUM);
  const isWithinYear =
    b.year === a.year || (b.year === a.year + 1 && (b.month < a.month || (b.month === a.month && b.day <= a.day)));
  if (isWithinYear) {
    const leapDay = [a.year, b.year].some((year) => {
      const day = daysInMonth(year, 2) === 29 ? serialOf(year, 2, 29) : undefined;
      return day !== undefined && (a.year === b.year || (day >= from && day <= to));
    });
    return (to - from) / (leapDay ? 366 : 365);
  }
  let total = 0;
  for (let year = a.year; year <= b.year; year++) total += daysInMonth(year, 2) === 29 ? 366 : 365;
  return (to - from) / (total / (b.year - a.year + 1));
}

/** An argument that is one value. */
type One = (value: FormulaValue | undefined) => Scalar;

function ofDays(
  least: number,
  most: number,
  apply: (one: One, values: FormulaValue[], calculator: Calculator) => number,
): FunctionDefinition {
  return ofValues(least, most, (values, calculator, frame) =>
    apply((value) => (value === undefined ? null : calculator.scalar(value, frame)), values, calculator),
  );
}

/** Dates and times as serial numbers of the 1900 system. */
export const DATE_FUNCTIONS: FunctionTable = {
  TODAY: ofScalars(0, 0, (_, calculator) => Math.floor(calculator.cells.now)),
  NOW: ofScalars(0, 0, (_, calculator) => calculator.cells.now),
  DATE: ofScalars(3, 3, ([year, month, day]) => {
    const given = integerOf(year!);
    return checked(serialOf(given >= 0 && given < 1900 ? given + 1900 : given, integerOf(month!), integerOf(day!)));
  }),
  TIME: ofScalars(3, 3, ([hour, minute, second]) => {
    const seconds = integerOf(hour!) * 3600 + integerOf(minute!) * 60 + integerOf(second!);
    return seconds < 0 ? raise(FormulaError.NUM) : (seconds / 86_400) % 1;
  }),
  DATEVALUE: ofScalars(1, 1, ([text]) => Math.floor(parseSerial(toText(text!)) ?? raise(FormulaError.VALUE))),
  TIMEVALUE: ofScalars(1, 1, ([text]) => (parseSerial(toText(text!)) ?? raise(FormulaError.VALUE)) % 1),
  YEAR: part(({ year }) => year),
  MONTH: part(({ month }) => month),
  DAY: part(({ day }) => day),
  HOUR: part(({ hour }) => hour),
  MINUTE: part(({ minute }) => minute),
  SECOND: part(({ second }) => second),
  WEEKDAY: ofScalars(1, 2, ([value, kind]) => weekday(value!, numberOr(kind, 1))),
  WEEKNUM: ofScalars(1, 2, ([value, kind]) => weekNumber(value!, numberOr(kind, 1))),
  ISOWEEKNUM: ofScalars(1, 1, ([value]) => isoWeek(serialNumber(value!))),
  EDATE: ofScalars(2, 2, ([value, months]) => {
    const date = parts(value!);
    return addMonths(date, integerOf(months!), date.day);
  }),
  EOMONTH: ofScalars(2, 2, ([value, months]) => addMonths(parts(value!), integerOf(months!), 31)),
  DATEDIF: ofScalars(3, 3, ([start, end, unit]) => dateDifference(start!, end!, toText(unit!))),
  DAYS: ofScalars(2, 2, ([end, start]) => Math.floor(serialNumber(end!)) - Math.floor(serialNumber(start!))),
  DAYS360: ofScalars(2, 3, ([start, end, method]) => days360(parts(start!), parts(end!), method === true)),
  YEARFRAC: ofScalars(2, 3, ([start, end, basis]) => yearFraction(start!, end!, numberOr(basis, 0))),
  NETWORKDAYS: ofDays(2, 3, (one, [start, end, holidays], calculator) =>
    networkDays(integerOf(one(start)), integerOf(one(end)), restDays(1), holidaysOf(holidays, calculator)),
  ),
  "NETWORKDAYS.INTL": ofDays(2, 4, (one, [start, end, rest, holidays], calculator) =>
    networkDays(
      integerOf(one(start)),
      integerOf(one(end)),
      restDays(rest === undefined ? 1 : one(rest)),
      holidaysOf(holidays, calculator),
    ),
  ),
  WORKDAY: ofDays(2, 3, (one, [start, days, holidays], calculator) =>
    workday(integerOf(one(start)), integerOf(one(days)), restDays(1), holidaysOf(holidays, calculator)),
  ),
  "WORKDAY.INTL": ofDays(2, 4, (one, [start, days, rest, holidays], calculator) =>
    workday(
      integerOf(one(start)),
      integerOf(one(days)),
      restDays(rest === undefined ? 1 : one(rest)),
      holidaysOf(holidays, calculator),
    ),
  ),
};
