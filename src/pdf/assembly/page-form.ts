/** A page of another PDF as a picture: its first page as a form XObject. */

import { present } from "../../domain/present.ts";
import { invert, type Matrix, multiply } from "../../geometry/matrix.ts";
import { deflate } from "../../image/compression/flate.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { dict, name, PdfDict, type PdfObject, type PdfRef, PdfStream } from "../objects.ts";
import { pageGeometry, rectangleArray } from "../page-geometry.ts";
import { type PdfPage, pageEntry } from "../page-tree.ts";
import { Copier } from "./copier.ts";

/** A page whose content and resources can be taken as they are. */
interface DrawablePage {
  document: PdfDocument;
  page: PdfPage;
}

/**
 * The first page of a PDF; undefined if it is encrypted, or has a structure of its own, which would be that of the
 * wrong document.
 * @throws Failure as `openPdf` does
 */
export function drawablePage(bytes: Uint8Array): DrawablePage | undefined {
  const document = openPdf(bytes);
  const [page] = document.pages;
  if (!page || document.trailer.has("Encrypt") || document.catalog.has("StructTreeRoot")) return undefined;
  return { document, page };
}

/**
 * Adds the page. The matrix takes it, as it is shown, to the unit square.
 * @throws Failure `pdf_too_complex`
 */
export function addPageForm(target: PdfDocument, { document, page }: DrawablePage): { ref: PdfRef; matrix: Matrix } {
  const { visible, fromShown, widthPoints, heightPoints } = pageGeometry(document, page);
  const copier = new Copier(document, target, {
    structureOffset: 0,
    leftOut: new Set(),
    destinationNames: new Map(),
  });
  const entries = dict({
    Type: name("XObject"),
    Subtype: name("Form"),
    BBox: rectangleArray(visible),
    Resources: copier.copy(pageEntry(document, page, "Resources") ?? new PdfDict()),
    // Whatever overlaps in it is one picture if that is translucent.
    Group: dict({ S: name("Transparency") }),
    Filter: name("FlateDecode"),
  });
  const ref = target.add(new PdfStream(entries, deflate(contentOf(document, page))));
  return { ref, matrix: multiply(present(invert(fromShown)), [1 / widthPoints, 0, 0, 1 / heightPoints, 0, 0]) };
}

function contentOf(document: PdfDocument, page: PdfPage): Uint8Array {
  const contents: PdfObject = document.resolve(page.dict.get("Contents"));
  const parts = (Array.isArray(contents) ? contents : [contents]).map((part) => document.resolve(part));
  const streams = parts.filter((part) => part instanceof PdfStream);
  // Tokens never span two streams.
  return Buffer.concat(streams.flatMap((stream) => [decodeWithin(document, stream).bytes, Uint8Array.of(10)]));
}
