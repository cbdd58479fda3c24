/** What is cut off a picture: `rect(0cm, 1cm, 0cm, 1cm)` (OpenDocument 1.3 Part 3, 20.184) -> `a:srcRect`. */

import { element } from "../../binary/doc/xml-writer.ts";
import { Failure } from "../../domain/failure.ts";
import { TWIPS_PER_POINT } from "../../geometry/units.ts";
import { imageFormat } from "../../image/image-format.ts";
import { frameSizePt, type ImageFrame } from "../../image/image-frame.ts";
import { readJpegImage } from "../../image/jpeg/jpeg-image.ts";
import { readPngImage } from "../../image/png/png-image.ts";
import { twipsOf } from "./measures.ts";

const CLIP = /^\s*rect\s*\(([^)]{0,200})\)\s*$/;
const SHARE = 100_000;
/** Less than that is what is left of rounding. */
const LEAST_SHARE = 50;
/** At least so much of a picture is seen. */
const MOST_CUT = 0.99;
const FRAMES: Readonly<Record<string, (bytes: Uint8Array) => ImageFrame>> = { jpeg: readJpegImage, png: readPngImage };

/**
 * Lengths count in the picture's own size, which its resolution says; of pictures whose size is not read nothing is cut.
 * @param clip as it is written: top, right, bottom, left
 */
export function cropXml(clip: string | undefined, bytes: () => Uint8Array | undefined): string {
  const lengths = (CLIP.exec(clip ?? "")?.[1] ?? "").trim().split(/[\s,]+/);
  const [top = 0, right = 0, bottom = 0, left = 0] = lengths.map((length) => twipsOf(length) ?? 0);
  if (top === 0 && right === 0 && bottom === 0 && left === 0) return "";
  const size = pictureSize(bytes());
  if (!size) return "";
  const share = (twips: number, pt: number) => twips / (pt * TWIPS_PER_POINT);
  const sides = {
    l: share(left, size.widthPt),
    t: share(top, size.heightPt),
    r: share(right, size.widthPt),
    b: share(bottom, size.heightPt),
  };
  if (sides.l + sides.r > MOST_CUT || sides.t + sides.b > MOST_CUT) return "";
  const attributes = Object.entries(sides).map(([name, cut]) => {
    const shares = Math.round(cut * SHARE);
    return [name, Math.abs(shares) < LEAST_SHARE ? undefined : shares] as const;
  });
  if (attributes.every(([, cut]) => cut === undefined)) return "";
  return element("a:srcRect", Object.fromEntries(attributes));
}

/** In points, as its resolution says; undefined for what is not read. */
export function pictureSize(bytes: Uint8Array | undefined): { widthPt: number; heightPt: number } | undefined {
  const read = bytes && FRAMES[imageFormat(bytes) ?? ""];
  if (!read) return undefined;
  try {
    return frameSizePt(read(bytes));
  } catch (error) {
    // a damaged picture is named where it is drawn
    if (error instanceof Failure && error.code === "file_not_readable") return undefined;
    throw error;
  }
}
