/** Table styles (ECMA-376 part 1, 18.8.40, 18.8.83), the workbook's own and the built-in ones. */
import { childrenNamed } from "../../../office/xml-node.ts";
import { contains, type GridRange } from "../../../spreadsheet/grid-range.ts";
import type { Sheet, SheetTable } from "../model/sheet.ts";
import type { SpreadsheetColors } from "../styles/spreadsheet-colors.ts";
import type { CellBorders, DifferentialStyle, StyleBook } from "../styles/styles.ts";
import { builtInPivotStyle } from "./built-in-pivot-styles.ts";
import { builtInTableStyle } from "./built-in-table-styles.ts";
import { pivotAreasAt } from "./pivot-tables.ts";
import type { StyledArea, TableStyle } from "./table-style.ts";

interface StyledTable {
  range: GridRange;
  style: TableStyle;
  areasAt: (row: number, column: number) => StyledArea[];
}

export class TableAppearances {
  readonly #tables: StyledTable[];

  constructor(sheet: Sheet, styles: StyleBook, colors: SpreadsheetColors) {
    const { theme } = colors;
    const tables = sheet.tables.flatMap((table): StyledTable[] => {
      const style = ownStyle(table.styleName, styles) ?? builtInTableStyle(table.styleName, theme);
      return style ? [{ range: table.range, style, areasAt: (row, column) => areasAt(table, style, row, column) }] : [];
    });
    const pivots = sheet.pivots.flatMap((pivot): StyledTable[] => {
      const style = ownStyle(pivot.styleName, styles) ?? builtInPivotStyle(pivot.styleName, theme);
      return style ? [{ range: pivot.range, style, areasAt: (row, column) => pivotAreasAt(pivot, row, column) }] : [];
    });
    this.#tables = [...tables, ...pivots];
  }

  touchesRow(row: number): boolean {
    return this.#tables.some(({ range }) => row >= range.top && row <= range.bottom);
  }

  at(row: number, column: number): DifferentialStyle | undefined {
    const found = this.#tables.find(({ range }) => contains(range, row, column));
    if (!found) return undefined;
    let appearance: DifferentialStyle | undefined;
    for (const area of found.areasAt(row, column)) {
      const format = found.style.get(area.name)?.format;
      if (format) appearance = merged(appearance, { ...format, borders: bordersIn(format.borders, area, row, column) });
    }
    return appearance;
  }
}

function ownStyle(name: string, styles: StyleBook): TableStyle | undefined {
  const element = styles.tableStyle(name);
  if (!element) return undefined;
  const style = new Map<string, { format: DifferentialStyle; size: number }>();
  for (const part of childrenNamed(element, "x:tableStyleElement")) {
    const format = styles.differentials[Number(part.attributes.dxfId)];
    if (format && part.attributes.type) {
      style.set(part.attributes.type, { format, size: Math.max(1, Number(part.attributes.size ?? 1)) });
    }
  }
  return style;
}

/** Parts of the table that hold the cell, weakest first. */
function areasAt(table: SheetTable, style: TableStyle, row: number, column: number): StyledArea[] {
  const { range } = table;
  const bodyTop = range.top + table.headerRows;
  const bodyBottom = range.bottom - table.totalsRows;
  const areas: StyledArea[] = [{ name: "wholeTable", ...range }];
  const inBody = row >= bodyTop && row <= bodyBottom;
  if (inBody && table.columnStripes) {
    const stripe = stripeAt(column - range.left, style, "ColumnStripe");
    if (stripe)
      areas.push({ ...range, name: stripe.name, left: column, right: column, top: bodyTop, bottom: bodyBottom });
  }
  if (inBody && table.rowStripes) {
    const stripe = stripeAt(row - bodyTop, style, "RowStripe");
    if (stripe) areas.push({ ...range, name: stripe.name, top: row, bottom: row });
  }
  if (table.lastColumn && column === range.right) areas.push({ ...range, name: "lastColumn", left: column });
  if (table.firstColumn && column === range.left) areas.push({ ...range, name: "firstColumn", right: column });
  if (row < bodyTop) areas.push({ ...range, name: "headerRow", bottom: bodyTop - 1 });
  if (row > bodyBottom) areas.push({ ...range, name: "totalRow", top: bodyBottom + 1 });
  return areas;
}

function stripeAt(offset: number, style: TableStyle, kind: "RowStripe" | "ColumnStripe"): { name: string } | undefined {
  const first = style.get(`first${kind}`)?.size ?? 1;
  const second = style.get(`second${kind}`)?.size ?? 1;
  const name = offset % (first + second) < first ? `first${kind}` : `second${kind}`;
  return style.has(name) ? { name } : undefined;
}

/** Outer edges of the area take its frame, inner ones its inner lines. */
function bordersIn(borders: DifferentialStyle["borders"], area: StyledArea, row: number, column: number): CellBorders {
  const found: CellBorders = {};
  const set = (edge: "left" | "right" | "top" | "bottom", value: CellBorders["left"]) => {
    if (value) found[edge] = value;
  };
  set("top", row === area.top ? borders.top : borders.horizontal);
  set("bottom", row === area.bottom ? borders.bottom : borders.horizontal);
  set("left", column === area.left ? borders.left : borders.vertical);
  set("right", column === area.right ? borders.right : borders.vertical);
  return found;
}

function merged(under: DifferentialStyle | undefined, over: DifferentialStyle): DifferentialStyle {
  if (!under) return over;
  return {
    font: { ...under.font, ...over.font },
    fill: over.fill ?? under.fill,
    borders: { ...under.borders, ...over.borders },
    numberFormat: undefined,
  };
}
