import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml } from "../../office/xml-tree.ts";
import { formatRange } from "../../spreadsheet/cell-reference.ts";
import { numberText } from "../../spreadsheet/formula/coerce.ts";
import { hull } from "./sheet-frame.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { movedText } from "./shift-ranges.ts";
import { tablePlace } from "./table-areas.ts";
import type { WorkbookCells } from "./workbook-cells.ts";
import type { SourceTable } from "./workbook-source.ts";
import { withAttribute } from "./xml-attributes.ts";

/** A table (ECMA-376 Part 1, 18.5.1.2) at its new place; `name` is its own in the merged workbook. */
export function writeTable(
  xml: string,
  table: SourceTable,
  instance: SheetInstance,
  cells: WorkbookCells,
  id: number,
  name: string,
): string {
  const place = tablePlace(table, instance, cells.resolver);
  if (!place) return xml;
  const root = parseXml(xml);
  const origin = { instance, turn: undefined, columnTurn: -1, row: 0, column: 0 };
  let written = xml
    .slice(0, root.end)
    .replace(/<table\s[^>]*>/, (open) => {
      const named = withAttribute(withAttribute(open, "displayName", name), "name", name);
      return withAttribute(withAttribute(named, "id", String(id)), "ref", formatRange(place));
    })
    .replace(/<(?:autoFilter|sortState|sortCondition)\s[^>]*>/g, (open) => {
      const reference = /\sref="([^"]*)"/.exec(open)?.[1] ?? "";
      return withAttribute(open, "ref", hull(reference, instance) ?? formatRange(place));
    })
    .replace(
      /(<(?:calculatedColumnFormula|totalsRowFormula)[^>]*>)([^<]*)/g,
      (_, open: string, text: string) => open + escapeXmlText(movedText(decode(text), origin, cells.resolver)),
    );
  if (table.headerRows > 0) written = withHeaders(written, table, instance, cells, place.row1, place.column1);
  return written;
}

function decode(text: string): string {
  return parseXml(`<f>${text}</f>`).text();
}

/** A column is called what its header says; Excel repairs a table if the two differ. */
function withHeaders(
  xml: string,
  table: SourceTable,
  instance: SheetInstance,
  cells: WorkbookCells,
  row: number,
  column: number,
): string {
  const used = new Set<string>();
  let index = 0;
  return xml.replace(/<tableColumn\s[^>]*>/g, (open) => {
    const old = table.columns[index] ?? "";
    const value = cells.read(instance.index, row, column + index++);
    const text =
      typeof value === "number" ? numberText(value) : typeof value === "string" && value !== "" ? value : old;
    let name = text.includes("\n") ? text.replaceAll("\n", "_x000a_") : text;
    for (let turn = 2; used.has(name.toLowerCase()); turn++) name = `${text}${turn}`;
    used.add(name.toLowerCase());
    return name === old ? open : withAttribute(open, "name", name);
  });
}
