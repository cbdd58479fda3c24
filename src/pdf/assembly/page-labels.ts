import { present } from "../../domain/present.ts";
import type { PdfDocument } from "../document.ts";
import { readNumberTree, writeNumberTree } from "../name-tree.ts";
import { dict, name, PdfDict, type PdfRef } from "../objects.ts";

/** The label of one page (ISO 32000-2, 12.4.2): style and prefix as the file has them, and the page's own number. */
export interface PageLabel {
  /** `S` and `P` of the label dictionary; equal for pages of one range. */
  range: PdfDict;
  number: number;
}

/** Labels of all pages; undefined when the document has none. */
export function readPageLabels(document: PdfDocument): PageLabel[] | undefined {
  const ranges = readNumberTree(document, document.catalog.get("PageLabels"));
  if (ranges.length === 0) return undefined;
  const labels: PageLabel[] = [];
  let next = 0;
  let current = { start: 0, first: 1, range: dict({ S: name("D") }) };
  for (let page = 0; page < document.pages.length; page++) {
    for (; next < ranges.length && present(ranges[next])[0] <= page; next++) {
      const [start, entry] = present(ranges[next]);
      const entries = document.dict(entry) ?? new PdfDict();
      const range = dict({ S: document.resolve(entries.get("S")), P: document.resolve(entries.get("P")) });
      current = { start, first: document.number(entries.get("St")) ?? 1, range };
    }
    labels.push({ range: current.range, number: current.first + page - current.start });
  }
  return labels;
}

/** Labels of pages of a document without any: the numbers that viewers show. @param pages zero-based */
export function plainLabels(pages: readonly number[]): PageLabel[] {
  const range = dict({ S: name("D") });
  return pages.map((index) => ({ range, number: index + 1 }));
}

/** Adds a number tree with these labels, a range for each run of following numbers. */
export function writePageLabels(document: PdfDocument, labels: readonly PageLabel[]): PdfRef | undefined {
  const ranges: [number, PdfDict][] = [];
  let previous: PageLabel | undefined;
  for (const [page, label] of labels.entries()) {
    if (previous?.range !== label.range || previous.number + 1 !== label.number) {
      const entries = new PdfDict(label.range);
      if (label.number !== 1 && entries.has("S")) entries.set("St", label.number);
      ranges.push([page, entries]);
    }
    previous = label;
  }
  return writeNumberTree(document, ranges);
}
