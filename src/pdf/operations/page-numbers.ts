import { PdfDict } from "../objects.ts";
import { addFormXObject, Overlay } from "../overlay.ts";
import { multiply, pageGeometry, rectangleArray } from "../page-geometry.ts";
import { formatNumber } from "../serialize.ts";
import { standardFont } from "../text/standard-font.ts";
import { writePdf } from "../writer.ts";
import { openForChange } from "./open-for-change.ts";
import { parsePageRanges } from "./page-ranges.ts";

/** Where and how page numbers are written. */
export interface PageNumberOptions {
  password?: string | undefined;
  /** `{page}` and `{pages}` are replaced; default `{page}`. */
  format?: string;
  /** Default bottom-center. */
  position?: `${"top" | "bottom"}-${"left" | "center" | "right"}`;
  fontSizePoints?: number;
  /** Distance from the edges of what is shown; default 28 (1 cm). */
  marginPoints?: number;
  /** Number of the first page; default 1. */
  first?: number;
  /** Pages that get a number; default all. */
  pages?: string | undefined;
}

/** Writes page numbers on pages, upright as they are shown. */
export function addPageNumbers(bytes: Uint8Array, options: PageNumberOptions = {}): Uint8Array {
  const { format = "{page}", position = "bottom-center", fontSizePoints = 10, marginPoints = 28, first = 1 } = options;
  const document = openForChange(bytes, options);
  const total = document.pages.length;
  const chosen = options.pages?.trim() ? new Set(parsePageRanges(options.pages, total, "pages")) : undefined;
  const font = standardFont("Helvetica");
  const resources = new PdfDict([["Font", new PdfDict([["F", document.add(font.dict)]])]]);
  const overlay = new Overlay(document);
  for (const [index, page] of document.pages.entries()) {
    if (chosen && !chosen.has(index)) continue;
    const { widthPoints, heightPoints, fromShown, visible } = pageGeometry(document, page);
    const text = format.replaceAll("{pages}", String(first + total - 1)).replaceAll("{page}", String(first + index));
    const width = font.widthOf(text) * fontSizePoints;
    const rest = widthPoints - width;
    const x = position.endsWith("left") ? marginPoints : position.endsWith("right") ? rest - marginPoints : rest / 2;
    const y = position.startsWith("top") ? heightPoints - marginPoints - 0.72 * fontSizePoints : marginPoints;
    const matrix = multiply([1, 0, 0, 1, x, y], fromShown).map((value) => formatNumber(Math.round(value * 100) / 100));
    const operators = `BT /F ${formatNumber(fontSizePoints)} Tf 0 g ${matrix.join(" ")} Tm ${font.encode(text)} Tj ET`;
    overlay.draw(page, [{ form: addFormXObject(document, operators, rectangleArray(visible), resources) }]);
  }
  return writePdf(document);
}
