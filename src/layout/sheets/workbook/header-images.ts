/** Pictures of headers and footers (ECMA-376 part 1, 18.3.1.46 `&G`; part 4, 19 for the VML that holds them). */

import type { DrawingNode } from "../../model/shapes.ts";
import type { DrawingSource } from "../model/drawing-anchor.ts";
import type { HeaderImages } from "../model/printing.ts";
import { vmlShapes } from "./vml-shapes.ts";

const PLACE = /^[LCR][HF](?:EVEN|FIRST)?$/;
const MAX_SIZE_PT = 5000;

/** `part` is the target of the sheet's `legacyDrawingHF`. */
export function readHeaderImages(part: string, source: DrawingSource): HeaderImages {
  const images = new Map<string, DrawingNode>();
  for (const { shape, nodes } of vmlShapes(part, source)) {
    const place = shape.attributes.id ?? "";
    if (!PLACE.test(place) || images.has(place)) continue;
    for (const node of nodes()) if (isSized(node)) images.set(place, node);
  }
  return images;
}

function isSized({ widthPt, heightPt }: DrawingNode): boolean {
  return widthPt > 0 && heightPt > 0 && widthPt <= MAX_SIZE_PT && heightPt <= MAX_SIZE_PT;
}
