import type { PictureNode } from "../../layout/model/shapes.ts";

/** A picture that is neither cropped nor turned. */
export const CAT_PICTURE: PictureNode = {
  kind: "picture",
  xPt: 0,
  yPt: 0,
  widthPt: 40,
  heightPt: 20,
  rotationDeg: 0,
  flipHorizontal: false,
  flipVertical: false,
  altText: "A cat",
  source: "cat.png",
  crop: { left: 0, top: 0, right: 0, bottom: 0 },
  opacity: 1,
  filter: undefined,
  geometry: undefined,
  stroke: undefined,
};
