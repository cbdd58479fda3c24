/** Pictures, shapes with their text, groups and charts -> commands. */
import { familyList } from "../../fonts/families.ts";
import type { Fragment } from "../../layout/flow/fragments.ts";
import type { LayoutContext } from "../../layout/flow/layout-context.ts";
import { grownHeight, isVertical, layOutShapeText, textLeft, textTop } from "../../layout/flow/shape-text.ts";
import type { DrawingNode, ShapeNode } from "../../layout/model/shapes.ts";
import type { FontLibrary } from "../../typefaces/font-library.ts";
import type { StructureElement } from "../commands/commands.ts";
import { turned } from "../commands/matrices.ts";
import type { Recorder } from "../commands/recorder.ts";
import { drawChartOn } from "./chart-drawer.ts";
import { linkTarget } from "./line-drawer.ts";
import { drawOutline } from "./outline-drawer.ts";
import { drawPicture } from "./picture-drawer.ts";
import { setText } from "./set-text.ts";
import type { PictureLookup } from "./vector-drawer.ts";

/** Draws laid-out fragments of a text box, whose places are relative to a point. */
export type FragmentDrawer = (fragments: readonly Fragment[], xPt: number, yPt: number) => void;

export class DrawingDrawer {
  readonly #recorder: Recorder;
  readonly #context: LayoutContext;
  readonly #fonts: FontLibrary;
  readonly #pictures: PictureLookup;
  readonly #drawFragments: FragmentDrawer;

  constructor(
    recorder: Recorder,
    context: LayoutContext,
    fonts: FontLibrary,
    pictures: PictureLookup,
    drawFragments: FragmentDrawer,
  ) {
    this.#recorder = recorder;
    this.#context = context;
    this.#fonts = fonts;
    this.#pictures = pictures;
    this.#drawFragments = drawFragments;
  }

  /** @param xPt left edge of the box that the drawing's own place is relative to */
  draw(node: DrawingNode, xPt: number, yPt: number): void {
    this.#recorder.mark(figureOf(node), () => this.#placed(node, xPt + node.xPt, yPt + node.yPt));
  }

  #placed(node: DrawingNode, leftPt: number, topPt: number): void {
    const target = node.link ? linkTarget(node.link) : undefined;
    const { widthPt, heightPt } = node;
    const box = { xPt: leftPt, yPt: topPt, widthPt, heightPt };
    const draw = () => {
      const flips = node.kind !== "shape" && (node.flipHorizontal || node.flipVertical);
      if (!node.rotationDeg && !flips) this.#node(node, leftPt, topPt);
      else {
        const [flipX, flipY] = [flips && node.flipHorizontal ? -1 : 1, flips && node.flipVertical ? -1 : 1] as const;
        const matrix = turned(node.rotationDeg, leftPt + widthPt / 2, topPt + heightPt / 2, flipX, flipY);
        this.#recorder.group(matrix, undefined, () => this.#node(node, -widthPt / 2, -heightPt / 2));
      }
      if (target !== undefined) this.#recorder.add({ kind: "link", target, box });
    };
    this.#recorder.mark(target === undefined ? undefined : { role: "Link" }, draw);
  }

  #node(node: DrawingNode, xPt: number, yPt: number): void {
    switch (node.kind) {
      case "picture":
        drawPicture(this.#recorder, this.#fonts, node, this.#pictures, { xPt, yPt });
        break;
      case "shape":
        this.#shape(node, xPt, yPt);
        break;
      case "group":
        for (const child of node.children) this.draw(child, xPt, yPt);
        break;
      case "chart": {
        const { widthPt, heightPt } = node;
        drawChartOn(this.#recorder, this.#fonts, node.chart, { xPt, yPt, widthPt, heightPt });
      }
    }
  }

  #shape(node: ShapeNode, xPt: number, yPt: number): void {
    if (node.textPath) {
      this.#wordArt(node, xPt, yPt);
      return;
    }
    const { text: body } = node;
    const text = body && layOutShapeText(node, body, this.#context);
    const target = body && text ? { ...node, heightPt: grownHeight(node, body, text) } : node;
    if (target.fill.kind !== "none" || target.stroke) {
      this.#recorder.mark(body ? "artifact" : undefined, () =>
        drawOutline(this.#recorder, target, target.fill, target.stroke, this.#pictures, { xPt, yPt }),
      );
    }
    if (!body || !text) return;
    const { widthPt, heightPt } = target;
    const draw = (leftPt: number, topPt: number) =>
      this.#drawFragments(text.fragments, leftPt + textLeft(target, body, text), topPt + textTop(target, body, text));
    if (!isVertical(body)) draw(xPt, yPt);
    else {
      const matrix = turned(body.vertical === "vert270" ? -90 : 90, xPt + widthPt / 2, yPt + heightPt / 2);
      this.#recorder.group(matrix, undefined, () => draw(-heightPt / 2, -widthPt / 2));
    }
  }

  /** Text stretched over its box, as VML watermarks and WordArt are. */
  #wordArt({ textPath, fill, widthPt, heightPt }: ShapeNode, xPt: number, yPt: number): void {
    if (!textPath || fill.kind !== "solid") return;
    const lines = textPath.text.split(/\r?\n/);
    const style = `${textPath.italic ? "italic " : ""}${textPath.bold ? "700 " : "400 "}`;
    const stack = this.#fonts.stack(`${style}|${familyList(textPath.fontFamily)}`);
    const sizePt = heightPt / lines.length;
    for (const [index, line] of lines.entries()) {
      const scale = widthPt / (stack.width(line, true) * sizePt || 1);
      const setting = { stack, sizePt, color: fill.color, opacity: fill.opacity, kerning: true, scale };
      this.#recorder.addAll(setText(line, setting, xPt, yPt + sizePt * (index + 0.8)));
    }
  }
}

/** Pictures and drawings without text are figures, unless they are decoration; text boxes hold paragraphs. */
function figureOf(node: DrawingNode): StructureElement | "artifact" | undefined {
  if (node.decorative && !(node.kind === "shape" && node.text)) return "artifact";
  if (node.kind === "group") return node.altText ? { role: "Figure", alternativeText: node.altText } : undefined;
  if (node.kind === "shape" && node.text) return undefined;
  return { role: "Figure", alternativeText: node.altText };
}
