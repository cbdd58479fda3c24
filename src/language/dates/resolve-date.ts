import { civilFromDays, daysFromCivil, weekdayOfDays } from "./calendar.ts";
import type { DateFields, ParsedZone } from "./date-fields.ts";
import { instantAt } from "./instant.ts";
import { MAX_EPOCH_MS, offsetAt, offsetSpanAt } from "./zone-offsets.ts";

const DAY_SECONDS = 86_400;

/** The calendar day and the second within it while relative parts are applied; both may leave their range. */
interface WorkingDate {
  year: number;
  month: number;
  day: number;
  second: number;
}

/**
 * The point of time the fields mean: what is missing comes from `now`, relative parts are applied to the calendar of
 * the zone (PHP manual, "Relative Formats": units, weekday, working days).
 * @returns milliseconds since the epoch, undefined beyond the range of Date
 */
export function resolveDate(fields: DateFields, nowMs: number, timeZone: string): number | undefined {
  const date = startingDate(fields, nowMs, timeZone);
  applySpecialMonth(fields, date);
  applyWeekday(fields, date);
  applyUnits(fields, date);
  if (fields.special?.kind === "workdays") applyWorkdays(date, fields.special.amount);
  const localSecond = daysFromCivil(date.year, date.month, date.day) * DAY_SECONDS + date.second;
  if (!(Math.abs(localSecond) < MAX_EPOCH_MS / 1000 - 2 * DAY_SECONDS)) return undefined;
  const second = localSecond - zoneOffset(localSecond, fields.zone, timeZone);
  const microsecond = (fields.microsecond ?? 0) + fields.relative.microsecond;
  return second * 1000 + Math.floor(microsecond / 1000);
}

function startingDate(fields: DateFields, nowMs: number, timeZone: string): WorkingDate {
  const now = instantAt(nowMs, timeZone, "en");
  const isMidnight = fields.hasDate && fields.timeCount === 0;
  const hour = isMidnight ? 0 : (fields.hour ?? now.hour);
  const minute = isMidnight ? 0 : (fields.minute ?? now.minute);
  const second = isMidnight ? 0 : (fields.second ?? now.second);
  return {
    year: fields.year ?? now.year,
    month: fields.month ?? now.month,
    day: fields.day ?? now.day,
    second: hour * 3600 + minute * 60 + second,
  };
}

function normalize(date: WorkingDate): void {
  const carriedDays = Math.floor(date.second / DAY_SECONDS);
  const { year, month, day } = civilFromDays(daysFromCivil(date.year, date.month, date.day) + carriedDays);
  date.year = year;
  date.month = month;
  date.day = day;
  date.second -= carriedDays * DAY_SECONDS;
}

const weekdayOf = (date: WorkingDate): number => weekdayOfDays(daysFromCivil(date.year, date.month, date.day));

/** "first monday of" counts from the first of the month, "last friday of" back from the first of the next one. */
function applySpecialMonth(fields: DateFields, date: WorkingDate): void {
  const { special, relative } = fields;
  if (special?.kind === "weekdayOfMonth" || special?.kind === "lastWeekdayOfMonth") {
    date.day = 1;
    date.month += relative.month + (special.kind === "lastWeekdayOfMonth" ? 1 : 0);
    relative.month = 0;
  }
  applyDayOfMonth(fields, date);
  normalize(date);
}

function applyDayOfMonth(fields: DateFields, date: WorkingDate): void {
  if (fields.dayOfMonth === "first") date.day = 1;
  else if (fields.dayOfMonth === "last") {
    date.day = 0;
    date.month++;
  }
}

function applyWeekday(fields: DateFields, date: WorkingDate): void {
  let { weekday } = fields;
  if (weekday === undefined) return;
  const current = weekdayOf(date);
  if (fields.weekdayBehavior === 2) {
    // Weeks run from Monday to Sunday.
    if (current === 0 && weekday !== 0) weekday -= 7;
    if (weekday === 0 && current !== 0) weekday = 7;
    date.day += weekday - current;
  } else if (weekday < 0) date.day -= 7 - (Math.abs(weekday) - current);
  else {
    let difference = weekday - current;
    const goesBack = fields.relative.day < 0;
    if (goesBack ? difference < 0 : difference <= -fields.weekdayBehavior) difference += 7;
    date.day += difference;
  }
  normalize(date);
}

function applyUnits(fields: DateFields, date: WorkingDate): void {
  const { relative } = fields;
  date.second += relative.hour * 3600 + relative.minute * 60 + relative.second;
  date.day += relative.day;
  date.month += relative.month;
  date.year += relative.year;
  applyDayOfMonth(fields, date);
  normalize(date);
}

/** Steps over Saturdays and Sundays; a start on a weekend counts from the working day before it, in either direction. */
function applyWorkdays(date: WorkingDate, amount: number): void {
  const weekday = weekdayOf(date);
  const rest = amount % 5;
  date.day += Math.trunc(amount / 5) * 7 + rest;
  if (amount > 0) {
    if (rest === 0) date.day -= weekday === 0 ? 2 : weekday === 6 ? 1 : 0;
    else if (weekday === 6) date.day += 1;
    else if (weekday + rest > 5) date.day += 2;
  } else if (rest === 0) date.day += weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  else if (weekday === 0) date.day -= 1;
  else if (weekday + rest < 1) date.day -= 2;
  normalize(date);
}

function zoneOffset(localSecond: number, zone: ParsedZone | undefined, timeZone: string): number {
  if (zone?.kind === "offset") return zone.seconds;
  return offsetOfLocal(localSecond, zone?.name ?? timeZone);
}

/** As `offsetOfLocal`, but of a time that exists twice the one with the given offset is meant. */
export function offsetOfLocalNear(localSecond: number, timeZone: string, offsetSeconds: number): number {
  const isValid = offsetAt((localSecond - offsetSeconds) * 1000, timeZone) === offsetSeconds;
  return isValid ? offsetSeconds : offsetOfLocal(localSecond, timeZone);
}

/**
 * The offset a zone has when its clocks show a local time. A time that daylight saving skips is read with the offset
 * before the change. For a time that exists twice PHP means the first west of Greenwich and the second east of it.
 * @param localSecond the local time as if it were UTC
 */
export function offsetOfLocal(localSecond: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const before = offsetAt(localSecond * 1000, timeZone);
  const span = offsetSpanAt((localSecond - before) * 1000, timeZone);
  const after = span.offsetSeconds;
  if (before === after) return before;
  const change = span.startMs / 1000;
  const second = localSecond - after;
  const isInChange = second >= change + (before - after) && second < change;
  return isInChange ? before : after;
}
