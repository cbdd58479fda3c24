/** Number formats (ECMA-376 Part 1, 18.8.31). Everything specific to the library that reads them is here. */
import { addLocale, format, formatColor, getLocale, isDateFormat } from "numfmt";

/** Short names without the points that the library writes: those of Windows, which Excel shows. */
const SHORT_MONTHS: Readonly<Record<string, string>> = {
  da: "jan feb mar apr maj jun jul aug sep okt nov dec",
  de: "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
  de_CH: "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
  nb: "jan feb mar apr mai jun jul aug sep okt nov des",
  nl: "jan feb mrt apr mei jun jul aug sep okt nov dec",
  pt: "jan fev mar abr mai jun jul ago set out nov dez",
  pt_BR: "jan fev mar abr mai jun jul ago set out nov dez",
  sv: "jan feb mar apr maj jun jul aug sep okt nov dec",
};
for (const [language, months] of Object.entries(SHORT_MONTHS)) {
  const known = getLocale(language);
  if (!known) continue;
  const ddd = known.ddd.map((day) => day.replace(/\.$/, ""));
  addLocale({ ...known, mmm: months.split(" "), ddd }, language);
}

/** Marks in the text for what only layout can do. */
export interface FormatMarks {
  /** Precedes the character that fills a cell (`*`). */
  fill: string;
  /** Precedes the character whose width is left free (`_`). */
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
 * @throws Error if the code cannot be read
 */
export function formatValue(value: number | string | boolean | null, code: string): string {
  return format(code, value, { nbsp: false });
}

/** What the library shows for a date that does not exist. */
export const BROKEN_TEXT = "######";

/** {@link formatValue} for cells and labels as they are shown: numbers that are not dates are `######`, marks are set. */
export function shownValue(value: number | string, code: string, marks?: FormatMarks): string {
  // The library takes marks of any kind, though its types say otherwise.
  const set: object = marks ? { skipChar: marks.skip, fillChar: marks.fill } : {};
  return format(code, value, { throws: false, nbsp: false, dateErrorNumber: false, dateSpanLarge: false, ...set });
}

/** The color that the format asks for, as it names it: `red`, `#rrggbb`. */
export function formatColorName(value: number | string, code: string): string | undefined {
  const color: unknown = formatColor(code, value, { throws: false });
  return typeof color === "string" ? color : undefined;
}

/** A code without the locales of its currencies, which affect only dates; `quote` writes a currency's symbol. */
export function withoutLocale(code: string, quote: (symbol: string) => string): string {
  return code.replace(/\[\$([^[\]-]*)-[0-9A-Fa-f]+\]/g, (_, symbol: string) => (symbol ? quote(symbol) : ""));
}
