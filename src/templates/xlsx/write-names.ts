import { largestOf } from "../../domain/collections/long-lists.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { parseFormula } from "../../spreadsheet/formula/parse.ts";
import type { Origin, ReferenceResolver } from "./resolve-references.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { movedText } from "./shift-ranges.ts";
import type { WorkbookSource } from "./workbook-source.ts";
import { relationshipIdOf } from "./workbook-source.ts";
import { withAttribute } from "./xml-attributes.ts";

/** What the merged workbook part lists. */
export interface WorkbookListing {
  workbook: WorkbookSource;
  instances: readonly SheetInstance[];
  resolver: ReferenceResolver;
  /** Relationship id of a sheet's copy. */
  relationshipId(instance: SheetInstance): string;
  /** The formulas of the workbook's names, with the texts that the merge has made. */
  nameFormulas: readonly string[];
  /** Excel has to calculate when it opens the file. */
  recalculates: boolean;
}

/** The workbook part with its sheets, names and calculation settings (ECMA-376 Part 1, 18.2.27). */
export function writeWorkbookPart(listing: WorkbookListing): string {
  const { workbook } = listing;
  const root = parseXml(workbook.xml);
  const { entries, positions } = sheetEntries(root, listing);
  const children: { name: string; xml: string }[] = [];
  for (const element of root.elements()) {
    let xml = element.outer();
    if (element.name === "sheets")
      xml = `${workbook.xml.slice(element.start, element.openEnd)}${entries.join("")}</sheets>`;
    if (element.name === "definedNames") xml = definedNames(element, listing, positions);
    if (element.name === "bookViews") xml = bookViews(xml, entries.length);
    if (element.name === "calcPr" && listing.recalculates) xml = withAttribute(xml, "fullCalcOnLoad", "1");
    if (xml !== "") children.push({ name: element.name, xml });
  }
  if (listing.recalculates && !children.some(({ name }) => name === "calcPr")) {
    const before = ["definedNames", "externalReferences", "functionGroups", "sheets"];
    const place = children.findLastIndex(({ name }) => before.includes(name));
    children.splice(place + 1, 0, { name: "calcPr", xml: '<calcPr calcId="191029" fullCalcOnLoad="1"/>' });
  }
  return `${workbook.xml.slice(0, root.openEnd)}${children.map(({ xml }) => xml).join("")}</${root.name}>`;
}

/** `<sheet>` elements of the merged workbook, and where each of the template's sheets has gone. */
function sheetEntries(root: XmlElement, { workbook, instances, relationshipId }: WorkbookListing) {
  const entries: string[] = [];
  /** By the template's position: the positions of its copies. */
  const positions: { position: number; instance: SheetInstance | undefined }[][] = [];
  let nextId =
    largestOf(
      workbook.sheets.map(({ sheetId }) => sheetId),
      0,
    ) + 1;
  for (const element of root.child("sheets")?.elements("sheet") ?? []) {
    const id = relationshipIdOf(element);
    const source = workbook.sheets.find((sheet) => sheet.relationshipId === id);
    if (!source) {
      positions.push([{ position: entries.push(element.outer()) - 1, instance: undefined }]);
      continue;
    }
    const copies = instances.filter((instance) => instance.template.source === source);
    positions.push(
      copies.map((instance) => {
        const state = instances.length === 1 || source.state === "visible" ? "" : ` state="${source.state}"`;
        const sheetId = instance.copy === 0 ? source.sheetId : nextId++;
        const namespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        const xml = `<sheet xmlns:r="${namespace}" name="${escapeXmlText(instance.name)}" sheetId="${sheetId}"${state} r:id="${relationshipId(instance)}"/>`;
        return { position: entries.push(xml) - 1, instance };
      }),
    );
  }
  return { entries, positions };
}

function definedNames(
  element: XmlElement,
  { resolver, nameFormulas }: WorkbookListing,
  positions: readonly (readonly { position: number; instance: SheetInstance | undefined }[])[],
): string {
  const written: string[] = [];
  for (const [index, name] of element.elements("definedName").entries()) {
    const open = element.source.slice(name.start, name.openEnd).replace(/(?<!\s)\s*\/>$/, ">");
    const local = name.attribute("localSheetId");
    const formula = nameFormulas[index] ?? name.text();
    const places = local === undefined ? [undefined] : (positions[Number(local)] ?? []);
    for (const place of places) {
      const origin: Origin = {
        instance: place?.instance,
        iteration: undefined,
        columnIteration: -1,
        row: 0,
        column: 0,
      };
      if (isGone(formula, origin, resolver)) continue;
      const opening = place ? withAttribute(open, "localSheetId", String(place.position)) : open;
      written.push(`${opening}${escapeXmlText(movedText(formula, origin, resolver, true))}</definedName>`);
    }
  }
  return written.length > 0 ? `<definedNames>${written.join("")}</definedNames>` : "";
}

/** A print area, a filter or a name none of whose cells are left goes, too. */
function isGone(formula: string, origin: Origin, resolver: ReferenceResolver): boolean {
  const { references } = parseFormula(formula);
  return references.length > 0 && references.every((placed) => resolver.resolve(placed, origin, true).isGone === true);
}

function bookViews(xml: string, sheets: number): string {
  return xml.replace(/\s(activeTab|firstSheet)="(\d+)"/g, (whole, name: string, index: string) =>
    Number(index) < sheets ? whole : ` ${name}="0"`,
  );
}
