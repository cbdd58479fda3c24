const MS_PER_DAY = 86_400_000;
/** Serial 25569 is 1970-01-01 in the 1900 date system. */
const EPOCH_SERIAL = 25_569;
const LAST_SERIAL = 2_958_466;

/** Calendar date and time of day. */
export interface DateParts {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 0 is Sunday. */
  weekday: number;
}

/** Days between the first days of the two date systems (ECMA-376 Part 1, 18.17.4.1). */
export const DAYS_TO_1904 = 1462;

/** What the serial numbers of the workbook that is being calculated lack to those of the 1900 system. */
let missingDays = 0;

/** Calculates with the date system of a workbook. */
export function inDateSystem<T>(uses1904: boolean, calculate: () => T): T {
  const before = missingDays;
  missingDays = uses1904 ? DAYS_TO_1904 : 0;
  try {
    return calculate();
  } finally {
    missingDays = before;
  }
}

/** A serial number of the workbook in the 1900 system, for those who know no other. */
export function serialIn1900(serial: number): number {
  return serial + missingDays;
}

/** Day of the week of a serial number; 0 is Sunday. */
export function weekdayOf(serial: number): number {
  return (Math.floor(serial) + missingDays + 6) % 7;
}

/** Serial number of a day; months and days may lie outside of their range, as in DATE(). */
export function serialOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const serial = date.getTime() / MS_PER_DAY + EPOCH_SERIAL;
  // Before 1900-03-01 Excel counts a 29 February 1900 that never was.
  return (serial < 61 ? serial - 1 : serial) - missingDays;
}

/** Date and time of a serial number; undefined outside of 1900 (or 1904) to 9999. */
export function partsOf(given: number): DateParts | undefined {
  const serial = given + missingDays;
  if (!(serial >= 0 && serial < LAST_SERIAL)) return undefined;
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400);
  const day = Math.floor(serial) + (seconds === 86_400 ? 1 : 0);
  const shifted = day < 60 ? day + 1 : day;
  const date = new Date((shifted - EPOCH_SERIAL) * MS_PER_DAY);
  const inDay = seconds % 86_400;
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: day === 60 ? 29 : date.getUTCDate(),
    hour: Math.floor(inDay / 3600),
    minute: Math.floor((inDay % 3600) / 60),
    second: inDay % 60,
    weekday: (day + 6) % 7,
  };
}

/** Serial number (1900 system) of a wall-clock time given as milliseconds since 1970. */
export function serialOfMilliseconds(milliseconds: number): number {
  const serial = milliseconds / MS_PER_DAY + EPOCH_SERIAL;
  return serial < 61 ? serial - 1 : serial;
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const ISO_DATE = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?\s*$/;
const US_DATE = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/;
const TIME = /^\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*$/;

/** Serial number of a date or time text as arithmetic and DATEVALUE read it. */
export function parseSerial(text: string): number | undefined {
  if (text.length > 40) return undefined;
  const time = TIME.exec(text);
  if (time) return timeOf(time[1], time[2], time[3]);
  const iso = ISO_DATE.exec(text);
  const us = iso ? null : US_DATE.exec(text);
  if (!iso && !us) return undefined;
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]].map(Number) : [us![3], us![1], us![2]].map(Number);
  if (month! < 1 || month! > 12 || day! < 1 || day! > daysInMonth(year!, month!) || year! < 1900) return undefined;
  return serialOf(year!, month!, day!) + (iso?.[4] ? timeOf(iso[4], iso[5], iso[6]) : 0);
}

function timeOf(hour?: string, minute?: string, second?: string): number {
  return (Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0)) / 86_400;
}
