/** Tables of a spreadsheet (OpenDocument 1.3 Part 3, 9) -> worksheets. Cells show the text that the program has worked out. */

import type { PackageBuilder } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { checkLimit } from "../../domain/limits.ts";
import { TWIPS_PER_POINT } from "../../geometry/units.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { columnName } from "../../spreadsheet/cell-reference.ts";
import type { MarkupCount } from "../markup-count.ts";
import { countOf, twipsOf } from "../open-document/measures.ts";
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { StyleBook } from "../open-document/style-book.ts";
import { cellNumber } from "./cell-number.ts";
import { type CellStyles, TWIPS_PER_DIGIT } from "./cell-styles.ts";
import { ConditionalFormats } from "./conditional-formats.ts";
import { SheetDrawings, type SheetShapeTools } from "./sheet-drawings.ts";
import { StyledAreas } from "./styled-areas.ts";
import { Tracks } from "./tracks.ts";

const MOST_COLUMNS = 16_384;
const MOST_ROWS = 1_048_576;
/** Empty cells and rows that go on beyond these only fill the sheet. */
const MOST_EMPTY = 200;
const SHAPE = /^(?:draw|dr3d):/;
const NUMBERS = /^(?:float|percentage|currency|date|time)$/;
const ERRORS = /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A)$/;
/** Twips of columns and rows that say nothing, as LibreOffice has them. */
export const USUAL_COLUMN = 1_280;
export const USUAL_ROW = 256;

interface Cell {
  text: string;
  isNumber: boolean;
  /** What the text stands for. */
  number: number | undefined;
  isError: boolean;
  styleName: string | undefined;
  times: number;
  columns: number;
  rows: number;
}

export interface SheetTools {
  book: StyleBook;
  styles: CellStyles;
  count: MarkupCount;
  shapes: SheetShapeTools;
  /** Cells of all sheets so far. */
  cells: { count: number };
}

/** A sheet while it is read, row by row. */
export class SheetReader {
  readonly #tools: SheetTools;
  readonly #columns: string[] = [];
  readonly #rows: string[] = [];
  readonly #merges: string[] = [];
  /** Style of the cells of a column, from the first on. */
  readonly #columnStyles: (string | undefined)[] = [];
  readonly #columnTracks = new Tracks(USUAL_COLUMN);
  readonly #rowTracks = new Tracks(USUAL_ROW);
  readonly #drawings: SheetDrawings;
  readonly #conditions: ConditionalFormats;
  readonly #styledAreas: StyledAreas;
  #row = 0;
  /** The rows that are repeated on each page. */
  #titles: { from: number; to: number } | undefined;

  constructor(tools: SheetTools) {
    this.#tools = tools;
    this.#drawings = new SheetDrawings(tools.shapes);
    this.#conditions = new ConditionalFormats(tools.styles);
    this.#styledAreas = new StyledAreas(tools.book);
  }

  /** `table:shapes`. */
  addShapes(container: OdfNode): void {
    this.#drawings.addAll(container);
  }

  /** `calcext:conditional-formats`. */
  addConditions(container: OdfNode): void {
    this.#conditions.add(container);
  }

  /** `table:table-column`. */
  addColumn(node: OdfNode): void {
    const { book } = this.#tools;
    const { attributes } = node;
    const from = this.#columnStyles.length;
    const times = Math.min(
      MOST_COLUMNS - from,
      countOf(attributes["table:number-columns-repeated"], MOST_COLUMNS) ?? 1,
    );
    if (times <= 0) return;
    const said = book.whole("table-column", attributes["table:style-name"], "table-column").attributes;
    const width = twipsOf(said["style:column-width"]);
    const hides = isHidden(node);
    const styleName = attributes["table:default-cell-style-name"];
    for (let time = 0; time < times; time++) this.#columnStyles.push(styleName);
    this.#columnTracks.add(times, hides ? 0 : width);
    if (width === undefined && !hides) return;
    this.#columns.push(
      element("col", {
        min: from + 1,
        max: from + times,
        width: Math.max(0, (width ?? 0) / TWIPS_PER_DIGIT),
        customWidth: 1,
        hidden: hides ? 1 : undefined,
      }),
    );
  }

  /** `table:table-row`. @param isTitle it is repeated on each page */
  addRow(node: OdfNode, isTitle: boolean): void {
    const { attributes } = node;
    const times = Math.min(MOST_ROWS - this.#row, countOf(attributes["table:number-rows-repeated"], MOST_ROWS) ?? 1);
    if (times <= 0) return;
    const cells = this.#cellsOf(node, times);
    const height = this.#heightOf(node);
    this.#rowTracks.add(times, isHidden(node) ? 0 : height);
    const isEmpty = cells.every(({ text }) => text === "");
    const shows = !isEmpty || cells.some(({ styleName }) => this.#tools.styles.isVisible(styleName));
    if (isTitle) this.#titles = { from: this.#titles?.from ?? this.#row + 1, to: this.#row + times };
    if (isEmpty && times > MOST_EMPTY) {
      this.#row += times;
      return;
    }
    for (let time = 0; time < times; time++) this.#writeRow(node, shows ? cells : [], height);
  }

  get titles(): { from: number; to: number } | undefined {
    return this.#titles;
  }

  /** Adds the part with its shapes. @returns its name, if it has some */
  finishDrawings(builder: PackageBuilder, sheetNumber: number): string | undefined {
    return this.#drawings.finish(builder, sheetNumber, this.#columnTracks, this.#rowTracks);
  }

  /** `cols` and what comes after them. @param print what is said of its pages, and its drawing */
  xml(print: string): string {
    if (this.#conditions.isEmpty)
      for (const { areas, maps } of this.#styledAreas.all) this.#conditions.addStyled(areas, maps);
    const { plain, extended } = this.#conditions.xml();
    this.#tools.count.add(plain.length + extended.length);
    const merges = this.#merges.map((ref) => element("mergeCell", { ref })).join("");
    return (
      (this.#columns.length === 0 ? "" : `<cols>${this.#columns.join("")}</cols>`) +
      `<sheetData>${this.#rows.join("")}</sheetData>` +
      (merges === "" ? "" : `<mergeCells>${merges}</mergeCells>`) +
      plain +
      print +
      (extended === "" ? "" : element("extLst", {}, extended))
    );
  }

  #heightOf(row: OdfNode): number | undefined {
    const said = this.#tools.book.whole("table-row", row.attributes["table:style-name"], "table-row").attributes;
    return twipsOf(said["style:row-height"]);
  }

  #cellsOf(row: OdfNode, rows: number): Cell[] {
    const cells: Cell[] = [];
    let column = 0;
    for (const node of elementsOf(row)) {
      const isCovered = node.name === "table:covered-table-cell";
      if (!isCovered && node.name !== "table:table-cell") continue;
      const { attributes } = node;
      const times = Math.min(
        MOST_COLUMNS - column,
        countOf(attributes["table:number-columns-repeated"], MOST_COLUMNS) ?? 1,
      );
      if (times <= 0) break;
      const styleName =
        attributes["table:style-name"] ?? row.attributes["table:default-cell-style-name"] ?? this.#columnStyles[column];
      const place = { row: this.#row, column };
      for (const child of elementsOf(node)) if (SHAPE.test(child.name)) this.#drawings.add(child, place);
      const area = { top: place.row, bottom: place.row + rows - 1, left: column, right: column + times - 1 };
      this.#styledAreas.add(styleName, area);
      const text = isCovered ? "" : (textOf(node) ?? valueText(attributes));
      cells.push({
        text,
        isNumber: NUMBERS.test(attributes["office:value-type"] ?? ""),
        number: cellNumber(attributes),
        isError: attributes["calcext:value-type"] === "error" && ERRORS.test(text),
        styleName,
        times,
        columns: countOf(attributes["table:number-columns-spanned"], MOST_COLUMNS) ?? 1,
        rows: countOf(attributes["table:number-rows-spanned"], MOST_ROWS) ?? 1,
      });
      column += times;
    }
    return cells;
  }

  #writeRow(node: OdfNode, cells: readonly Cell[], height: number | undefined): void {
    const { count } = this.#tools;
    const row = ++this.#row;
    const hides = isHidden(node);
    let column = 0;
    let markup = "";
    for (const cell of cells) {
      const isRest = cell.text === "" && cell.times > MOST_EMPTY;
      for (let time = 0; time < cell.times && !isRest; time++) markup += this.#cellXml(cell, row, column + time + 1);
      column += cell.times;
    }
    const xml = element(
      "row",
      {
        r: row,
        ht: height === undefined ? undefined : height / TWIPS_PER_POINT,
        customHeight: height === undefined ? undefined : 1,
        hidden: hides ? 1 : undefined,
      },
      markup,
    );
    count.add(xml.length);
    if (markup !== "" || hides || height !== undefined) this.#rows.push(xml);
  }

  /** Cells that are one; the printer leaves out those that overlap others. */
  #merge(row: number, column: number, columns: number, rows: number): void {
    const right = Math.min(MOST_COLUMNS, column + columns - 1);
    const bottom = Math.min(MOST_ROWS, row + rows - 1);
    const ref = `${columnName(column)}${row}:${columnName(right)}${bottom}`;
    this.#tools.count.add(ref.length);
    this.#merges.push(ref);
  }

  #cellXml(cell: Cell, row: number, column: number): string {
    const { text, isNumber, number, isError, styleName, columns, rows } = cell;
    const { styles, cells } = this.#tools;
    if (columns > 1 || rows > 1) this.#merge(row, column, columns, rows);
    if (text === "" && !styles.isVisible(styleName)) return "";
    checkLimit("cells", ++cells.count);
    const place = styles.place(styleName, isNumber ? "number" : "text", text.includes("\n"));
    const attributes = { r: `${columnName(column)}${row}`, s: place };
    if (text === "") return element("c", attributes);
    if (isError) return element("c", { ...attributes, t: "e" }, `<v>${text}</v>`);
    return element(
      "c",
      { ...attributes, t: "inlineStr", number },
      `<is><t xml:space="preserve">${escapeXmlText(text)}</t></is>`,
    );
  }
}

function isHidden({ attributes }: OdfNode): boolean {
  return /^(?:collapse|filter)$/.test(attributes["table:visibility"] ?? "");
}

/** Undefined where programs have left it to the reader; an empty one is what the cell shows. */
function textOf(cell: OdfNode): string | undefined {
  const paragraphs = elementsOf(cell, "text:p");
  return paragraphs.length === 0 ? undefined : paragraphs.map(paragraphText).join("\n");
}

/** What a cell holds, as it is written where nothing says how. */
function valueText(attributes: Readonly<Record<string, string>>): string {
  switch (attributes["office:value-type"]) {
    case "float":
    case "currency":
      return attributes["office:value"] ?? "";
    case "percentage":
      return `${Number(((cellNumber(attributes) ?? 0) * 100).toPrecision(12))}%`;
    case "date":
      return (attributes["office:date-value"] ?? "").replace("T", " ").replace(/ 00:00:00(?:\.0+)?Z?$/, "");
    case "boolean":
      return (attributes["office:boolean-value"] ?? "").toUpperCase();
    case "string":
      return attributes["office:string-value"] ?? "";
    default:
      return "";
  }
}

/** Of comments and links only what is shown. */
function paragraphText(node: OdfNode): string {
  let text = "";
  for (const child of node.children) {
    if (typeof child === "string") text += child.replace(/[ \t\r\n]+/g, " ");
    else if (child.name === "text:s") text += " ".repeat(countOf(child.attributes["text:c"], 1_000) ?? 1);
    else if (child.name === "text:tab") text += "\t";
    else if (child.name === "text:line-break") text += "\n";
    else if (child.name !== "office:annotation" && child.name !== "text:ruby-text") text += paragraphText(child);
  }
  return text;
}
