import { decodeXmlText } from "../../office/xml-text.ts";
import type { Scalar } from "../../spreadsheet/formula/formula-value.ts";
import { type DateSystem, serialFrom1900 } from "../../spreadsheet/serial-date.ts";
import type { CellValue } from "./cell-value.ts";

/** The value that formulas see in a merged cell. */
export function scalarOfCell(value: CellValue, dates: DateSystem): Scalar {
  switch (value.kind) {
    case "empty":
    case "unreadable":
      return null;
    case "date":
      return serialFrom1900(value.serial, dates);
    case "text":
      return value.text;
    default:
      return value.value;
  }
}

/** The text of rich text's markup (`si`, ECMA-376 Part 1, 18.4.8) without formatting. */
export function plainOfRuns(markup: string): string {
  return decodeXmlText(markup.replace(/<[^>]*>/g, ""));
}
