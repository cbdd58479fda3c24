import { Failure } from "../../domain/failure.ts";
import type { OpenOptions, PdfDocument } from "../document.ts";
import type { PdfDict } from "../objects.ts";
import { pageEntry } from "../page-tree.ts";
import { writePdf } from "../writer.ts";
import { openForChange } from "./open-for-change.ts";
import { parsePageRanges } from "./page-ranges.ts";

/** How far to turn which pages. */
export interface RotateOptions {
  /** Clockwise, a multiple of 90; added to the turn that a page has. */
  degrees: number;
  /** Pages to turn, e.g. `1-3`; default all. */
  pages?: string;
}

/**
 * Turns pages.
 * @throws Failure `invalid_request` for other angles, those of openPdf and page ranges
 */
export function rotatePdf(bytes: Uint8Array, options: RotateOptions & OpenOptions): Uint8Array {
  const document = openForChange(bytes, options);
  rotateDocument(document, options);
  return writePdf(document);
}

/** {@link rotatePdf} for an open document. */
export function rotateDocument(document: PdfDocument, options: RotateOptions): void {
  if (!Number.isInteger(options.degrees / 90)) {
    const message = "Pages can be turned by 90, 180 or 270 degrees.";
    throw new Failure("invalid_request", message, { errors: [{ pointer: "/degrees", message }] });
  }
  const all = document.pages.keys();
  const chosen = options.pages?.trim() ? parsePageRanges(options.pages, document.pages.length, "pages") : all;
  const turned = new Set<PdfDict>();
  for (const index of chosen) {
    const page = document.pages[index];
    // a page that the tree lists several times is one object
    if (!page || turned.has(page.dict)) continue;
    turned.add(page.dict);
    const former = pageEntry(document, page, "Rotate");
    const rotation = (typeof former === "number" ? former : 0) + options.degrees;
    page.dict.set("Rotate", ((rotation % 360) + 360) % 360);
  }
}
