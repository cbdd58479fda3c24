import { daysFromCivil, daysInMonth } from "./calendar.ts";
import { readDateFields } from "./read-date-fields.ts";
import { offsetOfLocal, resolveDate } from "./resolve-date.ts";

/** What a text that names only a part of a date is completed from. */
export interface DateBase {
  readonly now: Date;
  /** IANA name of the zone of dates that name none. */
  readonly timeZone: string;
}

/**
 * Reads a date as PHP's strtotime() does: all of its absolute, relative and compound formats (see date-formats.ts).
 * The time it takes is linear in the text.
 * @returns milliseconds since the epoch; undefined for anything blank, over 200 characters, or not a date
 */
export function parseDate(text: string, base: DateBase): number | undefined {
  const iso = parseIsoDate(text, base.timeZone);
  if (iso !== undefined) return iso;
  const fields = readDateFields(text);
  return fields && resolveDate(fields, base.now.getTime(), base.timeZone);
}

const DIGIT_ZERO = 48;
const DASH = 45;
const COLON = 58;
const BLANK = 32;
const LETTER_T = 84;
const LETTER_Z = 90;

/**
 * The forms that nearly all data has, without the scanner: `YYYY-MM-DD`, and after a blank or T `HH:MM` or `HH:MM:SS`
 * and perhaps Z. Undefined for anything else, also for days that do not exist.
 */
export function parseIsoDate(text: string, timeZone: string): number | undefined {
  const { length } = text;
  if (length !== 10 && (length < 16 || length > 20)) return undefined;
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return undefined;
  let second = daysFromCivil(year, month, day) * 86_400;
  let isUtc = timeZone === "UTC";
  if (length > 10) {
    const separator = text.charCodeAt(10);
    if ((separator !== BLANK && separator !== LETTER_T) || text.charCodeAt(13) !== COLON) return undefined;
    const hour = twoDigits(text, 11);
    const minute = twoDigits(text, 14);
    if (!(hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59)) return undefined;
    second += hour * 3600 + minute * 60;
    let end = 16;
    if (length >= 19) {
      const seconds = twoDigits(text, 17);
      if (text.charCodeAt(16) !== COLON || !(seconds >= 0 && seconds <= 59)) return undefined;
      second += seconds;
      end = 19;
    }
    if (length === end + 1 && text.charCodeAt(end) === LETTER_Z) isUtc = true;
    else if (length !== end) return undefined;
  }
  return (isUtc ? second : second - offsetOfLocal(second, timeZone)) * 1000;
}

/** Two digits as a number, NaN when they are not digits. */
function twoDigits(text: string, position: number): number {
  const tens = text.charCodeAt(position) - DIGIT_ZERO;
  const ones = text.charCodeAt(position + 1) - DIGIT_ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
