import type { CellValue } from "./cell-value.ts";
import type { Scalar } from "./formula/formula-value.ts";
import { DAYS_TO_1904 } from "./formula/serial-date.ts";

/** The value that formulas see in a merged cell. */
export function scalarOfCell(value: CellValue, uses1904: boolean): Scalar {
  switch (value.kind) {
    case "empty":
      return null;
    case "date":
      return uses1904 ? value.serial - DAYS_TO_1904 : value.serial;
    case "text":
      return value.text;
    default:
      return value.value;
  }
}

/** The text of rich text's markup (`si`, ECMA-376 Part 1, 18.4.8) without its looks. */
export function plainOfRuns(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
