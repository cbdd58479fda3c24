/** Embedded objects and controls, which stand in the sheet's VML (ECMA-376 part 4, 19.4.2.12): pictures and form controls. */
import { localName, type XmlNode } from "../../../office/xml-node.ts";
import type { ReferredValues } from "../../charts/fill-caches.ts";
import { parseVmlStyle } from "../../drawing/vml-style.ts";
import { readFormControl } from "../controls/form-control-reader.ts";
import { controlNode } from "../controls/form-control-shapes.ts";
import type { AnchorCorner, DrawingAnchor, DrawingSource } from "../model/drawing-anchor.ts";
import { vmlShapes } from "./vml-shapes.ts";

const PT_PER_PIXEL = 0.75;
const MAX_OBJECTS = 1_000;

/** @param part the target of the sheet's `legacyDrawing` */
export function readObjectImages(part: string, source: DrawingSource, valuesOf: ReferredValues): DrawingAnchor[] {
  const anchors: DrawingAnchor[] = [];
  for (const { shape, nodes } of vmlShapes(part, source)) {
    const client = named(shape, "ClientData");
    const corners = cornersOf(named(client, "Anchor")?.text ?? "");
    if (!client || !corners || isHidden(shape)) continue;
    const control = readFormControl(shape, client, valuesOf);
    const image = client.attributes.ObjectType === "Pict" ? nodes()[0] : undefined;
    if (!control && !image) continue;
    if (anchors.length === MAX_OBJECTS) break;
    anchors.push({
      ...corners,
      position: undefined,
      extent: undefined,
      extentIsPrinted: false,
      node: ({ xPt, yPt, widthPt, heightPt }) => {
        const box = { xPt, yPt, widthPt, heightPt };
        return control ? controlNode(control, box) : image && { ...image, ...box };
      },
    });
  }
  return anchors;
}

function isHidden(shape: XmlNode): boolean {
  return parseVmlStyle(shape.attributes.style).get("visibility") === "hidden";
}

function named(element: XmlNode | undefined, name: string): XmlNode | undefined {
  return element?.children.find((candidate) => localName(candidate) === name);
}

/** Column, pixels in it, row and pixels in it, of the upper left corner, then of the lower right one. */
function cornersOf(text: string): { from: AnchorCorner; to: AnchorCorner } | undefined {
  const numbers = text.split(",").map(Number);
  if (numbers.length !== 8 || !numbers.every((number) => Number.isFinite(number) && number >= 0)) return undefined;
  const corner = ([column = 0, right = 0, row = 0, down = 0]: readonly number[]): AnchorCorner => ({
    column,
    columnOffsetPt: right * PT_PER_PIXEL,
    row,
    rowOffsetPt: down * PT_PER_PIXEL,
    columnShare: undefined,
    rowShare: undefined,
  });
  return { from: corner(numbers.slice(0, 4)), to: corner(numbers.slice(4)) };
}
