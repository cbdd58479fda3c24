/** Text of shapes and cells: laid out in a box, turned, anchored, painted. */

import type { Box } from "../../layout/model/shapes.ts";
import type { SlideText, TextFrame } from "../../layout/slides/model/text.ts";
import { fittingScale } from "../../layout/slides/text/autofit.ts";
import {
  type LaidOutText,
  layoutText,
  type PlacedBullet,
  type TextTools,
} from "../../layout/slides/text/text-layout.ts";
import type { Line } from "../../layout/text/line.ts";
import { isEastAsian } from "../../layout/text/script.ts";
import { boxCss, element, pt } from "../elements/elements.ts";
import { paintLine, type TextPaintContext } from "../elements/text-painter.ts";

const CONTEXT: TextPaintContext = {
  field: (_, fallback) => fallback,
  drawing: () => element("span", ""),
  rightToLeft: false,
  backdrop: undefined,
};

export interface TextLook {
  /** Element of each paragraph: titles become headings, and with that entries of the PDF's outline. */
  paragraphElement: "p" | "h1";
}

/** East Asian characters stand upright in vertical text. */
function standsUpright(vertical: string): boolean {
  return vertical === "eaVert" || vertical === "mongolianVert";
}

/** Turns the East Asian characters of painted text back. */
function setUpright(painted: HTMLElement): void {
  const walker = document.createTreeWalker(painted, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  for (const node of nodes) {
    if (![...node.data].some(isEastAsian)) continue;
    const parts = [...node.data].map((character) => {
      if (!isEastAsian(character)) return character;
      const upright = element("span", "display:inline-block;transform:rotate(-90deg);");
      upright.textContent = character;
      return upright;
    });
    node.replaceWith(...parts);
  }
}

/** Turn of the text's box against the shape's, in degrees. */
function turnOf(vertical: string): number {
  if (vertical === "vert270") return -90;
  return vertical === "horz" || vertical.startsWith("wordArtVert") ? 0 : 90;
}

/** Lays `text` out in a box of that size, insets included, and shrinks it as its frame asks. */
export function fitText(
  text: SlideText,
  { widthPt, heightPt }: Pick<Box, "widthPt" | "heightPt">,
  isTitle: boolean,
  tools: TextTools,
): LaidOutText {
  const { frame } = text;
  const turned = turnOf(frame.vertical) !== 0;
  const across = turned
    ? heightPt - frame.insetTopPt - frame.insetBottomPt
    : widthPt - frame.insetLeftPt - frame.insetRightPt;
  const along = turned
    ? widthPt - frame.insetLeftPt - frame.insetRightPt
    : heightPt - frame.insetTopPt - frame.insetBottomPt;
  const width = Math.max(1, across);
  const tries = new Map<string, LaidOutText>();
  const at = (scale: { font: number; spacingCut: number }) => {
    const key = `${scale.font}/${scale.spacingCut}`;
    let laidOut = tries.get(key);
    if (!laidOut) tries.set(key, (laidOut = layoutText(text, width, along, tools, scale)));
    return laidOut;
  };
  return at(fittingScale(frame.autofit, isTitle, along, (scale) => at(scale).heightPt));
}

/** The text as elements of a box of that size. */
export function paintText(text: SlideText, laidOut: LaidOutText, box: Box, look: TextLook): HTMLElement {
  const { frame } = text;
  const turn = turnOf(frame.vertical);
  const outer = element("div", boxCss(box.xPt, box.yPt, box.widthPt, box.heightPt));
  let holder = outer;
  let { widthPt, heightPt } = box;
  let insets = frame as Pick<TextFrame, "insetLeftPt" | "insetTopPt" | "insetRightPt" | "insetBottomPt">;
  if (turn !== 0) {
    // The text's box lies across that of the shape, around the same middle.
    holder = element(
      "div",
      `${boxCss((widthPt - heightPt) / 2, (heightPt - widthPt) / 2, heightPt, widthPt)}transform:rotate(${turn}deg);`,
    );
    outer.append(holder);
    [widthPt, heightPt] = [heightPt, widthPt];
    insets =
      turn > 0
        ? {
            insetLeftPt: frame.insetTopPt,
            insetTopPt: frame.insetRightPt,
            insetRightPt: frame.insetBottomPt,
            insetBottomPt: frame.insetLeftPt,
          }
        : {
            insetLeftPt: frame.insetBottomPt,
            insetTopPt: frame.insetLeftPt,
            insetRightPt: frame.insetTopPt,
            insetBottomPt: frame.insetRightPt,
          };
  }
  const innerWidth = widthPt - insets.insetLeftPt - insets.insetRightPt;
  const innerHeight = heightPt - insets.insetTopPt - insets.insetBottomPt;
  const free = innerHeight - laidOut.heightPt;
  const shift = frame.anchor === "center" ? free / 2 : frame.anchor === "bottom" ? free : 0;
  if (frame.isStretched) {
    const scaleX = innerWidth / Math.max(1, laidOut.naturalWidthPt);
    const scaleY = innerHeight / Math.max(1, laidOut.heightPt);
    const sheet = element(
      "div",
      `${boxCss(insets.insetLeftPt, insets.insetTopPt, laidOut.naturalWidthPt, laidOut.heightPt)}transform-origin:0 0;transform:scale(${Math.max(0.01, scaleX).toFixed(4)},${Math.max(0.01, scaleY).toFixed(4)});`,
    );
    paintParagraphs(laidOut, 0, 0, sheet, look);
    holder.append(sheet);
    return outer;
  }
  const left = insets.insetLeftPt + sideShift(text, laidOut, innerWidth);
  paintParagraphs(laidOut, left, insets.insetTopPt + shift, holder, look);
  if (standsUpright(frame.vertical)) setUpright(holder);
  return outer;
}

/** Text that does not wrap, or whose frame is centred, stands by its own width. */
function sideShift({ frame, paragraphs }: SlideText, laidOut: LaidOutText, innerWidth: number): number {
  if (frame.wraps) return 0;
  const free = innerWidth - laidOut.naturalWidthPt;
  const alignment = paragraphs[0]?.alignment;
  if (frame.anchorsCenter || alignment === "ctr") return free / 2;
  return alignment === "r" ? free : 0;
}

function paintParagraphs(laidOut: LaidOutText, leftPt: number, topPt: number, into: HTMLElement, look: TextLook): void {
  for (const { paragraph, lines } of laidOut.paragraphs) {
    if (!lines.some(({ line, bullet }) => line.parts.length > 0 || bullet)) continue;
    const byColumn = Map.groupBy(lines, (placed) => placed.columnPt);
    for (const [columnPt, placed] of byColumn) {
      const top = placed[0]?.yPt ?? 0;
      const last = placed.at(-1);
      const height = last ? last.yPt + last.line.heightPt - top : 0;
      const box = element(look.paragraphElement, boxCss(leftPt + columnPt, topPt + top, laidOut.columnWidthPt, height));
      const context = { ...CONTEXT, rightToLeft: paragraph.rightToLeft };
      for (const { line, yPt, bullet } of placed) {
        if (bullet) box.append(paintBullet(bullet, yPt - top, line, paragraph.rightToLeft));
        if (line.parts.length > 0) box.append(paintLine(line, yPt - top, context));
      }
      into.append(box);
    }
  }
}

function paintBullet(bullet: PlacedBullet, topPt: number, line: Line, rightToLeft: boolean): HTMLElement {
  const { mark } = bullet;
  if (mark.kind === "picture") {
    const image = element(
      "img",
      `position:absolute;${rightToLeft ? "right" : "left"}:${pt(bullet.xPt)};top:${pt(topPt + line.baselinePt - mark.sizePt * 0.85)};height:${pt(mark.sizePt)};`,
    );
    image.src = mark.source;
    image.alt = "";
    return image;
  }
  const piece = { kind: "text" as const, text: mark.text, style: mark.style, widthPt: 0 };
  return paintLine({ ...line, xPt: bullet.xPt, parts: [piece], wordSpacingPt: 0 }, topPt, {
    ...CONTEXT,
    rightToLeft,
  });
}
