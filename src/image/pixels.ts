/** A decoded image. */
export interface Pixels {
  widthPixels: number;
  heightPixels: number;
  kind: "gray" | "rgb" | "palette" | "grayAlpha" | "rgbAlpha";
  /** A byte for each channel, row after row. */
  samples: Uint8Array;
  /** Red, green and blue for each index. */
  palette?: Uint8Array;
  /** Pixels per inch. */
  resolution?: { x: number; y: number } | undefined;
  /** What EXIF says about the picture, from its TIFF header on. */
  exif?: Uint8Array;
}
