import { formatValue, isDateFormatCode } from "../spreadsheet/number-format.ts";
import { type DateSystem, partsOf } from "../spreadsheet/serial-date.ts";
import type { CellValue } from "./list-table.ts";

/** How values under a number format are meant. */
export type FormatKind = "date" | "time" | "percent" | "digits" | "plain";

/** What a format code says of the values under it; colors and texts in it say nothing. */
export function formatKind(code: string): FormatKind {
  const bare = code.replace(/"[^"]*"|\\.|\[(?!h|m|s)[^[\]]*\]/gi, "");
  if (isDateFormatCode(code)) return /[yd]/i.test(bare) || /(^|[^hs:\]])m{3,}/i.test(bare) ? "date" : "time";
  if (bare.includes("%")) return "percent";
  // 00000 of post codes: the zeros in front are part of what it says
  return /^0{2,}$/.test(bare.split(";")[0] ?? "") ? "digits" : "plain";
}

const two = (value: number): string => String(value).padStart(2, "0");

/** A stored number as it is meant: days as `2026-01-31`, percents as they are shown, numbers as Excel shows at most. */
export function numberValue(stored: number, code: string, kind: FormatKind, system: DateSystem): CellValue {
  if (kind === "plain") return precise(stored);
  if (kind === "digits")
    return Number.isInteger(stored) && stored >= 0 ? formatValue(stored, code.split(";")[0] ?? code) : stored;
  if (kind === "percent") return `${precise(stored * 100)}%`;
  const parts = partsOf(stored, system);
  if (!parts) return precise(stored);
  const time = `${two(parts.hour)}:${two(parts.minute)}:${two(parts.second)}`;
  if (kind === "time") return stored < 1 ? time.replace(/:00$/, "") : precise(stored);
  const day = `${String(parts.year).padStart(4, "0")}-${two(parts.month)}-${two(parts.day)}`;
  return stored % 1 === 0 ? day : `${day} ${time}`;
}

/** Excel keeps 15 digits; what a file has beyond them is how its program computes. */
const precise = (value: number): number => Number(value.toPrecision(15));
