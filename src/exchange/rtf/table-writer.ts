/** Rows that follow each other -> `w:tbl`: their edges make one grid. */
import { element, valued } from "../../binary/doc/xml-writer.ts";
import { borderXml } from "./borders.ts";
import type { FormatTables } from "./character-format.ts";
import { grayOf } from "./paragraph-format.ts";
import type { CellFormat, RowFormat } from "./row-format.ts";

/** A row with what is in its cells: blocks as markup. */
export interface TableRow {
  format: RowFormat;
  cells: string[];
}

const SIDES = ["top", "left", "bottom", "right"] as const;
const EMPTY = "<w:p/>";
/** Of a cell without an edge of its own, in twips. */
const USUAL_WIDTH = 1_440;

export function tableXml(rows: readonly TableRow[], tables: FormatTables): string {
  const shaped = rows.map(({ format, cells }) => ({ format, cells: withEdges(format, cells.length), contents: cells }));
  const grid = [
    ...new Set(shaped.flatMap(({ format, cells }) => [format.left, ...cells.map(({ edge }) => edge)])),
  ].sort((one, other) => one - other);
  const placeOf = new Map(grid.map((edge, index) => [edge, index]));
  const first = rows[0]?.format;
  const left = grid[0] ?? 0;
  const columns = grid.slice(1).map((edge, index) => element("w:gridCol", { "w:w": edge - (grid[index] ?? 0) }));
  const properties =
    (first?.rightToLeft ? "<w:bidiVisual/>" : "") +
    element("w:tblW", { "w:w": 0, "w:type": "auto" }) +
    valued("w:jc", first?.alignment || undefined) +
    // the table's own edge is that of its text where a gap is given
    element("w:tblInd", { "w:w": left + (first?.padding.left ?? first?.gap ?? 0), "w:type": "dxa" }) +
    bordersXml("w:tblBorders", [...SIDES, "insideH", "insideV"], first?.borders ?? {}, tables) +
    '<w:tblLayout w:type="fixed"/>' +
    paddingXml("w:tblCellMar", { left: first?.gap ?? 0, right: first?.gap ?? 0, ...first?.padding });
  const body = shaped.map((row) => rowXml(row, { grid, placeOf }, tables)).join("");
  return `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${columns.join("")}</w:tblGrid>${body}</w:tbl>`;
}

/** Each content gets a cell; edges grow. */
function withEdges(format: RowFormat, count: number): CellFormat[] {
  const cells: CellFormat[] = [];
  let at = format.left;
  for (let index = 0; index < Math.max(count, format.cells.length); index++) {
    const cell = format.cells[index];
    at = Math.max(at + 1, cell?.edge ?? at + USUAL_WIDTH);
    cells.push({ ...(cell ?? format.next), edge: at });
  }
  return cells;
}

function rowXml(
  { format, cells, contents }: { format: RowFormat; cells: readonly CellFormat[]; contents: readonly string[] },
  { grid, placeOf }: { grid: readonly number[]; placeOf: ReadonlyMap<number, number> },
  tables: FormatTables,
): string {
  let place = placeOf.get(format.left) ?? 0;
  const height =
    format.height === 0
      ? ""
      : element("w:trHeight", { "w:val": Math.abs(format.height), "w:hRule": format.height < 0 ? "exact" : "atLeast" });
  const properties =
    valued("w:gridBefore", place || undefined) +
    (format.keepsTogether ? "<w:cantSplit/>" : "") +
    height +
    (format.isHeader ? "<w:tblHeader/>" : "");
  let markup = "";
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (!cell) continue;
    // cells that continue one are part of it
    let last = index;
    while (cells[last + 1]?.across === "next" && cell.across === "first") last++;
    const end = placeOf.get(cells[last]?.edge ?? cell.edge) ?? place + 1;
    const content =
      contents.slice(index, last + 1).find((blocks) => blocks !== "" && blocks !== EMPTY) ?? contents[index];
    markup += cellXml(cell, content ?? "", { span: end - place, width: (grid[end] ?? 0) - (grid[place] ?? 0) }, tables);
    place = end;
    index = last;
  }
  return `<w:tr><w:trPr>${properties}</w:trPr>${markup}</w:tr>`;
}

function cellXml(
  cell: CellFormat,
  content: string,
  { span, width }: { span: number; width: number },
  tables: FormatTables,
): string {
  const fill = tables.color(cell.background) ?? grayOf(cell.shading);
  const properties =
    element("w:tcW", { "w:w": width, "w:type": "dxa" }) +
    valued("w:gridSpan", span > 1 ? span : undefined) +
    (cell.down === "" ? "" : element("w:vMerge", { "w:val": cell.down === "first" ? "restart" : undefined })) +
    bordersXml("w:tcBorders", [...SIDES, "tl2br", "tr2bl"], cell.borders, tables) +
    (fill ? element("w:shd", { "w:val": "clear", "w:color": "auto", "w:fill": fill }) : "") +
    paddingXml("w:tcMar", cell.padding) +
    valued("w:textDirection", cell.direction || undefined) +
    valued("w:vAlign", cell.vertical || undefined);
  // a cell ends with a paragraph
  const blocks = content === "" ? EMPTY : content.endsWith("</w:tbl>") ? content + EMPTY : content;
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${blocks}</w:tc>`;
}

function bordersXml(
  name: string,
  sides: readonly string[],
  borders: RowFormat["borders"],
  tables: FormatTables,
): string {
  const lines = sides.map((side) => borderXml(`w:${side}`, borders[side], tables.color)).join("");
  return lines === "" ? "" : `<${name}>${lines}</${name}>`;
}

function paddingXml(name: string, padding: Readonly<Record<string, number>>): string {
  const sides = SIDES.map((side) => {
    const width = padding[side];
    return width === undefined ? "" : element(`w:${side}`, { "w:w": Math.max(0, width), "w:type": "dxa" });
  }).join("");
  return sides === "" ? "" : `<${name}>${sides}</${name}>`;
}
