/** Numbers of axes and labels by their format code (ECMA-376 part 1, 18.8.31). */
import { format as formatNumber } from "numfmt";

const OPTIONS = { throws: false, nbsp: false, dateErrorNumber: false };
const MOST_CACHED = 5_000;
const cache = new Map<string, string>();

export function numberLabel(value: number, format: string): string {
  const key = `${value} ${format}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const text = written(value, format || "General");
  if (cache.size < MOST_CACHED) cache.set(key, text);
  return text;
}

function written(value: number, format: string): string {
  // A currency's locale changes nothing but dates; sums like 0.1 + 0.2 show no noise.
  const pattern = format.replace(/\[\$([^\]-]*)-[0-9A-Fa-f]+\]/g, (_, symbol: string) => (symbol ? `"${symbol}"` : ""));
  const clean = Number(value.toPrecision(12));
  try {
    return formatNumber(pattern, clean, OPTIONS).trim();
  } catch {
    return String(clean);
  }
}
