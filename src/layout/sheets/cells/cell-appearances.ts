/** The final format of each cell: its own, then the table's, then the conditional formats'. */

import type { Metered } from "../../../domain/work-meter.ts";
import { cellKey } from "../../../spreadsheet/grid-range.ts";
import { type ConditionalAppearance, ConditionalAppearances } from "../conditional/conditional-appearances.ts";
import type { Sheet } from "../model/sheet.ts";
import type { SpreadsheetColors } from "../styles/spreadsheet-colors.ts";
import type { CellStyle, DifferentialStyle, StyleBook } from "../styles/styles.ts";
import { TableAppearances } from "../tables/table-appearances.ts";
import type { Cell } from "../values/sheet-data.ts";

export interface CellAppearance {
  style: CellStyle;
  conditional: ConditionalAppearance | undefined;
}

export class SheetAppearances {
  readonly #sheet: Sheet;
  readonly #styles: StyleBook;
  readonly #conditional: ConditionalAppearances;
  readonly #tables: TableAppearances;
  readonly #cache = new Map<number, CellAppearance>();

  constructor(sheet: Sheet, styles: StyleBook, colors: SpreadsheetColors, today: number, meter: Metered) {
    this.#sheet = sheet;
    this.#styles = styles;
    this.#conditional = new ConditionalAppearances(sheet, today, meter);
    this.#tables = new TableAppearances(sheet, styles, colors);
  }

  /** Whether conditional formats of some cells were left out because their formulas take too long. */
  get isIncomplete(): boolean {
    return this.#conditional.isIncomplete;
  }

  /** Whether cells of the row that are not in the file may be drawn: a fill, borders. */
  mayFormatEmptyCells(row: number): boolean {
    return (
      this.#sheet.rows.get(row)?.styleIndex !== undefined ||
      this.#sheet.columns.some((column) => column?.styleIndex) ||
      this.#conditional.touchesRow(row) ||
      this.#tables.touchesRow(row)
    );
  }

  at(row: number, column: number): CellAppearance {
    const key = cellKey(row, column);
    const known = this.#cache.get(key);
    if (known) return known;
    const appearance = this.#make(row, column, this.#sheet.rows.get(row)?.cells.get(column));
    if (this.#cache.size < 500_000) this.#cache.set(key, appearance);
    return appearance;
  }

  #make(row: number, column: number, cell: Cell | undefined): CellAppearance {
    const index =
      cell?.styleIndex ?? this.#sheet.rows.get(row)?.styleIndex ?? this.#sheet.columns[column]?.styleIndex ?? 0;
    let style = this.#styles.style(index);
    const table = this.#tables.at(row, column);
    if (table) style = underlaid(style, table, this.#styles.defaultFont);
    const conditional = this.#conditional.at(row, column);
    if (conditional) {
      if (conditional.fill) style = { ...style, fill: conditional.fill };
      for (const change of [...conditional.styles].reverse()) style = overlaid(style, change);
    }
    return { style, conditional };
  }
}

/** A differential format over the cell's own. */
function overlaid(style: CellStyle, change: DifferentialStyle): CellStyle {
  return {
    ...style,
    font: { ...style.font, ...change.font },
    fill: change.fill ?? style.fill,
    borders: { ...style.borders, ...change.borders },
    numberFormat: change.numberFormat ?? style.numberFormat,
  };
}

/** A table's format shows if the cell has none of its own. */
function underlaid(style: CellStyle, table: DifferentialStyle, plainFont: CellStyle["font"]): CellStyle {
  const font = { ...style.font };
  const ownColor =
    style.font.color && style.font.color !== (plainFont.color ?? "#000000") && style.font.color !== "#000000";
  if (table.font.color && !ownColor) font.color = table.font.color;
  if (table.font.bold) font.bold = true;
  if (table.font.italic) font.italic = true;
  return {
    ...style,
    font,
    fill: style.fill ?? table.fill,
    borders: { ...table.borders, ...style.borders },
  };
}
