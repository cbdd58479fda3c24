import { addInterval } from "../dates/add-interval.ts";
import { phpFormatOf } from "../dates/date-pattern.ts";
import { instantAt } from "../dates/instant.ts";
import { formatPhpDate } from "../dates/php-date.ts";
import { formatStrftime } from "../dates/strftime.ts";
import type { Runtime } from "../runtime.ts";
import { isNumeric, isTruthy, toText } from "../values.ts";
import type { ModifierTable } from "./modifier.ts";

/** Dates read, moved and written in the render's time zone and locale. */
export const DATE: ModifierTable = {
  date_format: { run: dateFormat, hint: "date" },
  date: { run: dateStyle, call: (runtime, format, time) => phpDate(runtime, toText(format), time), hint: "date" },
  strtotime: {
    run: (runtime, value) => {
      const time = runtime.date(value);
      return time === undefined ? false : Math.floor(time / 1000);
    },
    hint: "date",
  },
  date_add: { run: dateAdd, least: 1, hint: "date" },
  time: { run: (runtime) => Math.floor(runtime.options.now.getTime() / 1000) },
};

const DEFAULT_FORMAT = "%b %e, %Y";

/** With `%` the format is strftime's, without it PHP's date letters; `fallback` is the date if there is none. */
function dateFormat(runtime: Runtime, value: unknown, format: unknown = DEFAULT_FORMAT, fallback?: unknown): string {
  const given = isTruthy(value) && value !== "0000-00-00" && value !== "0000-00-00 00:00:00" ? value : undefined;
  const time = given === undefined ? (isTruthy(fallback) ? runtime.date(fallback) : undefined) : runtime.date(given);
  if (time === undefined) return "";
  const text = format === null ? DEFAULT_FORMAT : toText(format);
  return text.includes("%")
    ? formatStrftime(text, instant(runtime, time))
    : formatPhpDate(phpFormatOf(text) ?? text, instant(runtime, time));
}

function instant(runtime: Runtime, time: number): ReturnType<typeof instantAt> {
  return instantAt(time, runtime.options.timeZone, runtime.options.locale);
}

function phpDate(runtime: Runtime, format: string, time: unknown): string {
  const at = time === undefined || time === null ? runtime.options.now.getTime() : runtime.date(time);
  return at === undefined ? "" : formatPhpDate(format, instant(runtime, at));
}

const STYLES: ReadonlySet<string> = new Set(["short", "medium", "long", "full"]);
const MAX_CACHED = 100;
const styleFormats = new Map<string, Intl.DateTimeFormat>();

/** `|date:long:locale:zone` writes a date in the words of a locale; PHP's own order `"Y"|date:$time` works too. */
function dateStyle(runtime: Runtime, value: unknown, style: unknown, locale: unknown, zone: unknown): string {
  const name = style === undefined || style === "" ? "medium" : toText(style);
  if (style === undefined && typeof value === "string" && /^[a-zA-Z\W]+$/.test(value) && !/\s/.test(value)) {
    return phpDate(runtime, value, undefined);
  }
  if (isNumeric(style)) return phpDate(runtime, toText(value), style);
  if (!isTruthy(value)) return "";
  const timeZone = isTruthy(zone) ? toText(zone) : runtime.options.timeZone;
  const time = runtime.date(value);
  if (time === undefined) return "";
  const tag = isTruthy(locale) ? toText(locale).replaceAll("_", "-") : runtime.options.locale;
  try {
    if (!STYLES.has(name)) return formatPhpDate(phpFormatOf(name) ?? name, instantAt(time, timeZone, tag));
    return styleFormat(tag, timeZone, name as "short").format(time);
  } catch {
    runtime.warn("invalid_argument", `“${tag}” or “${timeZone}” is not a known locale or time zone`);
    return formatPhpDate("Y-m-d", instant(runtime, time));
  }
}

function styleFormat(locale: string, timeZone: string, dateStyleName: "short"): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${dateStyleName}`;
  let format = styleFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: dateStyleName, timeZone });
    if (styleFormats.size >= MAX_CACHED) styleFormats.clear();
    styleFormats.set(key, format);
  }
  return format;
}

/** Returns the moved date as text (`2024-03-01`, with a time of day if there is one), fit for any date modifier. */
function dateAdd(runtime: Runtime, value: unknown, interval: unknown): unknown {
  const time = runtime.date(value);
  if (time === undefined) return "";
  const moved = addInterval(time, toText(interval), runtime.options.timeZone);
  if (moved === undefined) {
    runtime.warn("unreadable_date", `“${toText(interval)}” is not an interval such as “+30 days”`, { from: interval });
    return value;
  }
  const at = instant(runtime, moved);
  const midnight = at.hour === 0 && at.minute === 0 && at.second === 0;
  return formatPhpDate(midnight ? "Y-m-d" : "Y-m-d H:i:s", at);
}
