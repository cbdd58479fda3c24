/** What is known about a picture's page before its pixels are read. */
export interface PictureFrame {
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
