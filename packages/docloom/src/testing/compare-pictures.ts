import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

export interface PictureComparison {
  /** Share of pixels that differ, 0 to 1; 1 if the sizes do. */
  difference: number;
  /** Where they differ: red on the faded picture. */
  picture: PNG;
}

/** Compares two pictures as eyes do: faint differences at the edges of letters count little. */
export function comparePictures(expected: PNG, actual: PNG): PictureComparison {
  const { width, height } = actual;
  if (expected.width !== width || expected.height !== height) return { difference: 1, picture: actual };

  const picture = new PNG({ width, height });
  const pixels = pixelmatch(expected.data, actual.data, picture.data, width, height, { threshold: 0.1 });
  return { difference: pixels / (width * height), picture };
}
