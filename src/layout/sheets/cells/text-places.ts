/** Where the lines of a cell's text go. */
import type { Box } from "../../../geometry/box.ts";
import type { CellStyle } from "../styles/styles.ts";
import type { CellFonts } from "./cell-fonts.ts";
import { type CellText, LEFT_PADDING_PT, RIGHT_PADDING_PT } from "./cell-text.ts";
import { type TextLine, wordGap } from "./text-lines.ts";

export interface PlacedLine {
  line: TextLine;
  xPt: number;
  /** Top of the line. */
  yPt: number;
  /** Added to each space. */
  wordSpacingPt: number;
}

export interface TextPlaces {
  lines: PlacedLine[];
  /** The lines are in this box, which is turned counter-clockwise about its middle. */
  turned: { degrees: number; box: Box } | undefined;
}

const MAX_FILLS = 500;

/** `place` is the cell with what it is merged with, or the cells that text is centered across. */
export function placeText(
  text: CellText,
  place: Box,
  style: CellStyle,
  indentPt: number,
  fonts: CellFonts,
): TextPlaces {
  const { rotation, vertical } = style.alignment;
  if (rotation === "stacked") return { lines: stackedLines(text, place, vertical, fonts), turned: undefined };
  if (isSlanted(rotation)) return slantedLines(text, place, rotation, style);
  if (rotation !== 0) return turnedLines(text, place, rotation, vertical);
  return { lines: uprightLines(text, place, vertical, indentPt, fonts), turned: undefined };
}

function heightOf({ ascentPt, descentPt }: TextLine): number {
  return ascentPt + descentPt;
}

function uprightLines(text: CellText, place: Box, vertical: string, indent: number, fonts: CellFonts): PlacedLine[] {
  const lines: PlacedLine[] = [];
  let { y, gap } = firstLine(text, place, vertical);
  const inner = place.widthPt - LEFT_PADDING_PT - RIGHT_PADDING_PT;
  for (const [index, line] of text.lines.entries()) {
    const isLast = index === text.lines.length - 1;
    let x = place.xPt + LEFT_PADDING_PT + indent;
    let spread = 0;
    switch (text.horizontal) {
      case "right":
        x = place.xPt + place.widthPt - RIGHT_PADDING_PT - indent - line.widthPt - (text.trail?.widthPt ?? 0);
        break;
      case "center":
      case "centerContinuous":
        x = place.xPt + (place.widthPt - line.widthPt) / 2;
        break;
      case "justify":
      case "distributed":
        if (!isLast || text.horizontal === "distributed") spread = wordGap(line, inner - 2 * indent);
        break;
    }
    if (text.trail) {
      x = place.xPt + LEFT_PADDING_PT;
      const trailX = place.xPt + place.widthPt - RIGHT_PADDING_PT - text.trail.widthPt;
      lines.push({ line: text.trail, xPt: trailX, yPt: y, wordSpacingPt: 0 });
      const filled = fillBetween(text, x + line.widthPt, trailX, fonts);
      if (filled) lines.push({ line: filled, xPt: x + line.widthPt, yPt: y, wordSpacingPt: 0 });
    }
    if (text.horizontal === "fill" && line.widthPt > 0) {
      const right = place.xPt + place.widthPt;
      // What does not fit even once is shown as far as it fits.
      let at = x;
      for (let count = 0; count < MAX_FILLS && (count === 0 || at + line.widthPt <= right); at += line.widthPt, count++)
        lines.push({ line, xPt: at, yPt: y, wordSpacingPt: 0 });
    } else lines.push({ line, xPt: x, yPt: y, wordSpacingPt: spread });
    y += heightOf(line) + gap;
  }
  return lines.filter(({ line }) => line.runs.length > 0);
}

/** Top of the first line, and the room that is added between lines. */
function firstLine(text: CellText, place: Box, vertical: string): { y: number; gap: number } {
  const free = place.heightPt - text.heightPt;
  const top = place.yPt;
  const count = text.lines.length;
  if ((vertical === "justify" || vertical === "distributed") && count > 1 && free > 0) {
    return { y: top, gap: free / (count - 1) };
  }
  if (free < 0 && vertical !== "bottom") return { y: top + Math.min(0, vertical === "center" ? free / 2 : 0), gap: 0 };
  const edge = Math.min(1, Math.max(0, free));
  switch (vertical) {
    case "top":
      return { y: top + edge, gap: 0 };
    case "center":
    case "distributed":
      return { y: top + free / 2, gap: 0 };
    case "justify":
      return { y: top, gap: 0 };
    default:
      return { y: top + free - edge, gap: 0 };
  }
}

function fillBetween(text: CellText, from: number, to: number, fonts: CellFonts): TextLine | undefined {
  const [first] = text.lines;
  if (!first || text.fill.trim() === "") return undefined;
  const count = Math.floor((to - from) / (fonts.widthPt(text.fill, text.font) || 1));
  if (count < 1 || count > MAX_FILLS) return undefined;
  return { ...first, runs: [{ text: text.fill.repeat(count), font: text.font }] };
}

function turnedLines(text: CellText, place: Box, degrees: number, vertical: string): TextPlaces {
  const { across } = turnedSize(text, degrees);
  const free = place.widthPt - across - LEFT_PADDING_PT - RIGHT_PADDING_PT;
  const side = text.horizontal === "right" ? 1 : text.horizontal === "center" ? 0.5 : 0;
  const left = place.xPt + LEFT_PADDING_PT + free * side;
  return linesTurned(text, place, left, degrees, vertical);
}

/** Width and height of the visible part of turned text. */
function turnedSize({ widthPt, heightPt }: CellText, degrees: number): { across: number; tall: number } {
  const radians = (Math.abs(degrees) * Math.PI) / 180;
  return {
    across: widthPt * Math.cos(radians) + heightPt * Math.sin(radians),
    tall: widthPt * Math.sin(radians) + heightPt * Math.cos(radians),
  };
}

/** Neither level nor upright: such text leans out of its cell. */
export function isSlanted(rotation: number | "stacked"): rotation is number {
  return rotation !== "stacked" && rotation !== 0 && Math.abs(rotation) < 90;
}

/**
 * How far slanted text extends over the columns beside its own: to the right where it runs upwards, else to the left.
 */
export function leanPt(text: CellText, rotation: number): number {
  return turnedSize(text, rotation).across;
}

/** As if the cell were slanted, too: at its lower edge the text is where its alignment puts it. */
function slantedLines(text: CellText, place: Box, degrees: number, { alignment }: CellStyle): TextPlaces {
  const radians = (Math.abs(degrees) * Math.PI) / 180;
  const { across } = turnedSize(text, degrees);
  // The text's own height along the lower edge.
  const foot = text.heightPt / Math.sin(radians);
  const free = place.widthPt - foot - LEFT_PADDING_PT - RIGHT_PADDING_PT;
  const side = { left: 0, right: 1 }[alignment.horizontal] ?? 0.5;
  const footLeft = place.xPt + LEFT_PADDING_PT + free * side;
  // Of the upright box around the text.
  const overhang = text.heightPt * Math.sin(radians);
  const left = degrees > 0 ? footLeft + foot - overhang : footLeft + overhang - across;
  return linesTurned(text, place, left, degrees, alignment.vertical);
}

/** @param left of the visible part of the turned text */
function linesTurned(text: CellText, place: Box, left: number, degrees: number, vertical: string): TextPlaces {
  const { across, tall } = turnedSize(text, degrees);
  const free = place.heightPt - tall;
  const top = place.yPt + (vertical === "top" ? 1 : vertical === "center" ? free / 2 : free - 1);
  const box = {
    xPt: left + (across - text.widthPt) / 2,
    yPt: top + (tall - text.heightPt) / 2,
    widthPt: text.widthPt,
    heightPt: text.heightPt,
  };
  const lines: PlacedLine[] = [];
  let y = box.yPt;
  for (const line of text.lines) {
    lines.push({ line, xPt: box.xPt, yPt: y, wordSpacingPt: 0 });
    y += heightOf(line);
  }
  return { lines: lines.filter(({ line }) => line.runs.length > 0), turned: { degrees, box } };
}

/** Letters below each other. */
function stackedLines(text: CellText, place: Box, vertical: string, fonts: CellFonts): PlacedLine[] {
  const letters = text.lines.flatMap((line) =>
    line.runs.flatMap((run) => [...run.text].map((letter) => ({ ...run, text: letter }))),
  );
  const [first] = text.lines;
  if (!first) return [];
  const height = heightOf(first);
  const free = place.heightPt - height * letters.length;
  const top = place.yPt + (vertical === "top" ? 0 : vertical === "center" ? free / 2 : free);
  return letters.map((letter, index) => {
    const widthPt = fonts.widthPt(letter.text, letter.font);
    return {
      line: { ...first, runs: [letter], widthPt },
      xPt: place.xPt + (place.widthPt - widthPt) / 2,
      yPt: top + index * height,
      wordSpacingPt: 0,
    };
  });
}
