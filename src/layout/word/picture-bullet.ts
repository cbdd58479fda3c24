/** Picture bullets of lists (`w:numPicBullet`, ECMA-376 part 1, 17.9.20). */

import { childrenNamed, findFirst } from "../../office/xml-node.ts";
import type { DrawingNode } from "../model/shapes.ts";
import type { ReaderContext } from "./reader-context.ts";

export function readPictureBullet(
  id: string,
  sizePt: number,
  context: ReaderContext,
): { drawing: DrawingNode; widthPt: number; heightPt: number } | undefined {
  const { numberingRoot, numberingPart, package: pack, imageUrl } = context.document;
  const bullet = childrenNamed(numberingRoot, "w:numPicBullet").find(
    (candidate) => candidate.attributes["w:numPicBulletId"] === id,
  );
  const relationId =
    findFirst(bullet, "v:imagedata")?.attributes["r:id"] ?? findFirst(bullet, "a:blip")?.attributes["r:embed"];
  if (!relationId || !numberingPart) return undefined;
  const part = pack.relationships(numberingPart).get(relationId)?.target;
  const source = part ? imageUrl(part) : undefined;
  if (!source) return undefined;
  const side = sizePt * 0.8;
  return {
    widthPt: side,
    heightPt: side,
    drawing: {
      kind: "picture",
      source,
      crop: { left: 0, top: 0, right: 0, bottom: 0 },
      opacity: 1,
      filter: undefined,
      geometry: undefined,
      stroke: undefined,
      xPt: 0,
      yPt: 0,
      widthPt: side,
      heightPt: side,
      rotationDeg: 0,
      flipHorizontal: false,
      flipVertical: false,
      altText: "",
    },
  };
}
