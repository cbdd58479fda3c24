import { present } from "../../domain/present.ts";

/** Proleptic Gregorian calendar arithmetic; months count from 1, days of the week from Sunday = 0. */

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : present(DAYS_IN_MONTH[month - 1]);
}

/** Days since 1970-01-01; months and days beyond their range overflow into the next or previous ones. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const years = year + Math.floor((month - 1) / 12);
  const monthIndex = (((month - 1) % 12) + 12) % 12;
  // Years count from March, so that the leap day is the last one.
  const shifted = monthIndex < 2 ? years - 1 : years;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((monthIndex + 10) % 12) + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468 + day - 1;
}

/** The date of a number of days since 1970-01-01. */
export function civilFromDays(days: number): CivilDate {
  const shifted = days + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

export function weekdayOfDays(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

/** Day of the year, from 0. */
export function dayOfYear(year: number, month: number, day: number): number {
  return present(DAYS_BEFORE_MONTH[month - 1]) + day - 1 + (month > 2 && isLeapYear(year) ? 1 : 0);
}

/** Week number and its year as ISO 8601 counts them: weeks start on Monday, week 1 holds January 4. */
export function isoWeek(year: number, month: number, day: number): { readonly year: number; readonly week: number } {
  const days = daysFromCivil(year, month, day);
  const isoWeekday = ((weekdayOfDays(days) + 6) % 7) + 1;
  const thursday = civilFromDays(days + 4 - isoWeekday);
  const week = Math.floor(dayOfYear(thursday.year, thursday.month, thursday.day) / 7) + 1;
  return { year: thursday.year, week };
}

/** Days from January 1 of a year to a day of one of its ISO weeks; weekday 0 and 7 are the Sundays before and after. */
export function daysToIsoWeekday(year: number, week: number, weekday: number): number {
  const firstWeekday = weekdayOfDays(daysFromCivil(year, 1, 1));
  const mondayOfFirstWeek = firstWeekday > 4 ? 7 - firstWeekday : -firstWeekday;
  return mondayOfFirstWeek + (week - 1) * 7 + weekday;
}
