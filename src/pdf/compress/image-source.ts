import { LIMITS } from "../../domain/limits.ts";
import type { Metered } from "../../domain/work-meter.ts";
import type { Scratch } from "../../image/scratch.ts";
import { UnsupportedImage } from "../../image/unsupported-image.ts";
import type { PdfDocument } from "../document.ts";
import type { StreamFilter } from "../filters/decode-stream.ts";
import { type ColorSpace, readColorSpace } from "../image/color-space.ts";
import { decodeWithin } from "../metered-walk.ts";
import type { PdfDict, PdfObject, PdfStream } from "../objects.ts";
import type { ImageTargets, PixelSize } from "./image-target.ts";

/** An image XObject (ISO 32000-2, 8.9.5) as the image pass sees it. */
export interface ImageSource {
  readonly dict: PdfDict;
  readonly width: number;
  readonly height: number;
  /** Data after the general filters. */
  readonly data: Uint8Array;
  /** The image format that is left, e.g. DCTDecode; undefined for plain samples. */
  readonly format: StreamFilter | undefined;
  /** What the image's document may cost. */
  readonly work: Metered;
  /** Buffers to work in; they are taken back after the image. */
  readonly scratch: Scratch;
  /** Bytes of the stream in the file. */
  readonly storedBytes: number;
  readonly isStencil: boolean;
  /** It is the soft mask of another image. */
  readonly isSoftMask: boolean;
  readonly bitsPerComponent: number;
  readonly colorSpace: ColorSpace | undefined;
  readonly colorSpaceObject: PdfObject;
  /** Sample values must stay exactly as they are: color key mask, matte, unusual Decode. */
  readonly exact: boolean;
  /** The sizes to bring it to; undefined to keep its own. */
  readonly targets: ImageTargets | undefined;
}

/** What replaces an image: its bytes and the entries that change (null removes). */
export interface ImageReplacement {
  readonly bytes: Uint8Array;
  readonly entries: Readonly<Record<string, PdfObject>>;
}

/** Decodes the general filters of an image. Throws `UnsupportedImage` for images without a size. */
export function readImage(
  document: PdfDocument,
  image: PdfStream,
  facts: { isSoftMask: boolean; scratch: Scratch; targets: (size: PixelSize) => ImageTargets | undefined },
): ImageSource {
  const { dict } = image;
  const width = document.number(dict.get("Width")) ?? 0;
  const height = document.number(dict.get("Height")) ?? 0;
  if (!(width > 0 && height > 0 && Number.isInteger(width) && Number.isInteger(height))) {
    throw new UnsupportedImage("image without size");
  }
  const { bytes, remaining, isDamaged } = decodeWithin(document, image, LIMITS.compressedImageBytes.most);
  if (isDamaged) throw new UnsupportedImage("damaged data");
  if (remaining.length > 1) throw new UnsupportedImage("filters behind an image format");
  document.work.charge("sampleByte", bytes.length);
  if (remaining.length > 0 && !document.work.affords("pixel", Math.min(width * height, LIMITS.compressedPixels.most)))
    throw new UnsupportedImage("more pixels than a call may read");
  const isStencil = document.resolve(dict.get("ImageMask")) === true;
  const colorSpaceObject = dict.get("ColorSpace") ?? null;
  return {
    dict,
    width,
    height,
    data: bytes,
    format: remaining[0],
    storedBytes: image.bytes().length,
    isStencil,
    isSoftMask: facts.isSoftMask,
    scratch: facts.scratch,
    work: document.work,
    bitsPerComponent: isStencil ? 1 : (document.number(dict.get("BitsPerComponent")) ?? 8),
    colorSpace: isStencil ? undefined : readColorSpace(document, colorSpaceObject),
    colorSpaceObject,
    exact: isExact(document, dict),
    targets: facts.targets({ width, height }),
  };
}

function isExact(document: PdfDocument, dict: PdfDict): boolean {
  if (document.array(dict.get("Mask"))) return true;
  const softMask = document.stream(dict.get("SMask"));
  // a matte ties the pixels of image and mask together (11.6.5.2)
  return dict.has("Matte") || dict.has("SMaskInData") || (softMask?.dict.has("Matte") ?? false);
}
