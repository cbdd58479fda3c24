import { parseDate } from "../../language/dates/strtotime.ts";
import { offsetAt } from "../../language/dates/zone-offsets.ts";
import { readNumber } from "../../language/numbers.ts";
import { Markup } from "../../language/values.ts";
import { SERIAL_LIMIT, serialOfMilliseconds } from "../../spreadsheet/serial-date.ts";
import { normalizeLines, textOfValue } from "../ooxml/text-markup.ts";
import type { FormatKind } from "./number-formats.ts";

/** What a value of the data becomes in a cell of its own. */
export type CellValue =
  | { kind: "empty" }
  | { kind: "number"; value: number }
  /** `serial` is of the 1900 system. */
  | { kind: "date"; serial: number; hasTime: boolean }
  | { kind: "boolean"; value: boolean }
  | { kind: "text"; text: string };

export interface DateReading {
  now: Date;
  timeZone: string;
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
      if (value instanceof Date) return dateValue(value.getTime(), true, reading);
      if (value instanceof Markup) return textValue(textOfValue(value), format, isDirect, reading);
      return { kind: "text", text: textOfValue(value) };
  }
}

function numberValue(value: number, format: FormatKind, reading: DateReading): CellValue {
  if (!Number.isFinite(value)) return EMPTY;
  if (format === "text") return { kind: "text", text: textOfValue(value) };
  if (format === "date" && value >= FIRST_UNIX_TIME) return dateValue(value * 1000, true, reading);
  return { kind: "number", value };
}

function textValue(text: string, format: FormatKind, isDirect: boolean, reading: DateReading): CellValue {
  const isTyped = format === "number" || format === "date";
  if (text === "") return EMPTY;
  if (format !== "text" && (isDirect || isTyped)) {
    if (PLAIN_NUMBER.test(text)) return numberValue(Number(text), format, reading);
    if (ISO_DATE.test(text)) return isoDate(text, reading) ?? { kind: "text", text };
    if (format === "number") {
      const read = readNumber(text);
      if (read.manner === "exact" || read.manner === "lenient")
        return { kind: "number", value: text.trim().endsWith("%") ? read.value / 100 : read.value };
    }
    if (format === "date" && /\d/.test(text)) {
      const time = parseDate(text, reading);
      if (time !== undefined) return dateValue(time, /:/.test(text), reading);
    }
  }
  return { kind: "text", text: normalizeLines(text) };
}

function isoDate(text: string, reading: DateReading): CellValue | undefined {
  const time = parseDate(text, reading);
  if (time === undefined) return undefined;
  return dateValue(time, text.length > 10, reading);
}

/** The wall-clock time of an instant in the document's time zone. */
function dateValue(milliseconds: number, hasTime: boolean, { timeZone }: DateReading): CellValue {
  const serial = serialOfMilliseconds(milliseconds + offsetAt(milliseconds, timeZone) * 1000, 1900);
  if (!(serial >= 0 && serial < SERIAL_LIMIT)) return EMPTY;
  // Milliseconds are the precision that both sides share.
  return { kind: "date", serial: Math.round(serial * 86_400_000) / 86_400_000, hasTime };
}
