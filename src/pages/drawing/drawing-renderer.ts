/** Pictures, shapes with their text, groups and charts -> display items. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import { familyList } from "../../font/substitutes/families.ts";
import type { Box } from "../../geometry/box.ts";
import { rotation, translation } from "../../geometry/matrix.ts";
import type { Fragment } from "../../layout/flow/fragments.ts";
import type { LayoutContext } from "../../layout/flow/layout-context.ts";
import { grownHeight, isVertical, layOutShapeText, textLeft, textTop } from "../../layout/flow/shape-text.ts";
import type { Fill } from "../../layout/model/fill.ts";
import type { DrawingNode, ShapeNode, TextBody, TextWarp } from "../../layout/model/shapes.ts";
import type { StructureElement, TextItem } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { drawChartOn } from "./chart-renderer.ts";
import { drawFill, drawStroke, gradientOver } from "./fills.ts";
import { GlyphOutlines } from "./glyph-outlines.ts";
import { glyphRuns, type TextSetting } from "./glyph-runs.ts";
import { drawImage } from "./image-renderer.ts";
import { type LineRenderer, type LineSurroundings, linkTarget } from "./line-renderer.ts";
import { drawOutline } from "./outline-renderer.ts";
import type { ImageLookup } from "./vector-renderer.ts";
import { boundsOf, invisibleText } from "./warped-text.ts";
import { WordArt } from "./word-art.ts";

/** Draws laid-out fragments of a text box, whose places are relative to a point. */
export type FragmentRenderer = (fragments: readonly Fragment[], xPt: number, yPt: number, wordArt?: WordArt) => void;

/** Of WordArt: how far letters of old WordArt reach above their baseline, as a share of the line. */
const ASCENT = 0.8;
const FLAT: LineSurroundings = { field: (_, fallback) => fallback, drawing: () => undefined, backdrop: undefined };

export class DrawingRenderer {
  readonly #builder: DisplayListBuilder;
  readonly #context: LayoutContext;
  readonly #fonts: FontLibrary;
  readonly #images: ImageLookup;
  readonly #lines: LineRenderer;
  readonly #drawFragments: FragmentRenderer;
  readonly #outlines = new GlyphOutlines();

  constructor(
    builder: DisplayListBuilder,
    context: LayoutContext,
    fonts: FontLibrary,
    images: ImageLookup,
    lines: LineRenderer,
    drawFragments: FragmentRenderer,
  ) {
    this.#builder = builder;
    this.#context = context;
    this.#fonts = fonts;
    this.#images = images;
    this.#lines = lines;
    this.#drawFragments = drawFragments;
  }

  /** @param xPt left edge of the box that the drawing's own place is relative to */
  draw(node: DrawingNode, xPt: number, yPt: number): void {
    this.#builder.mark(figureOf(node), () => this.#placed(node, xPt + node.xPt, yPt + node.yPt));
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
        const matrix = rotation(node.rotationDeg, leftPt + widthPt / 2, topPt + heightPt / 2, flipX, flipY);
        this.#builder.group(matrix, undefined, () => this.#node(node, -widthPt / 2, -heightPt / 2));
      }
      if (target !== undefined) this.#builder.add({ kind: "link", target, box });
    };
    this.#builder.mark(target === undefined ? undefined : { role: "Link" }, draw);
  }

  #node(node: DrawingNode, xPt: number, yPt: number): void {
    switch (node.kind) {
      case "picture":
        drawImage(this.#builder, this.#fonts, node, this.#images, { xPt, yPt });
        break;
      case "shape":
        this.#shape(node, xPt, yPt);
        break;
      case "group":
        for (const child of node.children) this.draw(child, xPt, yPt);
        break;
      case "chart": {
        const { widthPt, heightPt } = node;
        drawChartOn(this.#builder, this.#fonts, node.chart, { xPt, yPt, widthPt, heightPt });
      }
    }
  }

  #shape(node: ShapeNode, xPt: number, yPt: number): void {
    if (node.textPath) {
      this.#wordArt(node, xPt, yPt);
      return;
    }
    const { text: body } = node;
    const warped = body?.warp && this.#warpedBody(node, body, body.warp, { xPt, yPt });
    const text = body && !warped && layOutShapeText(node, body, this.#context);
    const target = body && text ? { ...node, heightPt: grownHeight(node, body, text) } : node;
    if (target.fill.kind !== "none" || target.stroke) {
      this.#builder.mark(body ? "artifact" : undefined, () =>
        drawOutline(this.#builder, target, target.fill, target.stroke, this.#images, { xPt, yPt }),
      );
    }
    if (warped) this.#drawFragments(warped.fragments, 0, 0, warped.wordArt);
    if (!body || !text) return;
    const { widthPt, heightPt } = target;
    const draw = (leftPt: number, topPt: number) =>
      this.#drawFragments(text.fragments, leftPt + textLeft(target, body, text), topPt + textTop(target, body, text));
    if (!isVertical(body)) draw(xPt, yPt);
    else {
      const matrix = rotation(body.vertical === "vert270" ? -90 : 90, xPt + widthPt / 2, yPt + heightPt / 2);
      this.#builder.group(matrix, undefined, () => draw(-heightPt / 2, -widthPt / 2));
    }
  }

  /** Undefined for text that is not only lines, or whose letters have no outlines. */
  #warpedBody(
    node: ShapeNode,
    body: TextBody,
    warp: TextWarp,
    at: { xPt: number; yPt: number },
  ): { fragments: readonly Fragment[]; wordArt: WordArt } | undefined {
    const { widthPt, heightPt } = node;
    const wordArt = new WordArt(warp, { ...at, widthPt, heightPt });
    const around = { ...FLAT, wordArt };
    const { fragments } = layOutShapeText(node, { ...body, wraps: false, vertical: "horz" }, this.#context);
    for (const fragment of fragments) {
      if (fragment.kind !== "paragraph") return undefined;
      const { alignment, rightToLeft } = fragment.paragraph.format;
      const share = alignment === "center" ? 0.5 : alignment === "right" ? 1 : 0;
      const rightEdgePt = rightToLeft ? fragment.xPt + fragment.widthPt : undefined;
      for (const line of fragment.lines) {
        if (line.parts.length === 0) continue;
        if (!this.#lines.announce(line, fragment.xPt, fragment.yPt, { ...around, rightEdgePt }, share))
          return undefined;
      }
    }
    return wordArt.isWarped ? { fragments, wordArt } : undefined;
  }

  /** Text that fills its box, as VML watermarks and WordArt do. */
  #wordArt(node: ShapeNode, xPt: number, yPt: number): void {
    const { textPath, fill, widthPt, heightPt } = node;
    if (!textPath) return;
    const lines = textPath.text.split(/\r?\n/);
    const style = `${textPath.italic ? "italic " : ""}${textPath.bold ? "700 " : "400 "}`;
    const stack = this.#fonts.stack(`${style}|${familyList(textPath.fontFamily)}`);
    const sizePt = heightPt / lines.length;
    if (
      textPath.warp &&
      this.#warpedText(node, lines, textPath.warp, { stack, sizePt, color: "#000000" }, { xPt, yPt })
    )
      return;
    const { stroke } = node;
    const line = stroke && { color: stroke.color, opacity: stroke.opacity, widthPt: stroke.widthPt };
    if (fill.kind === "none" && !line) return;
    const box = { xPt, yPt, widthPt, heightPt };
    const paint =
      fill.kind === "solid"
        ? { color: fill.color, opacity: fill.opacity, line }
        : fill.kind === "gradient"
          ? { color: "#000000", opacity: 1, line, shading: gradientOver(fill, box) }
          : { color: "#000000", opacity: 1, line, outlined: true };
    for (const [index, text] of lines.entries()) {
      const scale = widthPt / (stack.width(text, true) * sizePt || 1);
      const setting = { stack, sizePt, kerning: true, scale, ...paint };
      const letters = glyphRuns(text, setting, xPt, yPt + sizePt * (index + ASCENT));
      if (fill.kind === "pattern" || fill.kind === "picture") this.#filledLetters(letters, fill, box);
      if (fill.kind === "solid" || fill.kind === "gradient" || line) this.#builder.addAll(letters);
      else this.#builder.addAll(letters.map((letter) => ({ ...letter, isUnseen: true })));
    }
  }

  /** Pictures and patterns are cut to the letters, as far as these have outlines. */
  #filledLetters(letters: readonly TextItem[], fill: Fill, { xPt, yPt, ...size }: Box): void {
    const outline = this.#outlines.of(
      letters.map((letter) => ({ ...letter, xPt: letter.xPt - xPt, yPt: letter.yPt - yPt })),
    );
    if (!outline || outline.operators === "") return;
    this.#builder.group(translation(xPt, yPt), undefined, () =>
      drawFill(this.#builder, outline, fill, size, this.#images, this.#fonts),
    );
  }

  /** Letters as old WordArt bends them: they are filled and lined as their shape. False where they have no outlines. */
  #warpedText(
    node: ShapeNode,
    texts: readonly string[],
    warp: TextWarp,
    setting: TextSetting,
    at: { xPt: number; yPt: number },
  ): boolean {
    const { widthPt, heightPt, fill, stroke, textPath } = node;
    const { sizePt, stack } = setting;
    const wordArt = new WordArt(warp, { xPt: 0, yPt: 0, widthPt, heightPt });
    const lines = texts.map((text, index) => {
      const roomPt = stack.width(text, true) * sizePt;
      const baselinePt = sizePt * (index + ASCENT);
      const texts = glyphRuns(text, { ...setting, kerning: true }, -roomPt / 2, baselinePt);
      const line = { xPt: -roomPt / 2, yPt: sizePt * index, widthPt: roomPt, heightPt: sizePt };
      return { texts, baselinePt, line, outline: this.#outlines.of(texts) };
    });
    for (const { baselinePt, line, outline } of lines) {
      if (!outline) return false;
      if (outline.operators === "") continue;
      const {
        xPt: leftPt,
        yPt: topPt,
        widthPt: reachPt,
        heightPt: depthPt,
      } = textPath?.isTrimmed ? boundsOf(outline) : line;
      const edges = { leftPt, rightPt: leftPt + reachPt, topPt, bottomPt: topPt + depthPt };
      wordArt.add({ baselinePt, ...edges, startPt: line.xPt, widthPt: line.widthPt, share: 0.5 });
    }
    if (!wordArt.isWarped) return false;
    this.#builder.group(translation(at.xPt, at.yPt), undefined, () => {
      for (const { texts, baselinePt } of lines) {
        const warp = wordArt.warpOf(baselinePt);
        const outline = warp && this.#outlines.of(texts, warp);
        if (!outline || outline.operators === "") continue;
        this.#builder.addAll(texts.flatMap((letter) => invisibleText(letter, warp)));
        if (fill.kind === "solid") {
          const { color, opacity } = fill;
          this.#builder.add({ kind: "path", outline, fill: { color, opacity, rule: "nonzero" }, stroke: undefined });
        } else drawFill(this.#builder, outline, fill, { widthPt, heightPt }, this.#images, this.#fonts);
        if (stroke) drawStroke(this.#builder, outline, stroke, { widthPt, heightPt });
      }
    });
    return true;
  }
}

/** Pictures and drawings without text are figures, unless they are decoration; text boxes hold paragraphs. */
function figureOf(node: DrawingNode): StructureElement | "artifact" | undefined {
  if (node.decorative && !(node.kind === "shape" && node.text)) return "artifact";
  if (node.kind === "group") return node.altText ? { role: "Figure", alternativeText: node.altText } : undefined;
  if (node.kind === "shape" && node.text) return undefined;
  return { role: "Figure", alternativeText: node.altText };
}
