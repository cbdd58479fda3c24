import { geometryPaths, type OutlineBox } from "../../layout/drawing/outline.ts";
import type { Fill, Stroke } from "../../layout/model/fill.ts";
import type { Effects } from "../../layout/slides/model/slide.ts";
import { svgElement } from "../elements/elements.ts";
import { outlineFrame, outlineTransform } from "../elements/outline-painter.ts";

/** Outlines of growing width that together look blurred. */
const BLUR_STEPS = 8;

/** What is behind a shape; undefined if nothing is. A shape without fill casts the shadow of its line. */
export function paintEffects(
  box: OutlineBox,
  fill: Fill,
  stroke: Stroke | undefined,
  { shadow, glow }: Effects,
): SVGElement | undefined {
  const hasFill = fill.kind !== "none";
  if (!hasFill && !stroke) return undefined;
  const svg = outlineFrame(box);
  const lineWidth = stroke?.widthPt ?? 0;
  if (shadow && shadow.kind === "outer" && shadow.opacity > 0) {
    const group = svgElement("g", {
      transform: `translate(${shadow.offsetXPt} ${shadow.offsetYPt}) ${aroundMiddle(box, shadow.scaleX, shadow.scaleY)}`,
    });
    group.append(...blurred(box, hasFill, lineWidth, shadow.blurPt, shadow.color, shadow.opacity));
    svg.append(group);
  }
  if (glow && glow.opacity > 0) {
    svg.append(...blurred(box, false, glow.radiusPt + lineWidth, glow.radiusPt * 2, glow.color, glow.opacity));
  }
  return svg.childElementCount > 0 ? svg : undefined;
}

function aroundMiddle({ widthPt, heightPt }: OutlineBox, scaleX: number, scaleY: number): string {
  if (scaleX === 1 && scaleY === 1) return "";
  return `translate(${(widthPt * (1 - scaleX)) / 2} ${(heightPt * (1 - scaleY)) / 2}) scale(${scaleX} ${scaleY})`;
}

/** The outline again and again, each a little wider; where all of them lie the colour has its full strength. */
function blurred(
  box: OutlineBox,
  filled: boolean,
  lineWidthPt: number,
  blurPt: number,
  color: string,
  opacity: number,
): SVGElement[] {
  const transform = outlineTransform(box);
  const d = geometryPaths(box)
    .filter((path) => (filled ? path.filled : path.stroked))
    .map((path) => path.d)
    .join("");
  if (d === "") return [];
  const steps = blurPt > 0.5 ? BLUR_STEPS : 1;
  // Layers on top of each other: 1 - (1 - a)^steps is the whole opacity.
  const layerOpacity = 1 - (1 - Math.min(0.99, opacity)) ** (1 / steps);
  return Array.from({ length: steps }, (_, index) => {
    // From the widest, half the blur outside of the outline, to half of it inside.
    const spread = steps === 1 ? 0 : blurPt * (1 - (2 * index) / (steps - 1)) * 0.5;
    const width = lineWidthPt + (filled ? Math.max(0, spread) * 2 : Math.max(0.1, spread * 2 + blurPt * 0.25));
    const path = svgElement("path", { d, fill: filled ? color : "none", stroke: color, "stroke-width": width });
    path.setAttribute("stroke-linejoin", "round");
    if (width === 0) path.setAttribute("stroke", "none");
    const layer = svgElement("g", { opacity: Math.round(layerOpacity * 1000) / 1000 });
    if (transform) layer.setAttribute("transform", transform);
    layer.append(path);
    return layer;
  });
}
