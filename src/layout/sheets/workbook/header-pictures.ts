/** Pictures of headers and footers (ECMA-376 part 1, 18.3.1.46 `&G`; part 4, 19 for the VML that holds them). */

import { childrenNamed } from "../../../office/xml-node.ts";
import { readVmlPicture } from "../../drawing/vml-reader.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../../model/formatting.ts";
import type { DrawingNode } from "../../model/shapes.ts";
import type { DrawingSource } from "../model/drawing-anchor.ts";
import type { HeaderPictures } from "../model/printing.ts";
import { sheetContext } from "./sheet-drawings.ts";

const PLACE = /^[LCR][HF](?:EVEN|FIRST)?$/;
const MAX_SIZE_PT = 5000;

/** `part` is the target of the sheet's `legacyDrawingHF`. */
export function readHeaderPictures(part: string, source: DrawingSource): HeaderPictures {
  const pictures = new Map<string, DrawingNode>();
  const root = source.pack.xml(part);
  if (!root) return pictures;
  const context = sheetContext(source, part);
  const types = childrenNamed(root, "v:shapetype");
  for (const shape of root.children) {
    const place = shape.attributes.id ?? "";
    if (!PLACE.test(place) || pictures.has(place)) continue;
    const inlines = readVmlPicture(
      { ...root, children: [...types, shape] },
      context,
      DEFAULT_CHARACTER_FORMAT,
      undefined,
    );
    for (const inline of inlines) {
      const node = inline.kind === "anchor" ? inline.anchor.drawing : inline.kind === "object" && inline.drawing;
      if (node && isSized(node)) pictures.set(place, node);
    }
  }
  return pictures;
}

function isSized({ widthPt, heightPt }: DrawingNode): boolean {
  return widthPt > 0 && heightPt > 0 && widthPt <= MAX_SIZE_PT && heightPt <= MAX_SIZE_PT;
}
