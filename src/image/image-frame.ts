import { IDENTITY, type Matrix } from "../geometry/matrix.ts";
import { POINTS_PER_INCH } from "../geometry/units.ts";

/** What is known about a picture's page before its pixels are read. */
export interface ImageFrame {
  widthPixels: number;
  heightPixels: number;
  /** Pixels per inch, across and down, as stored. */
  resolution: Resolution;
  /** How the stored rows are turned for viewing: values 1 to 8 of EXIF's tag Orientation (Exif 2.32, 4.6.4). */
  orientation: number;
}

export interface Resolution {
  x: number;
  y: number;
}

/** For pictures that do not say (CSS's pixel). */
export const DEFAULT_RESOLUTION: Resolution = { x: 96, y: 96 };

const MIN_PER_INCH = 10;
const MAX_PER_INCH = 10_000;

/** A resolution that a picture declares, if it is realistic; else the default. */
export function plausibleResolution(x: number, y: number): Resolution {
  const isPlausible = (value: number) => value >= MIN_PER_INCH && value <= MAX_PER_INCH;
  return isPlausible(x) && isPlausible(y) ? { x, y } : DEFAULT_RESOLUTION;
}

/** From the picture as stored, with its lower left corner at 0, to the picture as viewed (Exif 2.32, 4.6.4). */
export function orientationMatrix(orientation: number, width: number, height: number): Matrix {
  switch (orientation) {
    case 2:
      return [-1, 0, 0, 1, width, 0];
    case 3:
      return [-1, 0, 0, -1, width, height];
    case 4:
      return [1, 0, 0, -1, 0, height];
    case 5:
      return [0, -1, -1, 0, height, width];
    case 6:
      return [0, -1, 1, 0, 0, width];
    case 7:
      return [0, 1, 1, 0, 0, 0];
    case 8:
      return [0, 1, -1, 0, height, 0];
    default:
      return IDENTITY;
  }
}

/** As stored, at its resolution. */
export function frameSizePt({ widthPixels, heightPixels, resolution }: ImageFrame): {
  widthPt: number;
  heightPt: number;
} {
  return {
    widthPt: (widthPixels / resolution.x) * POINTS_PER_INCH,
    heightPt: (heightPixels / resolution.y) * POINTS_PER_INCH,
  };
}
