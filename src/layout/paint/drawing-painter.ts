/** Drawing nodes -> elements: outlines as SVG, pictures as images, text as laid-out fragments. */

import { paintChart } from "../chart/chart-painter.ts";
import type { DrawingNode, Fill, PictureNode, ShapeNode, Stroke, TextBody } from "../drawing/model.ts";
import { isOpenShape, presetPath } from "../drawing/preset-geometry.ts";
import type { Fragment } from "../flow/fragments.ts";
import type { LayoutContext } from "../flow/layout-context.ts";
import { layoutStack } from "../flow/stack-layout.ts";
import { boxCss, element, pt, SHEET_SCALE, safeHref, svgElement } from "./elements.ts";
import { svgDashes, svgFill, svgMarker } from "./svg-style.ts";

/** Paints laid-out fragments of a text box. */
export type FragmentPainter = (fragments: readonly Fragment[]) => HTMLElement[];

export function paintDrawing(node: DrawingNode, context: LayoutContext, paintFragments: FragmentPainter): HTMLElement {
  const turns: string[] = [];
  if (node.rotationDeg) turns.push(`rotate(${node.rotationDeg}deg)`);
  const flips = node.kind !== "shape" && (node.flipHorizontal || node.flipVertical);
  if (flips) turns.push(`scale(${node.flipHorizontal ? -1 : 1},${node.flipVertical ? -1 : 1})`);
  const box = element(
    "div",
    `${boxCss(node.xPt, node.yPt, node.widthPt, node.heightPt)}${turns.length > 0 ? `transform:${turns.join(" ")};` : ""}`,
  );
  switch (node.kind) {
    case "picture":
      paintPicture(node, box);
      break;
    case "shape":
      paintShape(node, box, context, paintFragments);
      break;
    case "group":
      for (const child of node.children) box.append(paintDrawing(child, context, paintFragments));
      break;
    case "chart":
      box.append(paintChart(node.chart, node.widthPt, node.heightPt, context.document.theme));
      break;
  }
  if (node.altText && node.kind !== "picture") {
    box.setAttribute("role", "img");
    box.setAttribute("aria-label", node.altText);
    if (node.kind === "shape" && node.text) box.removeAttribute("role");
  }
  const href = node.link ? safeHref(node.link) : undefined;
  if (!href) return box;
  const anchor = element(
    "a",
    `position:absolute;left:0;top:0;width:${pt(node.widthPt)};height:${pt(node.heightPt)};display:block;`,
  );
  anchor.href = href;
  anchor.append(box);
  return anchor;
}

function paintPicture(node: PictureNode, box: HTMLElement): void {
  if (!node.source) return;
  const { left, top, right, bottom } = node.crop;
  const widthShare = Math.max(0.01, 1 - left - right);
  const heightShare = Math.max(0.01, 1 - top - bottom);
  const frame = element(
    "div",
    `position:absolute;left:0;top:0;width:100%;height:100%;overflow:hidden;${node.geometry ? clipCss(node) : ""}`,
  );
  const image = element(
    "img",
    `position:absolute;left:${((-left / widthShare) * 100).toFixed(3)}%;top:${((-top / heightShare) * 100).toFixed(3)}%;width:${(100 / widthShare).toFixed(3)}%;height:${(100 / heightShare).toFixed(3)}%;max-width:none;${node.opacity < 1 ? `opacity:${node.opacity};` : ""}${node.filter ? `filter:${node.filter};` : ""}`,
  );
  image.src = node.source;
  image.alt = node.altText;
  frame.append(image);
  box.append(frame);
  if (node.stroke)
    box.append(
      outlineSvg(
        node.geometry ? pathsOf(node) : [{ d: rectPath(node), filled: false, stroked: true }],
        node,
        { kind: "none" },
        node.stroke,
      ),
    );
}

function rectPath(node: { widthPt: number; heightPt: number }): string {
  return presetPath("rect", node.widthPt, node.heightPt, {});
}

function clipCss(node: PictureNode): string {
  const { geometry } = node;
  if (geometry?.kind !== "preset") return "";
  if (geometry.name === "ellipse") return "border-radius:50%;";
  // CSS path() counts in pixels.
  const scale = (4 / 3) * SHEET_SCALE;
  const d = presetPath(geometry.name, node.widthPt * scale, node.heightPt * scale, geometry.adjustments);
  return `clip-path:path("${d}");`;
}

function pathsOf(
  node: Pick<ShapeNode | PictureNode, "widthPt" | "heightPt"> & { geometry?: ShapeNode["geometry"] | undefined },
): { d: string; filled: boolean; stroked: boolean }[] {
  const { geometry } = node;
  if (!geometry) return [{ d: rectPath(node), filled: true, stroked: true }];
  if (geometry.kind === "preset") {
    return [
      {
        d: presetPath(geometry.name, node.widthPt, node.heightPt, geometry.adjustments),
        filled: !isOpenShape(geometry.name),
        stroked: true,
      },
    ];
  }
  return geometry.paths;
}

function outlineSvg(
  paths: readonly { d: string; filled: boolean; stroked: boolean }[],
  node: DrawingNode,
  fill: Fill,
  stroke: Stroke | undefined,
): SVGElement {
  const svg = svgElement("svg", { width: Math.max(node.widthPt, 0.01), height: Math.max(node.heightPt, 0.01) });
  svg.style.cssText = `position:absolute;left:0;top:0;width:${pt(Math.max(node.widthPt, 0.75))};height:${pt(Math.max(node.heightPt, 0.75))};overflow:visible;`;
  svg.setAttribute("viewBox", `0 0 ${Math.max(node.widthPt, 0.75)} ${Math.max(node.heightPt, 0.75)}`);
  svg.setAttribute("aria-hidden", "true");
  const definitions = svgElement("defs", {});
  svg.append(definitions);
  const group = svgElement("g", {});
  const turns: string[] = [];
  if (node.flipHorizontal || node.flipVertical) {
    const x = node.flipHorizontal ? node.widthPt : 0;
    const y = node.flipVertical ? node.heightPt : 0;
    turns.push(`translate(${x} ${y}) scale(${node.flipHorizontal ? -1 : 1} ${node.flipVertical ? -1 : 1})`);
  }
  if (node.kind === "shape" && node.geometry.kind === "paths") {
    turns.push(
      `scale(${node.widthPt / (node.geometry.widthUnits || 1)} ${node.heightPt / (node.geometry.heightUnits || 1)})`,
    );
  }
  if (turns.length > 0) group.setAttribute("transform", turns.join(" "));
  for (const path of paths) {
    const shape = svgElement("path", { d: path.d });
    shape.setAttribute("fill", path.filled ? svgFill(fill, definitions) : "none");
    if (path.filled && fill.kind === "solid" && fill.opacity < 1)
      shape.setAttribute("fill-opacity", String(fill.opacity));
    shape.setAttribute("fill-rule", "evenodd");
    if (stroke && path.stroked) {
      shape.setAttribute("stroke", stroke.color);
      if (stroke.opacity < 1) shape.setAttribute("stroke-opacity", String(stroke.opacity));
      shape.setAttribute("stroke-width", String(Math.max(0.25, stroke.widthPt)));
      shape.setAttribute("vector-effect", "non-scaling-stroke");
      const dashes = svgDashes(stroke);
      if (dashes) shape.setAttribute("stroke-dasharray", dashes);
      if (stroke.cap === "rnd") shape.setAttribute("stroke-linecap", "round");
      if (stroke.head) shape.setAttribute("marker-start", svgMarker(stroke.head, stroke, definitions, true));
      if (stroke.tail) shape.setAttribute("marker-end", svgMarker(stroke.tail, stroke, definitions, false));
    }
    group.append(shape);
  }
  svg.append(group);
  return svg;
}

function paintShape(node: ShapeNode, box: HTMLElement, context: LayoutContext, paintFragments: FragmentPainter): void {
  if (node.textPath) {
    box.append(wordArt(node));
    return;
  }
  let target = node;
  const text = node.text ? layoutText(node, node.text, context) : undefined;
  if (text && node.text?.growsWithText && node.geometry.kind === "preset") {
    const needed = text.heightPt + node.text.insetTopPt + node.text.insetBottomPt;
    if (needed > node.heightPt + 0.5) {
      target = { ...node, heightPt: needed };
      box.style.height = pt(needed);
    }
  }
  if (target.fill.kind !== "none" || target.stroke)
    box.append(outlineSvg(pathsOf(target), target, target.fill, target.stroke));
  if (text && node.text) box.append(textHolder(target, node.text, text, paintFragments));
}

interface LaidOutText {
  fragments: Fragment[];
  heightPt: number;
  widthPt: number;
}

function isVertical(body: TextBody): boolean {
  return body.vertical !== "horz";
}

function layoutText(node: ShapeNode, body: TextBody, context: LayoutContext): LaidOutText {
  const across = isVertical(body) ? node.heightPt : node.widthPt;
  const insets = isVertical(body) ? body.insetTopPt + body.insetBottomPt : body.insetLeftPt + body.insetRightPt;
  const widthPt = body.wraps ? Math.max(4, across - insets) : 2000;
  const stack = layoutStack(body.blocks, widthPt, context, { dropLastSpacing: true });
  return { ...stack, widthPt };
}

function textHolder(node: ShapeNode, body: TextBody, text: LaidOutText, paintFragments: FragmentPainter): HTMLElement {
  const vertical = isVertical(body);
  const innerHeight = (vertical ? node.widthPt : node.heightPt) - body.insetTopPt - body.insetBottomPt;
  const free = innerHeight - text.heightPt;
  const shift = body.anchor === "center" ? free / 2 : body.anchor === "bottom" ? free : 0;
  let left = body.insetLeftPt;
  if (!body.wraps && !vertical) left = node.widthPt / 2 - text.widthPt / 2;
  const inner = element(
    "div",
    boxCss(left, body.insetTopPt + Math.max(body.anchor === "center" ? shift : 0, shift), text.widthPt, text.heightPt),
  );
  inner.append(...paintFragments(text.fragments));
  if (!vertical) return inner;
  const turn = body.vertical === "vert270" ? -90 : 90;
  const outer = element(
    "div",
    `position:absolute;width:${pt(node.heightPt)};height:${pt(node.widthPt)};left:${pt((node.widthPt - node.heightPt) / 2)};top:${pt((node.heightPt - node.widthPt) / 2)};transform:rotate(${turn}deg);`,
  );
  outer.append(inner);
  return outer;
}

/** Text stretched over its box, as VML watermarks and WordArt are. */
function wordArt(node: ShapeNode): SVGElement {
  const svg = svgElement("svg", { viewBox: `0 0 ${node.widthPt} ${node.heightPt}`, preserveAspectRatio: "none" });
  svg.style.cssText = `position:absolute;left:0;top:0;width:${pt(node.widthPt)};height:${pt(node.heightPt)};overflow:visible;`;
  const { textPath } = node;
  if (!textPath) return svg;
  const lines = textPath.text.split(/\r?\n/);
  lines.forEach((line, index) => {
    const height = node.heightPt / lines.length;
    const text = svgElement("text", {
      x: 0,
      y: height * index + height * 0.8,
      "font-size": height,
      textLength: node.widthPt,
      lengthAdjust: "spacingAndGlyphs",
    });
    text.setAttribute("font-family", textPath.fontFamily);
    if (textPath.bold) text.setAttribute("font-weight", "700");
    if (textPath.italic) text.setAttribute("font-style", "italic");
    const { fill, stroke } = node;
    text.setAttribute("fill", fill.kind === "solid" ? fill.color : "none");
    if (fill.kind === "solid" && fill.opacity < 1) text.setAttribute("fill-opacity", String(fill.opacity));
    if (stroke) {
      text.setAttribute("stroke", stroke.color);
      text.setAttribute("stroke-width", String(stroke.widthPt));
    }
    text.textContent = line;
    svg.append(text);
  });
  return svg;
}
