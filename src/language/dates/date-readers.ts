import { present } from "../../domain/present.ts";
import { daysToIsoWeekday } from "./calendar.ts";
import type { DateFields } from "./date-fields.ts";
import type { DateFormat } from "./date-formats.ts";
import { RELATIVE_AMOUNTS, RELATIVE_UNITS } from "./date-words.ts";
import type { FieldReader } from "./field-reader.ts";
import { readZone } from "./zone-reader.ts";

type Reader = (fields: DateFields, reader: FieldReader) => void;

/** Puts what a token says into the fields; one function per format. */
export const DATE_READERS: Readonly<Record<DateFormat, Reader>> = {
  yesterday(fields) {
    fields.resetTime();
    fields.relative.day = -1;
  },
  now() {},
  noon(fields) {
    fields.resetTime();
    if (fields.beginTime()) fields.hour = 12;
  },
  today(fields) {
    fields.resetTime();
  },
  tomorrow(fields) {
    fields.resetTime();
    fields.relative.day = 1;
  },
  timestamp: readTimestamp,
  timestampFraction: readTimestamp,
  firstOrLastDayOf(fields, reader) {
    fields.dayOfMonth = reader.peek().toLowerCase() === "l" ? "last" : "first";
  },
  backOrFrontOf(fields, reader) {
    fields.resetTime();
    if (!fields.beginTime()) return;
    // Only a small "b" makes it "back of", as in PHP.
    const isBack = reader.peek() === "b";
    const hour = present(reader.number(2)) - (isBack ? 0 : 1);
    fields.minute = isBack ? 15 : 45;
    fields.hour = reader.meridian(hour);
  },
  weekdayOfMonth(fields, reader) {
    const text = reader.word();
    const amount = present(RELATIVE_AMOUNTS.get(text));
    fields.special = { kind: amount > 0 ? "weekdayOfMonth" : "lastWeekdayOfMonth" };
    addRelative(fields, reader.word(), amount, amount > 0 || text === "this" ? 1 : 0, false);
  },
  time12(fields, reader) {
    if (!fields.beginTime()) return;
    const hour = present(reader.number(2));
    if (isTimeSeparator(reader)) fields.minute = reader.number(2);
    if (isTimeSeparator(reader)) fields.second = reader.number(2);
    fields.hour = reader.meridian(hour);
  },
  timeMssql(fields, reader) {
    if (!fields.beginTime()) return;
    const hour = present(reader.number(2));
    fields.minute = reader.number(2);
    fields.second = reader.number(2);
    fields.microsecond = reader.fraction();
    fields.hour = reader.meridian(hour);
  },
  time24(fields, reader) {
    if (fields.beginTime()) readTime24(fields, reader, ":.");
  },
  timeFourDigits(fields, reader) {
    if (fields.timeCount === 0) {
      fields.hour = reader.number(2);
      fields.minute = reader.number(2);
      fields.second = 0;
    } else if (fields.timeCount === 1) fields.year = reader.number(4);
    else fields.failed = true;
    fields.timeCount++;
  },
  timeSixDigits(fields, reader) {
    if (!fields.beginTime()) return;
    fields.hour = reader.number(2);
    fields.minute = reader.number(2);
    fields.second = reader.number(2);
  },
  american(fields, reader) {
    if (!fields.beginDate()) return;
    const month = reader.number(2);
    const day = reader.number(2);
    fields.setDate(reader.rest.includes("/") ? reader.year() : undefined, month, day);
  },
  isoDate(fields, reader) {
    if (fields.beginDate()) fields.setDate(reader.signedNumber(4), reader.number(2), reader.number(2));
  },
  isoDateTwoDigits: readYearMonthDay,
  isoDateLongYear(fields, reader) {
    if (fields.beginDate()) fields.setDate(reader.signedNumber(19), reader.number(2), reader.number(2));
  },
  yearMonth(fields, reader) {
    if (fields.beginDate()) fields.setDate(reader.year(), reader.number(2), 1);
  },
  yearMonthDay: readYearMonthDay,
  dayMonthNameYear(fields, reader) {
    if (!fields.beginDate()) return;
    const day = reader.number(2);
    const month = reader.month();
    fields.setDate(reader.year(), month, day);
  },
  pointedFourDigits(fields, reader) {
    if (!fields.beginDate()) return;
    const day = reader.number(2);
    const month = reader.number(2);
    fields.setDate(reader.number(4), month, day);
  },
  pointedTwoDigits(fields, reader) {
    if (!fields.beginDate()) return;
    const day = reader.number(2);
    const month = reader.number(2);
    fields.setDate(reader.year(2), month, day);
  },
  monthNameYear(fields, reader) {
    if (!fields.beginDate()) return;
    const month = reader.month();
    fields.setDate(reader.year(), month, 1);
  },
  yearMonthName(fields, reader) {
    if (fields.beginDate()) fields.setDate(reader.year(), reader.month(), 1);
  },
  monthNameDay: readMonthNameDay,
  dayMonthName(fields, reader) {
    if (!fields.beginDate()) return;
    const day = reader.number(2);
    fields.setDate(undefined, reader.month(), day);
  },
  dateEightDigits(fields, reader) {
    if (fields.beginDate()) fields.setDate(reader.number(4), reader.number(2), reader.number(2));
  },
  dateAndTime(fields, reader) {
    if (!fields.beginTime() || !fields.beginDate()) return;
    fields.setDate(reader.number(4), reader.number(2), reader.number(2));
    fields.hour = reader.number(2);
    fields.minute = reader.number(2);
    fields.second = reader.number(2);
    if (reader.peek() === ".") fields.microsecond = reader.fraction();
    if (reader.rest !== "") setZone(fields, reader);
  },
  yearDay(fields, reader) {
    if (fields.beginDate()) fields.setDate(reader.year(), 1, reader.number(3));
  },
  isoWeekday: readIsoWeek,
  isoWeek: readIsoWeek,
  monthNameDayYear: readMonthNameDay,
  yearMonthNameDay(fields, reader) {
    if (fields.beginDate()) fields.setDate(reader.year(), reader.month(), reader.number(2));
  },
  commonLog(fields, reader) {
    if (!fields.beginTime() || !fields.beginDate()) return;
    const day = reader.number(2);
    const month = reader.month();
    fields.setDate(reader.number(4), month, day);
    fields.hour = reader.number(2);
    fields.minute = reader.number(2);
    fields.second = reader.number(2);
    setZone(fields, reader);
  },
  year(fields, reader) {
    fields.year = reader.number(4);
  },
  ago(fields) {
    const { relative, special } = fields;
    for (const name of Object.keys(relative) as (keyof typeof relative)[]) relative[name] = 0 - relative[name];
    if (fields.weekday !== undefined) fields.weekday = 0 - fields.weekday || -7;
    if (special?.kind === "workdays") special.amount = 0 - special.amount;
  },
  weekday(fields, reader) {
    fields.resetTime();
    const unit = RELATIVE_UNITS.get(reader.word());
    fields.weekday = unit?.kind === "weekday" ? unit.weekday : 1;
    if (fields.weekdayBehavior !== 2) fields.weekdayBehavior = 1;
  },
  relativeTextWeek(fields, reader) {
    const text = reader.word();
    addRelative(fields, reader.word(), present(RELATIVE_AMOUNTS.get(text)), text === "this" ? 1 : 0, false);
    fields.weekdayBehavior = 2;
    // Without a weekday the Monday of that week is meant.
    fields.weekday ??= 1;
  },
  relativeText(fields, reader) {
    const text = reader.word();
    addRelative(fields, reader.word(), present(RELATIVE_AMOUNTS.get(text)), text === "this" ? 1 : 0, false);
  },
  monthName(fields, reader) {
    if (fields.beginDate()) fields.month = reader.month();
  },
  zone(fields, reader) {
    if (beginZone(fields)) setZone(fields, reader);
  },
  monthNameDayTime12(fields, reader) {
    if (!fields.beginDate()) return;
    fields.setDate(undefined, reader.month(), reader.number(2));
    if (!fields.beginTime()) return;
    const hour = present(reader.number(2));
    fields.minute = reader.number(2);
    if (isTimeSeparator(reader)) fields.second = reader.number(2);
    fields.hour = reader.meridian(hour);
  },
  monthNameDayTime24(fields, reader) {
    if (!fields.beginDate()) return;
    fields.setDate(undefined, reader.month(), reader.number(2));
    if (fields.beginTime()) readTime24(fields, reader, ":");
  },
  relative(fields, reader) {
    const amount = present(reader.signedNumber(24));
    addRelative(fields, reader.word(), amount, 1, true);
  },
  separator() {},
};

function isTimeSeparator(reader: FieldReader): boolean {
  return reader.peek() === ":" || reader.peek() === ".";
}

/** @param beforeSeconds what may come before the seconds */
function readTime24(fields: DateFields, reader: FieldReader, beforeSeconds: string): void {
  fields.hour = reader.number(2);
  if (isTimeSeparator(reader)) fields.minute = reader.number(2);
  if (reader.peek() !== "" && beforeSeconds.includes(reader.peek())) {
    fields.second = reader.number(2);
    if (reader.peek() === ".") fields.microsecond = reader.fraction();
  }
  if (reader.rest !== "") setZone(fields, reader);
}

function readYearMonthDay(fields: DateFields, reader: FieldReader): void {
  if (fields.beginDate()) fields.setDate(reader.year(), reader.number(2), reader.number(2));
}

function readMonthNameDay(fields: DateFields, reader: FieldReader): void {
  if (!fields.beginDate()) return;
  const month = reader.month();
  const day = reader.number(2);
  fields.setDate(reader.year(), month, day);
}

function readIsoWeek(fields: DateFields, reader: FieldReader): void {
  if (!fields.beginDate()) return;
  const year = present(reader.number(4));
  const week = present(reader.number(2));
  fields.setDate(year, 1, 1);
  fields.relative.day = daysToIsoWeekday(year, week, reader.number(1) ?? 1);
}

function readTimestamp(fields: DateFields, reader: FieldReader): void {
  const isNegative = reader.text[1] === "-";
  fields.hasDate = false;
  fields.resetTime();
  fields.setDate(0, 0, 0);
  if (!beginZone(fields)) return;
  fields.setDate(1970, 1, 1);
  fields.relative.second += present(reader.signedNumber(24));
  if (reader.peek() === ".") fields.relative.microsecond = reader.fraction() * (isNegative ? -1 : 1);
  fields.zone = { kind: "offset", seconds: 0 };
}

/** A zone begins; false when there was one before. A second zone is passed over, a third one is a mistake. */
function beginZone(fields: DateFields): boolean {
  if (fields.zoneCount++ === 0) return true;
  if (fields.zoneCount > 2) fields.failed = true;
  return false;
}

function setZone(fields: DateFields, reader: FieldReader): void {
  fields.zone = readZone(reader);
  if (!fields.zone) fields.failed = true;
}

function addRelative(fields: DateFields, unitName: string, amount: number, behavior: 0 | 1, keepsTime: boolean): void {
  const unit = RELATIVE_UNITS.get(unitName);
  if (!unit) return;
  if (unit.kind === "field") {
    fields.relative[unit.field] += amount * unit.factor;
    return;
  }
  if (!keepsTime) fields.resetTime();
  if (unit.kind === "workday") {
    fields.special = { kind: "workdays", amount };
    return;
  }
  fields.relative.day += (amount > 0 ? amount - 1 : amount) * 7;
  fields.weekday = unit.weekday;
  fields.weekdayBehavior = behavior;
}
