import { IDENTITY, type Matrix } from "../../geometry/matrix.ts";
import { deflate } from "../../image/compression/flate.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { dict, name, type PdfRef, PdfStream } from "../../pdf/objects.ts";
import type { SoftMaskSource } from "../display-list/display-item.ts";
import { colorComponents } from "./numbers.ts";

/** A single pixel of the color, whose soft mask has the pixels of the veil (ISO 32000-2, 11.6.5.2). */
export function addSoftMaskImage(
  document: PdfDocument,
  { color, widthPixels, heightPixels, alpha }: SoftMaskSource,
): { ref: PdfRef; matrix: Matrix } {
  const image = (width: number, height: number, space: string) =>
    dict({
      Type: name("XObject"),
      Subtype: name("Image"),
      Width: width,
      Height: height,
      BitsPerComponent: 8,
      ColorSpace: name(space),
      Interpolate: true,
    });
  const mask = image(widthPixels, heightPixels, "DeviceGray");
  mask.set("Filter", name("FlateDecode"));
  const pixel = image(1, 1, "DeviceRGB");
  pixel.set("SMask", document.add(new PdfStream(mask, deflate(alpha))));
  const bytes = Uint8Array.from(colorComponents(color), (component) => Math.round(component * 255));
  return { ref: document.add(new PdfStream(pixel, bytes)), matrix: IDENTITY };
}
