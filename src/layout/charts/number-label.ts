/** Numbers of axes and labels by their format code (ECMA-376 part 1, 18.8.31). */
import { localDateCode } from "../../spreadsheet/local-dates.ts";
import { isDateFormatCode, shownValue, withoutLocale } from "../../spreadsheet/number-format.ts";

const MAX_CACHED = 5_000;
const cache = new Map<string, string>();

export function numberLabel(value: number, format: string): string {
  const key = `${value} ${format}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const text = written(value, format || "General");
  if (cache.size < MAX_CACHED) cache.set(key, text);
  return text;
}

function written(value: number, format: string): string {
  // Sums like 0.1 + 0.2 show no noise.
  const clean = Number(value.toPrecision(12));
  const pattern = isDateFormatCode(format)
    ? localDateCode(format, clean)
    : withoutLocale(format, (symbol) => `"${symbol}"`);
  try {
    return shownValue(clean, pattern).trim();
  } catch {
    return String(clean);
  }
}
