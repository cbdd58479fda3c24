import { OPS, type PDFDocumentProxy, type PDFPageProxy, Util } from "pdfjs-dist";
import type { Guides, Place } from "./placed.ts";

/** A page of the file: how large it is seen, what lies on it, and where its points are in the file. */
export interface PageShape {
  number: number;
  width: number;
  height: number;
  guides: Guides;
  /** A box of the file as it is seen, and back. */
  placeOf(box: readonly number[]): Place;
  boxOf(place: Place): number[];
}

export async function readShapes(pdf: PDFDocumentProxy): Promise<PageShape[]> {
  const shapes: PageShape[] = [];
  for (let number = 1; number <= pdf.numPages; number++)
    shapes.push(await readShape(await pdf.getPage(number), number));

  return shapes;
}

async function readShape(page: PDFPageProxy, number: number): Promise<PageShape> {
  const viewport = page.getViewport({ scale: 1 });
  const toSeen = (x: number, y: number): [number, number] => {
    const [left = 0, top = 0] = viewport.convertToViewportPoint(x, y);

    return [left, top];
  };

  return {
    number,
    width: viewport.width,
    height: viewport.height,
    guides: number > MAX_READ_PAGES ? NO_GUIDES : await readGuides(page, toSeen),
    placeOf([x0 = 0, y0 = 0, x1 = 0, y1 = 0]) {
      const [left, top] = toSeen(x0, y0);
      const [right, bottom] = toSeen(x1, y1);

      return {
        left: Math.min(left, right),
        top: Math.min(top, bottom),
        width: Math.abs(right - left),
        height: Math.abs(bottom - top),
      };
    },
    boxOf({ left, top, width, height }) {
      const [x0 = 0, y0 = 0] = viewport.convertToPdfPoint(left, top);
      const [x1 = 0, y1 = 0] = viewport.convertToPdfPoint(left + width, top + height);

      return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
    },
  };
}

/** Lines of more pages are not read: the others of a book are drawn without. */
const MAX_READ_PAGES = 60;
const MAX_LINES = 2_000;
const NO_GUIDES: Guides = { x: [], y: [] };

/** Six numbers, as the format writes a matrix. */
const isMatrix = (found: unknown): found is number[] =>
  Array.isArray(found) && found.length === 6 && found.every((one) => typeof one === "number");

/** Edges of what the page draws: the box around each path, which for a rule or a frame is the path itself. */
async function readGuides(page: PDFPageProxy, toSeen: (x: number, y: number) => [number, number]): Promise<Guides> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const x = new Set<number>();
  const y = new Set<number>();
  let matrix: readonly number[] = [1, 0, 0, 1, 0, 0];
  const saved: (readonly number[])[] = [];
  for (const [at, operator] of fnArray.entries()) {
    const given: unknown = argsArray[at];
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) saved.push(matrix);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    if (operator === OPS.transform && isMatrix(given)) matrix = Util.transform(matrix, given);
    if (operator === OPS.paintFormXObjectBegin && Array.isArray(given) && isMatrix(given[0]))
      matrix = Util.transform(matrix, given[0]);
    if (operator !== OPS.constructPath || !Array.isArray(given) || x.size > MAX_LINES) continue;
    const bounds: unknown = given[2];
    if (!(bounds instanceof Float32Array) || bounds.length < 4) continue;
    for (const [one = 0, other = 0] of [bounds.subarray(0, 2), bounds.subarray(2, 4)]) {
      const point: [number, number] = [one, other];
      Util.applyTransform(point, matrix);
      const [left, top] = toSeen(...point);
      x.add(Math.round(left * 10) / 10);
      y.add(Math.round(top * 10) / 10);
    }
  }

  return { x: [...x], y: [...y] };
}
