/** Fills, dashes and arrow heads as SVG paint. */
import type { Fill, LineEnd, Stroke } from "../drawing/model.ts";
import { svgElement } from "./elements.ts";

let nextId = 0;

/** A paint for the `fill` attribute; gradients and pictures are added to `definitions`. */
export function svgFill(fill: Fill, definitions: SVGElement): string {
  switch (fill.kind) {
    case "none":
      return "none";
    case "solid":
      return fill.color;
    case "gradient": {
      const id = `paint${nextId++}`;
      const radians = (fill.angleDeg * Math.PI) / 180;
      const x = Math.cos(radians) / 2;
      const y = Math.sin(radians) / 2;
      const gradient = fill.radial
        ? svgElement("radialGradient", { id })
        : svgElement("linearGradient", { id, x1: 0.5 - x, y1: 0.5 - y, x2: 0.5 + x, y2: 0.5 + y });
      for (const stop of fill.stops) {
        gradient.append(
          svgElement("stop", { offset: stop.offset, "stop-color": stop.color, "stop-opacity": stop.opacity }),
        );
      }
      definitions.append(gradient);
      return `url(#${id})`;
    }
    case "picture": {
      const id = `paint${nextId++}`;
      const pattern = svgElement("pattern", { id, width: 1, height: 1, patternContentUnits: "objectBoundingBox" });
      pattern.append(svgElement("image", { href: fill.source, width: 1, height: 1, preserveAspectRatio: "none" }));
      definitions.append(pattern);
      return `url(#${id})`;
    }
  }
}

const DASHES: Readonly<Record<string, readonly number[]>> = {
  dash: [4, 3],
  lgDash: [8, 3],
  dot: [1, 3],
  sysDot: [1, 1],
  sysDash: [3, 1],
  dashDot: [4, 3, 1, 3],
  lgDashDot: [8, 3, 1, 3],
  lgDashDotDot: [8, 3, 1, 3, 1, 3],
  sysDashDot: [3, 1, 1, 1],
  sysDashDotDot: [3, 1, 1, 1, 1, 1],
};

/** Dash lengths are multiples of the line width (20.1.10.49). */
export function svgDashes(stroke: Stroke): string | undefined {
  return DASHES[stroke.dash]?.map((length) => length * Math.max(0.75, stroke.widthPt)).join(" ");
}

export function svgMarker(end: LineEnd, stroke: Stroke, definitions: SVGElement, atStart: boolean): string {
  const id = `paint${nextId++}`;
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
  const marker = svgElement("marker", {
    id,
    viewBox: "0 0 10 10",
    refX: centred ? 5 : 10,
    refY: 5,
    markerWidth: end.lengthFactor,
    markerHeight: end.widthFactor,
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
