import type { AssemblyToken } from "../../language/assembly-token.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { columnName, parseRange } from "../../spreadsheet/cell-reference.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import { textOfValue } from "../ooxml/text-markup.ts";
import type { Attach } from "./compile-sheet.ts";
import { valueMark } from "./marks.ts";
import { readStringItem } from "./shared-strings.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { copiesOfRange } from "./shift-ranges.ts";
import { partText, type SourceSheet, type WorkbookSource } from "./workbook-source.ts";
import { withAttribute } from "./xml-attributes.ts";

/** A comment whose text has tags (ECMA-376 Part 1, 18.7.3); it is merged in the row of its cell. */
export interface CommentTemplate {
  /** Its cell, as written. */
  reference: string;
  slot: number | undefined;
  /** `<rPr>` of its first run. */
  properties: string;
  sheetTokens: readonly AssemblyToken[];
}

export function attachComments(
  workbook: WorkbookSource,
  sheet: SourceSheet,
  register: TagRegister,
  attach: Attach,
): CommentTemplate[] {
  const relationships = workbook.package.relationshipsOf(sheet.part);
  const templates: CommentTemplate[] = [];
  for (const relationship of relationships.ofType("comments")) {
    const part = relationships.targetPart(relationship);
    if (part === undefined || !workbook.package.archive.has(part)) continue;
    for (const comment of parseXml(partText(workbook.package, part)).child("commentList")?.elements("comment") ?? []) {
      const reference = comment.attribute("ref") ?? "";
      const range = parseRange(reference);
      const text = comment.child("text");
      const item = text && readStringItem(text);
      if (!range || !item?.text.includes("{")) continue;
      const place = { part: `${sheet.name}!${columnName(range.column1)}${range.row1}`, where: () => "the comment" };
      const template = register.textTemplate(item.text, place);
      if (!template) continue;
      const slot = attach(range.row1, range.column1, (free) => [valueMark(free, template, item.text)]);
      templates.push({ reference, slot, properties: item.runs[0]?.properties ?? "", sheetTokens: [] });
    }
  }
  return templates;
}

/** A comments part with its comments at the places of their cells, one for each copy. */
export function writeComments(xml: string, instance: SheetInstance, templates: readonly CommentTemplate[]): string {
  const root = parseXml(xml);
  const list = root.child("commentList");
  if (!list || list.selfClosing) return xml;
  const written: { row: number; column: number; xml: string }[] = [];
  for (const comment of list.elements("comment")) {
    const reference = comment.attribute("ref") ?? "";
    const range = parseRange(reference);
    const template = templates.find((each) => each.reference === reference);
    for (const { row1, column1, columnTurn } of range ? copiesOfRange(instance, range) : []) {
      const output = instance.rowAt(row1);
      const value =
        output && template?.slot !== undefined
          ? output.values[template.slot + columnTurn * output.template.slots]
          : undefined;
      const text = template && escapeXmlText(textOfValue(value));
      written.push({
        row: row1,
        column: column1,
        xml: commentXml(comment, columnName(column1) + row1, text, template?.properties ?? ""),
      });
    }
  }
  written.sort((a, b) => a.row - b.row || a.column - b.column);
  return xml.slice(0, list.openEnd) + written.map((each) => each.xml).join("") + xml.slice(list.closeStart);
}

function commentXml(comment: XmlElement, reference: string, text: string | undefined, properties: string): string {
  const { source, start, openEnd, end } = comment;
  const open = withAttribute(source.slice(start, openEnd), "ref", reference).replace(/\sxr:uid="[^"]*"/, "");
  const body = comment.child("text");
  if (text === undefined || !body) return open + source.slice(openEnd, end);
  const run = `<text><r>${properties}<t xml:space="preserve">${text}</t></r></text>`;
  return open + source.slice(openEnd, body.start) + run + source.slice(body.end, end);
}

/**
 * The boxes of comments (VML): each follows its cell, and copies get ids of their own. Programs choose the prefixes of
 * the namespaces themselves (openpyxl: `ns1:shape`, `ns2:Row`).
 */
export function writeCommentShapes(xml: string, instance: SheetInstance): string {
  let copies = 0;
  return xml.replace(/<((?:[\w.-]+:)?)shape\s[\s\S]*?<\/\1shape>/g, (shape) => {
    const row = Number(/<(?:[\w.-]+:)?Row>\s*(\d+)/.exec(shape)?.[1] ?? Number.NaN) + 1;
    const column = Number(/<(?:[\w.-]+:)?Column>\s*(\d+)/.exec(shape)?.[1] ?? Number.NaN) + 1;
    if (Number.isNaN(row) || Number.isNaN(column)) return shape;
    const range = { row1: row, row2: row, column1: column, column2: column };
    return copiesOfRange(instance, range)
      .map((copy, index) => {
        const [down, right] = [copy.row1 - row, copy.column1 - column];
        const moved = shape
          .replace(/(<(?:[\w.-]+:)?Row>)\s*\d+/, `$1${copy.row1 - 1}`)
          .replace(/(<(?:[\w.-]+:)?Column>)\s*\d+/, `$1${copy.column1 - 1}`)
          .replace(
            /(<(?:[\w.-]+:)?Anchor>)([^<]*)/,
            (_, open: string, anchor: string) => open + movedAnchor(anchor, down, right),
          );
        return index === 0 ? moved : moved.replace(/\sid="([^"]*)"/, (_, id: string) => ` id="${id}m${++copies}"`);
      })
      .join("");
  });
}

/** Left column, offset, top row, offset, right column, offset, bottom row, offset. */
function movedAnchor(anchor: string, down: number, right: number): string {
  const numbers = anchor.split(",").map(Number);
  if (numbers.length !== 8 || numbers.some(Number.isNaN)) return anchor;
  return numbers.map((each, index) => each + (index % 4 === 0 ? right : index % 4 === 2 ? down : 0)).join(", ");
}
