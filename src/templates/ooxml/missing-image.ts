import { Bitmap, encodePng } from "../barcode/bitmap.ts";
import { type ImageFile, readImage } from "./image/image-file.ts";

const WIDTH = 480;
const HEIGHT = 320;
const LINE = 2;

/** A thin frame: what test merges show in place of a picture that could not be read. */
export function missingImage(): ImageFile | undefined {
  const bitmap = new Bitmap(WIDTH, HEIGHT);
  const [right, bottom] = [WIDTH - LINE / 2, HEIGHT - LINE / 2];
  const corners = [
    [LINE / 2, LINE / 2],
    [right, LINE / 2],
    [right, bottom],
    [LINE / 2, bottom],
  ] as const;
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % corners.length];
    if (next) bitmap.line(corner, next, LINE);
  });
  return readImage(encodePng(bitmap));
}
