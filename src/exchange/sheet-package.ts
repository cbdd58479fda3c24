/** A package with one sheet and the formats of a table without formatting. */

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";

/** What is text, what is a number (at the right), and what takes several lines: Excel's font of new workbooks. */
const STYLES =
  '<fonts><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills><fill/></fills><borders><border/></borders>' +
  '<cellStyleXfs><xf fontId="0"/></cellStyleXfs><cellXfs><xf fontId="0"/>' +
  '<xf fontId="0" applyAlignment="1"><alignment horizontal="right"/></xf>' +
  '<xf fontId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>';
/** A4 (docs/decisions/sheets.md), with the margins of new workbooks in inches. */
const PRINT =
  '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup paperSize="9"/>';

/** @param columns markup of `cols`, @param rows of `sheetData` (ECMA-376 Part 1, 18.3.1.99) */
export function sheetPackage(columns: string, rows: string): Map<string, Uint8Array> {
  const related = (entries: readonly (readonly [type: string, target: string])[]) =>
    `<Relationships xmlns="${PACKAGE_RELATIONSHIPS}">${entries
      .map(
        ([type, target], index) =>
          `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
      )
      .join("")}</Relationships>`;
  const parts: readonly (readonly [name: string, xml: string])[] = [
    ["_rels/.rels", related([["officeDocument", "xl/workbook.xml"]])],
    [
      "xl/workbook.xml",
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      related([
        ["worksheet", "worksheets/sheet1.xml"],
        ["styles", "styles.xml"],
      ]),
    ],
    ["xl/styles.xml", `<styleSheet xmlns="${MAIN}">${STYLES}</styleSheet>`],
    [
      "xl/worksheets/sheet1.xml",
      `<worksheet xmlns="${MAIN}">${columns === "" ? "" : `<cols>${columns}</cols>`}<sheetData>${rows}</sheetData>${PRINT}</worksheet>`,
    ],
  ];
  const encoder = new TextEncoder();
  return new Map(parts.map(([name, xml]) => [name, encoder.encode(xml)]));
}
