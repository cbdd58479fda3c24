import { daysInMonth } from "./calendar.ts";

const EIGHT_DIGITS = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;
const FOURTEEN_DIGITS = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;
const POINTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)?(?=$|[ T,])/;
const MONTH_AND_YEAR = /^(0?[1-9]|1[0-2])\.((?:19|20)\d\d)$/;
const DASHED = /^(\d{4})-(\d\d)-(\d\d)(?=$|[ T])/;

/**
 * A date as people and programs write it, in the form that strtotime reads as they mean it (decisions/dates.md):
 * strtotime itself takes `04.12.26` for a time of day and carries the 30th of February over to March.
 * @returns undefined for a day that does not exist
 */
export function writtenDate(text: string, now: Date): string | undefined {
  const digits = FOURTEEN_DIGITS.exec(text);
  if (digits) return `${digits[1]}-${digits[2]}-${digits[3]} ${digits[4]}:${digits[5]}:${digits[6]}`;
  const eight = EIGHT_DIGITS.exec(text);
  if (eight) return isDay(eight[1], eight[2], eight[3]) ? `${eight[1]}-${eight[2]}-${eight[3]}` : text;
  const monthAndYear = MONTH_AND_YEAR.exec(text);
  if (monthAndYear) return `${monthAndYear[2]}-${padded(monthAndYear[1])}-01`;
  const dashed = DASHED.exec(text);
  if (dashed) return isDay(dashed[1], dashed[2], dashed[3]) ? text : undefined;
  const pointed = POINTED.exec(text);
  return pointed ? dayFirst(pointed, text, now) : text;
}

/** A time of day such as `14.30.00` has no such month, and stays one. */
function dayFirst([whole, day, month, year]: RegExpExecArray, text: string, now: Date): string | undefined {
  if (Number(month) > 12 || Number(month) === 0 || Number(day) === 0) return text;
  const full = fullYear(year, now);
  if (!isDay(full, month, day)) return year?.length === 2 ? text : undefined;
  return `${full}-${padded(month)}-${padded(day)}${text.slice(whole.length)}`;
}

/** As strtotime completes years of two digits. */
function fullYear(year: string | undefined, now: Date): string {
  if (year === undefined) return String(now.getUTCFullYear());
  if (year.length === 4) return year;
  return Number(year) < 70 ? `20${year}` : `19${year}`;
}

function isDay(year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  const monthNumber = Number(month);
  return (
    monthNumber >= 1 && monthNumber <= 12 && Number(day) >= 1 && Number(day) <= daysInMonth(Number(year), monthNumber)
  );
}

const padded = (digits: string | undefined): string => (digits ?? "").padStart(2, "0");
