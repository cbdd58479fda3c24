/** Outlines of shapes as SVG: fill, tones, stroke and line ends. */

import { type OutlineBox, orderedPaths, toned } from "../../layout/drawing/outline.ts";
import { outlineOf } from "../../layout/drawing/preset-geometry.ts";
import type { Fill, PictureFill, Stroke } from "../../layout/model/fill.ts";
import type { GeometryPath } from "../../layout/model/shapes.ts";
import { pt, svgElement } from "./elements.ts";
import { fillPictures } from "./fill-pictures.ts";
import { paintId, svgDashes, svgFill, svgMarker } from "./svg-style.ts";

const THINNEST_BOX_PT = 0.75;
const THINNEST_LINE_PT = 0.25;

/** `scale(...)` for paths that have units of their own, and for mirroring. */
export function outlineTransform(box: OutlineBox): string {
  const turns: string[] = [];
  if (box.flipHorizontal || box.flipVertical) {
    const x = box.flipHorizontal ? box.widthPt : 0;
    const y = box.flipVertical ? box.heightPt : 0;
    turns.push(`translate(${x} ${y}) scale(${box.flipHorizontal ? -1 : 1} ${box.flipVertical ? -1 : 1})`);
  }
  if (box.geometry?.kind === "paths") {
    const { widthUnits, heightUnits } = box.geometry;
    turns.push(`scale(${box.widthPt / (widthUnits || 1)} ${box.heightPt / (heightUnits || 1)})`);
  }
  return turns.join(" ");
}

export function outlineFrame(box: OutlineBox): SVGElement {
  const width = Math.max(box.widthPt, THINNEST_BOX_PT);
  const height = Math.max(box.heightPt, THINNEST_BOX_PT);
  const svg = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  svg.style.cssText = `position:absolute;left:0;top:0;width:${pt(width)};height:${pt(height)};overflow:visible;`;
  return svg;
}

export function outlineSvg(box: OutlineBox, fill: Fill, stroke: Stroke | undefined): SVGElement {
  const svg = outlineFrame(box);
  const definitions = svgElement("defs", {});
  const group = svgElement("g", {});
  svg.append(definitions, group);
  const transform = outlineTransform(box);
  if (transform) group.setAttribute("transform", transform);
  const hasUnits = box.geometry?.kind === "paths";
  const paints = new Map<string, string>();
  const paintOf = (tone: GeometryPath["tone"]) => {
    const known = paints.get(tone ?? "");
    if (known !== undefined) return known;
    const paint = svgFill(toned(fill, tone), definitions, hasUnits ? undefined : box);
    paints.set(tone ?? "", paint);
    return paint;
  };
  const outlines = orderedPaths(box);
  if (fill.kind === "picture") group.append(clippedPictures(fill, box, outlines, definitions));
  for (const path of outlines) {
    const shape = svgElement("path", { d: path.d, "fill-rule": "evenodd" });
    shape.setAttribute("fill", path.filled ? paintOf(path.tone) : "none");
    if (path.filled && (fill.kind === "solid" || fill.kind === "pattern") && fill.opacity < 1)
      shape.setAttribute("fill-opacity", String(fill.opacity));
    if (stroke && path.stroked) strokePath(shape, stroke, definitions, box);
    group.append(shape);
  }
  return svg;
}

function clippedPictures(
  fill: PictureFill,
  box: OutlineBox,
  outlines: readonly GeometryPath[],
  definitions: SVGElement,
): SVGElement {
  const id = paintId();
  const clip = svgElement("clipPath", { id });
  const d = outlineOf(outlines);
  clip.append(svgElement("path", { d, "clip-rule": "evenodd" }));
  definitions.append(clip);
  const holder = svgElement("g", { "clip-path": `url(#${id})` });
  // Outlines with units of their own are scaled as a whole.
  const units = box.geometry?.kind === "paths" ? box.geometry : undefined;
  const size = units ? { widthPt: units.widthUnits, heightPt: units.heightUnits } : box;
  holder.append(...fillPictures(fill, size));
  return holder;
}

function strokePath(shape: SVGElement, stroke: Stroke, definitions: SVGElement, box: OutlineBox): void {
  const hasUnits = box.geometry?.kind === "paths";
  const isPainted = stroke.gradient !== undefined && !hasUnits;
  shape.setAttribute(
    "stroke",
    isPainted && stroke.gradient ? svgFill(stroke.gradient, definitions, box) : stroke.color,
  );
  if (stroke.opacity < 1) shape.setAttribute("stroke-opacity", String(stroke.opacity));
  shape.setAttribute("stroke-width", String(Math.max(THINNEST_LINE_PT, stroke.widthPt)));
  if (hasUnits) shape.setAttribute("vector-effect", "non-scaling-stroke");
  const dashes = svgDashes(stroke);
  if (dashes) shape.setAttribute("stroke-dasharray", dashes);
  if (stroke.cap === "rnd") shape.setAttribute("stroke-linecap", "round");
  else if (stroke.cap === "sq") shape.setAttribute("stroke-linecap", "square");
  if (stroke.head) shape.setAttribute("marker-start", svgMarker(stroke.head, stroke, definitions, true));
  if (stroke.tail) shape.setAttribute("marker-end", svgMarker(stroke.tail, stroke, definitions, false));
}
