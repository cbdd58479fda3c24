/** Drawing nodes -> elements: outlines as SVG, pictures as images, text as laid-out fragments. */

import type { Fragment } from "../../layout/flow/fragments.ts";
import type { LayoutContext } from "../../layout/flow/layout-context.ts";
import {
  grownHeight,
  isVertical,
  layOutShapeText,
  type ShapeText,
  textLeft,
  textTop,
} from "../../layout/flow/shape-text.ts";
import { safeHref } from "../../layout/model/safe-href.ts";
import type { DrawingNode, ShapeNode, TextBody } from "../../layout/model/shapes.ts";
import { paintChart } from "../charts/svg-chart.ts";
import { boxCss, element, pt, svgElement } from "../elements/elements.ts";
import { outlineSvg } from "../elements/outline-painter.ts";
import { paintPicture } from "../elements/picture-painter.ts";

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
      box.append(paintChart(node.chart, node.widthPt, node.heightPt));
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

function paintShape(node: ShapeNode, box: HTMLElement, context: LayoutContext, paintFragments: FragmentPainter): void {
  if (node.textPath) {
    box.append(wordArt(node));
    return;
  }
  let target = node;
  const text = node.text ? layOutShapeText(node, node.text, context) : undefined;
  const heightPt = text && node.text ? grownHeight(node, node.text, text) : node.heightPt;
  if (heightPt !== node.heightPt) {
    target = { ...node, heightPt };
    box.style.height = pt(heightPt);
  }
  if (target.fill.kind !== "none" || target.stroke) box.append(outlineSvg(target, target.fill, target.stroke));
  if (text && node.text) box.append(textHolder(target, node.text, text, paintFragments));
}

function textHolder(node: ShapeNode, body: TextBody, text: ShapeText, paintFragments: FragmentPainter): HTMLElement {
  const vertical = isVertical(body);
  const inner = element(
    "div",
    boxCss(textLeft(node, body, text), textTop(node, body, text), text.widthPt, text.heightPt),
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
