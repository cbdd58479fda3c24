import type { AssemblyToken } from "../../language/assembly-token.ts";
import { Markup } from "../../language/values.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import type { Attach } from "./compile-sheet.ts";
import { anchorsOf, childNamed, cornerOf } from "./images.ts";
import { captured, valueMark } from "./marks.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { rowLoopAt } from "./sheet-template.ts";
import { markupTokens } from "./sheet-texts.ts";
import type { RangeCopy } from "./shift-ranges.ts";
import { partText, type SourceSheet, type WorkbookSource } from "./workbook-source.ts";
import { CHARTS, withoutCachedPoints } from "./write-chart.ts";

/** A text of the row that is merged with each turn: its row in the template, and its slot there. */
interface RowText {
  row: number;
  slot: number;
}

/** A shape or a chart on rows that loops repeat: each turn has one of its own. */
export interface RepeatedObject {
  drawing: string;
  /** Place of its anchor among the anchors of the drawing. */
  anchor: number;
  /** A row of the loop that repeats it, and of no loop within that. */
  row: number;
  /** The anchor's markup, if there are tags in it. */
  markup?: RowText;
  chart?: { part: string; relationshipId: string; text?: RowText };
}

const CHART = /<(?:\w+:)?chart\b[^>]*?\s(?:\w+:)?id="([^"]*)"/;

/**
 * Objects on rows of a loop: their tags are those of their row. A shape is on the row of its upper left corner; a chart
 * that goes beyond the rows of the loop stands beside them, and is one for all turns.
 */
export function attachObjects(
  { package: source }: WorkbookSource,
  sheet: SourceSheet,
  register: TagRegister,
  attach: Attach,
  isPlaceholder: (drawing: string, anchor: number) => boolean,
): RepeatedObject[] {
  const relationships = source.relationshipsOf(sheet.part);
  const drawings = relationships.ofType("drawing").flatMap((item) => relationships.targetPart(item) ?? []);
  return drawings.flatMap((drawing) => {
    if (!source.zip.has(drawing)) return [];
    return anchorsOf(parseXml(partText(source, drawing))).flatMap((anchor, index): RepeatedObject[] => {
      const id = CHART.exec(anchor.outer())?.[1];
      const { first, last } = rowsUnder(anchor);
      const row = attach.repeatedRow(first, id === undefined ? first : last);
      if (row === undefined || isPlaceholder(drawing, index)) return [];
      const column = cornerOf(anchor, "from", "col") ?? 1;
      const rowText = (tokens: readonly AssemblyToken[] | undefined): RowText | undefined => {
        const slot =
          tokens &&
          attach(row, column, (free) => captured(tokens, (expression, text) => valueMark(free, expression, text)));
        return slot === undefined ? undefined : { row, slot };
      };
      const object: RepeatedObject = { drawing, anchor: index, row };
      const markup = rowText(markupTokens(source, drawing, anchor.outer(), register));
      if (markup) object.markup = markup;
      const owned = source.relationshipsOf(drawing);
      const shown =
        id === undefined ? undefined : CHARTS.flatMap((type) => owned.ofType(type)).find((each) => each.id === id);
      const part = shown && owned.targetPart(shown);
      if (shown && part !== undefined && source.zip.has(part)) {
        const text = rowText(markupTokens(source, part, withoutCachedPoints(partText(source, part)), register));
        object.chart = { part, relationshipId: shown.id, ...(text ? { text } : {}) };
      }
      return object.markup || object.chart ? [object] : [];
    });
  });
}

/** The rows of an object that its loop repeats; those at the end of the loop that hold only its end are no rows any more. */
export function repeatedRows(anchor: XmlElement, { chart, row }: RepeatedObject, instance: SheetInstance) {
  const { first, last } = rowsUnder(anchor);
  const end = rowLoopAt(instance.template, row)?.lastRow ?? last;
  return { row1: first, row2: chart ? Math.max(first, Math.min(last, end)) : first };
}

/** The rows that an object covers; without a lower corner it may cover any. */
function rowsUnder(anchor: XmlElement): { first: number; last: number } {
  const first = cornerOf(anchor, "from", "row") ?? 1;
  const end = childNamed(anchor, "to");
  const to = cornerOf(anchor, "to", "row");
  if (to === undefined) return { first, last: Number.POSITIVE_INFINITY };
  const isOnEdge = Number(childNamed(end, "rowOff")?.text() ?? 0) === 0;
  return { first, last: Math.max(first, isOnEdge ? to - 1 : to) };
}

/** A drawing in which the objects that rows repeat hold no tags: these are merged with their rows. */
export function withoutRepeatedTags(xml: string, objects: readonly RepeatedObject[]): string {
  if (!objects.some(({ markup }) => markup)) return xml;
  const anchors = anchorsOf(parseXml(xml));
  let written = "";
  let at = 0;
  for (const { anchor, markup } of objects) {
    const element: XmlElement | undefined = markup && anchors[anchor];
    if (!element) continue;
    written +=
      xml.slice(at, element.start) +
      element
        .outer()
        .replace(/[{}]/g, "")
        .replace(/(<a:hlink\w+\b[^>]*?\s(?:\w+:)?id=")[^"]*/g, "$1");
    at = element.end;
  }
  return written + xml.slice(at);
}

/** What a text of a row is in one of its turns. */
export function rowTextOf(text: RowText | undefined, copy: RangeCopy, instance: SheetInstance): string | undefined {
  if (!text) return undefined;
  const output = instance.rowAt((copy.iteration ?? instance.root).firstOf(text.row));
  const value = output?.values[text.slot + copy.columnIteration * output.template.slots];
  return value instanceof Markup ? value.html : undefined;
}
