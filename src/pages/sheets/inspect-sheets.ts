import type { Sheet } from "../../layout/sheets/model/sheet.ts";
import { ContentInspector, type IsDrawable } from "../drawing/content-inspector.ts";

/** Drawings are read at the size that the grid gives them; what they hold does not depend on it. */
const ANY_SIZE = { xPt: 0, yPt: 0, widthPt: 100, heightPt: 100 };

/** Looks at the drawings of sheets. */
export function inspectDrawings(sheets: readonly Sheet[], isDrawable: IsDrawable): ContentInspector {
  const inspector = new ContentInspector(isDrawable);
  for (const { headerImages, drawings } of sheets) {
    for (const image of headerImages.values()) inspector.drawing(image);
    for (const anchor of drawings) {
      const node = anchor.node(ANY_SIZE);
      if (node) inspector.drawing(node);
    }
  }
  return inspector;
}
