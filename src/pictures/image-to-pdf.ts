import { emptyDocument, type PdfDocument } from "../pdf/document.ts";
import { deflate } from "../pdf/filters/flate.ts";
import { dict, name, PdfDict, type PdfObject, type PdfRef, PdfStream, PdfString } from "../pdf/objects.ts";
import { writePages } from "../pdf/page-tree.ts";
import { formatNumber } from "../pdf/serialize.ts";
import { writePdf } from "../pdf/writer.ts";
import { readGifPicture } from "./gif-picture.ts";
import { imageEntries } from "./image-entries.ts";
import { readJpegPicture } from "./jpeg-picture.ts";
import type { PictureFrame } from "./picture.ts";
import { addPngImage } from "./png-image.ts";
import { readPngPicture } from "./png-picture.ts";

const POINTS_PER_INCH = 72;
/** Largest side of a page without UserUnit (ISO 32000-2, annex C). */
const MAX_SIDE_POINTS = 14_400;
const MIN_SIDE_POINTS = 3;

/** An image XObject and where it lies on the picture, in pixels from the top left corner. */
interface PlacedImage {
  image: PdfRef;
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * One page of the picture's size at its resolution, turned as EXIF says. The picture's data goes into the PDF as it is
 * wherever PDF can hold it; nothing is lost in any case.
 * @throws Failure `file_not_readable`, `file_too_large`
 */
export function imageToPdf(bytes: Uint8Array, format: "jpeg" | "png" | "gif"): Uint8Array {
  const document = emptyDocument();
  const { frame, placed } = addPicture(document, bytes, format);
  addPage(document, frame, placed);

  return writePdf(document);
}

function addPicture(document: PdfDocument, bytes: Uint8Array, format: "jpeg" | "png" | "gif") {
  if (format === "gif") {
    const frame = readGifPicture(bytes);
    const { left, top, frameWidth: width, frameHeight: height } = frame;
    return { frame, placed: { image: addGif(document, frame), left, top, width, height } };
  }
  const frame = format === "jpeg" ? readJpegPicture(bytes) : readPngPicture(bytes);
  const image = "components" in frame ? addJpeg(document, frame, bytes) : addPngImage(document, frame);

  return { frame, placed: { image, left: 0, top: 0, width: frame.widthPixels, height: frame.heightPixels } };
}

function addJpeg(
  document: PdfDocument,
  { widthPixels, heightPixels, components, isInverted, profile }: ReturnType<typeof readJpegPicture>,
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

function addGif(document: PdfDocument, picture: ReturnType<typeof readGifPicture>): PdfRef {
  const { frameWidth, frameHeight, palette, indices, transparentIndex } = picture;
  const colors = palette.length / 3;
  const space = [name("Indexed"), name("DeviceRGB"), colors - 1, new PdfString(palette)];
  return document.add(
    new PdfStream(
      dict({
        ...imageEntries(frameWidth, frameHeight, 8, space),
        Mask: transparentIndex === undefined ? undefined : [transparentIndex, transparentIndex],
        Filter: name("FlateDecode"),
      }),
      deflate(indices),
    ),
  );
}

function addPage(document: PdfDocument, frame: PictureFrame, placed: PlacedImage): void {
  const { width, height } = storedSize(frame);
  const isTurned = frame.orientation >= 5;
  const [pageWidth, pageHeight] = isTurned ? [height, width] : [width, height];
  const [a, b, c, d, e, f] = orientationMatrix(frame.orientation, width, height);
  const pixelWidth = width / frame.widthPixels;
  const pixelHeight = height / frame.heightPixels;
  const box = [
    placed.width * pixelWidth,
    ...[0, 0],
    placed.height * pixelHeight,
    placed.left * pixelWidth,
    (frame.heightPixels - placed.top - placed.height) * pixelHeight,
  ];
  const matrix = (values: readonly number[]) =>
    values.map((value) => formatNumber(Math.round(value * 1e4) / 1e4)).join(" ");
  const content = `q ${matrix([a, b, c, d, e, f])} cm ${matrix(box)} cm /Picture Do Q`;
  const round = (value: number) => Math.round(value * 100) / 100;
  const page = dict({
    MediaBox: [0, 0, round(pageWidth), round(pageHeight)],
    Resources: dict({ XObject: dict({ Picture: placed.image }) }),
    Contents: document.add(new PdfStream(new PdfDict(), new TextEncoder().encode(content))),
  });
  writePages(document, [{ ref: document.add(page), dict: page, inherited: new PdfDict() }]);
}

/** Size in points before it is turned; a picture larger than a page may be keeps its shape. */
function storedSize({ widthPixels, heightPixels, resolution }: PictureFrame): { width: number; height: number } {
  const width = (widthPixels / resolution.x) * POINTS_PER_INCH;
  const height = (heightPixels / resolution.y) * POINTS_PER_INCH;
  const scale = Math.min(1, MAX_SIDE_POINTS / Math.max(width, height));
  const side = (value: number) => Math.max(MIN_SIDE_POINTS, value * scale);

  return { width: side(width), height: side(height) };
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** From the picture as stored, with its lower left corner at 0, to the picture as looked at (Exif 2.32, 4.6.4). */
function orientationMatrix(orientation: number, width: number, height: number): Matrix {
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
      return [1, 0, 0, 1, 0, 0];
  }
}
