/** Fills and strokes of shapes -> display items. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import type { Box } from "../../geometry/box.ts";
import { rotation, translation } from "../../geometry/matrix.ts";
import { dashesPt } from "../../layout/drawing/dashes.ts";
import { imagePlaces } from "../../layout/drawing/image-places.ts";
import { patternDots } from "../../layout/drawing/pattern-tiles.ts";
import type { Fill, GradientFill, LineEnd, Stroke } from "../../layout/model/fill.ts";
import type { Shading, Stroke as StrokeOfPath } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { type Outline, type PathEnd, pathEnds } from "../display-list/outline.ts";
import { readPathData } from "../display-list/path-data.ts";
import { colorSteps } from "./recoloring.ts";
import { drawVector, type ImageLookup, isPixels } from "./vector-renderer.ts";

interface Size {
  widthPt: number;
  heightPt: number;
}

const THINNEST_LINE_PT = 0.25;
const THINNEST_HEAD_PT = 2;
/** Patterns are made for the screen: a dot is a pixel of 96 to the inch, a tile has eight of them. */
const PATTERN_DOTS = 8;
const DOT_PT = 0.75;
/** An ellipse that approximates rectangles of color. */
const RECTANGLE_REACH = 1.2;

/** Fills an outline that is in a box at the origin. Drawings need fonts to be drawn. */
export function drawFill(
  builder: DisplayListBuilder,
  outline: Outline,
  fill: Fill,
  box: Size,
  images: ImageLookup,
  fonts?: FontLibrary,
): void {
  switch (fill.kind) {
    case "none":
      break;
    case "solid":
      builder.add({ kind: "path", outline, fill: { color: fill.color, opacity: fill.opacity }, stroke: undefined });
      break;
    case "gradient":
      builder.add({ kind: "shading", outline, ...shadingOf(fill, box) });
      break;
    case "pattern":
      builder.add({
        kind: "pattern",
        outline,
        tile: readPathData(patternDots(fill.preset)),
        tileSizePt: PATTERN_DOTS * DOT_PT,
        tileUnits: PATTERN_DOTS,
        foreground: fill.foreground,
        background: fill.background,
        opacity: fill.opacity,
      });
      break;
    case "picture": {
      const source = images(fill.source);
      if (!source || (!isPixels(source) && !fonts)) break;
      builder.group(translation(0, 0), outline, () => {
        for (const { xPt, yPt, widthPt, heightPt, mirrorX, mirrorY } of imagePlaces(fill, box)) {
          const center = rotation(0, xPt + widthPt / 2, yPt + heightPt / 2, mirrorX ? -1 : 1, mirrorY ? -1 : 1);
          const place = { xPt: -widthPt / 2, yPt: -heightPt / 2, widthPt, heightPt };
          builder.group(center, undefined, () => {
            if (isPixels(source))
              builder.add({
                kind: "picture",
                source,
                box: place,
                opacity: fill.opacity,
                colors: colorSteps(undefined, fill.duotone),
              });
            else if (fonts) drawVector(builder, fonts, source, place, fill.opacity);
          });
        }
      });
    }
  }
}

/** The colors run along the angle; the box's corners lie on the first and last of them (20.1.8.41). */
function shadingOf(fill: GradientFill, { widthPt, heightPt }: Size): Shading {
  const stops = fill.stops.toSorted((first, second) => first.offset - second.offset);
  const [width, height] = [Math.max(widthPt, 0.01), Math.max(heightPt, 0.01)];
  if (fill.radial) {
    const { left, top, right, bottom } = fill.path?.focus ?? { left: 0.5, top: 0.5, right: 0.5, bottom: 0.5 };
    const [xPt, yPt] = [(width * (left + 1 - right)) / 2, (height * (top + 1 - bottom)) / 2];
    const [reachX, reachY] = [Math.max(xPt, width - xPt), Math.max(yPt, height - yPt)];
    const radius = fill.path?.shape === "circle" ? Math.hypot(reachX, reachY) : undefined;
    const [radiusXPt, radiusYPt] = fill.path
      ? [radius ?? reachX * RECTANGLE_REACH, radius ?? reachY * RECTANGLE_REACH]
      : [width / 2, height / 2];
    return { geometry: { kind: "radial", xPt, yPt, radiusXPt, radiusYPt }, stops };
  }
  const radians = (fill.angleDeg * Math.PI) / 180;
  const angle = fill.scaled ? Math.atan2(Math.sin(radians) * height, Math.cos(radians) * width) : radians;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const half = (Math.abs(width * cos) + Math.abs(height * sin)) / 2;
  const geometry = {
    kind: "linear",
    x1Pt: width / 2 - cos * half,
    y1Pt: height / 2 - sin * half,
    x2Pt: width / 2 + cos * half,
    y2Pt: height / 2 + sin * half,
  } as const;
  return { geometry, stops };
}

/** A gradient over a box that does not begin at the origin. */
export function gradientOver(fill: GradientFill, { xPt, yPt, ...size }: Box): Shading {
  const { geometry, stops } = shadingOf(fill, size);
  if (geometry.kind === "radial") {
    return { geometry: { ...geometry, xPt: geometry.xPt + xPt, yPt: geometry.yPt + yPt }, stops };
  }
  const { x1Pt, y1Pt, x2Pt, y2Pt } = geometry;
  const line = { x1Pt: x1Pt + xPt, y1Pt: y1Pt + yPt, x2Pt: x2Pt + xPt, y2Pt: y2Pt + yPt };
  return { geometry: { kind: "linear", ...line }, stops };
}

/** Draws a line with its dashes and heads. @param box the box that a gradient of the line runs over */
export function drawStroke(builder: DisplayListBuilder, outline: Outline, stroke: Stroke, box?: Size): void {
  const shading = stroke.gradient && box ? shadingOf(stroke.gradient, box) : undefined;
  const pen = { ...penOf(stroke), shading };
  builder.add({ kind: "path", outline, fill: undefined, stroke: pen });
  if (!stroke.head && !stroke.tail) return;
  const ends = pathEnds(outline);
  if (stroke.head && ends) drawHead(builder, stroke.head, stroke, ends.start);
  if (stroke.tail && ends) drawHead(builder, stroke.tail, stroke, ends.end);
}

export function penOf(stroke: Stroke): StrokeOfPath {
  return {
    color: stroke.color,
    opacity: stroke.opacity,
    widthPt: Math.max(THINNEST_LINE_PT, stroke.widthPt),
    cap: stroke.cap === "rnd" ? "round" : stroke.cap === "sq" ? "square" : "butt",
    join: "miter",
    dashesPt: dashesPt(stroke) ?? [],
  };
}

/** Heads in a box of 10 by 10 whose right edge is the line's end. */
const HEADS: Readonly<Record<string, string>> = {
  triangle: "M0 0L10 5L0 10Z",
  stealth: "M0 0L10 5L0 10L3 5Z",
  classic: "M0 0L10 5L0 10L3 5Z",
  diamond: "M0 5L5 0L10 5L5 10Z",
  oval: "M0 5A5 5 0 1 1 10 5A5 5 0 1 1 0 5Z",
  arrow: "M0 0L10 5L0 10",
  open: "M0 0L10 5L0 10",
};
const HEAD_UNITS = 10;

function drawHead(
  builder: DisplayListBuilder,
  { type, widthFactor, lengthFactor }: LineEnd,
  stroke: Stroke,
  end: PathEnd,
): void {
  const angle = (Math.atan2(end.y - end.fromY, end.x - end.fromX) * 180) / Math.PI;
  const unitPt = Math.max(stroke.widthPt, THINNEST_HEAD_PT);
  const [scaleX, scaleY] = [(lengthFactor * unitPt) / HEAD_UNITS, (widthFactor * unitPt) / HEAD_UNITS];
  const isOpen = type === "arrow" || type === "open";
  const centered = type === "diamond" || type === "oval";
  const outline = readPathData(HEADS[type] ?? "M0 0L10 5L0 10Z");
  const left = centered ? -HEAD_UNITS / 2 : -HEAD_UNITS;
  builder.group(rotation(angle, end.x, end.y), undefined, () =>
    builder.group([scaleX, 0, 0, scaleY, left * scaleX, (-HEAD_UNITS / 2) * scaleY], undefined, () =>
      builder.add({
        kind: "path",
        outline,
        fill: isOpen ? undefined : { color: stroke.color, opacity: stroke.opacity },
        stroke: isOpen ? { ...penOf(stroke), widthPt: 2, dashesPt: [] } : undefined,
      }),
    ),
  );
}
