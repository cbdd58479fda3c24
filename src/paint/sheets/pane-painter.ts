/** One rectangle of the sheet on a page: fills, text, borders and drawings of its cells. */
import type { DrawingNode } from "../../layout/model/shapes.ts";
import type { CellFonts } from "../../layout/sheets/cells/cell-fonts.ts";
import type { CellGround, PaneContent, PlacedText } from "../../layout/sheets/print/pane-content.ts";
import { paintBorders } from "../elements/border-painter.ts";
import { boxCss, element, pt } from "../elements/elements.ts";
import { cellFillCss } from "./cell-fill-css.ts";
import { paintIcon } from "./condition-icons.ts";
import { paintDataBar } from "./data-bar-painter.ts";
import { linkMark } from "./link-mark.ts";
import { paintSparkline } from "./sparkline-painter.ts";
import { paintTextLine } from "./text-lines-painter.ts";

/** Outlines of drawings at the edge of the page show in full. */
const OUTLINE_PT = 1;

export function paintPane(
  { pane, widthPt, heightPt, ground, gridLines, texts, borders, targets, drawings }: PaneContent,
  fonts: CellFonts,
  paintDrawing: (node: DrawingNode) => HTMLElement,
): HTMLElement {
  const box = element("div", boxCss(pane.xPt, pane.yPt, widthPt, heightPt));
  const body = layer(widthPt, heightPt);
  for (const part of ground) body.append(...paintGround(part));
  if (gridLines.length > 0) body.append(paintBorders(gridLines));
  for (const text of texts) body.append(paintText(text, fonts));
  box.append(body);
  for (const { id, xPt, yPt } of targets) box.append(linkMark(id, xPt, yPt));
  if (borders.length > 0) box.append(paintBorders(borders));
  if (drawings.length > 0) {
    const above = layer(widthPt + OUTLINE_PT, heightPt + OUTLINE_PT);
    for (const { node, xPt, yPt } of drawings) {
      const origin = element("div", `position:absolute;left:${pt(xPt)};top:${pt(yPt)};width:0;height:0;`);
      origin.append(paintDrawing(node));
      above.append(origin);
    }
    box.append(above);
  }
  return box;
}

function layer(widthPt: number, heightPt: number): HTMLElement {
  return element("div", `position:absolute;left:0;top:0;width:${pt(widthPt)};height:${pt(heightPt)};overflow:clip;`);
}

function paintGround(part: CellGround): Element[] {
  const { xPt, yPt, widthPt, heightPt } = part.box;
  switch (part.kind) {
    case "fill":
      return [element("div", `${boxCss(xPt, yPt, widthPt, heightPt)}background:${cellFillCss(part.fill)};`)];
    case "bar":
      return paintDataBar(part.bar, part.box);
    case "icon":
      return [paintIcon(part.icon, part.box)];
    case "sparkline":
      return [paintSparkline(part.shapes, part.look, part.box)];
  }
}

function paintText({ room, isTight, href, lines, turned }: PlacedText, fonts: CellFonts): HTMLElement {
  const css = `${boxCss(room.xPt, room.yPt, room.widthPt, room.heightPt)}${isTight ? "overflow:clip;" : ""}`;
  const box = element(href ? "a" : "div", css);
  if (href && box instanceof HTMLAnchorElement) {
    box.href = href;
    box.style.color = "inherit";
    box.style.textDecoration = "none";
  }
  if (turned) {
    const { xPt, yPt, widthPt, heightPt } = turned.box;
    const place = boxCss(xPt - room.xPt, yPt - room.yPt, widthPt, heightPt);
    const holder = element("div", `${place}transform:rotate(${-turned.degrees}deg);`);
    for (const line of lines) holder.append(paintTextLine(line, fonts, xPt, yPt));
    box.append(holder);
  } else for (const line of lines) box.append(paintTextLine(line, fonts, room.xPt, room.yPt));
  return box;
}
