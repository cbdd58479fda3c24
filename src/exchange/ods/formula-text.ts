/** Formulas (OpenDocument 1.3 Part 4, OpenFormula) -> as a workbook writes them (ECMA-376 Part 1, 18.17). */
import { columnName, columnNumber, LAST_COLUMN, LAST_ROW } from "../../spreadsheet/cell-reference.ts";
import type { GridPosition } from "../../spreadsheet/grid-range.ts";
import { sheetPrefix } from "./cell-addresses.ts";

const MOST_CHARACTERS = 8_192;
/** Texts, references in brackets, and the signs that are others. */
const PARTS = /"(?:[^"]|"")*"|\[[^\]]*\]|[{}]|[;|~]|COM\.MICROSOFT\./g;
const NAMESPACE = /^\s*(?:(?:of|oooc|msoxl):)?=?/;
const SHEET = String.raw`(?:\$?('(?:[^']|'')*'|[^'.:$\s]*)\.)?`;
const REFERENCE = new RegExp(
  String.raw`^${SHEET}(\$?[A-Z]{1,3})?(\$?\d{1,7})?(?::${SHEET}(\$?[A-Z]{1,3})?(\$?\d{1,7})?)?$`,
);
const BROKEN = "#REF!";

/** @param by how far places that are not fixed are moved: a formula may be written for another cell */
export function formulaText(formula: string, by: GridPosition = { row: 0, column: 0 }): string {
  let braces = 0;
  return formula
    .slice(0, MOST_CHARACTERS)
    .replace(NAMESPACE, "")
    .replace(PARTS, (part) => {
      if (part.startsWith('"')) return part;
      if (part.startsWith("[")) return referenceText(part.slice(1, -1), by);
      if (part === "{" || part === "}") {
        braces += part === "{" ? 1 : -1;
        return part;
      }
      // within arrays: columns and rows
      if (part === ";") return ",";
      if (part === "|") return braces > 0 ? ";" : part;
      return part === "~" ? "," : "";
    });
}

/** `$Sheet1.A1`, `.A1:.B3`, `.A:.C` @returns `'Sheet1'!A1`; `#REF!` for what leads out of the file */
function referenceText(written: string, by: GridPosition): string {
  const match = REFERENCE.exec(written);
  if (!match) return BROKEN;
  const [, sheet = "", column, row, lastSheet = "", lastColumn, lastRow] = match;
  if (column === undefined && row === undefined) return BROKEN;
  if (lastSheet !== "" && lastSheet !== sheet) return BROKEN;
  const first = cornerText(column, row, by);
  const isArea = lastColumn !== undefined || lastRow !== undefined;
  const last = isArea ? cornerText(lastColumn, lastRow, by) : undefined;
  if (first === undefined || (isArea && last === undefined)) return BROKEN;
  const name = sheet.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet;
  return (name === "" ? "" : sheetPrefix(name)) + first + (last === undefined ? "" : `:${last}`);
}

function cornerText(column: string | undefined, row: string | undefined, by: GridPosition): string | undefined {
  const letters = column?.replace("$", "");
  const across = letters === undefined ? 1 : columnNumber(letters) + (column?.startsWith("$") ? 0 : by.column);
  const down = row === undefined ? 1 : Number(row.replace("$", "")) + (row.startsWith("$") ? 0 : by.row);
  if (across < 1 || across > LAST_COLUMN || down < 1 || down > LAST_ROW) return undefined;
  const fixed = (part: string | undefined) => (part?.startsWith("$") ? "$" : "");
  return (
    (column === undefined ? "" : fixed(column) + columnName(across)) + (row === undefined ? "" : fixed(row) + down)
  );
}
