import type { DrawableFormat } from "../../image/drawable-image.ts";
import {
  frameSizePt,
  type ImageFrame,
  orientationMatrix,
  plausibleResolution,
  type Resolution,
} from "../../image/image-frame.ts";
import { emptyDocument, type PdfDocument } from "../document.ts";
import { dict, PdfDict, PdfStream } from "../objects.ts";
import { type PdfPage, writePages } from "../page-tree.ts";
import { formatNumber } from "../serialize.ts";
import { writePdf } from "../writer.ts";
import { addImageXObject, type PlacedImage } from "./add-image.ts";
import { packingAllowance } from "./pack-rows.ts";

/** Largest side of a page without UserUnit (ISO 32000-2, annex C). */
const MAX_SIDE_POINTS = 14_400;
const MIN_SIDE_POINTS = 3;

/** A picture that gets a page, with what the file around it states about it. */
export interface PageImage {
  bytes: Uint8Array;
  format: DrawableFormat;
  /** Pixels per inch. */
  resolution?: Resolution;
  /** As in {@link ImageFrame}. */
  orientation?: number;
}

/**
 * A page for each picture, of its size at its resolution, turned as EXIF says. The pictures' data go into the PDF as they are
 * wherever PDF can hold them; nothing is lost in any case.
 * @throws Failure `file_not_readable`, `file_too_large`
 */
export function imagesToPdf(images: readonly PageImage[]): Uint8Array {
  const document = emptyDocument();
  const allowance = packingAllowance();
  const pages = images.map(({ bytes, format, resolution, orientation }) => {
    const { frame, placed } = addImageXObject(document, bytes, format, allowance);
    const stated = resolution ? plausibleResolution(resolution.x, resolution.y) : frame.resolution;
    return addPage(document, { ...frame, resolution: stated, orientation: orientation ?? frame.orientation }, placed);
  });
  writePages(document, pages);

  return writePdf(document);
}

function addPage(document: PdfDocument, frame: ImageFrame, placed: PlacedImage): PdfPage {
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
  return { ref: document.add(page), dict: page, inherited: new PdfDict() };
}

/** Size in points before it is turned; a picture larger than a page may be keeps its proportions. */
function storedSize(frame: ImageFrame): { width: number; height: number } {
  const { widthPt: width, heightPt: height } = frameSizePt(frame);
  const scale = Math.min(1, MAX_SIDE_POINTS / Math.max(width, height));
  const side = (value: number) => Math.max(MIN_SIDE_POINTS, value * scale);

  return { width: side(width), height: side(height) };
}
