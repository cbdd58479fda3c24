import type { PdfDocument } from "../document.ts";
import { name, PdfRef } from "../objects.ts";
import { decodeText, encodeText } from "../text-strings.ts";
import { mendContainment } from "./containment.ts";
import { type Element, kidsOf, readElements } from "./structure-elements.ts";
import { mendTable } from "./tables.ts";

/**
 * Repairs a structure tree for PDF/UA (ISO 14289-1, 7.2 to 7.4): levels of headings follow each other, rows of tables
 * are equally long, figures have an alternative text. Returns a warning for each figure that had none.
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

/** A heading is at most one level below the one before it; deeper ones move up, and so does everything below them. */
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

/** What to do about a figure without a text; said only once, with the first one. */
const WAY_OUT: Readonly<Record<"Picture" | "Formula", string>> = {
  Picture:
    " Say what it shows: in Word, PowerPoint and Excel by View Alt Text of its context menu (or mark it as decorative there), in html by alt of the img (empty where it is decoration).",
  Formula: " Say how it reads, in the program that the file comes from.",
};

/** Gives figures and formulas without a text one that says where they are, and names them. */
function describeFigures(document: PdfDocument, elements: readonly Element[]): string[] {
  const pages = new Map(document.pages.map(({ ref }, index) => [ref.number, index + 1]));
  const warnings: string[] = [];
  const reported = new Set<string>();
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
    const wayOut = reported.has(kind) ? "" : WAY_OUT[kind];
    reported.add(kind);
    warnings.push(`${kind} ${figures}${named}${place} has no alternative text.${wayOut}`);
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
