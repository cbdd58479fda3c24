/** Slides -> elements: one box of the page's size for each, everything placed absolutely. */
import type { Fill } from "../../layout/model/fill.ts";
import { safeHref } from "../../layout/model/safe-href.ts";
import type { PictureNode, ShapeNode, Slide, SlideNode } from "../../layout/slides/model/slide.ts";
import { layOutShape } from "../../layout/slides/shape-text-box.ts";
import type { TextTools } from "../../layout/slides/text/text-layout.ts";
import { paintChart } from "../charts/svg-chart.ts";
import { boxCss, element, paperPt, pt } from "../elements/elements.ts";
import { outlineSvg } from "../elements/outline-painter.ts";
import { paintPicture } from "../elements/picture-painter.ts";
import { enlargedSheet } from "../elements/sheet.ts";
import { paintEffects } from "./effects-painter.ts";
import { paintTable } from "./table-painter.ts";
import { paintText } from "./text-painter.ts";

export class SlidePainter {
  readonly #tools: TextTools;
  readonly #widthPt: number;
  readonly #heightPt: number;
  /** Told about objects that cannot be drawn; the rest of the slide is drawn. */
  readonly #report: (problem: string) => void;

  constructor(size: { widthPt: number; heightPt: number }, tools: TextTools, report: (problem: string) => void) {
    this.#widthPt = size.widthPt;
    this.#heightPt = size.heightPt;
    this.#tools = tools;
    this.#report = report;
  }

  paint(slide: Slide): HTMLElement {
    const paper = element("section", `width:${paperPt(this.#widthPt)};height:${paperPt(this.#heightPt)};`);
    paper.className = "slide";
    if (slide.anchor) paper.id = slide.anchor;
    if (slide.language) paper.lang = slide.language;
    const sheet = element(
      "div",
      `position:relative;width:${pt(this.#widthPt)};height:${pt(this.#heightPt)};overflow:hidden;`,
    );
    paper.append(enlargedSheet(sheet, this.#widthPt, this.#heightPt));
    if (slide.background.kind !== "none") sheet.append(this.#background(slide.background));
    for (const node of slide.nodes) {
      this.#tools.checkTime();
      sheet.append(this.#node(node));
    }
    return paper;
  }

  #background(fill: Fill): SVGElement {
    const size = { widthPt: this.#widthPt, heightPt: this.#heightPt };
    return outlineSvg({ ...size, flipHorizontal: false, flipVertical: false }, fill, undefined);
  }

  #node(node: SlideNode): HTMLElement {
    const box = element(
      "div",
      `${boxCss(node.xPt, node.yPt, node.widthPt, node.heightPt)}${node.rotationDeg ? `transform:rotate(${node.rotationDeg}deg);` : ""}`,
    );
    switch (node.kind) {
      case "shape":
        this.#shape(node, box);
        break;
      case "picture":
        this.#picture(node, box);
        break;
      case "group":
        for (const child of node.children) box.append(this.#node(child));
        break;
      case "table":
        box.append(...paintTable(node.table, node.widthPt, this.#tools));
        break;
      case "chart":
        try {
          if (node.chart) box.append(paintChart(node.chart, node.widthPt, node.heightPt));
        } catch (error) {
          this.#report(`a chart cannot be drawn: ${error instanceof Error ? error.message : error}`);
        }
        break;
    }
    if (node.altText && node.kind !== "picture" && !(node.kind === "shape" && node.text) && node.kind !== "table") {
      box.setAttribute("role", "img");
      box.setAttribute("aria-label", node.altText);
    }
    const href = node.link ? safeHref(node.link) : undefined;
    if (!href) return box;
    const anchor = element("a", "position:absolute;left:0;top:0;width:100%;height:100%;display:block;");
    anchor.href = href;
    box.append(anchor);
    return box;
  }

  #picture(node: PictureNode, box: HTMLElement): void {
    const { picture } = node;
    const frame = { ...picture, geometry: picture.geometry };
    const behind = paintEffects(frame, { kind: "solid", color: "#000000", opacity: 1 }, undefined, node.effects);
    if (behind && picture.source) box.append(behind);
    if (node.fill.kind !== "none") box.append(outlineSvg(frame, node.fill, undefined));
    const mirrored = node.flipHorizontal || node.flipVertical;
    const holder = mirrored
      ? element(
          "div",
          `position:absolute;left:0;top:0;width:100%;height:100%;transform:scale(${node.flipHorizontal ? -1 : 1},${node.flipVertical ? -1 : 1});`,
        )
      : box;
    if (mirrored) box.append(holder);
    paintPicture(picture, holder);
  }

  #shape(node: ShapeNode, box: HTMLElement): void {
    const { shape, text } = layOutShape(node, this.#tools);
    if (shape !== node) box.style.cssText += boxCss(shape.xPt, shape.yPt, shape.widthPt, shape.heightPt);
    const behind = paintEffects(shape, shape.fill, shape.stroke, shape.effects);
    if (behind) box.append(behind);
    if (shape.fill.kind !== "none" || shape.stroke) box.append(outlineSvg(shape, shape.fill, shape.stroke));
    if (!shape.text || !text) return;
    const painted = paintText(shape.text, text.laidOut, text.box, { paragraphElement: shape.isTitle ? "h1" : "p" });
    if (text.turnDeg !== 0) painted.style.transform = `rotate(${text.turnDeg}deg)`;
    box.append(painted);
  }
}
