/** Tables of slides (OpenDocument 1.3 Part 3, 9) -> `a:tbl` (ECMA-376 Part 1, 21.1.3.13). */

import { element } from "../../binary/doc/xml-writer.ts";
import { checkLimit } from "../../domain/limits.ts";
import { EMU_PER_TWIP } from "../../geometry/units.ts";
import { type Border, borderOf } from "../open-document/borders.ts";
import { countOf, percentOf } from "../open-document/measures.ts";
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { StyleBook } from "../open-document/style-book.ts";
import type { Properties } from "../open-document/style-properties.ts";
import { automaticColor } from "./automatic-color.ts";
import { emuOf } from "./emu.ts";
import type { Size } from "./outline.ts";
import { type Paints, solid } from "./paints.ts";
import { ShapeStyle } from "./shape-style.ts";
import { paragraphsXml, type TextTools } from "./text-writer.ts";

const TABLE_URI = "http://schemas.openxmlformats.org/drawingml/2006/table";
const MOST_COLUMNS = 200;
const MOST_ROWS = 2_000;
const PADDING: Readonly<Record<string, number>> = { left: 90_000, right: 90_000, top: 45_000, bottom: 45_000 };
const SIDES = [
  ["left", "L"],
  ["right", "R"],
  ["top", "T"],
  ["bottom", "B"],
] as const;
const VERTICALS: Readonly<Record<string, string>> = { middle: "ctr", bottom: "b" };
const DASHES: Readonly<Record<string, string>> = { dotted: "sysDot", dashed: "dash", dashSmallGap: "sysDash" };

export interface TableTools extends TextTools {
  book: StyleBook;
  paints: Paints;
  /** Cells of all tables so far. */
  cells: { count: number };
  /** Name of a template -> the style of each of its places. */
  templates: ReadonlyMap<string, TableTemplate>;
}

/** `first-row` -> name of a style. */
export type TableTemplate = ReadonlyMap<string, string>;

/** @param node `table:table-template` */
export function readTemplate(node: OdfNode): TableTemplate {
  return new Map(
    elementsOf(node).map(({ name, attributes }): [string, string] => [
      name.replace(/^\w+:/, ""),
      attributes["text:style-name"] ?? attributes["table:style-name"] ?? "",
    ]),
  );
}

/** @returns `a:graphicData`; nothing for a table without cells */
export function tableXml(table: OdfNode, size: Size, tools: TableTools): string {
  const columns = columnsOf(table, tools.book, size);
  const rows = rowsOf(table);
  if (columns.length === 0 || rows.length === 0) return "";
  tools.cells.count += columns.length * rows.length;
  checkLimit("odpCells", tools.cells.count);
  const grid = columns.map((width) => element("a:gridCol", { w: Math.round(width) })).join("");
  const writer = new TableWriter(table, { columns: columns.length, rows: rows.length }, tools);
  const height = size.height / rows.length;
  const markup = rows.map((row, index) => writer.rowXml(row, index, height)).join("");
  return element(
    "a:graphicData",
    { uri: TABLE_URI },
    element("a:tbl", {}, `<a:tblPr/>${element("a:tblGrid", {}, grid)}${markup}`),
  );
}

function columnsOf(table: OdfNode, book: StyleBook, size: Size): number[] {
  const widths: (number | undefined)[] = [];
  const add = (node: OdfNode) => {
    for (const child of elementsOf(node)) {
      if (/^table:table-(?:header-columns|columns|column-group)$/.test(child.name)) add(child);
      if (child.name !== "table:table-column") continue;
      const said = book.whole("table-column", child.attributes["table:style-name"], "table-column").attributes;
      const width = emuOf(said["style:column-width"]);
      const times = countOf(child.attributes["table:number-columns-repeated"], MOST_COLUMNS) ?? 1;
      for (let time = 0; time < times && widths.length < MOST_COLUMNS; time++) widths.push(width);
    }
  };
  add(table);
  return widths.map((width) => width ?? size.width / widths.length);
}

function rowsOf(table: OdfNode): OdfNode[] {
  const rows: OdfNode[] = [];
  const add = (node: OdfNode) => {
    for (const child of elementsOf(node)) {
      if (/^table:table-(?:header-rows|rows|row-group)$/.test(child.name)) add(child);
      if (child.name !== "table:table-row") continue;
      const times = countOf(child.attributes["table:number-rows-repeated"], MOST_ROWS) ?? 1;
      for (let time = 0; time < times && rows.length < MOST_ROWS; time++) rows.push(child);
    }
  };
  add(table);
  return rows;
}

class TableWriter {
  readonly #tools: TableTools;
  readonly #table: OdfNode;
  readonly #template: TableTemplate | undefined;
  readonly #columns: number;
  readonly #rows: number;
  /** Column -> what is left of a cell above it. */
  readonly #spans = new Map<number, { rows: number; columns: number }>();

  constructor(table: OdfNode, { columns, rows }: { columns: number; rows: number }, tools: TableTools) {
    this.#tools = tools;
    this.#table = table;
    this.#template = tools.templates.get(table.attributes["table:template-name"] ?? "");
    this.#columns = columns;
    this.#rows = rows;
  }

  rowXml(row: OdfNode, index: number, usualHeight: number): string {
    const { book, count } = this.#tools;
    const said = book.whole("table-row", row.attributes["table:style-name"], "table-row").attributes;
    const height = emuOf(said["style:row-height"] ?? said["style:min-row-height"]) ?? usualHeight;
    let markup = "";
    let column = 0;
    for (const cell of elementsOf(row)) {
      const isCovered = cell.name === "table:covered-table-cell";
      if (!isCovered && cell.name !== "table:table-cell") continue;
      const times = countOf(cell.attributes["table:number-columns-repeated"], MOST_COLUMNS) ?? 1;
      for (let time = 0; time < times && column < this.#columns; time++, column++) {
        const xml = isCovered ? this.#coveredXml(column) : this.#cellXml(cell, row, index, column);
        count.add(xml.length);
        markup += xml;
      }
    }
    for (; column < this.#columns; column++) markup += "<a:tc><a:txBody><a:bodyPr/><a:p/></a:txBody><a:tcPr/></a:tc>";
    return element("a:tr", { h: Math.round(height) }, markup);
  }

  /** Covered from above or from the left. */
  #coveredXml(column: number): string {
    const above = this.#spans.get(column);
    if (above && above.rows > 0) {
      above.rows--;
      return element(
        "a:tc",
        { vMerge: 1, gridSpan: above.columns > 1 ? above.columns : undefined },
        "<a:txBody><a:bodyPr/><a:p/></a:txBody><a:tcPr/>",
      );
    }
    return '<a:tc hMerge="1"><a:txBody><a:bodyPr/><a:p/></a:txBody><a:tcPr/></a:tc>';
  }

  #cellXml(cell: OdfNode, row: OdfNode, index: number, column: number): string {
    const { paints, relationships, book } = this.#tools;
    const { attributes } = cell;
    const across = Math.min(
      this.#columns - column,
      countOf(attributes["table:number-columns-spanned"], MOST_COLUMNS) ?? 1,
    );
    const down = Math.min(this.#rows - index, countOf(attributes["table:number-rows-spanned"], MOST_ROWS) ?? 1);
    this.#spans.set(column, { rows: down - 1, columns: across });
    const named = attributes["table:style-name"] ?? row.attributes["table:default-cell-style-name"];
    const own = new ShapeStyle(book, "table-cell", named, undefined);
    const placed = this.#placeStyle(index, column);
    const cellSaid = new ShapeStyle(book, "table-cell", placed, undefined);
    const style = book.style("table-cell", named) ? own : cellSaid;
    const said: Properties = { ...cellSaid.graphic, ...(named === undefined ? {} : ownGraphic(own, book, named)) };
    const borders: Properties = { ...cellSaid.base(1).paragraph.attributes, ...own.base(1).paragraph.attributes };
    const inset = (side: string) =>
      Math.round(Math.max(0, emuOf(said[`fo:padding-${side}`] ?? borders[`fo:padding-${side}`]) ?? PADDING[side] ?? 0));
    const lines = SIDES.map(([side, letter]) => lineXml(letter, borderOf(borders[`fo:border-${side}`]))).join("");
    const properties = element(
      "a:tcPr",
      {
        marL: inset("left"),
        marR: inset("right"),
        marT: inset("top"),
        marB: inset("bottom"),
        anchor: VERTICALS[said["draw:textarea-vertical-align"] ?? ""],
      },
      lines + (paints.fillXml(said, relationships) ?? "<a:noFill/>"),
    );
    const automatic = automaticColor(
      (percentOf(said["draw:opacity"]) ?? 100) > 50 ? paints.plainColor(said) : undefined,
    );
    const text = paragraphsXml(elementsOf(cell), style, automatic, this.#tools);
    return element(
      "a:tc",
      { gridSpan: across > 1 ? across : undefined, rowSpan: down > 1 ? down : undefined },
      element("a:txBody", {}, `<a:bodyPr/><a:lstStyle/>${text}`) + properties,
    );
  }

  /** The style of a template for the place of a cell. */
  #placeStyle(row: number, column: number): string | undefined {
    const template = this.#template;
    if (!template) return undefined;
    const uses = (what: string) => this.#table.attributes[`table:use-${what}-styles`] === "true";
    if (uses("first-row") && row === 0) return template.get("first-row");
    if (uses("last-row") && row === this.#rows - 1) return template.get("last-row");
    if (uses("first-column") && column === 0) return template.get("first-column");
    if (uses("last-column") && column === this.#columns - 1) return template.get("last-column");
    const band = (index: number) => (index % 2 === 1 ? "even" : "odd");
    if (uses("banding-rows"))
      return template.get(`${band(row - (uses("first-row") ? 1 : 0))}-rows`) || template.get("body");
    if (uses("banding-columns"))
      return template.get(`${band(column - (uses("first-column") ? 1 : 0))}-columns`) || template.get("body");
    return template.get("body");
  }
}

/** What the style of the cell says itself, without what holds for all shapes. */
function ownGraphic(style: ShapeStyle, book: StyleBook, name: string): Properties {
  const lineage = book.lineage(book.style("table-cell", name));
  return lineage.length === 0 ? {} : style.graphic;
}

function lineXml(letter: string, border: Border | undefined): string {
  if (!border) return element(`a:ln${letter}`, { w: 0 }, "<a:noFill/>");
  const dash = DASHES[border.style];
  return element(
    `a:ln${letter}`,
    {
      w: Math.max(3_175, Math.round(border.width * EMU_PER_TWIP)),
      cmpd: border.style === "double" ? "dbl" : undefined,
    },
    solid(border.color ?? "000000") + (dash ? element("a:prstDash", { val: dash }) : ""),
  );
}
