import { escapeXmlText } from "../../../office/xml-text.ts";
import { ZipWriter } from "../../../office/zip-writer.ts";
import { columnNumber } from "../../../spreadsheet/cell-reference.ts";

/** A cell for a test: a value, or `=` and a formula; `style` is an index into the formats below. */
export type TestCell =
  | string
  | number
  | boolean
  | { value: string | number | boolean; style: number }
  | { xml: string };

export interface TestSheet {
  name: string;
  cells: Readonly<Record<string, TestCell>>;
  /** Attributes of rows, by their number. */
  rows?: Readonly<Record<number, string>>;
  /** Markup before and after `<sheetData>`. */
  head?: string;
  tail?: string;
  /** Relationships: id, last part of the type, target, and whether it is outside of the package. */
  relationships?: readonly (readonly [id: string, type: string, target: string, external?: boolean])[];
}

export interface TestWorkbook {
  sheets: readonly TestSheet[];
  /** Markup of `<definedName>` elements. */
  names?: string;
  workbookExtra?: string;
  /** Markup before the list of sheets. */
  workbookHead?: string;
  /** Texts are shared strings, as Excel writes them, instead of inline strings. */
  sharesStrings?: boolean;
  /** Codes of further formats, from index 5 on. */
  formats?: readonly string[];
  /** Further parts: text or bytes, and media type. */
  parts?: Readonly<Record<string, { content: string | Uint8Array; type?: string }>>;
  /** Further relationships of the workbook, as those of a sheet. */
  related?: TestSheet["relationships"];
}

const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Formats by index: General, yyyy-mm-dd, 0.00, text, bold. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/></styleSheet>`;

/** Builds a workbook for tests and benchmarks. */
export function buildWorkbook({
  sheets,
  names,
  workbookExtra = "",
  workbookHead = "",
  sharesStrings,
  formats = [],
  parts = {},
  related = [],
}: TestWorkbook): Uint8Array {
  const zip = new ZipWriter();
  const strings: string[] | undefined = sharesStrings ? [] : undefined;
  const add = (name: string, text: string | Uint8Array) =>
    zip.add(name, typeof text === "string" ? new TextEncoder().encode(text) : text);
  const overrides = Object.entries(parts)
    .filter(([, { type }]) => type !== undefined)
    .map(([name, { type }]) => `<Override PartName="/${name}" ContentType="${type}"/>`);
  const sheetTypes = sheets.map(
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
  );
  add(
    "[Content_Types].xml",
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${strings ? `<Override PartName="/xl/sharedStrings.xml" ContentType="${SPREADSHEET}.sharedStrings+xml"/>` : ""}${sheetTypes.join("")}${overrides.join("")}</Types>`,
  );
  add("_rels/.rels", relationships([["rId1", "officeDocument", "xl/workbook.xml"]]));
  const entries = sheets.map(
    ({ name }, index) => `<sheet name="${escapeXmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  add(
    "xl/workbook.xml",
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${workbookHead}<sheets>${entries.join("")}</sheets>${names ? `<definedNames>${names}</definedNames>` : ""}${workbookExtra}</workbook>`,
  );
  add(
    "xl/_rels/workbook.xml.rels",
    relationships([
      ...sheets.map((_, index) => [`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`] as const),
      [`rId${sheets.length + 1}`, "styles", "styles.xml"],
      ...(strings ? [[`rId${sheets.length + 2}`, "sharedStrings", "sharedStrings.xml"] as const] : []),
      ...related,
    ]),
  );
  add("xl/styles.xml", withFormats(formats));
  sheets.forEach((sheet, index) => {
    add(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet, strings));
    if (sheet.relationships) add(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, relationships(sheet.relationships));
  });
  if (strings) {
    const items = strings.map((text) => `<si><t xml:space="preserve">${escapeXmlText(text)}</t></si>`);
    add(
      "xl/sharedStrings.xml",
      `<sst xmlns="${MAIN}" count="${items.length}" uniqueCount="${items.length}">${items.join("")}</sst>`,
    );
  }
  for (const [name, { content }] of Object.entries(parts)) add(name, content);
  return zip.finish();
}

function withFormats(codes: readonly string[]): string {
  if (codes.length === 0) return STYLES;
  const formats = codes.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${escapeXmlText(code)}"/>`);
  const xfs = codes.map(
    (_, index) => `<xf numFmtId="${170 + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return STYLES.replace(/<numFmts[^>]*>/, `<numFmts count="${1 + codes.length}">`)
    .replace("</numFmts>", `${formats.join("")}$&`)
    .replace('<cellXfs count="5">', `<cellXfs count="${5 + codes.length}">`)
    .replace("</cellXfs>", `${xfs.join("")}$&`);
}

/** A relationships part. */
export function relationships(items: NonNullable<TestSheet["relationships"]>): string {
  const written = items.map(
    ([id, type, target, external]) =>
      `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${escapeXmlText(target)}"${external ? ' TargetMode="External"' : ""}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written.join("")}</Relationships>`;
}

function sheetXml({ cells, rows = {}, head = "", tail = "" }: TestSheet, strings: string[] | undefined): string {
  const byRow = new Map<number, { column: number; xml: string }[]>();
  for (const [reference, cell] of Object.entries(cells)) {
    const [, letters = "", digits = ""] = /^([A-Z]+)(\d+)$/.exec(reference) ?? [];
    const row = byRow.get(Number(digits)) ?? [];
    byRow.set(Number(digits), row);
    row.push({ column: columnNumber(letters), xml: cellXml(reference, cell, strings) });
  }
  const data = [...byRow]
    .sort(([a], [b]) => a - b)
    .map(([row, items]) => {
      const sorted = items.sort((a, b) => a.column - b.column).map(({ xml }) => xml);
      return `<row r="${row}"${rows[row] ?? ""}>${sorted.join("")}</row>`;
    });
  return `<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${head}<sheetData>${data.join("")}</sheetData>${tail}</worksheet>`;
}

function cellXml(reference: string, cell: TestCell, strings: string[] | undefined): string {
  if (typeof cell === "object" && "xml" in cell) return `<c r="${reference}"${cell.xml}</c>`;
  const { value, style } = typeof cell === "object" ? cell : { value: cell, style: 0 };
  const open = `<c r="${reference}"${style ? ` s="${style}"` : ""}`;
  if (typeof value === "number") return `${open}><v>${value}</v></c>`;
  if (typeof value === "boolean") return `${open} t="b"><v>${value ? 1 : 0}</v></c>`;
  if (value.startsWith("=")) return `${open}><f>${escapeXmlText(value.slice(1))}</f></c>`;
  if (strings) return `${open} t="s"><v>${strings.push(value) - 1}</v></c>`;
  return `${open} t="inlineStr"><is><t xml:space="preserve">${escapeXmlText(value)}</t></is></c>`;
}
