import { present } from "../domain/present.ts";
import type { Rectangle } from "../geometry/box.ts";
import type { Matrix } from "../geometry/matrix.ts";
import type { PdfDocument } from "./document.ts";
import type { PdfObject } from "./objects.ts";
import { type PdfPage, pageEntry } from "./page-tree.ts";

/** How a page is shown. */
export interface PageGeometry {
  /** What a viewer shows of the page, in the page's own coordinates. */
  visible: Rectangle;
  /** Clockwise turn: 0, 90, 180 or 270. */
  rotation: number;
  /** Size as shown, after the turn, in points. */
  widthPoints: number;
  heightPoints: number;
  /** From coordinates of the page as shown (origin at its lower left) to the page's own. */
  fromShown: Matrix;
}

const LETTER: Rectangle = { left: 0, bottom: 0, right: 612, top: 792 };

/** Four numbers in any order of corners; undefined if it is not a rectangle. */
export function readRectangle(document: PdfDocument, object: PdfObject | undefined): Rectangle | undefined {
  const numbers = document.array(object)?.map((item) => document.number(item));
  if (numbers?.length !== 4 || numbers.some((number) => number === undefined)) return undefined;
  const [x1, y1, x2, y2] = numbers as [number, number, number, number];
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}

/** A rectangle as an array. */
export function rectangleArray({ left, bottom, right, top }: Rectangle): number[] {
  return [left, bottom, right, top];
}

/** Visible box and rotation of a page (14.11.2, table 31). */
export function pageGeometry(document: PdfDocument, page: PdfPage): PageGeometry {
  const media = usable(readRectangle(document, pageEntry(document, page, "MediaBox"))) ?? LETTER;
  const crop = readRectangle(document, pageEntry(document, page, "CropBox"));
  const visible = (crop && usable(intersection(crop, media))) ?? media;
  const turned = pageEntry(document, page, "Rotate");
  const rotation = typeof turned === "number" ? (((Math.round(turned / 90) * 90) % 360) + 360) % 360 : 0;
  const { left, bottom, right, top } = visible;
  const upright = rotation % 180 === 0;
  const widthPoints = upright ? right - left : top - bottom;
  const heightPoints = upright ? top - bottom : right - left;
  const fromShown = present(FROM_SHOWN[rotation / 90])(visible);
  return { visible, rotation, widthPoints, heightPoints, fromShown };
}

const FROM_SHOWN: readonly ((box: Rectangle) => Matrix)[] = [
  ({ left, bottom }) => [1, 0, 0, 1, left, bottom],
  ({ right, bottom }) => [0, 1, -1, 0, right, bottom],
  ({ right, top }) => [-1, 0, 0, -1, right, top],
  ({ left, top }) => [0, -1, 1, 0, left, top],
];

function intersection(a: Rectangle, b: Rectangle): Rectangle {
  return {
    left: Math.max(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
    top: Math.min(a.top, b.top),
  };
}

function usable(box: Rectangle | undefined): Rectangle | undefined {
  return box && box.right - box.left > 0 && box.top - box.bottom > 0 ? box : undefined;
}
