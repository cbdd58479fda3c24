/** Number formats (ECMA-376 Part 1, 18.8.31). All that is known of the library that reads them is here. */
import { format, formatColor, isDateFormat } from "numfmt";

/** Marks that stand in the text for what only layout can do. */
export interface FormatMarks {
  /** Stands before the character that fills a cell (`*`). */
  fill: string;
  /** Stands before the character whose room is left (`_`). */
  skip: string;
}

/** Whether a code shows dates or times; a code that cannot be read does not. */
export function isDateFormatCode(code: string): boolean {
  try {
    return isDateFormat(code);
  } catch {
    return false;
  }
}

/**
 * A value as its format shows it; dates are serial numbers of the 1900 system.
 * @throws Error for a code that cannot be read
 */
export function formatValue(value: number | string | boolean | null, code: string): string {
  return format(code, value, { nbsp: false });
}

/** What the library shows for a date that there is not. */
export const BROKEN_TEXT = "######";

/** {@link formatValue} for cells and labels as they are shown: numbers that are not dates are `######`, marks are set. */
export function shownValue(value: number | string, code: string, marks?: FormatMarks): string {
  // The library takes marks of any kind, though its types say otherwise.
  const set: object = marks ? { skipChar: marks.skip, fillChar: marks.fill } : {};
  return format(code, value, { throws: false, nbsp: false, dateErrorNumber: false, ...set });
}

/** The colour that the format asks for, as it names it: `red`, `#rrggbb`. */
export function formatColorName(value: number | string, code: string): string | undefined {
  const color: unknown = formatColor(code, value, { throws: false });
  return typeof color === "string" ? color : undefined;
}

/** What the system shows for these marks, as it does in America; the code behind the mark is only an example. */
const SYSTEM_FORMATS: readonly (readonly [mark: RegExp, code: string])[] = [
  [/^\[\$-F800\]/i, "dddd, mmmm d, yyyy"],
  [/^\[\$-F400\]/i, "h:mm:ss AM/PM"],
];

/** A code of a date or time with what the system's settings stand for (18.8.31). */
export function withoutSystemFormat(code: string): string {
  return SYSTEM_FORMATS.find(([mark]) => mark.test(code))?.[1] ?? code;
}

/** A code without the locales of its currencies, which change nothing but dates; `quote` writes a currency's symbol. */
export function withoutLocale(code: string, quote: (symbol: string) => string): string {
  return code.replace(/\[\$([^\]-]*)-[0-9A-Fa-f]+\]/g, (_, symbol: string) => (symbol ? quote(symbol) : ""));
}
