const MS_PER_DAY = 86_400_000;
const SECONDS_PER_DAY = 86_400;
/** Serial 25569 is 1970-01-01 in the 1900 date system. */
const EPOCH_SERIAL = 25_569;
/** Serial of 10000-01-01, the first day beyond the last serial, in the 1900 system. */
export const SERIAL_LIMIT = 2_958_466;
/** Excel takes 1900 for a leap year: serial 60 is a 29 February that never was (ECMA-376 Part 1, 18.17.4.1). */
const LEAP_DAY_OF_1900 = 60;

/** The year whose first days a workbook counts from: Excel for Windows began with 1900, for the Macintosh with 1904. */
export type DateSystem = 1900 | 1904;

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
const DAYS_TO_1904 = 1462;

/** The difference of a system's serial numbers from those of the 1900 system. */
const missingDays = (system: DateSystem): number => (system === 1904 ? DAYS_TO_1904 : 0);

/** The first day that has a number in a system, as a number of the 1900 system; 0 is no day there. */
export function firstSerial(system: DateSystem): number {
  return system === 1904 ? DAYS_TO_1904 : 1;
}

/** A serial number of a system in the 1900 system, for callers that know no other. */
export function serialIn1900(serial: number, system: DateSystem): number {
  return serial + missingDays(system);
}

/** A serial number of the 1900 system in another. */
export function serialFrom1900(serial: number, system: DateSystem): number {
  return serial - missingDays(system);
}

/** Day of the week of a serial number; 0 is Sunday. */
export function weekdayOf(serial: number, system: DateSystem): number {
  return (Math.floor(serial) + missingDays(system) + 6) % 7;
}

/** Serial number of a day; months and days may be outside of their range, as in DATE(). */
export function serialOf(year: number, month: number, day: number, system: DateSystem): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return serialOfMilliseconds(date.getTime(), system);
}

/** Date and time of a serial number; undefined outside of 1900 (or 1904) to 9999. */
export function partsOf(given: number, system: DateSystem): DateParts | undefined {
  const serial = serialIn1900(given, system);
  if (!(serial >= 0 && serial < SERIAL_LIMIT)) return undefined;
  const seconds = Math.round((serial - Math.floor(serial)) * SECONDS_PER_DAY);
  const day = Math.floor(serial) + (seconds === SECONDS_PER_DAY ? 1 : 0);
  const shifted = day < LEAP_DAY_OF_1900 ? day + 1 : day;
  const date = new Date((shifted - EPOCH_SERIAL) * MS_PER_DAY);
  const inDay = seconds % SECONDS_PER_DAY;
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: day === LEAP_DAY_OF_1900 ? 29 : date.getUTCDate(),
    hour: Math.floor(inDay / 3600),
    minute: Math.floor((inDay % 3600) / 60),
    second: inDay % 60,
    weekday: (day + 6) % 7,
  };
}

/** Serial number of a wall-clock time given as milliseconds since 1970. */
export function serialOfMilliseconds(milliseconds: number, system: DateSystem): number {
  const serial = milliseconds / MS_PER_DAY + EPOCH_SERIAL;
  return serialFrom1900(serial < LEAP_DAY_OF_1900 + 1 ? serial - 1 : serial, system);
}

/** Days of a month, 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const ISO_DATE = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?\s*$/;
const US_DATE = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/;
const TIME = /^\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*$/;
const HALF_DAY_TIME = /^\s*(0?[1-9]|1[0-2]):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s+([AP])M?\s*$/i;
const MAX_DATE_TEXT_LENGTH = 40;

/** Serial number of a date or time text as arithmetic and DATEVALUE read it. */
export function parseSerial(text: string, system: DateSystem): number | undefined {
  if (text.length > MAX_DATE_TEXT_LENGTH) return undefined;
  const time = TIME.exec(text);
  if (time) return timeOf(time[1], time[2], time[3]);
  const half = HALF_DAY_TIME.exec(text);
  if (half) return (timeOf(half[1], half[2], half[3]) % 0.5) + (half[4]?.toUpperCase() === "P" ? 0.5 : 0);
  const iso = ISO_DATE.exec(text);
  if (iso) {
    const day = checkedSerial(Number(iso[1]), Number(iso[2]), Number(iso[3]), system);
    return day !== undefined && iso[4] ? day + timeOf(iso[4], iso[5], iso[6]) : day;
  }
  const us = US_DATE.exec(text);
  return us ? checkedSerial(Number(us[3]), Number(us[1]), Number(us[2]), system) : undefined;
}

/** Serial number of an existing day. */
function checkedSerial(year: number, month: number, day: number, system: DateSystem): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) || year < 1900) return undefined;
  return serialOf(year, month, day, system);
}

function timeOf(hour?: string, minute?: string, second?: string): number {
  return (Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0)) / SECONDS_PER_DAY;
}
