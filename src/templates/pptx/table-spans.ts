import { present } from "../../domain/present.ts";
import { XmlEdits } from "../../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";

/** Attributes of one direction: how many cells one covers, and that one is covered (ECMA-376 Part 1, 21.1.3.16). */
const ROW = { span: "gridSpan", covered: "hMerge" };
const COLUMN = { span: "rowSpan", covered: "vMerge" };

/**
 * A slide whose merged cells cover what is there: tables keep covered cells, of which a loop or a condition makes more
 * or fewer. Covered cells that have lost the cell over them stand for themselves.
 */
export function withCountedSpans(xml: string): string {
  if (!/<a:tc\b[^>]*?\s(?:rowSpan|vMerge|gridSpan|hMerge)="/.test(xml)) return xml;
  const edits = new XmlEdits(xml);
  const visit = (element: XmlElement): void => {
    if (element.name === "a:tbl") countTable(element, edits);
    else for (const child of element.elements()) visit(child);
  };
  visit(parseXml(xml));
  return edits.toString();
}

function countTable(table: XmlElement, edits: XmlEdits): void {
  const rows = table.elements("a:tr").map((row) => row.elements("a:tc"));
  for (const cells of rows) countLine(cells, ROW, edits);
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  for (let column = 0; column < width; column++)
    countLine(
      rows.flatMap((cells) => cells[column] ?? []),
      COLUMN,
      edits,
    );
}

/** Cells beside or below each other: each that covers others, or has lost the one that covered it, is counted anew. */
function countLine(cells: readonly XmlElement[], { span, covered }: typeof ROW, edits: XmlEdits): void {
  const isCovered = (cell: XmlElement | undefined) => /^(?:1|true)$/.test(cell?.attribute(covered) ?? "");
  for (let start = 0; start < cells.length; ) {
    const head = present(cells[start]);
    const isLost = isCovered(head);
    let end = start + 1;
    if (isLost || Number(head.attribute(span) ?? 1) > 1) while (isCovered(cells[end])) end++;
    if (isLost) edits.setAttribute(head, covered, undefined);
    const count = end - start > 1 ? String(end - start) : undefined;
    if ((head.attribute(span) ?? "1") !== (count ?? "1")) edits.setAttribute(head, span, count);
    start = end;
  }
}
