import type { Matrix } from "../../geometry/matrix.ts";
import type { DrawableFormat } from "../../image/drawable-image.ts";
import { orientationMatrix } from "../../image/image-frame.ts";
/** Pictures as image XObjects, and where they are in the picture as it is viewed. */

import { Failure } from "../../domain/failure.ts";
import { deflate } from "../../image/compression/flate.ts";
import { readGifImage } from "../../image/gif-image.ts";
import type { ImageFrame } from "../../image/image-frame.ts";
import { readJpegImage } from "../../image/jpeg/jpeg-image.ts";
import { bitsFor } from "../../image/palette.ts";
import { readPngImage } from "../../image/png/png-image.ts";
import { packSamples } from "../../image/raster.ts";
import type { PdfDocument } from "../document.ts";
import { dict, name, type PdfObject, type PdfRef, PdfStream, PdfString } from "../objects.ts";
import { imageEntries } from "./image-entries.ts";
import type { PackingAllowance } from "./pack-rows.ts";
import { addPngImage } from "./png-xobject.ts";

/** Areas of one color gain from the highest level; very large pictures would take seconds. */
const MAX_BEST_PIXELS = 4_000_000;

/** An image XObject and where it is on the picture, in pixels from the top left corner. */
export interface PlacedImage {
  image: PdfRef;
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Adds a picture once. The matrix maps the image's unit square to where the image is in the picture's, y upwards:
 * turned as EXIF says, and only a part of it for frames of a GIF. Undefined for a picture that cannot be read.
 */
export function addImage(
  document: PdfDocument,
  bytes: Uint8Array,
  format: DrawableFormat,
  allowance: PackingAllowance,
): { ref: PdfRef; matrix: Matrix } | undefined {
  try {
    const { frame, placed } = addImageXObject(document, bytes, format, allowance);
    const { widthPixels, heightPixels, orientation } = frame;
    const [a, b, c, d, e, f] = orientationMatrix(orientation, 1, 1);
    const [width, height] = [placed.width / widthPixels, placed.height / heightPixels];
    const [left, bottom] = [placed.left / widthPixels, 1 - placed.top / heightPixels - height];
    const [x, y] = [left * a + bottom * c + e, left * b + bottom * d + f];
    return { ref: placed.image, matrix: [width * a, width * b, height * c, height * d, x, y] };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** @throws Failure `file_not_readable`, `file_too_large` */
export function addImageXObject(
  document: PdfDocument,
  bytes: Uint8Array,
  format: DrawableFormat,
  allowance: PackingAllowance,
): { frame: ImageFrame; placed: PlacedImage } {
  if (format === "gif") {
    const frame = readGifImage(bytes);
    const { left, top, frameWidth: width, frameHeight: height } = frame;
    return { frame, placed: { image: addGif(document, frame), left, top, width, height } };
  }
  const frame = format === "jpeg" ? readJpegImage(bytes) : readPngImage(bytes);
  const image = "components" in frame ? addJpeg(document, frame, bytes) : addPngImage(document, frame, allowance);

  return { frame, placed: { image, left: 0, top: 0, width: frame.widthPixels, height: frame.heightPixels } };
}

function addJpeg(
  document: PdfDocument,
  { widthPixels, heightPixels, components, isInverted, profile }: ReturnType<typeof readJpegImage>,
  bytes: Uint8Array,
): PdfRef {
  const device = name({ 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" }[components]);
  const space: PdfObject = profile ? iccBased(document, profile, components, device) : device;
  return document.add(
    new PdfStream(
      dict({
        ...imageEntries(widthPixels, heightPixels, 8, space),
        Filter: name("DCTDecode"),
        Decode: isInverted ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined,
      }),
      bytes,
    ),
  );
}

function iccBased(document: PdfDocument, profile: Uint8Array, components: number, alternate: PdfObject): PdfObject {
  const entries = dict({ N: components, Alternate: alternate, Filter: name("FlateDecode") });
  return [name("ICCBased"), document.add(new PdfStream(entries, deflate(profile)))];
}

/** Indices take as few bits as the palette needs. */
function addGif(document: PdfDocument, image: ReturnType<typeof readGifImage>): PdfRef {
  const { frameWidth: width, frameHeight: height, palette, indices, transparentIndex } = image;
  const colors = palette.length / 3;
  const bits = bitsFor(Math.max(colors, (transparentIndex ?? 0) + 1));
  const most = 2 ** bits - 1;
  const samples = bits === 8 ? indices : indices.map((index) => Math.min(index, most));
  const space = [name("Indexed"), name("DeviceRGB"), colors - 1, new PdfString(palette)];
  return document.add(
    new PdfStream(
      dict({
        ...imageEntries(width, height, bits, space),
        Mask: transparentIndex === undefined ? undefined : [transparentIndex, transparentIndex],
        Filter: name("FlateDecode"),
      }),
      deflate(packSamples({ width, height, components: 1, samples }, bits), indices.length > MAX_BEST_PIXELS ? 6 : 9),
    ),
  );
}
