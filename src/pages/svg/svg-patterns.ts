/** Where the tiles of a pattern are (SVG 1.1, 13.3). */
import type { Matrix } from "../../geometry/matrix.ts";
import type { XmlNode } from "../../office/xml-node.ts";
import type { Bounds } from "./svg-bounds.ts";
import { readTransform } from "./svg-matrix.ts";
import { lengthOf, viewBoxOf } from "./svg-shapes.ts";

/**
 * @param chain the pattern and those whose attributes it takes where it has none of its own
 * @param bounds of the element that is filled, in its own coordinates
 * @returns the first tile, in the coordinates that `transform` leads from, and what leads there from those of the
 * content; undefined for a transformation that cannot be read
 */
export function patternPlaces(
  chain: readonly XmlNode[],
  bounds: Bounds,
  view: { width: number; height: number },
): { tile: Bounds; transform: Matrix; content: Matrix } | undefined {
  const attribute = (key: string) =>
    chain.map(({ attributes }) => attributes[key]).find((value) => value !== undefined);
  const transform = readTransform(attribute("patternTransform"));
  if (!transform) return undefined;
  const [left, top, wide, high] = bounds;
  const isInBox = attribute("patternUnits") !== "userSpaceOnUse";
  const length = (key: string, extent: number, whole: number) =>
    isInBox ? (lengthOf(attribute(key), 1) ?? 0) * extent : (lengthOf(attribute(key), whole) ?? 0);
  const [x, y] = [length("x", wide, view.width), length("y", high, view.height)];
  const [width, height] = [length("width", wide, view.width), length("height", high, view.height)];
  const tile = [isInBox ? left + x : x, isInBox ? top + y : y, width, height] as const;
  const box = chain.map(viewBoxOf).find((found) => found !== undefined);
  if (!box) {
    const [scaleX, scaleY] = attribute("patternContentUnits") === "objectBoundingBox" ? [wide, high] : [1, 1];
    return { tile, transform, content: [scaleX, 0, 0, scaleY, tile[0], tile[1]] };
  }
  const scale = Math.min(width / box.width, height / box.height);
  const [restX, restY] = [width - box.width * scale, height - box.height * scale];
  const [toX, toY] = [tile[0] + restX / 2 - box.x * scale, tile[1] + restY / 2 - box.y * scale];
  return { tile, transform, content: [scale, 0, 0, scale, toX, toY] };
}

/** How many tiles cover a box, and how far each is from the first one. */
export function coveringTiles([x, y, width, height]: Bounds, [left, top, wide, high]: Bounds) {
  const [firstColumn, firstRow] = [Math.floor((left - x) / width), Math.floor((top - y) / height)];
  const columns = Math.ceil((left + wide - x) / width) - firstColumn;
  const rows = Math.ceil((top + high - y) / height) - firstRow;
  const count = columns * rows;
  const offset = (index: number) =>
    [(firstColumn + (index % columns)) * width, (firstRow + Math.floor(index / columns)) * height] as const;
  return { count, offsets: () => Array.from({ length: count }, (_, index) => offset(index)) };
}
