/** What a page would cost a browser that draws it: known before it is sent there. */

import { Failure } from "../../domain/failure.ts";
import { LIMITS } from "../../domain/limits.ts";
import { visitOperations } from "../content/operations.ts";
import { pageContent } from "../content/page-content.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { type PdfDict, PdfName, type PdfObject, PdfStream } from "../objects.ts";
import { type PdfPage, pageEntry } from "../page-tree.ts";

/** Seconds of a browser, measured with pdf.js. */
const PAINT_S = 60e-6;
const STATE_S = 15e-6;
const PATH_S = 1e-6;
const PIXEL_S = 12e-9;
/** Each scan of a progressive JPEG passes over all of its pixels. */
const SCAN_PIXEL_S = 4e-9;
const MAX_SECONDS = LIMITS.pagePictureSeconds.most;
const MAX_PIXELS = LIMITS.pagePicturePixels.most;
const MAX_FORM_DEPTH = 12;

const PATH = new Set(["m", "l", "c", "v", "y", "h", "re"]);
const PAINT = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Tj", "TJ", "'", '"', "Do"]);

/** @throws Failure `pdf_too_complex` if drawing the page would keep a browser busy for too long */
export function checkDrawable(document: PdfDocument, page: PdfPage): void {
  const number = document.pages.indexOf(page) + 1;
  const cost = new DrawingCost(document, number);
  const resources = document.dict(pageEntry(document, page, "Resources"));
  let seconds = cost.ofContent(pageContent(document, page.dict), resources, 0);
  for (const annotation of document.array(page.dict.get("Annots")) ?? []) {
    const normal = document.resolve(document.dict(document.dict(annotation)?.get("AP"))?.get("N"));
    if (normal instanceof PdfStream) seconds += cost.ofForm(normal, resources, 1);
  }
  if (seconds <= MAX_SECONDS) return;
  throw new Failure(
    "pdf_too_complex",
    `Page ${number} has too much on it to be drawn as a picture: about ${Math.ceil(seconds)} seconds of work, and ${MAX_SECONDS} are allowed.`,
  );
}

class DrawingCost {
  readonly #document: PdfDocument;
  readonly #pageNumber: number;
  /** What is drawn many times is looked at once. */
  readonly #known = new Map<PdfStream, number>();

  constructor(document: PdfDocument, pageNumber: number) {
    this.#document = document;
    this.#pageNumber = pageNumber;
  }

  ofContent(content: Uint8Array, resources: PdfDict | undefined, depth: number): number {
    this.#document.work.charge("contentByte", content.length);
    let seconds = 0;
    visitOperations(content, {
      operation: (operator, operands) => {
        seconds += PATH.has(operator) ? PATH_S : PAINT.has(operator) ? PAINT_S : STATE_S;
        if (operator === "Do") seconds += this.#ofObject(resources, operands.at(-1), depth);
      },
      inlineImage: () => {
        seconds += PAINT_S;
      },
    });
    return seconds;
  }

  ofForm(form: PdfStream, callersResources: PdfDict | undefined, depth: number): number {
    const known = this.#known.get(form);
    if (known !== undefined || depth > MAX_FORM_DEPTH) return known ?? 0;
    // A form that draws itself ends there, as in readers.
    this.#known.set(form, 0);
    const { bytes, remaining } = decodeWithin(this.#document, form);
    const resources = this.#document.dict(form.dict.get("Resources")) ?? callersResources;
    const seconds = remaining.length > 0 ? 0 : this.ofContent(bytes, resources, depth);
    this.#known.set(form, seconds);
    return seconds;
  }

  #ofObject(resources: PdfDict | undefined, name: PdfObject | undefined, depth: number): number {
    if (!(name instanceof PdfName)) return 0;
    const objects = this.#document.dict(resources?.get("XObject"));
    const object = this.#document.stream(objects?.get(name.value));
    if (!object) return 0;
    if (this.#document.name(object.dict.get("Subtype")) === "Form") return this.ofForm(object, resources, depth + 1);
    return this.#ofImage(object);
  }

  /** The browser keeps a picture that it has read; it is read once. */
  #ofImage(image: PdfStream): number {
    if (this.#known.has(image)) return 0;
    const [width, height] = ["Width", "Height"].map((key) => this.#document.number(image.dict.get(key)) ?? 0);
    const pixels = (width ?? 0) * (height ?? 0);
    if (pixels > MAX_PIXELS) {
      throw new Failure(
        "pdf_too_complex",
        `Page ${this.#pageNumber} has a picture of ${width} by ${height} pixels, too many to be drawn: ${MAX_PIXELS} are allowed.`,
      );
    }
    this.#known.set(image, 0);
    return pixels * (PIXEL_S + SCAN_PIXEL_S * scansOf(image.bytes()));
  }
}

/** How often a JPEG begins to go over its pixels (ITU-T T.81, B.2.3: `FF DA`); 0 for anything else. */
function scansOf(bytes: Uint8Array): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0;
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xda) scans++;
  }
  return scans;
}
