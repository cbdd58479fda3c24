/** Text of shapes and cells -> display items. */
import type { Box } from "../../geometry/box.ts";
import { rotation } from "../../geometry/matrix.ts";
import type { TextWarp } from "../../layout/model/shapes.ts";
import type { SlideParagraph, SlideText } from "../../layout/slides/model/text.ts";
import type { LaidOutText, PlacedBullet } from "../../layout/slides/text/text-layout.ts";
import { placeText, standsUpright } from "../../layout/slides/text/text-placement.ts";
import type { Line } from "../../layout/text/line.ts";
import type { StructureElement } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { imageSizePt } from "../drawing/image-size.ts";
import type { LineRenderer, LineSurroundings } from "../drawing/line-renderer.ts";
import { orientText } from "../drawing/text-orientation.ts";
import { type ImageLookup, isPixels } from "../drawing/vector-renderer.ts";
import { WordArt } from "../drawing/word-art.ts";

const SURROUNDINGS: LineSurroundings = {
  field: (_, fallback) => fallback,
  drawing: () => undefined,
  backdrop: undefined,
};
/** A picture used as a bullet reaches a little below the baseline. */
const BULLET_ASCENT = 0.85;

export class SlideTextRenderer {
  readonly #builder: DisplayListBuilder;
  readonly #lines: LineRenderer;
  readonly #images: ImageLookup;

  constructor(builder: DisplayListBuilder, lines: LineRenderer, images: ImageLookup) {
    this.#builder = builder;
    this.#lines = lines;
    this.#images = images;
  }

  /** @param box of the text, insets included; `turnDeg` turns it around its middle */
  draw(text: SlideText, laidOut: LaidOutText, box: Box, isTitle: boolean, rotationDeg = 0): void {
    const { warp } = text.frame;
    if (warp && this.#warped(warp, laidOut, box, isTitle, rotationDeg % 360)) return;
    const place = placeText(text, laidOut, box);
    const rotationMatrix = (rotationDeg + place.rotationDeg) % 360;
    const [middleX, middleY] = [box.xPt + box.widthPt / 2, box.yPt + box.heightPt / 2];
    const left = place.leftPt - place.widthPt / 2;
    const top = place.topPt - place.heightPt / 2;
    const isStretched = place.scaleX !== 1 || place.scaleY !== 1;
    const areGlyphsRotated = standsUpright(text.frame);
    const around = { ...SURROUNDINGS, areGlyphsRotated };
    const paragraphs = (xPt: number, yPt: number) => {
      if (!isStretched) this.#paragraphs(laidOut, xPt, yPt, isTitle, around);
      else {
        this.#builder.group([place.scaleX, 0, 0, place.scaleY, xPt, yPt], undefined, () =>
          this.#paragraphs(laidOut, 0, 0, isTitle, around),
        );
      }
    };
    const draw = () => {
      if (rotationMatrix === 0) paragraphs(middleX + left, middleY + top);
      else this.#builder.group(rotation(rotationMatrix, middleX, middleY), undefined, () => paragraphs(left, top));
    };
    if (areGlyphsRotated) this.#builder.addAll(orientText(this.#builder.record(draw)));
    else draw();
  }

  /** False if letters have no outlines that can be bent. */
  #warped(warp: TextWarp, laidOut: LaidOutText, box: Box, isTitle: boolean, rotationMatrix: number): boolean {
    const { xPt, yPt, widthPt, heightPt } = box;
    const wordArt = new WordArt(warp, rotationMatrix === 0 ? box : { ...box, xPt: -widthPt / 2, yPt: -heightPt / 2 });
    const around = { ...SURROUNDINGS, wordArt };
    for (const { paragraph, lines } of laidOut.paragraphs) {
      const share = paragraph.alignment === "ctr" ? 0.5 : paragraph.alignment === "r" ? 1 : 0;
      for (const { line, yPt: topPt, columnPt } of lines) {
        if (line.parts.length === 0) continue;
        const rightEdgePt = paragraph.rightToLeft ? columnPt + laidOut.columnWidthPt : undefined;
        const isAnnounced = this.#lines.announce(line, columnPt, topPt - line.yPt, { ...around, rightEdgePt }, share);
        if (!isAnnounced) return false;
      }
    }
    if (!wordArt.isWarped) return false;
    const draw = () => this.#paragraphs(laidOut, 0, 0, isTitle, around);
    if (rotationMatrix === 0) draw();
    else this.#builder.group(rotation(rotationMatrix, xPt + widthPt / 2, yPt + heightPt / 2), undefined, draw);
    return true;
  }

  #paragraphs(laidOut: LaidOutText, xPt: number, yPt: number, isTitle: boolean, surroundings: LineSurroundings): void {
    // Consecutive paragraphs with bullets are one list.
    let list: StructureElement | undefined;
    for (const { paragraph, lines } of laidOut.paragraphs) {
      if (!lines.some(({ line, bullet }) => line.parts.length > 0 || bullet)) continue;
      list = paragraph.bullet && !isTitle ? (list ?? { role: "L" }) : undefined;
      this.#marked(elementsOf(paragraph, list, isTitle), () => {
        for (const { line, yPt: lineYPt, columnPt, bullet } of lines) {
          // A line's own place is relative to its paragraph.
          const top = yPt + lineYPt - line.yPt;
          const left = xPt + columnPt;
          const rightEdgePt = paragraph.rightToLeft ? left + laidOut.columnWidthPt : undefined;
          const around = { ...surroundings, rightEdgePt };
          if (bullet) this.#bullet(bullet, left, top, line, around);
          if (line.parts.length > 0) this.#lines.draw(line, left, top, around);
        }
      });
    }
  }

  #marked(elements: readonly StructureElement[], draw: () => void): void {
    const [first, ...rest] = elements;
    if (!first) draw();
    else this.#builder.mark(first, () => this.#marked(rest, draw));
  }

  #bullet({ mark, xPt }: PlacedBullet, leftPt: number, topPt: number, line: Line, around: LineSurroundings): void {
    if (mark.kind === "text") {
      const { text, style } = mark;
      const piece = { kind: "text" as const, text, style, widthPt: this.#lines.drawnWidthPt(text, style) };
      this.#lines.draw({ ...line, xPt, parts: [piece], wordSpacingPt: 0 }, leftPt, topPt, around);
      return;
    }
    const source = this.#images(mark.source);
    const size = isPixels(source) ? imageSizePt(source) : undefined;
    if (!isPixels(source) || !size || around.wordArt) return;
    const { sizePt } = mark;
    const widthPt = (size.widthPt / size.heightPt) * sizePt;
    const { rightEdgePt } = around;
    const box = {
      xPt: rightEdgePt === undefined ? leftPt + xPt : rightEdgePt - xPt - widthPt,
      yPt: topPt + line.yPt + line.baselinePt - sizePt * BULLET_ASCENT,
      widthPt,
      heightPt: sizePt,
    };
    this.#builder.mark("artifact", () => this.#builder.add({ kind: "picture", source, box, opacity: 1 }));
  }
}

/** From the outermost to the paragraph itself. */
function elementsOf(
  { bullet }: SlideParagraph,
  list: StructureElement | undefined,
  isTitle: boolean,
): StructureElement[] {
  if (isTitle) return [{ role: "H1" }];
  return bullet && list ? [list, { role: "LI" }, { role: "LBody" }] : [{ role: "P" }];
}
