import type { EdgeShares, PictureFill, Tiling } from "../../layout/model/fill.ts";
import { svgElement } from "./elements.ts";
import type { PaintBox } from "./svg-style.ts";

const NO_EDGES: EdgeShares = { left: 0, top: 0, right: 0, bottom: 0 };
const SMALLEST_TILE_PT = 1;
/** More tiles than this are drawn larger. */
const MAX_TILES = 2_000;

/** Images that cover the box; the caller cuts them to the outline. */
export function fillPictures(fill: PictureFill, box: PaintBox): SVGElement[] {
  const { tiling } = fill;
  const images = tiling?.tilePt ? tiles(fill, tiling, tiling.tilePt, box) : [stretched(fill, box)];
  if (fill.opacity < 1) for (const image of images) image.setAttribute("opacity", String(fill.opacity));
  return images;
}

function stretched(fill: PictureFill, box: PaintBox): SVGElement {
  const { left, top, right, bottom } = fill.stretch ?? NO_EDGES;
  const crop = fill.crop ?? NO_EDGES;
  const width = Math.max(0, 1 - left - right) * box.widthPt;
  const height = Math.max(0, 1 - top - bottom) * box.heightPt;
  // The part that is left after cropping fills the box: the whole picture is larger.
  const fullWidth = width / Math.max(0.01, 1 - crop.left - crop.right);
  const fullHeight = height / Math.max(0.01, 1 - crop.top - crop.bottom);
  return svgElement("image", {
    href: fill.source,
    x: left * box.widthPt - crop.left * fullWidth,
    y: top * box.heightPt - crop.top * fullHeight,
    width: fullWidth,
    height: fullHeight,
    preserveAspectRatio: "none",
  });
}

/** Where the first tile stands so that the one at the alignment's point is at the offset. */
function tileStart(align: string, box: PaintBox, width: number, height: number): [x: number, y: number] {
  const across = /r$/.test(align) ? 1 : /^(ctr|t|b)$/.test(align) ? 0.5 : 0;
  const down = /^b/.test(align) ? 1 : /^(ctr|l|r)$/.test(align) ? 0.5 : 0;
  return [(box.widthPt - width) * across, (box.heightPt - height) * down];
}

function tiles(
  fill: PictureFill,
  tiling: Tiling,
  own: { widthPt: number; heightPt: number },
  box: PaintBox,
): SVGElement[] {
  let width = Math.max(SMALLEST_TILE_PT, own.widthPt * Math.abs(tiling.scaleX));
  let height = Math.max(SMALLEST_TILE_PT, own.heightPt * Math.abs(tiling.scaleY));
  const excess = Math.sqrt((box.widthPt * box.heightPt) / (width * height) / MAX_TILES);
  if (excess > 1) {
    width *= excess;
    height *= excess;
  }
  const [startX, startY] = tileStart(tiling.align, box, width, height);
  const firstX = startX + tiling.offsetXPt;
  const firstY = startY + tiling.offsetYPt;
  const images: SVGElement[] = [];
  for (let row = Math.floor(-firstY / height); firstY + row * height < box.heightPt; row++) {
    for (let column = Math.floor(-firstX / width); firstX + column * width < box.widthPt; column++) {
      const image = svgElement("image", { href: fill.source, width, height, preserveAspectRatio: "none" });
      const mirrorX = tiling.flip.includes("x") && column % 2 !== 0;
      const mirrorY = tiling.flip.includes("y") && row % 2 !== 0;
      const x = firstX + column * width + (mirrorX ? width : 0);
      const y = firstY + row * height + (mirrorY ? height : 0);
      const scale = mirrorX || mirrorY ? ` scale(${mirrorX ? -1 : 1} ${mirrorY ? -1 : 1})` : "";
      image.setAttribute("transform", `translate(${x} ${y})${scale}`);
      images.push(image);
    }
  }
  return images;
}
