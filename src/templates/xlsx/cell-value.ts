import { parseDate } from "../../language/dates/strtotime.ts";
import { readTime } from "../../language/dates/time-of-day.ts";
import { writtenDate } from "../../language/dates/written-date.ts";
import { offsetAt } from "../../language/dates/zone-offsets.ts";
import { readNumber } from "../../language/numbers.ts";
import { Markup } from "../../language/values.ts";
import { type DateSystem, firstSerial, SERIAL_LIMIT, serialOfMilliseconds } from "../../spreadsheet/serial-date.ts";
import { normalizeLines, textOfValue } from "../ooxml/text-markup.ts";
import { cellHtml, htmlOf, textOfHtml } from "./html-runs.ts";
import type { FormatKind } from "./number-formats.ts";

/** What a value of the data becomes in a cell of its own. */
export type CellValue =
  | { kind: "empty" }
  | { kind: "number"; value: number }
  /** `serial` is of the 1900 system. */
  | { kind: "date"; serial: number; hasTime: boolean }
  | { kind: "boolean"; value: boolean }
  | { kind: "text"; text: string }
  /** A date that does not exist, or a number beyond all that a cell holds: the cell stays empty, with a warning. */
  | { kind: "unreadable"; text: string; as: "date" | "number" };

export interface DateReading {
  now: Date;
  timeZone: string;
  /** Days before the first one of the workbook's dates are no numbers in it. */
  dates: DateSystem;
}

/** Numbers as JSON writes them: no leading zeros, no more digits than a cell keeps. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
/** Numbers above this in a date cell are Unix time, not a day of the year 2173. */
const FIRST_UNIX_TIME = 100_000_000;

const EMPTY: CellValue = { kind: "empty" };

/**
 * Gives a value its type (language "How blocks bind in Office files"): numbers, booleans and dates as they are, texts
 * that are numbers or ISO dates too, unless the cell's format is text or a modifier made the text.
 */
export function cellValue(value: unknown, format: FormatKind, isDirect: boolean, reading: DateReading): CellValue {
  if (value === undefined || value === null || value === "") return EMPTY;
  switch (typeof value) {
    case "boolean":
      return { kind: "boolean", value };
    case "bigint":
      return { kind: "text", text: value.toString() };
    case "number":
      return numberValue(value, format, reading);
    case "string":
      return textValue(value, format, isDirect, reading);
    default:
      if (value instanceof Date)
        return dateValue(value.getTime(), true, reading) ?? { kind: "text", text: textOfValue(value) };
      if (value instanceof Markup) return textValue(textOfMarkup(value), format, isDirect, reading);
      return { kind: "text", text: textOfValue(value) };
  }
}

function textOfMarkup(value: Markup): string {
  const html = htmlOf(value);
  return html === undefined ? textOfValue(value) : textOfHtml(cellHtml(html));
}

function numberValue(value: number, format: FormatKind, reading: DateReading, written?: string): CellValue {
  if (!Number.isFinite(value)) return { kind: "unreadable", text: written ?? textOfValue(value), as: "number" };
  if (format === "text") return { kind: "text", text: textOfValue(value) };
  if (isOfDates(format) && value >= FIRST_UNIX_TIME)
    return dateValue(value * 1000, true, reading) ?? { kind: "text", text: textOfValue(value) };
  return { kind: "number", value };
}

const isOfDates = (format: FormatKind): boolean => format === "date" || format === "time" || format === "minutes";

function textValue(text: string, format: FormatKind, isDirect: boolean, reading: DateReading): CellValue {
  if (text === "") return EMPTY;
  const asText: CellValue = { kind: "text", text: normalizeLines(text) };
  if (format === "text" || !(isDirect || format === "number" || isOfDates(format))) return asText;
  if (PLAIN_NUMBER.test(text)) return numberValue(Number(text), format, reading, text);
  if (isOfDates(format)) return dateOfText(text, format, reading) ?? asText;
  // An order's number may look like a date that does not exist: without a date format it stays what it is.
  if (ISO_DATE.test(text)) return isoDate(text, reading) ?? asText;
  if (format !== "number") return asText;
  const read = readNumber(text);
  if (read.manner !== "exact" && read.manner !== "lenient") return asText;
  return numberValue(text.trim().endsWith("%") ? read.value / 100 : read.value, format, reading, text);
}

/** What is neither a date nor a time stays a text. */
function dateOfText(text: string, format: FormatKind, reading: DateReading): CellValue | undefined {
  if (!/\d/.test(text)) return undefined;
  const time = readTime(text, format === "minutes");
  // A time is of no day: a cell that shows days has nothing to show of it.
  if (time !== undefined) return format === "date" ? undefined : { kind: "number", value: roundedDays(time) };
  const written = writtenDate(text.trim(), reading.now);
  if (written === undefined) return { kind: "unreadable", text, as: "date" };
  const milliseconds = parseDate(written, reading);
  return milliseconds === undefined ? undefined : dateValue(milliseconds, /:/.test(text), reading);
}

function isoDate(text: string, reading: DateReading): CellValue | undefined {
  if (writtenDate(text, reading.now) === undefined) return undefined;
  const time = parseDate(text, reading);
  return time === undefined ? undefined : dateValue(time, text.length > 10, reading);
}

/** The wall-clock time of an instant in the document's time zone; undefined for days that have no number in the workbook. */
function dateValue(milliseconds: number, hasTime: boolean, { timeZone, dates }: DateReading): CellValue | undefined {
  const serial = serialOfMilliseconds(milliseconds + offsetAt(milliseconds, timeZone) * 1000, 1900);
  if (!(serial >= firstSerial(dates) && serial < SERIAL_LIMIT)) return undefined;
  return { kind: "date", serial: roundedDays(serial), hasTime };
}

/** Milliseconds are the precision that both sides share. */
const roundedDays = (days: number): number => Math.round(days * 86_400_000) / 86_400_000;
