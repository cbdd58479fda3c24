import { deflate } from "../../image/compression/flate.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { dict, name, type PdfDict, type PdfRef, PdfStream } from "../../pdf/objects.ts";
import type { DisplayItem, SoftMask } from "../display-list/display-item.ts";
import { matrixOperands } from "./matrix.ts";
import { addShadingMask } from "./shadings.ts";

/** The content stream of display items in their own coordinates, and its resources. */
export type DrawnContent = (items: readonly DisplayItem[]) => { content: string; resources: PdfDict };

function addDrawnMask(
  document: PdfDocument,
  { items, box, letsThrough }: Extract<SoftMask, { kind: "drawing" }>,
  drawn: DrawnContent,
): PdfRef {
  const { xPt, yPt, widthPt, heightPt } = box;
  const { content, resources } = drawn(items);
  const form = new PdfStream(
    dict({
      Type: name("XObject"),
      Subtype: name("Form"),
      BBox: [xPt, yPt, xPt + widthPt, yPt + heightPt],
      Resources: resources,
      Group: dict({ S: name("Transparency"), CS: name("DeviceRGB"), I: true }),
      Filter: name("FlateDecode"),
    }),
    deflate(Buffer.from(content, "latin1")),
  );
  const S = name(letsThrough === "alpha" ? "Alpha" : "Luminosity");
  const soft = dict({ Type: name("Mask"), S, G: document.add(form) });
  return document.add(dict({ Type: name("ExtGState"), SMask: soft }));
}

/** A graphics state with a mask in the space in which the state is set (ISO 32000-2, 11.6.5.2). */
export function addSoftMask(document: PdfDocument, mask: SoftMask, drawn: DrawnContent): PdfRef {
  if (mask.kind === "drawing") return addDrawnMask(document, mask, drawn);
  if (mask.kind === "shading") return document.add(addShadingMask(document, mask));
  const { xPt, yPt, widthPt, heightPt } = mask.box;
  const image = dict({
    Type: name("XObject"),
    Subtype: name("Image"),
    Width: mask.widthPixels,
    Height: mask.heightPixels,
    BitsPerComponent: 8,
    ColorSpace: name("DeviceGray"),
    Interpolate: true,
    Filter: name("FlateDecode"),
  });
  const content = `${matrixOperands([widthPt, 0, 0, -heightPt, xPt, yPt + heightPt])} cm /I Do`;
  const form = new PdfStream(
    dict({
      Type: name("XObject"),
      Subtype: name("Form"),
      BBox: [xPt, yPt, xPt + widthPt, yPt + heightPt],
      Resources: dict({ XObject: dict({ I: document.add(new PdfStream(image, deflate(mask.alpha))) }) }),
      Group: dict({ S: name("Transparency"), CS: name("DeviceGray") }),
      Filter: name("FlateDecode"),
    }),
    deflate(Buffer.from(content, "latin1")),
  );
  const soft = dict({ Type: name("Mask"), S: name("Luminosity"), G: document.add(form) });
  return document.add(dict({ Type: name("ExtGState"), SMask: soft }));
}
