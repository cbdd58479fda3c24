/** Worksheets with their workbook: the parts of a package (ECMA-376 Part 1, 12.3). */
import { type PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { absoluteReference, areasOf, sheetName, sheetPrefix } from "./cell-addresses.ts";

export const WORKBOOK_PART = "xl/workbook.xml";
const STYLES_PART = "xl/styles.xml";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const NAMESPACES = {
  xmlns: MAIN,
  "xmlns:x14": "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main",
  "xmlns:xm": "http://schemas.microsoft.com/office/excel/2006/main",
};

export interface Worksheet {
  name: string;
  isHidden: boolean;
  /** Content of `worksheet`. */
  xml: string;
  relationships: PartRelationships;
  /** Not where others are to be printed and this one is not. */
  isPrinted: boolean;
  /** `Sheet1.A1:Sheet1.D20`, several with spaces between them. */
  printRanges: string;
  titles: { from: number; to: number } | undefined;
}

/** @param styles content of `styleSheet` */
export function addWorkbook(builder: PackageBuilder, sheets: readonly Worksheet[], styles: string): void {
  const relationships = new PartRelationships();
  // where no sheet is to be printed, all of them are
  const printed = sheets.filter((sheet) => sheet.isPrinted || sheet.printRanges !== "");
  const list = sheets.map((sheet, index) =>
    element("sheet", {
      name: sheetName(sheet.name),
      sheetId: index + 1,
      state: sheet.isHidden || (printed.length > 0 && !printed.includes(sheet)) ? "hidden" : undefined,
      "r:id": relationships.to("worksheet", sheetPart(index)),
    }),
  );
  relationships.to("styles", STYLES_PART);
  const names = sheets.flatMap(namesOf).join("");
  const content = element("sheets", {}, list.join("")) + (names === "" ? "" : element("definedNames", {}, names));
  builder.add(WORKBOOK_PART, "workbook", content, relationships, { xmlns: MAIN });
  builder.add(STYLES_PART, "styleSheet", styles, undefined, { xmlns: MAIN });
  for (const [index, sheet] of sheets.entries())
    builder.add(sheetPart(index), "worksheet", sheet.xml, sheet.relationships, NAMESPACES);
  builder.finish();
}

function sheetPart(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

/** What is printed, and the rows that are repeated. */
function namesOf({ name, printRanges, titles }: Worksheet, index: number): string[] {
  const areas = absoluteReference(areasOf(printRanges).map((area) => ({ ...area, sheet: name })));
  const defined = (kind: string, text: string) =>
    element("definedName", { name: `_xlnm.${kind}`, localSheetId: index }, escapeXmlText(text));
  return [
    ...(areas === undefined ? [] : [defined("Print_Area", areas)]),
    ...(titles ? [defined("Print_Titles", `${sheetPrefix(name)}$${titles.from}:$${titles.to}`)] : []),
  ];
}
