/** Text of shapes and cells: laid out in a box, turned, anchored, painted. */

import type { Box } from "../../layout/model/shapes.ts";
import type { SlideText } from "../../layout/slides/model/text.ts";
import type { LaidOutText, PlacedBullet } from "../../layout/slides/text/text-layout.ts";
import { placeText, standsUpright } from "../../layout/slides/text/text-placement.ts";
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
  /** Element of each paragraph: titles become headings, and thus entries of the PDF's outline. */
  paragraphElement: "p" | "h1";
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

/** The text as elements of a box of that size. */
export function paintText(text: SlideText, laidOut: LaidOutText, box: Box, look: TextLook): HTMLElement {
  const place = placeText(text, laidOut, box);
  const outer = element("div", boxCss(box.xPt, box.yPt, box.widthPt, box.heightPt));
  let holder = outer;
  const { widthPt, heightPt, leftPt, topPt, turnDeg, scaleX, scaleY } = place;
  if (turnDeg !== 0) {
    const css = boxCss((box.widthPt - widthPt) / 2, (box.heightPt - heightPt) / 2, widthPt, heightPt);
    holder = element("div", `${css}transform:rotate(${turnDeg}deg);`);
    outer.append(holder);
  }
  if (scaleX !== 1 || scaleY !== 1) {
    const sheet = element(
      "div",
      `${boxCss(leftPt, topPt, laidOut.naturalWidthPt, laidOut.heightPt)}transform-origin:0 0;transform:scale(${scaleX.toFixed(4)},${scaleY.toFixed(4)});`,
    );
    paintParagraphs(laidOut, 0, 0, sheet, look);
    holder.append(sheet);
    return outer;
  }
  paintParagraphs(laidOut, leftPt, topPt, holder, look);
  if (standsUpright(text.frame)) setUpright(holder);
  return outer;
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
