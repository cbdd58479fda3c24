import type { TextFont } from "../text/text-font.ts";
import { visualOrder } from "../text/visual-order.ts";
import { LineBreaker } from "./line-breaks.ts";

/** Where text is in a box; all in points, from the box's lower left corner. */
export interface TextLayout {
  fontSizePoints: number;
  lines: { text: string; x: number; baseline: number }[];
  /** The end of the text, if it does not fit even at the smallest size; empty if all of it does. */
  rest: string;
}

/** What has to be laid out. */
export interface TextBox {
  text: string;
  font: TextFont;
  /** 0 for automatic. */
  fontSizePoints: number;
  widthPoints: number;
  heightPoints: number;
  insetPoints: number;
  /** 0 left, 1 centered, 2 right (ISO 32000-2, table 228, Q). */
  quadding: number;
  multiline: boolean;
  /** Number of cells of a comb; undefined for running text. */
  cells?: number;
}

const MIN_SIZE_POINTS = 4;
const MAX_AUTOMATIC_MULTILINE_POINTS = 12;
/** Sizes are rounded down to hundredths of a point. */
const ROUNDING = 1.01;
/** Distance between baselines, as a share of the font size. */
const LEADING = 1.15;

/** Lays out the text of a field. Text that does not fit at its size is set smaller rather than cut off. */
export function layOutText(box: TextBox): TextLayout {
  if (box.cells !== undefined) return layOutComb(box, box.cells);
  return box.multiline ? layOutLines(box) : layOutLine(box);
}

function layOutLine(box: TextBox): TextLayout {
  const text = box.text.replace(/(?<!\s)\s*[\r\n]\s*/g, " ");
  const width = Math.max(box.widthPoints - 2 * padding(box), 1);
  const height = Math.max(box.heightPoints - 2 * box.insetPoints, 1);
  const fitting = Math.min(height / lineHeight(box.font), width / Math.max(box.font.widthOf(text), 0.01));
  const wanted =
    box.fontSizePoints > 0 ? Math.min(box.fontSizePoints, width / Math.max(box.font.widthOf(text), 0.01)) : fitting;
  const size = floorSize(Math.max(wanted, Math.min(MIN_SIZE_POINTS, box.fontSizePoints || MIN_SIZE_POINTS)));
  const line = { text, x: startOf(box, text, size), baseline: centeredBaseline(box, size) };
  const fits = box.font.widthOf(text) * size <= width * ROUNDING;
  const [shown = ""] = fits ? [text] : new LineBreaker([text], box.font).lines(width / size);
  return { fontSizePoints: size, lines: [line], rest: behind(text, [shown]) };
}

function layOutComb(box: TextBox, cellCount: number): TextLayout {
  const characters = Array.from(visualOrder(box.text.replace(/[\r\n]/g, "")));
  const cells = Math.max(cellCount, characters.length, 1);
  const cellWidth = box.widthPoints / cells;
  let widest = 0.01;
  for (const character of characters) widest = Math.max(widest, box.font.widthOf(character));
  const fitting = Math.min((box.heightPoints - 2 * box.insetPoints) / lineHeight(box.font), cellWidth / widest);
  const size = floorSize(box.fontSizePoints > 0 ? Math.min(box.fontSizePoints, (1.2 * cellWidth) / widest) : fitting);
  const free = cells - characters.length;
  const first = box.quadding === 1 ? Math.floor(free / 2) : box.quadding === 2 ? free : 0;
  const baseline = centeredBaseline(box, size);
  const lines = characters.map((text, index) => {
    const x = (first + index + 0.5) * cellWidth - (box.font.widthOf(text) * size) / 2;
    return { text, x, baseline };
  });
  return { fontSizePoints: size, lines, rest: "" };
}

function layOutLines(box: TextBox): TextLayout {
  const height = box.heightPoints - 2 * padding(box);
  const width = Math.max(box.widthPoints - 2 * padding(box), 1);
  const paragraphs = box.text.replace(/\r\n?/g, "\n").split("\n");
  let size = box.fontSizePoints > 0 ? box.fontSizePoints : MAX_AUTOMATIC_MULTILINE_POINTS;
  const breaker = new LineBreaker(paragraphs, box.font);
  let broken = breaker.lines(width / size);
  while (broken.length * LEADING * size > height && size > MIN_SIZE_POINTS) {
    size = Math.max(MIN_SIZE_POINTS, size > 8 ? size - 0.5 : size - 0.25);
    broken = breaker.lines(width / size);
  }
  const top = box.heightPoints - padding(box) - box.font.ascent * size;
  const lines = broken.map((text, index) => {
    return { text, x: startOf(box, text, size), baseline: top - index * LEADING * size };
  });
  const visible = Math.max(1, Math.floor((height * ROUNDING) / (LEADING * size)));
  return { fontSizePoints: size, lines, rest: behind(paragraphs.join("\n"), broken.slice(0, visible)) };
}

/** The part of a text after its first lines. */
function behind(text: string, lines: readonly string[]): string {
  let at = 0;
  for (const line of lines) {
    const found = text.indexOf(line, at);
    if (line !== "" && found >= 0) at = found + line.length;
    else if (text[at] === "\n") at++;
  }
  return text.slice(at).trim();
}

function startOf(box: TextBox, text: string, size: number): number {
  const rest = box.widthPoints - box.font.widthOf(text) * size;
  if (box.quadding === 1) return rest / 2;
  return box.quadding === 2 ? rest - padding(box) : padding(box);
}

function centeredBaseline(box: TextBox, size: number): number {
  return (box.heightPoints - (box.font.ascent + box.font.descent) * size) / 2;
}

function padding(box: TextBox): number {
  return Math.max(2 * box.insetPoints, 2);
}

function lineHeight(font: TextFont): number {
  return (font.ascent - font.descent) * LEADING;
}

function floorSize(size: number): number {
  return Math.max(0.5, Math.floor(size * 100) / 100);
}
