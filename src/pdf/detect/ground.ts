import { type Area, heightOf, middleX, middleY, type PageMarks, shareWithin, widthOf } from "./page-marks.ts";

/** What a page's places are printed on. */
export interface Ground {
  /** How light the paper or the tint is in the middle of an area. */
  lightOf(area: Area): number;
  /** Whether white places within a tint are what is to be filled on this page. */
  whiteInTint: boolean;
  /** A picture lies in it. */
  hasPicture(area: Area): boolean;
}

const WHITE = 0.965;

export function groundOf(marks: PageMarks): Ground {
  const filled = marks.boxes.filter((box) => box.fill !== undefined);
  const lightOf = (area: Area): number => {
    const [x, y] = [middleX(area), middleY(area)];
    for (let index = filled.length - 1; index >= 0; index--) {
      const box = filled[index];
      if (!box || x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) continue;
      if (shareWithin(area, box) > 0.5) return box.fill ?? 1;
    }
    return 1;
  };
  const whites = filled.filter((box, index) => {
    if ((box.fill ?? 0) < WHITE || widthOf(box) < 5 || heightOf(box) < 5) return false;
    return filled.slice(0, index).some((under) => (under.fill ?? 1) < WHITE && shareWithin(box, under) > 0.95);
  });
  const pictures = marks.pictures.filter((picture) => widthOf(picture) < 0.6 * marks.widthPoints);
  return {
    lightOf,
    whiteInTint: whites.length >= 3,
    hasPicture: (area) =>
      pictures.some((picture) => shareWithin(picture, area) > 0.6 && shareWithin(area, picture) > 0.05),
  };
}

export const isTinted = (light: number): boolean => light < WHITE;
