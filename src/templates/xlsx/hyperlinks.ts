import type { AssemblyToken } from "../../language/assembly-token.ts";
import { piecesOfMarked } from "../../office/field-values.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import type { XmlElement } from "../../office/xml-tree.ts";
import { type CellRange, columnName, formatRange, parseRange } from "../../spreadsheet/cell-reference.ts";
import { withDecodedTags } from "../ooxml/compiled-package.ts";
import { checkedAddress } from "../ooxml/html/safe-url.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import { textOfValue } from "../ooxml/text-markup.ts";
import type { Attach } from "./compile-sheet.ts";
import { valueMark } from "./marks.ts";
import type { ReferenceResolver } from "./resolve-references.ts";
import type { SheetFrame } from "./sheet-frame.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { copiesOfRange, movedText } from "./shift-ranges.ts";
import type { WorkbookJob } from "./workbook-job.ts";
import { relationshipIdOf, type SourceSheet, type WorkbookSource } from "./workbook-source.ts";

type LinkText = "target" | "location" | "tooltip" | "display";

/** A hyperlink of a sheet (ECMA-376 Part 1, 18.3.1.47); texts with tags have a slot in the row of its cell. */
export interface LinkTemplate {
  range: CellRange;
  texts: Partial<Record<LinkText, string>>;
  slots: Partial<Record<LinkText, number>>;
  sheetTokens: readonly AssemblyToken[];
}

/** Excel opens no sheet with more. */
const MAX_LINKS = 65_000;

export function attachLinks(
  workbook: WorkbookSource,
  sheet: SourceSheet,
  frame: SheetFrame,
  register: TagRegister,
  attach: Attach,
): LinkTemplate[] {
  const relationships = workbook.package.relationshipsOf(sheet.part);
  return (frame.root.child("hyperlinks")?.elements("hyperlink") ?? []).flatMap((element): LinkTemplate[] => {
    const range = parseRange(element.attribute("ref") ?? "");
    if (!range) return [];
    const relationship = relationships.byId(relationshipIdOf(element));
    const link: LinkTemplate = { range, texts: textsOf(element, relationship?.target), slots: {}, sheetTokens: [] };
    const part = `${sheet.name}!${columnName(range.column1)}${range.row1}`;
    for (const [name, text] of Object.entries(link.texts) as [LinkText, string][]) {
      const place = { part, where: () => "the hyperlink" };
      const template = register.textTemplate(text, place, name === "target" ? "unencoded" : undefined);
      if (!template) continue;
      link.slots[name] = attach(range.row1, range.column1, (slot) => [valueMark(slot, template, text)]);
    }
    return [link];
  });
}

function textsOf(element: XmlElement, target: string | undefined): LinkTemplate["texts"] {
  const texts: LinkTemplate["texts"] = {};
  for (const name of ["location", "tooltip", "display"] as const) {
    const text = element.attribute(name);
    if (text !== undefined) texts[name] = text;
  }
  if (target === undefined) return texts;
  texts.target = withDecodedTags(target);
  return texts;
}

/** The hyperlinks of a merged sheet, as its frame writes them; new targets become relationships. */
export function writeLinks(
  links: readonly LinkTemplate[],
  instance: SheetInstance,
  resolver: ReferenceResolver,
  job: WorkbookJob,
  relationshipOf: (url: string) => string,
): string[] {
  const written: string[] = [];
  for (const { range, texts, slots } of links)
    for (const copy of copiesOfRange(instance, range)) {
      const output = instance.rowAt(copy.row1);
      if (output?.isBlank) continue;
      const text = (name: LinkText): string | undefined => {
        const slot = slots[name];
        if (slot === undefined) return texts[name];
        return textOfValue(output?.values[slot + copy.columnIteration * output.template.slots]);
      };
      const origin = {
        instance,
        iteration: copy.iteration,
        columnIteration: copy.columnIteration,
        row: range.row1,
        column: range.column1,
      };
      const location = text("location");
      const moved =
        location !== undefined && slots.location === undefined ? movedText(location, origin, resolver) : location;
      const url = texts.target === undefined ? undefined : checkedAddress(piecesOfMarked(text("target") ?? ""));
      if (texts.target !== undefined && url === undefined) continue;
      written.push(
        hyperlink(formatRange(copy), url && relationshipOf(url), [
          ["location", moved],
          ["tooltip", text("tooltip")?.slice(0, 255)],
          ["display", text("display")],
        ]),
      );
    }
  for (const { instance: sheet, row, column, columnIteration, url } of job.links)
    if (sheet === instance)
      written.push(hyperlink(columnName(instance.columnOf(column, columnIteration)) + row, relationshipOf(url), []));
  return written.slice(0, MAX_LINKS);
}

function hyperlink(
  reference: string,
  id: string | undefined,
  attributes: readonly [string, string | undefined][],
): string {
  const others = attributes
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeXmlText(value)}"`))
    .join("");
  const relationship =
    id === undefined
      ? ""
      : ` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="${id}"`;
  return `<hyperlink ref="${reference}"${relationship}${others}/>`;
}
