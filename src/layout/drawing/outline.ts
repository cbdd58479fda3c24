/** The paths of shapes, and the tones of their faces. */

import { mix } from "../model/color.ts";
import type { Fill } from "../model/fill.ts";
import type { Geometry, GeometryPath } from "../model/shapes.ts";
import { evaluateShape } from "./evaluate-shape.ts";
import { presetShape } from "./preset-geometry.ts";

export interface OutlineBox {
  widthPt: number;
  heightPt: number;
  flipHorizontal: boolean;
  flipVertical: boolean;
  geometry?: Geometry;
}

/** Paths of a geometry in points of the box; no geometry is the box itself. */
export function geometryPaths(box: Pick<OutlineBox, "widthPt" | "heightPt" | "geometry">): GeometryPath[] {
  const { geometry, widthPt, heightPt } = box;
  if (geometry?.kind === "paths") return geometry.paths;
  if (geometry?.kind === "custom") return evaluateShape(geometry.definition, widthPt, heightPt, {}).paths;
  return presetShape(geometry?.name ?? "rect", widthPt, heightPt, geometry?.adjustments ?? {}).paths;
}

/** Lines of a shape lie on its faces, in whatever order they are defined. */
export function orderedPaths(box: Pick<OutlineBox, "widthPt" | "heightPt" | "geometry">): GeometryPath[] {
  return geometryPaths(box).toSorted((first, second) => Number(second.filled) - Number(first.filled));
}

const TONES = { lighten: 0.4, lightenLess: 0.2, darken: -0.4, darkenLess: -0.2 } as const;

/** A lighter or darker variant of a fill, as the faces of cubes, cans and scrolls have them. */
export function toned(fill: Fill, tone: GeometryPath["tone"]): Fill {
  if (!tone) return fill;
  const amount = TONES[tone];
  const change = (color: string) => mix(color, amount > 0 ? "#ffffff" : "#000000", Math.abs(amount));
  if (fill.kind === "solid") return { ...fill, color: change(fill.color) };
  if (fill.kind === "gradient")
    return { ...fill, stops: fill.stops.map((stop) => ({ ...stop, color: change(stop.color) })) };
  return fill;
}
