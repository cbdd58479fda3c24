/** `w:tbl` -> a resolved table with its style's conditional formatting (ECMA-376 part 1, 17.4 and 17.7.6). */

import { alternateContent } from "../../office/alternate-content.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import type { Cell, Row, Table } from "../model/blocks.ts";
import { mergeCharacter, mergeParagraph } from "../model/formatting.ts";
import type { CellFormat, PartialCellFormat, RowFormat, TableFormat, TableLook } from "../model/table-format.ts";
import { mergeCellFormat, mergeTableFormat } from "../model/table-format.ts";
import type { Theme } from "../model/theme.ts";
import { twipsToPoints } from "../model/units.ts";
import { markupKey } from "./memo.ts";
import type { ReaderContext, TableTextFormat } from "./reader-context.ts";
import { type StyleSheet, TABLE_CONDITIONS, type TableCondition, type TableStylePart } from "./styles.ts";
import { readCellProperties, readRowProperties, readTableException, readTableProperties } from "./table-properties.ts";

const DEFAULT_CELL_MARGIN_PT = 5.4;

const DEFAULT_TABLE: TableFormat = {
  width: { kind: "auto" },
  alignment: "left",
  indentPt: undefined,
  fixedLayout: false,
  borders: {},
  cellMargins: { left: DEFAULT_CELL_MARGIN_PT, right: DEFAULT_CELL_MARGIN_PT, top: 0, bottom: 0 },
  cellSpacingPt: 0,
  shading: undefined,
  rightToLeft: false,
  rowBandSize: 1,
  columnBandSize: 1,
  floating: undefined,
  appearance: undefined,
};
const DEFAULT_ROW: RowFormat = {
  heightPt: 0,
  heightRule: "auto",
  header: false,
  cantSplit: false,
  gridBefore: 0,
  gridAfter: 0,
  alignment: undefined,
  hidden: false,
};
const DEFAULT_CELL: CellFormat = {
  width: { kind: "auto" },
  gridSpan: 1,
  verticalMerge: "none",
  horizontalMerge: "none",
  borders: {},
  margins: {},
  shading: undefined,
  verticalAlign: "top",
  noWrap: false,
  textDirection: undefined,
  fitText: false,
  hideMark: false,
};
const NO_APPEARANCE: TableLook = {
  firstRow: false,
  lastRow: false,
  firstColumn: false,
  lastColumn: false,
  horizontalBands: false,
  verticalBands: false,
};

const MAX_ROWS = 20_000;
const MAX_COLUMNS = 200;

/** Rows and cells may be wrapped in content controls and revision marks. */
function unwrap(parent: XmlNode, name: string, found: XmlNode[] = []): XmlNode[] {
  for (const element of parent.children) {
    if (found.length >= MAX_ROWS) break;
    if (element.name === name) found.push(element);
    else if (element.name === "w:sdt") {
      const content = child(element, "w:sdtContent");
      if (content) unwrap(content, name, found);
    } else if (/^w:(customXml|ins|sdtContent|smartTag)$/.test(element.name)) unwrap(element, name, found);
    else if (element.name === "mc:AlternateContent") {
      const chosen = alternateContent(element);
      if (chosen) unwrap(chosen, name, found);
    }
  }
  return found;
}

interface CellPlace {
  row: number;
  rows: number;
  column: number;
  columnEnd: number;
  columns: number;
}

/** Which conditional parts hold for a cell, weakest first. */
function conditionsOf(
  place: CellPlace,
  appearance: TableLook,
  bands: { row: number; column: number },
): TableCondition[] {
  const isFirstRow = appearance.firstRow && place.row === 0;
  const isLastRow = appearance.lastRow && place.row === place.rows - 1 && place.rows > 1;
  const isFirstColumn = appearance.firstColumn && place.column === 0;
  const isLastColumn = appearance.lastColumn && place.columnEnd >= place.columns && place.columns > 1;
  const holds = new Set<TableCondition>(["wholeTable"]);
  if (appearance.verticalBands && !isFirstColumn && !isLastColumn && bands.column > 0) {
    const band = Math.floor((place.column - (appearance.firstColumn ? 1 : 0)) / bands.column);
    holds.add(band % 2 === 0 ? "band1Vert" : "band2Vert");
  }
  if (appearance.horizontalBands && !isFirstRow && !isLastRow && bands.row > 0) {
    const band = Math.floor((place.row - (appearance.firstRow ? 1 : 0)) / bands.row);
    holds.add(band % 2 === 0 ? "band1Horz" : "band2Horz");
  }
  if (isLastColumn) holds.add("lastCol");
  if (isFirstColumn) holds.add("firstCol");
  if (isLastRow) holds.add("lastRow");
  if (isFirstRow) holds.add("firstRow");
  if (isFirstRow && isFirstColumn) holds.add("nwCell");
  if (isFirstRow && isLastColumn) holds.add("neCell");
  if (isLastRow && isFirstColumn) holds.add("swCell");
  if (isLastRow && isLastColumn) holds.add("seCell");
  return TABLE_CONDITIONS.filter((condition) => holds.has(condition));
}

/** Borders of a conditional part belong to the edges of its region; inside it `insideH`/`insideV` draw. */
function partBordersForCell(part: TableStylePart, condition: TableCondition, place: CellPlace): PartialCellFormat {
  const cell = part.cell;
  const own = cell.borders ?? {};
  const table = part.table.borders ?? {};
  const all = { ...table, ...own };
  if (condition === "wholeTable") return { ...cell, borders: cell.borders };
  const spansRow = /Row|Horz/.test(condition);
  const spansColumn = /Col|Vert/.test(condition);
  const borders = { ...all };
  if (spansRow) {
    if (place.column > 0) borders.left = all.insideV;
    if (place.columnEnd < place.columns) borders.right = all.insideV;
  }
  if (spansColumn) {
    if (place.row > 0) borders.top = all.insideH;
    if (place.row < place.rows - 1) borders.bottom = all.insideH;
  }
  for (const edge of ["top", "bottom", "left", "right"] as const) if (borders[edge] === undefined) delete borders[edge];
  return { ...cell, borders };
}

export function readTable(element: XmlNode, context: ReaderContext): Table {
  const { styles, theme } = context.document;
  const properties = child(element, "w:tblPr");
  const named = child(properties, "w:tblStyle")?.attributes["w:val"];
  const styleId = styles.has(named, "table") ? named : styles.defaultTableStyle;
  const whole = styles.tablePart(styleId, "wholeTable");
  let partial = mergeTableFormat(DEFAULT_TABLE, whole?.table ?? {});
  partial = mergeTableFormat(partial, readTableProperties(properties, theme));
  const format = { ...DEFAULT_TABLE, ...partial };
  if (!format.floating && named === undefined && format.indentPt === undefined) format.indentPt = undefined;
  const gridPt = childrenNamed(child(element, "w:tblGrid"), "w:gridCol")
    .slice(0, MAX_COLUMNS)
    .map((column) => twipsToPoints(column.attributes["w:w"]) ?? 0);
  const rowElements = unwrap(element, "w:tr").filter((row) => child(child(row, "w:trPr"), "w:del") === undefined);
  if (rowElements.length >= MAX_ROWS) context.document.warnings.add(`a table was cut after ${MAX_ROWS} rows`);
  const appearance = format.appearance ?? NO_APPEARANCE;
  const columns = Math.max(gridPt.length, 1);
  const reader = new CellReader(context, styles, styleId, appearance, format, columns, rowElements.length);
  const rows = rowElements.map((row, index) => readRow(row, index, reader, context, format));
  return { kind: "table", format, gridPt, rows: rows.filter((row) => !isGone(row)) };
}

/** A row whose end is hidden (17.4.20) is there as long as anything in its cells is. */
function isGone({ format, cells }: Row): boolean {
  return format.hidden && cells.every(({ blocks }) => blocks.length === 0);
}

function readRow(
  element: XmlNode,
  rowIndex: number,
  reader: CellReader,
  context: ReaderContext,
  tableFormat: TableFormat,
): Row {
  const { theme } = context.document;
  const hasExceptions = child(element, "w:tblPrEx") !== undefined;
  const rowTable = hasExceptions
    ? { ...tableFormat, ...mergeTableFormat(tableFormat, readTableException(element, theme)) }
    : tableFormat;
  const format = reader.rowFormat(rowIndex, child(element, "w:trPr"));
  const cells: Cell[] = [];
  let column = format.gridBefore;
  for (const { element: cell, own, properties, span } of mergedCells(element, theme)) {
    cells.push(reader.cell(cell, own, properties, { row: rowIndex, column, span, table: rowTable }));
    column += span;
    if (column > MAX_COLUMNS) break;
  }
  return { format, cells };
}

interface MergedCell {
  element: XmlNode;
  own: PartialCellFormat;
  properties: XmlNode | undefined;
  /** Columns, with those of the cells that it has swallowed (`w:hMerge`, 17.4.22). */
  span: number;
}

function mergedCells(row: XmlNode, theme: Theme): MergedCell[] {
  const cells: MergedCell[] = [];
  for (const element of unwrap(row, "w:tc")) {
    const properties = child(element, "w:tcPr");
    const own = readCellProperties(properties, theme);
    const span = own.gridSpan ?? 1;
    const previous = cells.at(-1);
    if (own.horizontalMerge === "continue" && previous) previous.span += span;
    else cells.push({ element, own, properties, span });
  }
  return cells;
}

class CellReader {
  readonly #context: ReaderContext;
  readonly #styles: StyleSheet;
  readonly #styleId: string | undefined;
  readonly #appearance: TableLook;
  readonly #table: TableFormat;
  readonly #columns: number;
  readonly #rows: number;
  readonly #parts = new Map<TableCondition, TableStylePart | undefined>();
  readonly #texts = new Map<string, TableTextFormat>();

  constructor(
    context: ReaderContext,
    styles: StyleSheet,
    styleId: string | undefined,
    appearance: TableLook,
    table: TableFormat,
    columns: number,
    rows: number,
  ) {
    this.#context = context;
    this.#styles = styles;
    this.#styleId = styleId;
    this.#appearance = appearance;
    this.#table = table;
    this.#columns = columns;
    this.#rows = rows;
  }

  #part(condition: TableCondition): TableStylePart | undefined {
    if (!this.#parts.has(condition)) this.#parts.set(condition, this.#styles.tablePart(this.#styleId, condition));
    return this.#parts.get(condition);
  }

  rowFormat(row: number, properties: XmlNode | undefined): RowFormat {
    const isFirst = this.#appearance.firstRow && row === 0;
    const key = `${isFirst ? "first" : ""}${markupKey(properties)}`;
    return this.#context.document.memo.rows.get(this, key, () => ({
      ...DEFAULT_ROW,
      ...this.#part("wholeTable")?.row,
      ...(isFirst ? this.#part("firstRow")?.row : {}),
      ...readRowProperties(properties),
    }));
  }

  cell(
    element: XmlNode,
    own: PartialCellFormat,
    properties: XmlNode | undefined,
    { row, column, span, table }: { row: number; column: number; span: number; table: TableFormat },
  ): Cell {
    const place = { row, rows: this.#rows, column, columnEnd: column + span, columns: this.#columns };
    const bands = { row: this.#table.rowBandSize, column: this.#table.columnBandSize };
    const conditions = conditionsOf(place, this.#appearance, bands);
    const edges = [row === 0, row === this.#rows - 1, column === 0, place.columnEnd >= this.#columns];
    const key = `${conditions.join()} ${edges.join()} ${markupKey(properties)}`;
    const format = this.#context.document.memo.cells.get(this.#surroundings(table), key, () =>
      this.#cellFormat(own, conditions, place, table),
    );
    const cellContext = this.#context.inCell(this.#textFormat(conditions));
    const blocks = cellContext.tooDeep ? [] : this.#context.document.readBlocks(element, cellContext);
    // Word has no frames in cells: their paragraphs stand where they are.
    const unframed = blocks.some(({ kind }) => kind === "frame")
      ? blocks.flatMap((block) => (block.kind === "frame" ? block.blocks : [block]))
      : blocks;
    return { format, gridStart: column, gridSpan: span, blocks: unframed };
  }

  /** Rows with properties of their own that replace those of the table are surroundings of their own. */
  #surroundings(table: TableFormat): object {
    return table === this.#table ? this : table;
  }

  #cellFormat(
    own: PartialCellFormat,
    conditions: readonly TableCondition[],
    place: CellPlace,
    { shading, cellMargins, borders: outer }: TableFormat,
  ): CellFormat {
    let style: PartialCellFormat = {};
    for (const condition of conditions) {
      const part = this.#part(condition);
      if (part) style = mergeCellFormat(style, partBordersForCell(part, condition, place));
    }
    const merged = mergeCellFormat(style, own);
    const format: CellFormat = { ...DEFAULT_CELL, ...merged };
    format.shading = (own.shading ?? merged.shading ?? shading) || undefined;
    format.margins = { ...cellMargins, ...merged.margins };
    format.borders = {
      top: place.row === 0 ? outer.top : outer.insideH,
      bottom: place.row === this.#rows - 1 ? outer.bottom : outer.insideH,
      left: place.column === 0 ? outer.left : outer.insideV,
      right: place.columnEnd >= this.#columns ? outer.right : outer.insideV,
      ...definedOnly(merged.borders),
    };
    return format;
  }

  /** What the table's style gives to the text of a cell. */
  #textFormat(conditions: readonly TableCondition[]): TableTextFormat {
    const key = conditions.join();
    let text = this.#texts.get(key);
    if (!text) {
      text = {
        hasNamedStyle: this.#styleId !== this.#styles.defaultTableStyle,
        paragraph: {},
        character: {},
      };
      for (const condition of conditions) {
        const part = this.#part(condition);
        if (!part) continue;
        text.paragraph = mergeParagraph(text.paragraph, part.paragraph);
        text.character = mergeCharacter(text.character, part.character);
      }
      this.#texts.set(key, text);
    }
    return text;
  }
}

function definedOnly<Value extends object>(value: Value | undefined): Partial<Value> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, entry]) => entry !== undefined)) as Partial<Value>;
}
