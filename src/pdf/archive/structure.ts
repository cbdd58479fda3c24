import type { PdfDocument } from "../document.ts";
import { dict, name, PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import { decodeText, encodeText } from "../text-strings.ts";
import { mendContainment } from "./containment.ts";
import { type Element, kidsOf, readElements } from "./structure-elements.ts";

/**
 * Mends a structure tree for PDF/UA (ISO 14289-1, 7.2 to 7.4): levels of headings follow each other, rows of tables are
 * equally long, figures have an alternative text. Answers a warning for each figure that had none.
 */
export function mendStructure(document: PdfDocument): string[] {
  const root = document.dict(document.catalog.get("StructTreeRoot"));
  if (!root) return [];
  mendContainment(document, readElements(document, root));
  const elements = readElements(document, root);
  mendHeadings(elements);
  for (const element of elements) if (element.type === "Table") mendTable(document, element);
  return describeFigures(document, elements);
}

/** A heading is at most one level below the one before it; what was deeper comes up, and what stands below it, too. */
function mendHeadings(elements: readonly Element[]): void {
  /** Written levels of the headings that the next one is below, from the first level down. */
  const above: number[] = [];
  for (const { entries, type } of elements) {
    const written = Number(/^H([1-9]\d?)$/.exec(type)?.[1] ?? 0);
    if (written === 0) continue;
    while ((above.at(-1) ?? 0) >= written) above.pop();
    above.push(written);
    if (above.length !== written) entries.set("S", name(`H${above.length}`));
  }
}

/** A table has at most one head and foot, and those only beside a body. */
function mendSections({ kids }: Element): void {
  const sections = kids.filter((kid) => /^T(?:Head|Body|Foot)$/.test(kid.type));
  const hasBody = sections.some((section) => section.type === "TBody");
  for (const type of ["THead", "TFoot"]) {
    const same = sections.filter((section) => section.type === type);
    for (const section of hasBody ? same.slice(1) : same) section.entries.set("S", name("TBody"));
  }
}

const MAX_TABLE_PLACES = 200_000;

/** Spans end where the table does, and rows that are too short get the empty cells that they leave out. */
function mendTable(document: PdfDocument, table: Element): void {
  mendSections(table);
  const rows = table.kids.flatMap((kid) =>
    kid.type === "TR" ? [kid] : /^T(?:Head|Body|Foot)$/.test(kid.type) ? kid.kids : [],
  );
  const taken: boolean[][] = rows.map(() => []);
  let places = 0;
  for (const [row, { kids }] of rows.entries()) {
    let column = 0;
    for (const cell of kids) {
      if (cell.type !== "TH" && cell.type !== "TD") continue;
      while (taken[row]?.[column]) column++;
      const span = (key: string) => Math.max(1, Math.floor(document.number(tableAttribute(document, cell, key)) ?? 1));
      const columns = span("ColSpan");
      let rowSpan = Math.min(span("RowSpan"), rows.length - row);
      const overlaps = (line: number) => taken[line]?.slice(column, column + columns).some(Boolean) ?? false;
      for (let line = row + 1; line < row + rowSpan; line++) if (overlaps(line)) rowSpan = line - row;
      if (rowSpan !== span("RowSpan")) setTableAttribute(document, cell, "RowSpan", rowSpan);
      places += rowSpan * columns;
      document.work.spend(rowSpan * columns);
      if (places > MAX_TABLE_PLACES) return;
      for (let line = row; line < row + rowSpan; line++) {
        for (let at = column; at < column + columns; at++) (taken[line] ??= [])[at] = true;
      }
      column += columns;
    }
  }
  const widest = Math.max(0, ...taken.map((row) => row.length));
  for (const [index, row] of rows.entries()) {
    const filled = taken[index]?.filter(Boolean).length ?? 0;
    const missing = Array.from({ length: widest - filled }, () =>
      document.add(dict({ S: name("TD"), P: row.object instanceof PdfRef ? row.object : null })),
    );
    places += missing.length;
    if (places > MAX_TABLE_PLACES) return;
    if (missing.length > 0) row.entries.set("K", [...kidsOf(document, row.entries), ...missing]);
  }
}

/** The dictionaries of an element's attributes: one, or several among revision numbers. */
function attributesOf(document: PdfDocument, { entries }: Element): PdfDict[] {
  const attributes = document.resolve(entries.get("A"));
  const list = Array.isArray(attributes) ? attributes : [attributes];
  document.work.spend(list.length);
  return list.map((object) => document.resolve(object)).filter((object) => object instanceof PdfDict);
}

function tableAttribute(document: PdfDocument, cell: Element, key: string): PdfObject | undefined {
  return attributesOf(document, cell)
    .find((attributes) => attributes.has(key))
    ?.get(key);
}

function setTableAttribute(document: PdfDocument, cell: Element, key: string, value: number): void {
  const owner = attributesOf(document, cell).find((attributes) => attributes.has(key));
  // others may share the dictionary
  const others = attributesOf(document, cell).filter((attributes) => attributes !== owner);
  cell.entries.set("A", [...others, new PdfDict([...(owner ?? dict({ O: name("Table") })), [key, value]])]);
}

/** Gives figures and formulas without a text one that says where they are, and names them. */
function describeFigures(document: PdfDocument, elements: readonly Element[]): string[] {
  const pages = new Map(document.pages.map(({ ref }, index) => [ref.number, index + 1]));
  const warnings: string[] = [];
  let figures = 0;
  for (const element of elements) {
    if (element.type !== "Figure" && element.type !== "Formula") continue;
    figures++;
    const { entries } = element;
    const alternative = document.string(entries.get("Alt"));
    if (document.string(entries.get("ActualText")) || (alternative && decodeText(alternative).trim() !== "")) continue;
    const kind = element.type === "Figure" ? "Picture" : "Formula";
    const page = pageOf(document, element, pages);
    const place = page === undefined ? "" : ` on page ${page}`;
    const title = document.string(entries.get("T"));
    const named = title ? ` ("${decodeText(title).slice(0, 80)}")` : "";
    warnings.push(`${kind} ${figures}${named}${place} has no alternative text.`);
    entries.set("Alt", encodeText(`${kind} ${figures}`));
  }
  return warnings;
}

function pageOf(document: PdfDocument, element: Element, pages: ReadonlyMap<number, number>): number | undefined {
  const own = element.entries.get("Pg");
  const page = own instanceof PdfRef ? pages.get(own.number) : undefined;
  if (page !== undefined) return page;
  for (const kid of kidsOf(document, element.entries)) {
    const content = document.dict(kid)?.get("Pg");
    if (content instanceof PdfRef) return pages.get(content.number);
  }
  return undefined;
}
