import {
  type DateParts,
  type DateSystem,
  daysInMonth,
  parseSerial,
  partsOf,
  SERIAL_LIMIT,
  serialOf,
  weekdayOf,
} from "../../serial-date.ts";
import type { Calculator } from "../calculator.ts";
import { toText } from "../coerce.ts";
import { ofScalars, ofValues } from "../define-function.ts";
import { FormulaError, raise } from "../formula-error.ts";
import type { FormulaValue, Scalar } from "../formula-value.ts";
import type { FunctionDefinition, FunctionTable } from "../function-definition.ts";

function parts(value: Scalar | undefined, calculator: Calculator): DateParts {
  return partsOf(calculator.number(value), calculator.dates) ?? raise(FormulaError.NUM);
}

function part(of: (date: DateParts) => number): FunctionDefinition {
  return ofScalars(1, 1, ([value], calculator) => of(parts(value, calculator)));
}

function checked(serial: number): number {
  return serial >= 0 && serial < SERIAL_LIMIT ? serial : raise(FormulaError.NUM);
}

/** The same day some months later, or the last one of a shorter month. */
function addMonths(date: DateParts, months: number, day: number, dates: DateSystem): number {
  const index = date.year * 12 + date.month - 1 + months;
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
  return checked(serialOf(year, month, Math.min(day, daysInMonth(year, month)), dates));
}

function weekday(day: number, kind: number): number {
  if (kind === 1) return day + 1;
  if (kind === 2) return ((day + 6) % 7) + 1;
  if (kind === 3) return (day + 6) % 7;
  return kind >= 11 && kind <= 17 ? ((day - (kind - 10) + 7) % 7) + 1 : raise(FormulaError.NUM);
}

function isoWeek(serial: number, dates: DateSystem): number {
  const day = Math.floor(serial);
  // The Thursday of a week decides its year.
  const thursday = day - ((weekdayOf(day, dates) + 6) % 7) + 3;
  const { year } = partsOf(thursday, dates) ?? raise(FormulaError.NUM);
  return Math.floor((thursday - serialOf(year, 1, 1, dates)) / 7) + 1;
}

function weekNumber(value: Scalar | undefined, kind: number, calculator: Calculator): number {
  const { dates } = calculator;
  const serial = calculator.number(value);
  if (kind === 21) return isoWeek(serial, dates);
  const start =
    kind === 1 || kind === 17 ? 0 : kind === 2 ? 1 : kind >= 11 && kind <= 16 ? kind - 10 : raise(FormulaError.NUM);
  const first = serialOf(parts(value, calculator).year, 1, 1, dates);
  const lead = (weekdayOf(first, dates) - start + 7) % 7;
  return Math.floor((Math.floor(serial) - first + lead) / 7) + 1;
}

/** Whole years, months or days between two dates. */
function dateDifference(from: number, to: number, unit: string, calculator: Calculator): number {
  const { dates } = calculator;
  if (from > to) return raise(FormulaError.NUM);
  const [a, b] = [parts(from, calculator), parts(to, calculator)];
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
      return b.day >= a.day ? b.day - a.day : to - serialOf(b.year, b.month - 1, a.day, dates);
    case "YD": {
      const year = b.month > a.month || (b.month === a.month && b.day >= a.day) ? b.year : b.year - 1;
      return to - serialOf(year, a.month, a.day, dates);
    }
    default:
      return raise(FormulaError.NUM);
  }
}

/** Days of rest: 0 is Sunday. */
function restDays(value: Scalar | undefined, calculator: Calculator): ReadonlySet<number> {
  if (typeof value === "string" && /^[01]{7}$/.test(value) && value !== "1111111")
    return new Set([...value].flatMap((flag, index) => (flag === "1" ? [(index + 1) % 7] : [])));
  const code = calculator.numberOr(value, 1);
  if (code >= 1 && code <= 7) return new Set([(code + 5) % 7, (code + 6) % 7]);
  return code >= 11 && code <= 17 ? new Set([code - 11]) : raise(FormulaError.NUM);
}

function holidaysOf(value: FormulaValue | undefined, calculator: Calculator): ReadonlySet<number> {
  const days = new Set<number>();
  if (value === undefined || value === null) return days;
  calculator.each(value, (scalar) => {
    if (scalar !== null && scalar !== "") days.add(Math.floor(calculator.number(scalar)));
  });
  return days;
}

const MAX_DAYS = 200_000;

/** Days off. */
interface DaysOff {
  /** Days of the week; 0 is Sunday. */
  rest: ReadonlySet<number>;
  /** Serial numbers. */
  holidays: ReadonlySet<number>;
  dates: DateSystem;
}

function isDayOff(day: number, { rest, holidays, dates }: DaysOff): boolean {
  return rest.has(weekdayOf(day, dates)) || holidays.has(day);
}

function networkDays(start: number, end: number, off: DaysOff): number {
  if (start > end) return -networkDays(end, start, off);
  if (end - start > MAX_DAYS) return raise(FormulaError.NUM);
  let days = 0;
  for (let day = start; day <= end; day++) if (!isDayOff(day, off)) days++;
  return days;
}

function workday(start: number, days: number, off: DaysOff): number {
  if (Math.abs(days) > MAX_DAYS) return raise(FormulaError.NUM);
  const step = days < 0 ? -1 : 1;
  let day = start;
  for (let left = Math.abs(days); left > 0; ) {
    day = checked(day + step);
    if (!isDayOff(day, off)) left--;
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

function yearFraction(start: number, end: number, basis: number, calculator: Calculator): number {
  const [from, to] = start <= end ? [start, end] : [end, start];
  const [a, b] = [parts(from, calculator), parts(to, calculator)];
  if (basis === 0 || basis === 4) return days360(a, b, basis === 4) / 360;
  if (basis === 2) return (to - from) / 360;
  if (basis === 3) return (to - from) / 365;
  if (basis !== 1) return raise(FormulaError.NUM);
  const isWithinYear =
    b.year === a.year || (b.year === a.year + 1 && (b.month < a.month || (b.month === a.month && b.day <= a.day)));
  if (isWithinYear) {
    const leapDay = [a.year, b.year].some((year) => {
      const day = daysInMonth(year, 2) === 29 ? serialOf(year, 2, 29, calculator.dates) : undefined;
      return day !== undefined && (a.year === b.year || (day >= from && day <= to));
    });
    return (to - from) / (leapDay ? 366 : 365);
  }
  let total = 0;
  for (let year = a.year; year <= b.year; year++) total += daysInMonth(year, 2) === 29 ? 366 : 365;
  return (to - from) / (total / (b.year - a.year + 1));
}

/** A function of two days or counts, the days of rest of the week, and holidays. */
function ofDaysOff(
  hasRest: boolean,
  apply: (first: number, second: number, off: DaysOff) => number,
): FunctionDefinition {
  return ofValues(2, hasRest ? 4 : 3, ([first, second, ...rest], calculator, frame) => {
    const [kind, holidays] = hasRest ? rest : [undefined, rest[0]];
    return apply(
      calculator.integer(calculator.scalar(first, frame)),
      calculator.integer(calculator.scalar(second, frame)),
      {
        rest: restDays(kind === undefined ? 1 : calculator.scalar(kind, frame), calculator),
        holidays: holidaysOf(holidays, calculator),
        dates: calculator.dates,
      },
    );
  });
}

/** Day of a scalar, without its time. */
function dayOf(value: Scalar | undefined, calculator: Calculator): number {
  return Math.floor(calculator.number(value));
}

/** Serial number of a text's date or time. */
function readSerial(text: Scalar | undefined, calculator: Calculator): number {
  return parseSerial(toText(text), calculator.dates) ?? raise(FormulaError.VALUE);
}

/** Dates and times as serial numbers of the workbook's date system. */
export const DATE_FUNCTIONS: FunctionTable = {
  TODAY: ofScalars(0, 0, (_, calculator) => Math.floor(calculator.cells.now)),
  NOW: ofScalars(0, 0, (_, calculator) => calculator.cells.now),
  DATE: ofScalars(3, 3, ([year, month, day], calculator) => {
    const given = calculator.integer(year);
    const full = given >= 0 && given < 1900 ? given + 1900 : given;
    return checked(serialOf(full, calculator.integer(month), calculator.integer(day), calculator.dates));
  }),
  TIME: ofScalars(3, 3, ([hour, minute, second], calculator) => {
    const seconds = calculator.integer(hour) * 3600 + calculator.integer(minute) * 60 + calculator.integer(second);
    return seconds < 0 ? raise(FormulaError.NUM) : (seconds / 86_400) % 1;
  }),
  DATEVALUE: ofScalars(1, 1, ([text], calculator) => Math.floor(readSerial(text, calculator))),
  TIMEVALUE: ofScalars(1, 1, ([text], calculator) => readSerial(text, calculator) % 1),
  YEAR: part(({ year }) => year),
  MONTH: part(({ month }) => month),
  DAY: part(({ day }) => day),
  HOUR: part(({ hour }) => hour),
  MINUTE: part(({ minute }) => minute),
  SECOND: part(({ second }) => second),
  WEEKDAY: ofScalars(1, 2, ([value, kind], calculator) =>
    weekday(parts(value, calculator).weekday, calculator.numberOr(kind, 1)),
  ),
  WEEKNUM: ofScalars(1, 2, ([value, kind], calculator) => weekNumber(value, calculator.numberOr(kind, 1), calculator)),
  ISOWEEKNUM: ofScalars(1, 1, ([value], calculator) => isoWeek(calculator.number(value), calculator.dates)),
  EDATE: ofScalars(2, 2, ([value, months], calculator) => {
    const date = parts(value, calculator);
    return addMonths(date, calculator.integer(months), date.day, calculator.dates);
  }),
  EOMONTH: ofScalars(2, 2, ([value, months], calculator) =>
    addMonths(parts(value, calculator), calculator.integer(months), 31, calculator.dates),
  ),
  DATEDIF: ofScalars(3, 3, ([start, end, unit], calculator) =>
    dateDifference(dayOf(start, calculator), dayOf(end, calculator), toText(unit), calculator),
  ),
  DAYS: ofScalars(2, 2, ([end, start], calculator) => dayOf(end, calculator) - dayOf(start, calculator)),
  DAYS360: ofScalars(2, 3, ([start, end, method], calculator) =>
    days360(parts(start, calculator), parts(end, calculator), method === true),
  ),
  YEARFRAC: ofScalars(2, 3, ([start, end, basis], calculator) =>
    yearFraction(dayOf(start, calculator), dayOf(end, calculator), calculator.numberOr(basis, 0), calculator),
  ),
  NETWORKDAYS: ofDaysOff(false, networkDays),
  "NETWORKDAYS.INTL": ofDaysOff(true, networkDays),
  WORKDAY: ofDaysOff(false, workday),
  "WORKDAY.INTL": ofDaysOff(true, workday),
};
