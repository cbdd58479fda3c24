import { isoWeek } from "./calendar.ts";
import { isEnglish, monthName, weekdayName } from "./calendar-names.ts";
import type { Instant } from "./instant.ts";
import { zoneNameAt } from "./zone-names.ts";

type Conversion =
  | { readonly kind: "number"; readonly width: number; readonly pad: "0" | " "; value(instant: Instant): number }
  /** Hours times 100 and minutes, written with a sign. */
  | { readonly kind: "offset"; value(instant: Instant): number }
  | { readonly kind: "text"; value(instant: Instant, besideDay: boolean): string };

const number = (width: number, pad: "0" | " ", value: (instant: Instant) => number): Conversion => ({
  kind: "number",
  width,
  pad,
  value,
});
const text = (value: (instant: Instant, besideDay: boolean) => string): Conversion => ({ kind: "text", value });
const composed = (format: string): Conversion => text((instant) => formatStrftime(format, instant));

const hour12 = (instant: Instant): number => instant.hour % 12 || 12;
const iso = (instant: Instant) => isoWeek(instant.year, instant.month, instant.day);
const pastMonday = (instant: Instant): number => (instant.weekday + 6) % 7;

/** Date and time in the way of the locale; the C locale's own forms for English. */
function localised(english: string, options: Intl.DateTimeFormatOptions): Conversion {
  return text((instant) => {
    if (isEnglish(instant.locale)) return formatStrftime(english, instant);
    const key = JSON.stringify([instant.locale, instant.timeZone, options]);
    let format = localFormats.get(key);
    if (!format) {
      const locale = Intl.DateTimeFormat.supportedLocalesOf([instant.locale.replaceAll("_", "-")]);
      format = new Intl.DateTimeFormat(locale, { ...options, calendar: "gregory", timeZone: instant.timeZone });
      if (localFormats.size >= MAX_LOCAL_FORMATS) localFormats.clear();
      localFormats.set(key, format);
    }
    return format.format(instant.epochMs);
  });
}
const MAX_LOCAL_FORMATS = 50;
const localFormats = new Map<string, Intl.DateTimeFormat>();

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  a: text((instant) => weekdayName(instant, "short")),
  A: text((instant) => weekdayName(instant, "long")),
  b: text((instant, besideDay) => monthName(instant, "short", besideDay)),
  B: text((instant, besideDay) => monthName(instant, "long", besideDay)),
  c: localised("%a %b %e %H:%M:%S %Y", { dateStyle: "medium", timeStyle: "medium" }),
  C: number(2, "0", (instant) => Math.floor(instant.year / 100)),
  d: number(2, "0", (instant) => instant.day),
  D: composed("%m/%d/%y"),
  e: number(2, " ", (instant) => instant.day),
  F: composed("%Y-%m-%d"),
  g: number(2, "0", (instant) => iso(instant).year % 100),
  G: number(1, "0", (instant) => iso(instant).year),
  h: text((instant, besideDay) => monthName(instant, "short", besideDay)),
  H: number(2, "0", (instant) => instant.hour),
  I: number(2, "0", hour12),
  j: number(3, "0", (instant) => instant.dayOfYear + 1),
  k: number(2, " ", (instant) => instant.hour),
  l: number(2, " ", hour12),
  m: number(2, "0", (instant) => instant.month),
  M: number(2, "0", (instant) => instant.minute),
  n: text(() => "\n"),
  p: text((instant) => (instant.hour < 12 ? "AM" : "PM")),
  P: text((instant) => (instant.hour < 12 ? "am" : "pm")),
  r: composed("%I:%M:%S %p"),
  R: composed("%H:%M"),
  s: number(1, "0", (instant) => Math.floor(instant.epochMs / 1000)),
  S: number(2, "0", (instant) => instant.second),
  t: text(() => "\t"),
  T: composed("%H:%M:%S"),
  u: number(1, "0", (instant) => instant.weekday || 7),
  U: number(2, "0", (instant) => Math.floor((instant.dayOfYear + 7 - instant.weekday) / 7)),
  V: number(2, "0", (instant) => iso(instant).week),
  w: number(1, "0", (instant) => instant.weekday),
  W: number(2, "0", (instant) => Math.floor((instant.dayOfYear + 7 - pastMonday(instant)) / 7)),
  x: localised("%m/%d/%y", { dateStyle: "short" }),
  X: localised("%H:%M:%S", { timeStyle: "medium" }),
  y: number(2, "0", (instant) => ((instant.year % 100) + 100) % 100),
  Y: number(1, "0", (instant) => instant.year),
  z: {
    kind: "offset",
    value: (instant) => {
      const minutes = Math.floor(Math.abs(instant.offsetSeconds) / 60);
      return (Math.floor(minutes / 60) * 100 + (minutes % 60)) * (instant.offsetSeconds < 0 ? -1 : 1);
    },
  },
  Z: text((instant) => zoneNameAt(instant.epochMs, instant.timeZone).abbreviation),
  "%": text(() => "%"),
};

/** Conversions that glibc does not take after the modifiers `E` and `O`. */
const NOT_AFTER_E = new Set("aAbBDdeFhHIjklMmSUWVgGw");
const NOT_AFTER_O = new Set("aAcDFxXY");

/** What `#` does: names become upper case, these become lower case, and these stay. */
const LOWERED_BY_SWAP = new Set("pZ");
const UNTOUCHED_BY_SWAP = new Set("crx");
const MAX_WIDTH = 200;
const MAX_FORMATS = 500;

type Part = string | ((instant: Instant) => string);
const formats = new Map<string, readonly Part[]>();

/**
 * Formats as PHP's strftime() does with the C library of Linux: all conversions of POSIX and glibc, the flags
 * `-` (no padding), `_` (blanks), `0`, `^` (capitals), `#` (other case), and a width. What is not a conversion stays.
 */
export function formatStrftime(format: string, instant: Instant): string {
  let result = "";
  for (const part of compiled(format)) result += typeof part === "string" ? part : part(instant);
  return result;
}

const SPECIFICATION = /%([-_0^#]*)(\d{0,4})([EO]?)([A-Za-z%])/y;

function compiled(format: string): readonly Part[] {
  const known = formats.get(format);
  if (known) return known;
  const hasDay = /%[-_0^#]*\d{0,4}[EO]?[dec]/.test(format);
  const parts: Part[] = [];
  let position = 0;
  while (position < format.length) {
    const percent = format.indexOf("%", position);
    if (percent < 0) {
      parts.push(format.slice(position));
      break;
    }
    if (percent > position) parts.push(format.slice(position, percent));
    SPECIFICATION.lastIndex = percent;
    const match = SPECIFICATION.exec(format);
    const letter = match?.[4] ?? "";
    const conversion = match && isConversion(letter, match[3]) ? CONVERSIONS[letter] : undefined;
    if (match && conversion) {
      parts.push(bind(conversion, letter, match[1] ?? "", Number(match[2]), hasDay && match[3] !== "O"));
      position = percent + match[0].length;
    } else {
      parts.push("%");
      position = percent + 1;
    }
  }
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(format, parts);
  return parts;
}

function isConversion(letter: string, modifier: string | undefined): boolean {
  if (!Object.hasOwn(CONVERSIONS, letter)) return false;
  if (modifier === "E") return !NOT_AFTER_E.has(letter);
  return modifier !== "O" || !NOT_AFTER_O.has(letter);
}

/** A conversion with its flags and width, ready to be applied. */
function bind(conversion: Conversion, letter: string, flags: string, width: number, besideDay: boolean): Part {
  const padFlag = [...flags].reverse().find((flag) => flag === "-" || flag === "_" || flag === "0");
  if (conversion.kind === "text") {
    const change = caseChange(letter, flags);
    const length = Math.min(width, MAX_WIDTH);
    return (instant) => change(conversion.value(instant, besideDay)).padStart(length, padFlag === "0" ? "0" : " ");
  }
  const isOffset = conversion.kind === "offset";
  const pad = padFlag === "_" || padFlag === "-" ? " " : padFlag === "0" || isOffset ? "0" : conversion.pad;
  const ownWidth = padFlag === "-" ? 0 : isOffset ? 4 : conversion.width;
  const length = Math.min(Math.max(ownWidth, width), MAX_WIDTH);
  if (!isOffset) return (instant) => String(conversion.value(instant)).padStart(length, pad);
  return (instant) => {
    const value = conversion.value(instant);
    // glibc pads the sign as well when a width is given.
    const sign = (instant.offsetSeconds < 0 ? "-" : "+").padStart(Math.min(width, MAX_WIDTH));
    return sign + String(Math.abs(value)).padStart(length, pad);
  };
}

function caseChange(letter: string, flags: string): (value: string) => string {
  if (letter === "P") return (value) => value;
  if (flags.includes("#")) {
    if (UNTOUCHED_BY_SWAP.has(letter)) return (value) => value;
    return LOWERED_BY_SWAP.has(letter) ? (value) => value.toLowerCase() : (value) => value.toUpperCase();
  }
  return flags.includes("^") ? (value) => value.toUpperCase() : (value) => value;
}
