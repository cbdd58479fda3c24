/** Worksheets with their workbook: the parts of a package (ECMA-376 Part 1, 12.3). */
import { element } from "../../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../../office/xml-text.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const MOST_NAME = 31;

export interface Worksheet {
  name: string;
  isHidden: boolean;
  /** Content of `worksheet`. */
  xml: string;
  /** `Sheet1.A1:Sheet1.D20`, several with spaces between them. */
  printRanges: string;
  titles: { from: number; to: number } | undefined;
}

/** @param styles content of `styleSheet` */
export function workbookParts(sheets: readonly Worksheet[], styles: string): Map<string, Uint8Array> {
  const encoder = new TextEncoder();
  const parts = new Map<string, Uint8Array>();
  const add = (name: string, xml: string) => parts.set(name, encoder.encode(xml));
  const links = sheets.map((_, index) => ["worksheet", `worksheets/sheet${index + 1}.xml`] as const);
  const list = sheets.map(({ name, isHidden }, index) =>
    element("sheet", {
      name: name.slice(0, MOST_NAME),
      sheetId: index + 1,
      state: isHidden ? "hidden" : undefined,
      "r:id": `rId${index + 1}`,
    }),
  );
  const names = sheets.flatMap(namesOf).join("");
  add("_rels/.rels", relationshipsXml([["officeDocument", "xl/workbook.xml"]]));
  add(
    "xl/workbook.xml",
    element(
      "workbook",
      { xmlns: MAIN, "xmlns:r": RELATIONSHIPS },
      element("sheets", {}, list.join("")) + (names === "" ? "" : element("definedNames", {}, names)),
    ),
  );
  add("xl/_rels/workbook.xml.rels", relationshipsXml([...links, ["styles", "styles.xml"]]));
  add("xl/styles.xml", element("styleSheet", { xmlns: MAIN }, styles));
  for (const [index, { xml }] of sheets.entries())
    add(`xl/worksheets/sheet${index + 1}.xml`, element("worksheet", { xmlns: MAIN }, xml));
  return parts;
}

function relationshipsXml(entries: readonly (readonly [type: string, target: string])[]): string {
  const items = entries.map(([type, target], index) =>
    element("Relationship", { Id: `rId${index + 1}`, Type: `${RELATIONSHIPS}/${type}`, Target: target }),
  );
  return element("Relationships", { xmlns: PACKAGE_RELATIONSHIPS }, items.join(""));
}

/** What is printed, and the rows that are repeated. */
function namesOf({ name, printRanges, titles }: Worksheet, index: number): string[] {
  const sheet = `'${name.slice(0, MOST_NAME).replaceAll("'", "''")}'`;
  const areas = [
    ...printRanges.matchAll(/\$?([A-Z]{1,3})\$?(\d{1,7}):[^\s:]*?\.?\$?([A-Z]{1,3})\$?(\d{1,7})(?=\s|$)/g),
  ].map(([, left, top, right, bottom]) => `${sheet}!$${left}$${top}:$${right}$${bottom}`);
  const defined = (kind: string, text: string) =>
    element("definedName", { name: `_xlnm.${kind}`, localSheetId: index }, escapeXmlText(text));
  return [
    ...(areas.length > 0 ? [defined("Print_Area", areas.join(","))] : []),
    ...(titles ? [defined("Print_Titles", `${sheet}!$${titles.from}:$${titles.to}`)] : []),
  ];
}
