import { escapeXmlText } from "../../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../../office/xml-tree.ts";
import { columnName, parseRange } from "../../../spreadsheet/cell-reference.ts";
import { textOfValue } from "../../ooxml/text-markup.ts";
import type { SheetInstance } from "../sheet-layout.ts";
import { copiesOfRange } from "../shift-ranges.ts";
import { partText, type SourceSheet, type WorkbookSource } from "../workbook-source.ts";
import { withAttribute } from "../xml-attributes.ts";
import { type CommentTemplate, commentValue } from "./comment-template.ts";

/** A message of a conversation about a cell (MS-XLSX 2.6.203). */
export interface Thread {
  id: string;
  reference: string;
  text: string;
}

/** The messages about the cells of a sheet. */
export function readThreads({ package: source }: WorkbookSource, sheet: SourceSheet): Thread[] {
  const relationships = source.relationshipsOf(sheet.part);
  return relationships.ofType("threadedComment").flatMap((relationship) => {
    const part = relationships.targetPart(relationship);
    if (part === undefined || !source.zip.has(part)) return [];
    return parseXml(partText(source, part))
      .elements("threadedComment")
      .map((message) => ({
        id: message.attribute("id") ?? "",
        reference: message.attribute("ref") ?? "",
        text: message.child("text")?.text() ?? "",
      }));
  });
}

/** A part with conversations at the places of their cells, one for each copy, with ids of their own. */
export function writeThreads(xml: string, instance: SheetInstance, templates: readonly CommentTemplate[]): string {
  const root = parseXml(xml);
  if (root.selfClosing) return xml;
  const written = root.elements("threadedComment").flatMap((message) => {
    const range = parseRange(message.attribute("ref") ?? "");
    const copies = range ? copiesOfRange(instance, range) : [];
    return copies.map((copy, iteration) => {
      const idOf = (name: string, open: string): string => {
        const id = message.attribute(name);
        return id === undefined ? open : withAttribute(open, name, copyOfThread(id, instance, iteration));
      };
      const start = withAttribute(
        xml.slice(message.start, message.openEnd),
        "ref",
        columnName(copy.column1) + copy.row1,
      );
      const value = commentValue(message.attribute("id") ?? "", copy, instance, templates);
      return idOf("parentId", idOf("id", start)) + withText(message, value);
    });
  });
  return xml.slice(0, root.openEnd) + written.join("") + xml.slice(root.closeStart);
}

/** The rest of a message; places in its text where somebody is mentioned are those of the template. */
function withText(message: XmlElement, value: unknown): string {
  const { source, openEnd, end } = message;
  const text = message.child("text");
  if (value === undefined || !text) return source.slice(openEnd, end);
  const rest = source.slice(text.end, end).replace(/<mentions\b[^>]*(?<!\/)>[\s\S]*?<\/mentions>/, "");
  return `${source.slice(openEnd, text.start)}<text>${escapeXmlText(textOfValue(value))}</text>${rest}`;
}

/** The id of a message's copy; the first copy keeps that of the template. */
export function copyOfThread(id: string, instance: SheetInstance, iteration: number): string {
  if (instance.copy === 0 && iteration === 0) return id;
  const words = [1, 2, 3, 4].map((word) => hash(`${word} ${id} ${instance.copy} ${iteration}`));
  const digits = words.map((word) => word.toString(16).toUpperCase().padStart(8, "0")).join("");
  return `{${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-A${digits.slice(17, 20)}-${digits.slice(20)}}`;
}

/** FNV-1a: the same file comes out of the same data. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
