import type { SheetCell, SheetTable } from "../../domain/sheet-table.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { LETTER, NewDocument, type PageShape, sectionOf } from "../../word/new-document.ts";

/** Word's tables have at most 63 columns; wider sheets become several tables. */
const MAX_COLUMNS = 63;
/** No page can show more than this; the rest is left out. */
const MAX_SHEET_COLUMNS = 4 * MAX_COLUMNS;
const MIN_COLUMN_POINTS = 14;
const MARGIN_POINTS = 36;
const PORTRAIT: PageShape = { ...LETTER, marginPoints: MARGIN_POINTS };
const LANDSCAPE: PageShape = {
  widthPoints: LETTER.heightPoints,
  heightPoints: LETTER.widthPoints,
  marginPoints: MARGIN_POINTS,
};

/** A Word document with a table for each sheet, under its name, on pages as wide as the sheet asks for. */
export function sheetDocument(sheets: readonly SheetTable[]): Uint8Array {
  const document = new NewDocument();
  const parts = sheets.map((sheet) => {
    const width = sheet.columns.reduce((sum, points) => sum + points, 0);
    const page = width > PORTRAIT.widthPoints - 2 * MARGIN_POINTS ? LANDSCAPE : PORTRAIT;
    const heading = `<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr>${run({ text: sheet.name })}</w:p>`;
    return { content: heading + tablesOf(sheet, page.widthPoints - 2 * MARGIN_POINTS), section: sectionOf(page) };
  });
  if (parts.length === 0) return document.finish(`<w:p/>${sectionOf(PORTRAIT)}`);
  const body = parts.map(({ content, section }, index) => {
    const isLast = index === parts.length - 1;
    const end = `<w:p><w:pPr><w:pStyle w:val="TableText"/>${isLast ? "" : section}</w:pPr></w:p>`;
    return content + end + (isLast ? section : "");
  });

  return document.finish(body.join(""));
}

function tablesOf({ columns, rows }: SheetTable, roomPoints: number): string {
  const tables: string[] = [];
  for (let from = 0; from < Math.min(columns.length, MAX_SHEET_COLUMNS); from += MAX_COLUMNS) {
    const part = columns.slice(from, from + MAX_COLUMNS);
    tables.push(
      tableOf(
        part,
        rows.map((row) => cellsWithin(row, from, from + part.length)),
        roomPoints,
      ),
    );
  }
  return tables.join("<w:p/>");
}

/** The cells of a row between two columns; those that reach over the edge are cut. */
function cellsWithin(row: readonly SheetCell[], from: number, to: number): SheetCell[] {
  return row
    .filter(({ column, span }) => column < to && column + span > from)
    .map((cell) => {
      const start = Math.max(cell.column, from);
      return { ...cell, column: start - from, span: Math.min(cell.column + cell.span, to) - start };
    });
}

function tableOf(columns: readonly number[], rows: readonly (readonly SheetCell[])[], roomPoints: number): string {
  const total = columns.reduce((sum, points) => sum + points, 0);
  const scale = Math.min(1, roomPoints / total);
  const widths = columns.map((points) => Math.round(Math.max(points * scale, MIN_COLUMN_POINTS * scale) * 20));
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join("");
  const sum = widths.reduce((before, width) => before + width, 0);
  const properties = `<w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="${sum}" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="40" w:type="dxa"/><w:right w:w="40" w:type="dxa"/></w:tblCellMar></w:tblPr>`;
  const body = rows.map((row) => rowOf(row, widths));

  return `<w:tbl>${properties}<w:tblGrid>${grid}</w:tblGrid>${body.join("")}</w:tbl>`;
}

function rowOf(row: readonly SheetCell[], widths: readonly number[]): string {
  const cells = row.map((cell) => {
    const width = widths.slice(cell.column, cell.column + cell.span).reduce((sum, one) => sum + one, 0);
    const span = cell.span > 1 ? `<w:gridSpan w:val="${cell.span}"/>` : "";
    const merge = cell.rows > 1 ? '<w:vMerge w:val="restart"/>' : cell.rows === 0 ? "<w:vMerge/>" : "";
    const fill = cell.fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${cell.fill}"/>` : "";
    const align = cell.align ? `<w:jc w:val="${cell.align}"/>` : "";
    const properties = `<w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span}${merge}${fill}</w:tcPr>`;
    return `<w:tc>${properties}<w:p><w:pPr><w:pStyle w:val="TableText"/>${align}</w:pPr>${run(cell)}</w:p></w:tc>`;
  });
  return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.join("")}</w:tr>`;
}

function run({ text, bold, italic, color, sizePoints }: Partial<SheetCell> & { text: string }): string {
  if (text === "") return "";
  const size = sizePoints ? Math.max(2, Math.round(sizePoints * 2)) : undefined;
  const properties =
    (bold ? "<w:b/><w:bCs/>" : "") +
    (italic ? "<w:i/><w:iCs/>" : "") +
    (color ? `<w:color w:val="${color}"/>` : "") +
    (size ? `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>` : "");
  const lines = text.split(/\r\n|\r|\n/).map((line) => `<w:t xml:space="preserve">${escapeXmlText(line)}</w:t>`);
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}${lines.join("<w:br/>")}</w:r>`;
}
