/** Small workbooks for tests. */

import { OpcPackage } from "../../office/package.ts";
import type { Sheet } from "../sheets/model/sheet.ts";
import type { Workbook } from "../sheets/model/workbook.ts";
import { readSheet } from "../sheets/workbook/sheet-reader.ts";
import { readWorkbook } from "../sheets/workbook/workbook-reader.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main";
const XM = "http://schemas.microsoft.com/office/excel/2006/main";

export interface TestSheet {
  name: string;
  /** What comes before `sheetData`. */
  before?: string;
  /** Content of `sheetData`. */
  rows?: string;
  /** What follows it. */
  rest?: string;
  /** Id, last segment of the type, target from the folder of the sheet. */
  related?: readonly (readonly [string, string, string])[];
}

/** Cells of one row from column A on; `=` begins a formula without a value, null leaves a cell out. */
export function rowXml(row: number, values: readonly (number | string | null)[], more = ""): string {
  const cells = values.map((value, index) => {
    const reference = `${String.fromCharCode(65 + index)}${row}`;
    if (value === null) return "";
    if (typeof value === "number") return `<c r="${reference}"><v>${value}</v></c>`;
    if (value.startsWith("=")) return `<c r="${reference}"><f>${value.slice(1)}</f></c>`;
    return `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
  });
  return `<row r="${row}" ${more}>${cells.join("")}</row>`;
}

function relationships(related: TestSheet["related"] = []): string {
  const items = related.map(
    ([id, type, target]) =>
      `<Relationship Id="${id}" Type="${RELATED}/${type}" Target="${target}"${/^\w+:/.test(target) ? ' TargetMode="External"' : ""}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join("")}</Relationships>`;
}

export interface TestWorkbookOptions {
  /** Content of the style sheet. */
  styles?: string;
  /** Defined names. */
  names?: string;
  /** Further parts by name. */
  parts?: Readonly<Record<string, string | Uint8Array>>;
  /** Target of the theme from the folder of the workbook. */
  theme?: string;
}

export function testWorkbook(
  sheets: readonly TestSheet[],
  { styles = "", names = "", parts = {}, theme }: TestWorkbookOptions = {},
): Workbook {
  const list = sheets.map((sheet, index) => `<sheet name="${sheet.name}" sheetId="${index + 1}" r:id="r${index}"/>`);
  const all: Record<string, string | Uint8Array> = {
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><sheets>${list.join("")}</sheets><definedNames>${names}</definedNames></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships([
      ...sheets.map((_, index) => [`r${index}`, "worksheet", `worksheets/sheet${index}.xml`] as const),
      ["s", "styles", "styles.xml"],
      ...(theme ? [["t", "theme", theme] as const] : []),
    ]),
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    ...parts,
  };
  for (const [index, sheet] of sheets.entries()) {
    all[`xl/worksheets/sheet${index}.xml`] =
      `<worksheet xmlns="${MAIN}" xmlns:r="${RELATED}" xmlns:x14="${X14}" xmlns:xm="${XM}">${sheet.before ?? ""}<sheetData>${sheet.rows ?? ""}</sheetData>${sheet.rest ?? ""}</worksheet>`;
    all[`xl/worksheets/_rels/sheet${index}.xml.rels`] = relationships(sheet.related);
  }
  const encoder = new TextEncoder();
  const pack = OpcPackage.ofParts(
    Object.entries(all).map(([name, part]) => [name, typeof part === "string" ? encoder.encode(part) : part]),
  );
  const warnings = new Set<string>();
  const now = new Date(Date.UTC(2026, 0, 15));
  return readWorkbook(pack, { imageUrl: (_, part) => part, now, warnings, maxCells: 10_000 });
}

/** The first sheet of a workbook. */
export function firstSheet(workbook: Workbook): Sheet {
  const [source] = workbook.sheets;
  const sheet = source && readSheet(source, workbook);
  if (!sheet) throw new Error("the workbook has no sheet");
  return sheet;
}
