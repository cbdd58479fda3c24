/** Where the laid-out text of a shape or cell is in its box: turned, anchored, shrunk or stretched. */
import type { SlideText, TextFrame } from "../model/text.ts";
import { fittingScale } from "./autofit.ts";
import { type LaidOutText, layoutText, type TextTools } from "./text-layout.ts";

interface Size {
  widthPt: number;
  heightPt: number;
}

export interface TextPlacement extends Size {
  /** The text's own box, of this size, is turned around the middle of the shape's. */
  rotationDeg: number;
  /** Upper left corner of the text in its own box. */
  leftPt: number;
  topPt: number;
  /** WordArt is stretched over its box. */
  scaleX: number;
  scaleY: number;
}

const MIN_SCALE = 0.01;

/** East Asian characters are upright in vertical text. */
export function standsUpright({ vertical }: TextFrame): boolean {
  return vertical === "eaVert" || vertical === "mongolianVert";
}

/** Rotation of the text's box relative to the shape's, in degrees. */
function rotationOf(vertical: string): number {
  if (vertical === "vert270") return -90;
  return vertical === "horz" || vertical.startsWith("wordArtVert") ? 0 : 90;
}

/** Lays `text` out in a box of that size, insets included, and shrinks it as its frame asks. */
export function fitText(text: SlideText, { widthPt, heightPt }: Size, isTitle: boolean, tools: TextTools): LaidOutText {
  const { frame } = text;
  const turned = rotationOf(frame.vertical) !== 0;
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
  return at(fittingScale(frame.autofit, isTitle, along, (scale) => at(scale).shownHeightPt));
}

/** @param box the shape's text box, insets included */
export function placeText(text: SlideText, laidOut: LaidOutText, box: Size): TextPlacement {
  const { frame } = text;
  const rotationDeg = rotationOf(frame.vertical);
  // The text's box lies across that of the shape, around the same middle.
  const { widthPt, heightPt } = rotationDeg === 0 ? box : { widthPt: box.heightPt, heightPt: box.widthPt };
  const insets = turnedInsets(frame, rotationDeg);
  const innerWidth = widthPt - insets.insetLeftPt - insets.insetRightPt;
  const innerHeight = heightPt - insets.insetTopPt - insets.insetBottomPt;
  const free = innerHeight - laidOut.heightPt;
  const shift = frame.anchor === "center" ? free / 2 : frame.anchor === "bottom" ? free : 0;
  const place = { rotationDeg, widthPt, heightPt };
  if (frame.warp) {
    const scaleX = Math.max(MIN_SCALE, innerWidth / Math.max(1, laidOut.naturalWidthPt));
    const scaleY = Math.max(MIN_SCALE, innerHeight / Math.max(1, laidOut.heightPt));
    return { ...place, leftPt: insets.insetLeftPt, topPt: insets.insetTopPt, scaleX, scaleY };
  }
  const leftPt = insets.insetLeftPt + sideShift(text, laidOut, innerWidth);
  return { ...place, leftPt, topPt: insets.insetTopPt + shift, scaleX: 1, scaleY: 1 };
}

function turnedInsets(
  frame: TextFrame,
  rotationDeg: number,
): Pick<TextFrame, "insetLeftPt" | "insetTopPt" | "insetRightPt" | "insetBottomPt"> {
  if (rotationDeg === 0) return frame;
  if (rotationDeg > 0) {
    return {
      insetLeftPt: frame.insetTopPt,
      insetTopPt: frame.insetRightPt,
      insetRightPt: frame.insetBottomPt,
      insetBottomPt: frame.insetLeftPt,
    };
  }
  return {
    insetLeftPt: frame.insetBottomPt,
    insetTopPt: frame.insetLeftPt,
    insetRightPt: frame.insetTopPt,
    insetBottomPt: frame.insetRightPt,
  };
}

/** Text that does not wrap, or whose frame is centered, is placed by its own width. */
function sideShift({ frame, paragraphs }: SlideText, laidOut: LaidOutText, innerWidth: number): number {
  if (frame.wraps) return 0;
  const free = innerWidth - laidOut.naturalWidthPt;
  const alignment = paragraphs[0]?.alignment;
  if (frame.anchorsCenter || alignment === "ctr") return free / 2;
  return alignment === "r" ? free : 0;
}
