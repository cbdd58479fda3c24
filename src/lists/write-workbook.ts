import { strToU8, zipSync } from "fflate";
import { largestOf } from "../domain/collections/long-lists.ts";
import { escapeXmlText } from "../office/xml-text.ts";
import { columnName } from "../spreadsheet/cell-reference.ts";
import { parseSerial } from "../spreadsheet/serial-date.ts";
import type { CellValue } from "./list-table.ts";

/** How the cells of a column look: a date as a date, everything as text. */
type ColumnFormat = "general" | "date" | "text";

/** A column of a workbook that is written. */
export interface WrittenColumn {
  heading: string;
  format?: ColumnFormat;
  /** What may be chosen from. */
  options?: readonly string[];
  /** What is shown while a cell of it is chosen. */
  note?: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** Rows down to which a column's format and choices hold. */
const LAST_PREPARED_ROW = 10_001;
/** A list of choices within a rule may have no more characters (ECMA-376 Part 1, 18.3.1.32; Excel's own limit). */
const MAX_CHOICES = 255;

const STYLES = { general: 0, heading: 1, date: 2, text: 3 } as const;

/** An xlsx file of one sheet: headings in bold that stay in sight, and rows. */
export function writeWorkbook(
  sheet: string,
  columns: readonly WrittenColumn[],
  rows: readonly (readonly CellValue[])[],
): Uint8Array {
  const head = columns.map(({ heading }, column) => textCell(1, column, heading, STYLES.heading));
  const lines = rows.map((cells, index) => {
    const row = index + 2;
    return `<row r="${row}">${columns.map(({ format }, column) => cell(row, column, cells[column] ?? "", format)).join("")}</row>`;
  });
  const widths = columns.map(({ heading, format }, column) => {
    const width = Math.min(
      50,
      largestOf(
        rows.slice(0, 50).map((cells) => String(cells[column] ?? "").length + 1),
        Math.max(12, heading.length + 3),
      ),
    );
    return `<col min="${column + 1}" max="${column + 1}" width="${width}" style="${STYLES[format ?? "general"]}" customWidth="1"/>`;
  });
  const markup =
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `${columns.length > 0 ? `<cols>${widths.join("")}</cols>` : ""}<sheetData><row r="1">${head.join("")}</row>${lines.join("")}</sheetData>${validations(columns)}</worksheet>`;
  const parts = {
    "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    "_rels/.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="${escapeXmlText(sheetName(sheet))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/relationships/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": markup,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), { level: 6 });
}

/** What Excel takes as the name of a sheet. */
const sheetName = (name: string): string =>
  name
    .replace(/[\\/?*[\]:]/g, " ")
    .slice(0, 31)
    .trim() || "List";

function cell(row: number, column: number, value: CellValue, format: ColumnFormat = "general"): string {
  if (value === "") return "";
  const reference = `r="${columnName(column + 1)}${row}"`;
  if (typeof value === "boolean") return `<c ${reference} t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === "number" && Number.isFinite(value))
    return `<c ${reference} s="${STYLES.general}"><v>${value}</v></c>`;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? parseSerial(String(value), 1900) : undefined;
  if (day !== undefined) return `<c ${reference} s="${STYLES.date}"><v>${day}</v></c>`;
  return textCell(row, column, String(value), STYLES[format === "date" ? "general" : format]);
}

const textCell = (row: number, column: number, value: string, style: number): string =>
  `<c r="${columnName(column + 1)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXmlText(value)}</t></is></c>`;

function validations(columns: readonly WrittenColumn[]): string {
  const rules = columns.flatMap(({ options, note, heading }, column) => {
    const letters = columnName(column + 1);
    const place = `sqref="${letters}2:${letters}${LAST_PREPARED_ROW}"`;
    const prompt = note
      ? ` showInputMessage="1" promptTitle="${escapeXmlText(heading.slice(0, 32))}" prompt="${escapeXmlText(note.slice(0, 255))}"`
      : "";
    // commas divide the choices, and quotes end them
    const choices = (options ?? []).filter((option) => !/[",]/.test(option)).join(",");
    const isList = options && options.length > 0 && choices.length > 0 && choices.length <= MAX_CHOICES;
    if (isList)
      return [
        `<dataValidation type="list" allowBlank="1" showErrorMessage="0"${prompt} ${place}><formula1>"${escapeXmlText(choices)}"</formula1></dataValidation>`,
      ];
    return note ? [`<dataValidation allowBlank="1"${prompt} ${place}/>`] : [];
  });
  return rules.length > 0 ? `<dataValidations count="${rules.length}">${rules.join("")}</dataValidations>` : "";
}
