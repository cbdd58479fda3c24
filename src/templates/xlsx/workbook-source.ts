import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import type { Relationships } from "../../office/relationships.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import type { DateSystem } from "../../spreadsheet/serial-date.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import { NumberFormats } from "./number-formats.ts";
import { SharedStrings } from "./shared-strings.ts";
import { checkSheets } from "./workbook-size.ts";

/** A worksheet of a template, and the entry of the workbook that names it. */
export interface SourceSheet {
  name: string;
  part: string;
  sheetId: number;
  relationshipId: string;
  /** `visible`, `hidden` or `veryHidden`. */
  state: string;
}

/** A table of a worksheet (ECMA-376 Part 1, 18.5.1.2). */
export interface SourceTable {
  part: string;
  sheet: SourceSheet;
  name: string;
  reference: string;
  headerRows: number;
  totalsRows: number;
  columns: string[];
}

/** A workbook template as it was read. */
export interface WorkbookSource {
  package: OfficePackage;
  part: string;
  xml: string;
  relationships: Relationships;
  /** Worksheets in the order of their tabs; chart sheets and the like are left as they are. */
  sheets: SourceSheet[];
  names: { name: string; localSheet: number | undefined; text: string }[];
  strings: SharedStrings;
  stringsPart: string | undefined;
  formats: NumberFormats;
  stylesPart: string | undefined;
  tables: SourceTable[];
  dates: DateSystem;
}

/** Markup whose elements of the spreadsheet namespace have no prefix, whatever wrote it. */
function withoutPrefix(xml: string): string {
  const match =
    /\sxmlns:([A-Za-z_][\w.-]*)\s*=\s*["']http:\/\/(?:schemas\.openxmlformats\.org\/spreadsheetml\/2006\/main|purl\.oclc\.org\/ooxml\/spreadsheetml\/main)["']/.exec(
      xml.slice(0, 4_096),
    );
  const prefix = match?.[1];
  if (prefix === undefined || !new RegExp(`<${prefix}:`).test(xml)) return xml;
  return xml
    .replace(new RegExp(`<(/?)${prefix}:`, "g"), "<$1")
    .replace(new RegExp(`\\sxmlns:${prefix}(\\s*=)`, "g"), " xmlns$1");
}

/** The text of a spreadsheet part. @throws Failure `xml_invalid`, `archive_invalid` */
export function partText(source: OfficePackage, part: string): string {
  const text = source.text(part);
  if (text === undefined) throw new Failure("archive_invalid", `The part "${part}" is missing.`);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new Failure("xml_invalid", `The part "${part}" has a DTD or an entity declaration, which is not allowed.`);
  return withoutPrefix(text);
}

/** Reads what all of a workbook's sheets share. @throws Failure `archive_invalid`, `xml_invalid` */
export function readWorkbook(source: OfficePackage): WorkbookSource {
  const part = source.mainPart();
  const xml = partText(source, part);
  const root = parseXml(xml);
  if (root.name !== "workbook") throw new Failure("archive_invalid", "The file is not an Excel workbook.");
  // Workbooks with macros and templates become plain workbooks: what is in them no longer fits their old type.
  source.contentTypes.setOverride(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml");
  const relationships = source.relationshipsOf(part);
  const sheets = readSheets(root, relationships, source);
  const target = (type: string): string | undefined => {
    const [found] = relationships.ofType(type);
    const name = found && relationships.targetPart(found);
    return name !== undefined && source.zip.has(name) ? name : undefined;
  };
  const [stringsPart, stylesPart] = [target("sharedStrings"), target("styles")];
  const properties = root.child("workbookPr");
  return {
    package: source,
    part,
    xml,
    relationships,
    sheets,
    names: (root.child("definedNames")?.elements("definedName") ?? []).map((element) => ({
      name: element.attribute("name") ?? "",
      localSheet:
        element.attribute("localSheetId") === undefined ? undefined : Number(element.attribute("localSheetId")),
      text: element.text(),
    })),
    strings: new SharedStrings(stringsPart === undefined ? "" : partText(source, stringsPart)),
    stringsPart,
    formats: new NumberFormats(stylesPart === undefined ? "" : partText(source, stylesPart)),
    stylesPart,
    tables: sheets.flatMap((sheet) => readTables(sheet, source)),
    dates: /^(?:1|true)$/.test(properties?.attribute("date1904") ?? "") ? 1904 : 1900,
  };
}

function readSheets(root: XmlElement, relationships: Relationships, source: OfficePackage): SourceSheet[] {
  const sheets: SourceSheet[] = [];
  for (const element of root.child("sheets")?.elements("sheet") ?? []) {
    const id = relationshipIdOf(element);
    const relationship = relationships.byId(id);
    const part = relationship && relationships.targetPart(relationship);
    if (part === undefined || !present(relationship).type.endsWith("/worksheet") || !source.zip.has(part)) continue;
    sheets.push({
      name: element.attribute("name") ?? "",
      part,
      sheetId: Number(element.attribute("sheetId") ?? 0),
      relationshipId: id,
      state: element.attribute("state") ?? "visible",
    });
    // A merge may leave sheets out, but so many cannot be read beside others: a list of a megabyte may name one part again and again.
    checkSheets(sheets.length);
  }
  if (sheets.length === 0) throw new Failure("archive_invalid", "The workbook has no worksheet.");
  return sheets;
}

/** `r:id`, whatever prefix the relationships' namespace has. */
export function relationshipIdOf(element: XmlElement): string {
  const opening = element.source.slice(element.start, element.openEnd);
  return element.attribute("r:id") ?? /\s[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(opening)?.[1] ?? "";
}

function readTables(sheet: SourceSheet, source: OfficePackage): SourceTable[] {
  const relationships = source.relationshipsOf(sheet.part);
  return relationships.ofType("table").flatMap((relationship): SourceTable[] => {
    const part = relationships.targetPart(relationship);
    if (part === undefined || !source.zip.has(part)) return [];
    const root = parseXml(partText(source, part));
    return [
      {
        part,
        sheet,
        name: root.attribute("displayName") ?? root.attribute("name") ?? "",
        reference: root.attribute("ref") ?? "",
        headerRows: Number(root.attribute("headerRowCount") ?? 1),
        totalsRows: Number(root.attribute("totalsRowCount") ?? 0),
        columns: (root.child("tableColumns")?.elements("tableColumn") ?? []).map(
          (each) => each.attribute("name") ?? "",
        ),
      },
    ];
  });
}
