import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml } from "../../office/xml-tree.ts";
import { formatRange } from "../../spreadsheet/cell-reference.ts";
import { hull } from "./sheet-frame.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { movedText } from "./shift-ranges.ts";
import { tablePlace } from "./table-areas.ts";
import type { TableNames } from "./table-headings.ts";
import type { WorkbookCells } from "./workbook-cells.ts";
import type { SourceTable } from "./workbook-source.ts";
import { withAttribute } from "./xml-attributes.ts";

/** A table (ECMA-376 Part 1, 18.5.1.2) at its new place, with the names that it has there. */
export function writeTable(
  xml: string,
  table: SourceTable,
  instance: SheetInstance,
  cells: WorkbookCells,
  id: number,
  names: TableNames,
): string {
  const place = tablePlace(table, instance, cells.resolver);
  if (!place) return xml;
  const root = parseXml(xml);
  const origin = { instance, iteration: undefined, columnIteration: -1, row: 0, column: 0 };
  const name = names.nameOf(table, instance);
  const written = xml
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
  return withHeaders(written, table, names.columnsOf(table, instance));
}

function decode(text: string): string {
  return parseXml(`<f>${text}</f>`).text();
}

/** A column is called what its header says; Excel repairs a table if the two differ. */
function withHeaders(xml: string, { columns }: SourceTable, names: readonly string[]): string {
  let index = 0;
  return xml.replace(/<tableColumn\s[^>]*>/g, (open) => {
    const [old, name] = [columns[index], names[index]];
    index++;
    return name === undefined || name === old ? open : withAttribute(open, "name", name);
  });
}
