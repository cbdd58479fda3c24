import { dashesPt } from "../../layout/drawing/dashes.ts";
import { patternDots } from "../../layout/drawing/pattern-tiles.ts";
import type { Fill, GradientFill, LineEnd, Stroke } from "../../layout/model/fill.ts";
import { svgElement } from "./elements.ts";

let nextId = 0;

/** A name for a definition, which no other has. */
export function paintId(): string {
  return `paint${nextId++}`;
}

export interface PaintBox {
  widthPt: number;
  heightPt: number;
}

/** A paint for the `fill` attribute of every fill but pictures, in a box that starts at the origin; its parts are added to `definitions`. */
export function svgFill(fill: Fill, definitions: SVGElement, box?: PaintBox): string {
  switch (fill.kind) {
    case "none":
      return "none";
    case "solid":
      return fill.color;
    case "gradient":
      return gradientPaint(fill, definitions, box);
    case "pattern":
      return patternPaint(fill, definitions);
    case "picture":
      // Pictures are drawn, not painted with: `fillPictures`.
      return "none";
  }
}

function gradientPaint(fill: GradientFill, definitions: SVGElement, box: PaintBox | undefined): string {
  const id = paintId();
  const gradient = fill.radial ? radial(fill, id, box) : linear(fill, id, box);
  for (const { offset, color, opacity } of fill.stops) {
    const stop = svgElement("stop", { offset, "stop-color": color });
    if (opacity < 1) stop.setAttribute("stop-opacity", String(opacity));
    gradient.append(stop);
  }
  definitions.append(gradient);
  return `url(#${id})`;
}

/** The colours run along the angle; the box's corners lie on the first and last of them (20.1.8.41). */
function linear({ angleDeg, scaled }: GradientFill, id: string, box: PaintBox | undefined): SVGElement {
  const radians = (angleDeg * Math.PI) / 180;
  if (!box) {
    const [x, y] = [Math.cos(radians) / 2, Math.sin(radians) / 2];
    return svgElement("linearGradient", { id, x1: 0.5 - x, y1: 0.5 - y, x2: 0.5 + x, y2: 0.5 + y });
  }
  const width = Math.max(box.widthPt, 0.01);
  const height = Math.max(box.heightPt, 0.01);
  const turned = scaled ? Math.atan2(Math.sin(radians) * height, Math.cos(radians) * width) : radians;
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  const half = (Math.abs(width * cos) + Math.abs(height * sin)) / 2;
  return svgElement("linearGradient", {
    id,
    gradientUnits: "userSpaceOnUse",
    x1: width / 2 - cos * half,
    y1: height / 2 - sin * half,
    x2: width / 2 + cos * half,
    y2: height / 2 + sin * half,
  });
}

/** The last stop reaches the farthest corner. */
function radial({ path }: GradientFill, id: string, box: PaintBox | undefined): SVGElement {
  if (!box || !path) return svgElement("radialGradient", { id });
  const { left, top, right, bottom } = path.focus;
  const width = Math.max(box.widthPt, 0.01);
  const height = Math.max(box.heightPt, 0.01);
  const x = (width * (left + 1 - right)) / 2;
  const y = (height * (top + 1 - bottom)) / 2;
  const reachX = Math.max(x, width - x);
  const reachY = Math.max(y, height - y);
  if (path.shape === "circle") {
    return svgElement("radialGradient", {
      id,
      gradientUnits: "userSpaceOnUse",
      cx: x,
      cy: y,
      r: Math.hypot(reachX, reachY),
    });
  }
  // SVG has no paint for rectangles of colour; an ellipse in the box's proportions comes closest.
  return svgElement("radialGradient", {
    id,
    gradientUnits: "userSpaceOnUse",
    cx: 0,
    cy: 0,
    r: 1,
    gradientTransform: `translate(${x} ${y}) scale(${reachX * RECTANGLE_REACH} ${reachY * RECTANGLE_REACH})`,
  });
}

const RECTANGLE_REACH = 1.2;

/** Patterns are made for the screen: a dot is a pixel of 96 to the inch. */
const DOT_PT = 0.75;

function patternPaint(fill: Extract<Fill, { kind: "pattern" }>, definitions: SVGElement): string {
  const id = paintId();
  const pattern = svgElement("pattern", {
    id,
    width: 8,
    height: 8,
    patternUnits: "userSpaceOnUse",
    patternTransform: `scale(${DOT_PT})`,
  });
  pattern.append(
    svgElement("rect", { width: 8, height: 8, fill: fill.background }),
    svgElement("path", { d: patternDots(fill.preset), fill: fill.foreground }),
  );
  definitions.append(pattern);
  return `url(#${id})`;
}

export function svgDashes(stroke: Stroke): string | undefined {
  return dashesPt(stroke)?.join(" ");
}

const THINNEST_HEAD_PT = 2;

export function svgMarker(end: LineEnd, stroke: Stroke, definitions: SVGElement, atStart: boolean): string {
  const id = paintId();
  const shapes: Readonly<Record<string, string>> = {
    triangle: "M0 0L10 5L0 10Z",
    stealth: "M0 0L10 5L0 10L3 5Z",
    diamond: "M0 5L5 0L10 5L5 10Z",
    oval: "M0 5A5 5 0 1 1 10 5A5 5 0 1 1 0 5Z",
    arrow: "M0 0L10 5L0 10",
    open: "M0 0L10 5L0 10",
    classic: "M0 0L10 5L0 10L3 5Z",
  };
  const centred = end.type === "diamond" || end.type === "oval";
  // Thin lines have heads that are large enough to be seen.
  const unit = Math.max(stroke.widthPt, THINNEST_HEAD_PT);
  const marker = svgElement("marker", {
    id,
    viewBox: "0 0 10 10",
    refX: centred ? 5 : 10,
    refY: 5,
    markerUnits: "userSpaceOnUse",
    markerWidth: end.lengthFactor * unit,
    markerHeight: end.widthFactor * unit,
    preserveAspectRatio: "none",
    overflow: "visible",
    orient: atStart ? "auto-start-reverse" : "auto",
  });
  const isOpen = end.type === "arrow" || end.type === "open";
  const path = svgElement("path", { d: shapes[end.type] ?? "M0 0L10 5L0 10Z", fill: isOpen ? "none" : stroke.color });
  if (isOpen) {
    path.setAttribute("stroke", stroke.color);
    path.setAttribute("stroke-width", "2");
  }
  marker.append(path);
  definitions.append(marker);
  return `url(#${id})`;
}
