/** Where the pictures of a fill are placed. */

import type { EdgeShares, ImageFill, Tiling } from "../model/fill.ts";

const NO_EDGES: EdgeShares = { left: 0, top: 0, right: 0, bottom: 0 };
const SMALLEST_TILE_PT = 1;
/** More tiles than this are drawn larger. */
const MAX_TILES = 2_000;

interface Size {
  widthPt: number;
  heightPt: number;
}

/** One picture of a fill; mirrored within its place. */
export interface ImagePlace extends Size {
  xPt: number;
  yPt: number;
  mirrorX: boolean;
  mirrorY: boolean;
}

/** Places that cover the box, which starts at the origin; the renderer cuts the pictures to the outline. */
export function imagePlaces(fill: ImageFill, box: Size): ImagePlace[] {
  const { tiling } = fill;
  return tiling?.tilePt ? tiles(tiling, tiling.tilePt, box) : [stretched(fill, box)];
}

function stretched(fill: ImageFill, box: Size): ImagePlace {
  const { left, top, right, bottom } = fill.stretch ?? NO_EDGES;
  const crop = fill.crop ?? NO_EDGES;
  const width = Math.max(0, 1 - left - right) * box.widthPt;
  const height = Math.max(0, 1 - top - bottom) * box.heightPt;
  // The part that is left after cropping fills the box: the whole picture is larger.
  const widthPt = width / Math.max(0.01, 1 - crop.left - crop.right);
  const heightPt = height / Math.max(0.01, 1 - crop.top - crop.bottom);
  return {
    xPt: left * box.widthPt - crop.left * widthPt,
    yPt: top * box.heightPt - crop.top * heightPt,
    widthPt,
    heightPt,
    mirrorX: false,
    mirrorY: false,
  };
}

/** Where the first tile goes so that the one at the alignment's point is at the offset. */
function tileStart(align: string, box: Size, width: number, height: number): [x: number, y: number] {
  const across = /^[tb]?r$/.test(align) ? 1 : /^(ctr|t|b)$/.test(align) ? 0.5 : 0;
  const down = /^b/.test(align) ? 1 : /^(ctr|l|r)$/.test(align) ? 0.5 : 0;
  return [(box.widthPt - width) * across, (box.heightPt - height) * down];
}

function tiles(tiling: Tiling, own: Size, box: Size): ImagePlace[] {
  let widthPt = Math.max(SMALLEST_TILE_PT, own.widthPt * Math.abs(tiling.scaleX));
  let heightPt = Math.max(SMALLEST_TILE_PT, own.heightPt * Math.abs(tiling.scaleY));
  const excess = Math.sqrt((box.widthPt * box.heightPt) / (widthPt * heightPt) / MAX_TILES);
  if (excess > 1) {
    widthPt *= excess;
    heightPt *= excess;
  }
  const [startX, startY] = tileStart(tiling.align, box, widthPt, heightPt);
  const firstX = startX + tiling.offsetXPt;
  const firstY = startY + tiling.offsetYPt;
  const places: ImagePlace[] = [];
  for (let row = Math.floor(-firstY / heightPt); firstY + row * heightPt < box.heightPt; row++) {
    for (let column = Math.floor(-firstX / widthPt); firstX + column * widthPt < box.widthPt; column++) {
      places.push({
        xPt: firstX + column * widthPt,
        yPt: firstY + row * heightPt,
        widthPt,
        heightPt,
        mirrorX: tiling.flip.includes("x") && column % 2 !== 0,
        mirrorY: tiling.flip.includes("y") && row % 2 !== 0,
      });
    }
  }
  return places;
}
