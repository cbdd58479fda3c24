import { daysInMonth } from "../../../language/dates/calendar.ts";
import { parseDate } from "../../../language/dates/strtotime.ts";
import { readTime } from "../../../language/dates/time-of-day.ts";
import { writtenDate } from "../../../language/dates/written-date.ts";
import { offsetAt } from "../../../language/dates/zone-offsets.ts";
import type { ScriptConstant } from "./script-call.ts";

/** What dates without a zone, and names of months, are read and written by. */
export interface DateContext {
  now: Date;
  timeZone: string;
  locale: string;
}

/** `AFDate_Format(number)`: the masks of Acrobat's list. */
const DATE_MASKS = [
  "m/d",
  "m/d/yy",
  "mm/dd/yy",
  "mm/yy",
  "d-mmm",
  "d-mmm-yy",
  "dd-mmm-yy",
  "yy-mm-dd",
  "mmm-yy",
  "mmmm-yy",
  "mmm d, yyyy",
  "mmmm d, yyyy",
  "m/d/yy h:MM tt",
  "m/d/yy HH:MM",
];
/** `AFTime_Format(number)`. */
const TIME_MASKS = ["HH:MM", "h:MM tt", "HH:MM:ss", "h:MM:ss tt"];
const TOKEN = /\\([\s\S])|m{1,4}|d{1,4}|yyyy|yy|HH?|hh?|MM?|ss?|tt?|[\s\S]/g;

/** The mask that a function names, by its number or as a text. */
export function maskOf(isTime: boolean, mask: ScriptConstant | undefined): string | undefined {
  if (typeof mask === "string") return mask;
  return typeof mask === "number" ? (isTime ? TIME_MASKS : DATE_MASKS)[mask] : undefined;
}

/** A date or time as its mask shows it; undefined for a text that is none. */
export function shownDate(text: string, mask: string, isTime: boolean, context: DateContext): string | undefined {
  const wallClock = (isTime ? timeOf(text) : undefined) ?? byMask(text, mask, context) ?? byLanguage(text, context);
  return wallClock === undefined ? undefined : written(new Date(wallClock), mask, context.locale);
}

function timeOf(text: string): number | undefined {
  const days = readTime(text);
  return days === undefined ? undefined : Math.round(days * 86_400) * 1000;
}

/** As the rest of the service reads dates; the wall-clock time in the document's zone. */
function byLanguage(text: string, { now, timeZone }: DateContext): number | undefined {
  const read = writtenDate(text.trim(), now);
  const instant = read === undefined ? undefined : parseDate(read, { now, timeZone });
  return instant === undefined ? undefined : instant + offsetAt(instant, timeZone) * 1000;
}

type Part = "year" | "month" | "day" | "hour" | "minute" | "second" | "half" | "monthName" | "dayName";

const PARTS: readonly (readonly [token: RegExp, part: Part, pattern: string])[] = [
  [/^m{3,4}$/, "monthName", "(\\p{L}+)\\.?"],
  [/^m/, "month", "(\\d{1,2})"],
  [/^d{3,4}$/, "dayName", "(\\p{L}+)\\.?"],
  [/^d/, "day", "(\\d{1,2})"],
  [/^yyyy$/, "year", "(\\d{4})"],
  [/^yy$/, "year", "(\\d{4}|\\d\\d)"],
  [/^(?:HH?|hh?)$/, "hour", "(\\d{1,2})"],
  [/^MM?$/, "minute", "(\\d{1,2})"],
  [/^ss?$/, "second", "(\\d{1,2})"],
  [/^tt?$/, "half", "([ap])m?"],
];

/** A text in the order that the mask asks for: somebody typed it as the form shows it. */
function byMask(text: string, mask: string, { locale }: DateContext): number | undefined {
  const parts: Part[] = [];
  const pattern = [...mask.matchAll(TOKEN)].map(([token, escaped]) => {
    const found = escaped === undefined ? PARTS.find(([shape]) => shape.test(token)) : undefined;
    if (found) parts.push(found[1]);
    return found?.[2] ?? (escaped ?? token).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s/g, "\\s*");
  });
  const match = new RegExp(`^\\s*${pattern.join("")}\\s*$`, "iu").exec(text);
  if (!match) return undefined;
  const has = (part: Part): boolean => parts.includes(part);
  const of = (part: Part): string | undefined => (has(part) ? match[parts.indexOf(part) + 1] : undefined);
  if (!has("year") || !(has("month") || has("monthName"))) return undefined;
  const year = fullYear(Number(of("year")));
  const month = has("month") ? Number(of("month")) : monthNamed(of("monthName") ?? "", locale);
  const day = has("day") ? Number(of("day")) : 1;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  const half = of("half")?.toLowerCase();
  const hour = Number(of("hour") ?? 0);
  const hours = half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0);
  return Date.UTC(year, month - 1, day, hours, Number(of("minute") ?? 0), Number(of("second") ?? 0));
}

const fullYear = (year: number): number => (year >= 100 ? year : year < 50 ? 2000 + year : 1900 + year);

function nameOf(date: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(date);
}

/** 1 to 12, or 0 for a word that is no month. */
function monthNamed(word: string, locale: string): number {
  const sought = word.toLowerCase();
  for (const language of [locale, "en"])
    for (let month = 0; month < 12; month++) {
      const date = new Date(Date.UTC(2024, month, 15));
      const names = (["long", "short"] as const).map((style) => nameOf(date, language, { month: style }).toLowerCase());
      if (names.some((name) => name.replace(/\.$/, "") === sought)) return month + 1;
    }
  return 0;
}

const two = (value: number): string => String(value).padStart(2, "0");

function written(date: Date, mask: string, locale: string): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const half = hour < 12 ? "am" : "pm";
  const tokens: Readonly<Record<string, () => string>> = {
    mmmm: () => nameOf(date, locale, { month: "long" }),
    mmm: () => nameOf(date, locale, { month: "short" }).replace(/\.$/, ""),
    mm: () => two(month),
    m: () => String(month),
    dddd: () => nameOf(date, locale, { weekday: "long" }),
    ddd: () => nameOf(date, locale, { weekday: "short" }).replace(/\.$/, ""),
    dd: () => two(day),
    d: () => String(day),
    yyyy: () => String(year).padStart(4, "0"),
    yy: () => two(year % 100),
    HH: () => two(hour),
    H: () => String(hour),
    hh: () => two(hour % 12 || 12),
    h: () => String(hour % 12 || 12),
    MM: () => two(minute),
    M: () => String(minute),
    ss: () => two(second),
    s: () => String(second),
    tt: () => half,
    t: () => half.slice(0, 1),
  };
  return mask.replace(TOKEN, (token, escaped?: string) => escaped ?? tokens[token]?.() ?? token);
}
