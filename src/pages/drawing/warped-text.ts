/** What is drawn on a line of WordArt, bent: letters become paths, and remain, unseen, to be read and searched. */
import type { Box } from "../../geometry/box.ts";
import type { Matrix } from "../../geometry/matrix.ts";
import type { DisplayItem, GroupItem, Shading, Stroke, TextItem } from "../display-list/display-item.ts";
import { type Outline, rectangle } from "../display-list/outline.ts";
import type { GlyphOutlines, WarpFunction } from "./glyph-outlines.ts";

/** Of hollow letters without a line of their own. */
const THIN_LINE_PT = 0.4;
const THICKENING = 1 / 30;
const LEAST_SCALE = 0.001;

export function warpedItems(items: readonly DisplayItem[], warp: WarpFunction, outlines: GlyphOutlines): DisplayItem[] {
  return items.flatMap((item): DisplayItem[] => {
    switch (item.kind) {
      case "text":
        return bentText(item, warp, outlines);
      case "path":
        return [{ ...item, outline: warp(item.outline) }];
      case "mark":
        return [{ ...item, items: warpedItems(item.items, warp, outlines) }];
      case "link":
        return [{ ...item, box: boundsOf(warp(rectangleOf(item.box))) }];
      default:
        // Pictures and the like cannot be bent.
        return [];
    }
  });
}

/** The letters that display items draw, within their marks. */
export function textsOf(items: readonly DisplayItem[]): TextItem[] {
  return items.flatMap((item) => (item.kind === "text" ? [item] : item.kind === "mark" ? textsOf(item.items) : []));
}

function bentText(text: TextItem, warp: WarpFunction, outlines: GlyphOutlines): DisplayItem[] {
  const outline = outlines.of([text], warp);
  const unseen = invisibleText(text, warp);
  // When no more can be bent, letters are stretched.
  if (!outline) return [{ ...unseen, items: [text] }];
  const { matrix } = unseen;
  const items: DisplayItem[] = [unseen];
  if (outline.operators === "") return items;
  const { color, opacity, look: appearance, shading } = text;
  const mapped = shading && shadingIn(shading, matrix);
  if (mapped && !appearance.outlined) items.push({ kind: "shading", outline, ...mapped });
  const fill = appearance.outlined || mapped ? undefined : ({ color, opacity, rule: "nonzero" } as const);
  const stroke = strokeOf(text, mapped);
  if (fill || stroke) items.push({ kind: "path", outline, fill, stroke });
  return items;
}

/** The letters to be read and searched, stretched over the room of what is seen. */
export function invisibleText(text: TextItem, warp: WarpFunction): GroupItem {
  const flat = roomOf(text);
  const matrix = boxToBox(flat, boundsOf(warp(rectangleOf(flat))));
  const plain = { ...text, isUnseen: true, shading: undefined, line: undefined };
  return { kind: "group", matrix, clip: undefined, items: [plain] };
}

function strokeOf(
  { line, look: appearance, color, opacity, sizePt }: TextItem,
  shading: Shading | undefined,
): Stroke | undefined {
  const shape = { cap: "butt", join: "round", dashesPt: [] } as const;
  if (line) return { ...line, ...shape };
  if (appearance.outlined) return { color, opacity, widthPt: THIN_LINE_PT, shading, ...shape };
  return appearance.thickened ? { color, opacity, widthPt: sizePt * THICKENING, shading, ...shape } : undefined;
}

/** The room that a text takes on its line. */
function roomOf({ face, sizePt, scale, advancesPt, xPt, yPt }: TextItem): Box {
  const widthPt = advancesPt.reduce((sum, advance) => sum + advance, 0) * scale;
  return { xPt, yPt: yPt - face.ascent * sizePt, widthPt, heightPt: (face.ascent + face.descent) * sizePt };
}

function rectangleOf({ xPt, yPt, widthPt, heightPt }: Box): Outline {
  return rectangle(xPt, yPt, widthPt, heightPt);
}

export function boundsOf({ numbers }: Outline): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x, y] = [numbers[at] ?? 0, numbers[at + 1] ?? 0];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return { xPt: left, yPt: top, widthPt: right - left, heightPt: bottom - top };
}

function boxToBox(from: Box, to: Box): Matrix {
  const scale = (length: number, of: number) => Math.max(LEAST_SCALE, of > 0 ? length / of : 1);
  const [scaleX, scaleY] = [scale(to.widthPt, from.widthPt), scale(to.heightPt, from.heightPt)];
  return [scaleX, 0, 0, scaleY, to.xPt - from.xPt * scaleX, to.yPt - from.yPt * scaleY];
}

/** @param matrix scales and moves, and turns nothing */
function shadingIn({ geometry, stops }: Shading, [scaleX, , , scaleY, moveX, moveY]: Matrix): Shading {
  const [x, y] = [(pt: number) => pt * scaleX + moveX, (pt: number) => pt * scaleY + moveY];
  if (geometry.kind === "radial") {
    const { xPt, yPt, radiusXPt, radiusYPt } = geometry;
    const radii = { radiusXPt: radiusXPt * scaleX, radiusYPt: radiusYPt * scaleY };
    return { geometry: { kind: "radial", xPt: x(xPt), yPt: y(yPt), ...radii }, stops };
  }
  const { x1Pt, y1Pt, x2Pt, y2Pt } = geometry;
  return { geometry: { kind: "linear", x1Pt: x(x1Pt), y1Pt: y(y1Pt), x2Pt: x(x2Pt), y2Pt: y(y2Pt) }, stops };
}
