/** Pivot tables (ECMA-376 part 1, 18.10): which of their cells are headings, subtotals and totals. */
import { booleanAttribute } from "../../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../../office/xml-node.ts";
import { parseGridRange } from "../../../spreadsheet/grid-range.ts";
import type { PivotLine, PivotTable } from "../model/pivot-table.ts";
import type { StyledArea } from "./table-style.ts";

const MAX_LINES = 100_000;
const ORDINALS = ["first", "second", "third"] as const;
const count = (value: string | undefined) => Math.max(0, Math.trunc(Number(value ?? 0)) || 0);

/** Undefined for pivot tables without a style, which look the way their cells do. */
export function readPivotTable(root: XmlNode | undefined): PivotTable | undefined {
  const location = child(root, "x:location")?.attributes;
  const style = child(root, "x:pivotTableStyleInfo")?.attributes;
  const range = parseGridRange(location?.ref ?? "");
  if (!root || !location || !range || !style?.name) return undefined;
  return {
    range,
    styleName: style.name,
    headerRows: count(location.firstDataRow),
    headerColumns: count(location.firstDataCol),
    rows: readLines(root, "row", true),
    columns: readLines(root, "col", false),
    rowHeaders: booleanAttribute(style.showRowHeaders),
    columnHeaders: booleanAttribute(style.showColHeaders),
    lastColumn: booleanAttribute(style.showLastColumn),
    rowStripes: booleanAttribute(style.showRowStripes),
    columnStripes: booleanAttribute(style.showColStripes),
  };
}

/** An item that names too few fields heads those that follow (`r` of the fields are those of the line before). */
function readLines(root: XmlNode, axis: "row" | "col", hasHeadings: boolean): PivotLine[] {
  const fields = childrenNamed(child(root, `x:${axis}Fields`), "x:field").length;
  const items = childrenNamed(child(root, `x:${axis}Items`), "x:i").slice(0, MAX_LINES);
  return items.map((item): PivotLine => {
    const level = count(item.attributes.r);
    const named = level + childrenNamed(item, "x:x").length;
    switch (item.attributes.t ?? "data") {
      case "data":
        return { kind: hasHeadings && named < fields ? "heading" : "data", level };
      case "grand":
        return { kind: "grand", level };
      case "blank":
        return { kind: "blank", level };
      default:
        return { kind: "subtotal", level: named - 1 };
    }
  });
}

/** Parts of the pivot table that hold the cell, weakest first (18.8.83, ST_TableStyleType 18.18.77). */
export function pivotAreasAt(pivot: PivotTable, row: number, column: number): StyledArea[] {
  const { range } = pivot;
  const bodyTop = range.top + pivot.headerRows;
  const bodyLeft = range.left + pivot.headerColumns;
  const areas: StyledArea[] = [{ name: "wholeTable", ...range }];
  const rowLine = row >= bodyTop ? pivot.rows[row - bodyTop] : undefined;
  const columnLine = column >= bodyLeft ? pivot.columns[column - bodyLeft] : undefined;
  const whole = { ...range, top: row, bottom: row };
  const upright = { ...range, left: column, right: column };
  if (row >= bodyTop) {
    if (pivot.columnStripes && column >= bodyLeft)
      areas.push({ ...upright, top: bodyTop, name: stripe(column - bodyLeft, "Column") });
    if (pivot.rowStripes && rowLine?.kind === "data") areas.push({ ...whole, name: stripe(row - bodyTop, "Row") });
  }
  if (pivot.rowHeaders && column < bodyLeft) areas.push({ ...range, right: bodyLeft - 1, name: "firstColumn" });
  if (pivot.columnHeaders && row < bodyTop) {
    areas.push({ ...range, bottom: bodyTop - 1, name: "headerRow" });
    if (row === range.top && column === range.left) areas.push({ ...whole, right: column, name: "firstHeaderCell" });
  }
  if (columnLine?.kind === "subtotal") areas.push({ ...upright, name: `${ordinal(columnLine.level)}SubtotalColumn` });
  if (rowLine?.kind === "blank") areas.push({ ...whole, name: "blankRow" });
  if (rowLine?.kind === "heading" && pivot.rowHeaders)
    areas.push({ ...whole, name: `${ordinal(rowLine.level)}RowSubheading` });
  if (rowLine?.kind === "subtotal") areas.push({ ...whole, name: `${ordinal(rowLine.level)}SubtotalRow` });
  if (pivot.lastColumn && columnLine?.kind === "grand") areas.push({ ...upright, name: "lastColumn" });
  if (rowLine?.kind === "grand") areas.push({ ...whole, name: "totalRow" });
  return areas;
}

function stripe(offset: number, kind: "Row" | "Column"): string {
  return `${offset % 2 === 0 ? "first" : "second"}${kind}Stripe`;
}

/** Deeper levels look as the third does. */
function ordinal(level: number): string {
  return ORDINALS[Math.max(0, Math.min(ORDINALS.length - 1, level))] ?? "third";
}
