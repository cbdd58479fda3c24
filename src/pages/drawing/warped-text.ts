/** What is drawn on a line of WordArt, bent: letters become paths, and remain, unseen, to be read and searched. */
import type { Box } from "../../geometry/box.ts";
import type { Matrix } from "../../geometry/matrix.ts";
import type { Command, GroupCommand, Shading, Stroke, TextCommand } from "../commands/commands.ts";
import { type Outline, rectangle } from "../commands/outline.ts";
import type { GlyphOutlines, WarpFunction } from "./glyph-outlines.ts";

/** Of hollow letters without a line of their own. */
const THIN_LINE_PT = 0.4;
const THICKENING = 1 / 30;
const LEAST_SCALE = 0.001;

export function warpedItems(commands: readonly Command[], warp: WarpFunction, outlines: GlyphOutlines): Command[] {
  return commands.flatMap((command): Command[] => {
    switch (command.kind) {
      case "text":
        return bentText(command, warp, outlines);
      case "path":
        return [{ ...command, outline: warp(command.outline) }];
      case "mark":
        return [{ ...command, commands: warpedItems(command.commands, warp, outlines) }];
      case "link":
        return [{ ...command, box: boundsOf(warp(rectangleOf(command.box))) }];
      default:
        // Pictures and the like cannot be bent.
        return [];
    }
  });
}

/** The letters that commands draw, within their marks. */
export function textsOf(commands: readonly Command[]): TextCommand[] {
  return commands.flatMap((command) =>
    command.kind === "text" ? [command] : command.kind === "mark" ? textsOf(command.commands) : [],
  );
}

function bentText(text: TextCommand, warp: WarpFunction, outlines: GlyphOutlines): Command[] {
  const outline = outlines.of([text], warp);
  const unseen = invisibleText(text, warp);
  // When no more can be bent, letters are stretched.
  if (!outline) return [{ ...unseen, commands: [text] }];
  const { matrix } = unseen;
  const commands: Command[] = [unseen];
  if (outline.operators === "") return commands;
  const { color, opacity, look: appearance, shading } = text;
  const mapped = shading && shadingIn(shading, matrix);
  if (mapped && !appearance.outlined) commands.push({ kind: "shading", outline, ...mapped });
  const fill = appearance.outlined || mapped ? undefined : ({ color, opacity, rule: "nonzero" } as const);
  const stroke = strokeOf(text, mapped);
  if (fill || stroke) commands.push({ kind: "path", outline, fill, stroke });
  return commands;
}

/** The letters to be read and searched, stretched over the room of what is seen. */
export function invisibleText(text: TextCommand, warp: WarpFunction): GroupCommand {
  const flat = roomOf(text);
  const matrix = boxToBox(flat, boundsOf(warp(rectangleOf(flat))));
  const plain = { ...text, isUnseen: true, shading: undefined, line: undefined };
  return { kind: "group", matrix, clip: undefined, commands: [plain] };
}

function strokeOf(
  { line, look: appearance, color, opacity, sizePt }: TextCommand,
  shading: Shading | undefined,
): Stroke | undefined {
  const shape = { cap: "butt", join: "round", dashesPt: [] } as const;
  if (line) return { ...line, ...shape };
  if (appearance.outlined) return { color, opacity, widthPt: THIN_LINE_PT, shading, ...shape };
  return appearance.thickened ? { color, opacity, widthPt: sizePt * THICKENING, shading, ...shape } : undefined;
}

/** The room that a text takes on its line. */
function roomOf({ face, sizePt, scale, advancesPt, xPt, yPt }: TextCommand): Box {
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
