/** Pictures of embedded objects and controls, which stand in the sheet's VML (ECMA-376 part 4, 19.4.2.12 `Pict`). */
import { localName, type XmlNode } from "../../../office/xml-node.ts";
import type { AnchorCorner, DrawingAnchor, DrawingSource } from "../model/drawing-anchor.ts";
import { vmlShapes } from "./vml-shapes.ts";

const PT_PER_PIXEL = 0.75;
const MAX_OBJECTS = 1_000;

/** `part` is the target of the sheet's `legacyDrawing`. */
export function readObjectImages(part: string, source: DrawingSource): DrawingAnchor[] {
  const anchors: DrawingAnchor[] = [];
  for (const { shape, nodes } of vmlShapes(part, source)) {
    const client = named(shape, "ClientData");
    const corners = cornersOf(named(client, "Anchor")?.text ?? "");
    if (client?.attributes.ObjectType !== "Pict" || !corners) continue;
    const [node] = nodes();
    if (!node) continue;
    if (anchors.length === MAX_OBJECTS) break;
    anchors.push({
      ...corners,
      position: undefined,
      extent: undefined,
      extentIsPrinted: false,
      node: ({ xPt, yPt, widthPt, heightPt }) => ({ ...node, xPt, yPt, widthPt, heightPt }),
    });
  }
  return anchors;
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
