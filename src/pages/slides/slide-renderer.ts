/** Slides -> pages of display items. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import { rotation } from "../../geometry/matrix.ts";
import { linearText } from "../../layout/math/linear-text.ts";
import type { Inline } from "../../layout/model/blocks.ts";
import type { ImageNode, ShapeNode, Slide, SlideNode } from "../../layout/slides/model/slide.ts";
import { layOutShape, type ShapeWithText } from "../../layout/slides/shape-text-box.ts";
import type { TextTools } from "../../layout/slides/text/text-layout.ts";
import type { DocumentDescription, Page, StructureElement } from "../display-list/display-item.ts";
import { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { drawChartOn } from "../drawing/chart-renderer.ts";
import { drawImage } from "../drawing/image-renderer.ts";
import { LineRenderer, linkTarget } from "../drawing/line-renderer.ts";
import { drawOutline } from "../drawing/outline-renderer.ts";
import type { ImageLookup } from "../drawing/vector-renderer.ts";
import { EffectsRenderer } from "./effects-renderer.ts";
import { SlideTextRenderer } from "./slide-text-renderer.ts";
import { drawTable } from "./table-renderer.ts";

interface Point {
  xPt: number;
  yPt: number;
}

const ORIGIN: Point = { xPt: 0, yPt: 0 };

export interface SlideRendererOptions {
  size: { widthPt: number; heightPt: number };
  tools: TextTools;
  fonts: FontLibrary;
  images: ImageLookup;
  /** Told about objects that cannot be drawn; the rest of the slide is drawn. */
  report: (problem: string) => void;
}

export class SlideRenderer {
  readonly #options: SlideRendererOptions;
  readonly #builder = new DisplayListBuilder();
  readonly #effects = new EffectsRenderer(this.#builder);
  readonly #texts: SlideTextRenderer;

  constructor(options: SlideRendererOptions) {
    const { fonts, tools, images } = options;
    this.#options = options;
    this.#texts = new SlideTextRenderer(this.#builder, new LineRenderer(this.#builder, fonts, tools.measurer), images);
  }

  draw(slide: Slide): Page {
    const { widthPt, heightPt } = this.#options.size;
    return { widthPt, heightPt, items: this.#builder.record(() => this.#slide(slide)) };
  }

  #slide({ anchor, background, nodes, sharedNodes }: Slide): void {
    const { size, images, fonts, tools } = this.#options;
    const builder = this.#builder;
    if (anchor) builder.add({ kind: "destination", name: anchor, xPt: 0, yPt: 0 });
    const paper = { ...size, flipHorizontal: false, flipVertical: false };
    builder.mark("artifact", () => {
      if (background.kind !== "none") {
        drawOutline(builder, paper, background, undefined, images, { xPt: 0, yPt: 0 }, fonts);
      }
      for (const node of nodes.slice(0, sharedNodes)) this.#placed(node, { xPt: 0, yPt: 0 });
    });
    builder.mark({ role: "Sect" }, () => {
      for (const node of nodes.slice(sharedNodes)) {
        tools.meter.charge("block");
        this.#placed(node, { xPt: 0, yPt: 0 });
      }
    });
  }

  /** @param around corner of the box that the node's own place is relative to */
  #placed(node: SlideNode, around: Point): void {
    if (node.kind !== "shape") {
      this.#turned(node, around, (at) => this.#node(node, at));
      return;
    }
    const laidOut = layOutShape(node, this.#options.tools);
    this.#turned(laidOut.shape, around, (at) => this.#shape(laidOut, at));
  }

  /** `draw` gets the upper left corner of the node. */
  #turned(node: SlideNode, around: Point, draw: (at: Point) => void): void {
    const builder = this.#builder;
    const { widthPt, heightPt } = node;
    const corner = { xPt: around.xPt + node.xPt, yPt: around.yPt + node.yPt };
    const target = node.link ? linkTarget(node.link) : undefined;
    const flips = node.kind === "picture" && (node.flipHorizontal || node.flipVertical);
    const content = () => {
      if (!node.rotationDeg && !flips) draw(corner);
      else {
        const [flipX, flipY] = [flips && node.flipHorizontal ? -1 : 1, flips && node.flipVertical ? -1 : 1] as const;
        const middle = { xPt: corner.xPt + widthPt / 2, yPt: corner.yPt + heightPt / 2 };
        builder.group(rotation(node.rotationDeg, middle.xPt, middle.yPt, flipX, flipY), undefined, () =>
          draw({ xPt: -widthPt / 2, yPt: -heightPt / 2 }),
        );
      }
      if (target !== undefined) builder.add({ kind: "link", target, box: { ...corner, widthPt, heightPt } });
    };
    builder.mark(figureOf(node), () => builder.mark(target === undefined ? undefined : { role: "Link" }, content));
  }

  #node(node: Exclude<SlideNode, ShapeNode>, at: Point): void {
    switch (node.kind) {
      case "picture":
        this.#image(node, at);
        break;
      case "group":
        for (const child of node.children) this.#placed(child, at);
        break;
      case "table": {
        const { tools, images } = this.#options;
        const context = { builder: this.#builder, images, texts: this.#texts, layout: tools };
        drawTable(node.table, node.widthPt, at, context);
        break;
      }
      case "chart":
        this.#chart(node, at);
    }
  }

  #chart({ chart, widthPt, heightPt }: Extract<SlideNode, { kind: "chart" }>, at: Point): void {
    if (!chart) return;
    try {
      drawChartOn(this.#builder, this.#options.fonts, chart, { ...at, widthPt, heightPt });
    } catch (error) {
      this.#options.report(`a chart cannot be drawn: ${error instanceof Error ? error.message : error}`);
    }
  }

  #image({ image, fill, effects }: ImageNode, at: Point): void {
    const { fonts, images } = this.#options;
    const builder = this.#builder;
    // The picture is mirrored as a whole.
    const frame = { ...image, flipHorizontal: false, flipVertical: false };
    if (image.source) {
      builder.mark("artifact", () => this.#effects.draw(frame, { isFilled: true, stroke: undefined }, effects, at));
    }
    const draw = (corner: Point) => {
      if (fill.kind !== "none") drawOutline(builder, frame, fill, undefined, images, corner, fonts);
      drawImage(builder, fonts, frame, images, corner);
      this.#effects.drawInner(frame, effects, corner);
    };
    if (effects.softEdgePt > 0 || effects.reflection) this.#effects.within(frame, effects, at, () => draw(ORIGIN));
    else draw(at);
  }

  #shape({ shape, text }: ShapeWithText, at: Point): void {
    const { images, fonts } = this.#options;
    const builder = this.#builder;
    const isFilled = shape.fill.kind !== "none";
    builder.mark(text ? "artifact" : undefined, () => {
      this.#effects.draw(shape, { isFilled, stroke: shape.stroke }, shape.effects, at);
      if (!isFilled && !shape.stroke) return;
      const { effects } = shape;
      const draw = (corner: Point) => {
        drawOutline(builder, shape, shape.fill, shape.stroke, images, corner, fonts);
        if (isFilled) this.#effects.drawInner(shape, effects, corner);
      };
      if (effects.softEdgePt > 0 || effects.reflection) this.#effects.within(shape, effects, at, () => draw(ORIGIN));
      else draw(at);
    });
    if (!shape.text || !text) return;
    const box = { ...text.box, xPt: at.xPt + text.box.xPt, yPt: at.yPt + text.box.yPt };
    this.#texts.draw(shape.text, text.laidOut, box, shape.isTitle, text.rotationDeg);
  }
}

function titleText(inline: Inline): string {
  if (inline.kind === "math") return linearText(inline.equation);
  return inline.kind === "text" ? inline.text : " ";
}

/** The first title of each slide, as an entry of the outline. */
export function slideHeading({ anchor, nodes }: Slide): DocumentDescription["outline"][number] | undefined {
  const title = nodes.find((node): node is ShapeNode => node.kind === "shape" && node.isTitle && !!node.text);
  const text = title?.text?.paragraphs
    .map(({ inlines }) => inlines.map(titleText).join(""))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return text && anchor ? { level: 1, title: text, destination: anchor } : undefined;
}

/**
 * Pictures, charts and objects with an alternative text are figures; decoration and other shapes without text are for
 * the eye alone.
 */
function figureOf(node: SlideNode): StructureElement | "artifact" | undefined {
  const { altText, decorative } = node;
  switch (node.kind) {
    case "table":
      return undefined;
    case "group":
      if (decorative) return "artifact";
      return altText ? { role: "Figure", alternativeText: altText } : undefined;
    case "shape":
      if (node.text) return undefined;
      return altText && !decorative ? { role: "Figure", alternativeText: altText } : "artifact";
    default:
      return decorative ? "artifact" : { role: "Figure", alternativeText: altText };
  }
}
