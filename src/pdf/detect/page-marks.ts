/** What a page shows, in points of the page as it is shown: origin at its lower left, y upwards, turned by Rotate. */

/** Lower left and upper right corner. */
export interface Area {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A character and the box it takes: from the descent to the ascent of a common font, as wide as it advances. */
export interface Glyph extends Area {
  text: string;
  baseline: number;
  sizePoints: number;
  /** It is drawn in a font of pictures, whose codes stand for no letters. */
  symbol: boolean;
  /** The frame that it draws if it is a box or circle and its outline is known. */
  frame: Area | undefined;
}

/** A rectangle that is filled or stroked. */
export interface DrawnBox extends Area {
  stroked: boolean;
  /** 0 black to 1 white; undefined if it is not filled. */
  fill: number | undefined;
  /** Corners are round. */
  round: boolean;
}

/** A straight rule along an axis; `at` is its y if it is horizontal, its x if it is not. */
export interface Rule {
  at: number;
  from: number;
  to: number;
  widthPoints: number;
}

/** The marks of one page, in the order in which they are drawn. */
export interface PageMarks {
  widthPoints: number;
  heightPoints: number;
  glyphs: Glyph[];
  boxes: DrawnBox[];
  horizontal: Rule[];
  vertical: Rule[];
  circles: Area[];
  pictures: Area[];
  /** Share of the page that pictures cover. */
  pictureShare: number;
}

export const widthOf = (area: Area): number => area.x1 - area.x0;
export const heightOf = (area: Area): number => area.y1 - area.y0;
export const middleX = (area: Area): number => (area.x0 + area.x1) / 2;
export const middleY = (area: Area): number => (area.y0 + area.y1) / 2;

/** How much of the first is within the second, from 0 to 1. */
export function shareWithin(inner: Area, outer: Area): number {
  const width = Math.min(inner.x1, outer.x1) - Math.max(inner.x0, outer.x0);
  const height = Math.min(inner.y1, outer.y1) - Math.max(inner.y0, outer.y0);
  const size = widthOf(inner) * heightOf(inner);
  return width > 0 && height > 0 && size > 0 ? (width * height) / size : 0;
}
