import { picturePlaces } from "../../layout/drawing/picture-places.ts";
import type { PictureFill } from "../../layout/model/fill.ts";
import { svgElement } from "./elements.ts";
import type { PaintBox } from "./svg-style.ts";

/** Images that cover the box; the caller clips them to the outline. */
export function fillPictures(fill: PictureFill, box: PaintBox): SVGElement[] {
  return picturePlaces(fill, box).map(({ xPt, yPt, widthPt, heightPt, mirrorX, mirrorY }) => {
    const mirror = mirrorX || mirrorY ? ` scale(${mirrorX ? -1 : 1} ${mirrorY ? -1 : 1})` : "";
    return svgElement("image", {
      href: fill.source,
      width: widthPt,
      height: heightPt,
      preserveAspectRatio: "none",
      transform: `translate(${xPt + (mirrorX ? widthPt : 0)} ${yPt + (mirrorY ? heightPt : 0)})${mirror}`,
      ...(fill.opacity < 1 ? { opacity: fill.opacity } : {}),
    });
  });
}
