import { daysInMonth, isLeapYear, isoWeek } from "./calendar.ts";
import { monthName, weekdayName } from "./calendar-names.ts";
import type { Instant } from "./instant.ts";
import { zoneNameAt } from "./zone-names.ts";

type Letter = (instant: Instant, besideDay: boolean) => string;

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** A year with at least four digits, and a sign before Christ. */
const fourDigitYear = (year: number): string => (year < 0 ? "-" : "") + String(Math.abs(year)).padStart(4, "0");

/** `+02:00`, or another separator of hours and minutes. */
function offsetText(offsetSeconds: number, separator: string): string {
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60);
  return `${offsetSeconds < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}`;
}

const ordinalSuffix = (day: number): string => {
  if (day >= 10 && day <= 19) return "th";
  return ["th", "st", "nd", "rd"][day % 10] ?? "th";
};

const hour12 = (hour: number): number => hour % 12 || 12;

/** Thousandths of a day in Biel, which has no daylight saving. */
const swatchBeat = (instant: Instant): string => {
  const seconds = Math.floor(instant.epochMs / 1000) + 3600;
  const beat = Math.floor(((((seconds % 86400) + 86400) % 86400) * 10) / 864);
  return String(beat).padStart(3, "0");
};

const inEnglish = (instant: Instant): Instant => ({ ...instant, locale: "en" });

const LETTERS: Readonly<Record<string, Letter>> = {
  d: (instant) => two(instant.day),
  D: (instant) => weekdayName(instant, "short"),
  j: (instant) => String(instant.day),
  l: (instant) => weekdayName(instant, "long"),
  N: (instant) => String(instant.weekday || 7),
  S: (instant) => ordinalSuffix(instant.day),
  w: (instant) => String(instant.weekday),
  z: (instant) => String(instant.dayOfYear),
  W: (instant) => two(isoWeek(instant.year, instant.month, instant.day).week),
  F: (instant, besideDay) => monthName(instant, "long", besideDay),
  m: (instant) => two(instant.month),
  M: (instant, besideDay) => monthName(instant, "short", besideDay),
  n: (instant) => String(instant.month),
  t: (instant) => String(daysInMonth(instant.year, instant.month)),
  L: (instant) => (isLeapYear(instant.year) ? "1" : "0"),
  o: (instant) => String(isoWeek(instant.year, instant.month, instant.day).year),
  Y: (instant) => fourDigitYear(instant.year),
  y: (instant) => two(instant.year % 100),
  x: (instant) => (instant.year > 9999 ? "+" : "") + fourDigitYear(instant.year),
  X: (instant) => (instant.year < 0 ? "" : "+") + fourDigitYear(instant.year),
  a: (instant) => (instant.hour < 12 ? "am" : "pm"),
  A: (instant) => (instant.hour < 12 ? "AM" : "PM"),
  B: swatchBeat,
  g: (instant) => String(hour12(instant.hour)),
  G: (instant) => String(instant.hour),
  h: (instant) => two(hour12(instant.hour)),
  H: (instant) => two(instant.hour),
  i: (instant) => two(instant.minute),
  s: (instant) => two(instant.second),
  u: (instant) => String(Math.floor(instant.millisecond) * 1000).padStart(6, "0"),
  v: (instant) => String(Math.floor(instant.millisecond)).padStart(3, "0"),
  e: (instant) => instant.timeZone,
  I: (instant) => (zoneNameAt(instant.epochMs, instant.timeZone).isDaylightSaving ? "1" : "0"),
  O: (instant) => offsetText(instant.offsetSeconds, ""),
  P: (instant) => offsetText(instant.offsetSeconds, ":"),
  p: (instant) => (instant.timeZone === "UTC" ? "Z" : offsetText(instant.offsetSeconds, ":")),
  T: (instant) => zoneNameAt(instant.epochMs, instant.timeZone).abbreviation,
  Z: (instant) => String(instant.offsetSeconds),
  c: (instant) => formatPhpDate("Y-m-d\\TH:i:sP", inEnglish(instant)),
  r: (instant) => formatPhpDate("D, d M Y H:i:s O", inEnglish(instant)),
  U: (instant) => String(Math.floor(instant.epochMs / 1000)),
};

interface CompiledFormat {
  readonly parts: readonly (string | Letter)[];
  /** Whether the day of the month is printed, which changes the names of months in many languages. */
  readonly hasDay: boolean;
}

const MAX_FORMATS = 500;
const formats = new Map<string, CompiledFormat>();

/** Formats with the letters of PHP's date() (8.2); a backslash takes the next letter as it is. */
export function formatPhpDate(format: string, instant: Instant): string {
  const { parts, hasDay } = compiled(format);
  let text = "";
  for (const part of parts) text += typeof part === "string" ? part : part(instant, hasDay);
  return text;
}

function compiled(format: string): CompiledFormat {
  const known = formats.get(format);
  if (known) return known;
  const parts: (string | Letter)[] = [];
  let hasDay = false;
  let escaped = false;
  for (const character of format) {
    const letter = Object.hasOwn(LETTERS, character) ? LETTERS[character] : undefined;
    if (escaped) {
      parts.push(character);
      escaped = false;
    } else if (character === "\\") escaped = true;
    else {
      if (character === "d" || character === "j") hasDay = true;
      parts.push(letter ?? character);
    }
  }
  if (escaped) parts.push("\\");
  const result = { parts, hasDay };
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(format, result);
  return result;
}
