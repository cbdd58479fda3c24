import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import { type Area, type Glyph, heightOf, type PageMarks, widthOf } from "./page-marks.ts";

/** Letters that stand beside each other on one line, without a wide gap. */
export interface TextRun extends Area {
  text: string;
  baseline: number;
  sizePoints: number;
}

/** A place that underscores or dots leave for somebody to write on. */
export interface Blank {
  baseline: number;
  from: number;
  to: number;
  sizePoints: number;
  kind: "underscores" | "dots";
}

/** The writing of a page. */
export interface PageText {
  runs: TextRun[];
  blanks: Blank[];
  /** Boxes and circles among the letters. */
  boxes: (Area & { round: boolean })[];
}

const SQUARES = new Set([..."☐□◻❏❐❑❒▢◽⬜"]);
/** Their shadow is no part of what is ticked. */
const SHADOWED = new Set([..."❏❐❑❒"]);
const ROUNDS = new Set([..."○◯❍⚪"]);
/** In font sizes. */
const TICK_REACH = 0.06;
const UNDERSCORE = /^[_＿‗]+$/;
const DOTS = /^[.…‥·․]+$/;
/** A gap of this many font sizes ends a run. */
const RUN_GAP = 0.9;
const WORD_GAP = 0.16;
const MIN_BLANK_POINTS = 7;

/** Sorts the letters of a page into lines, and takes out what is no letter. */
export function readText(marks: PageMarks): PageText {
  const boxes: PageText["boxes"] = [];
  const letters: Glyph[] = [];
  for (const glyph of withoutShadows(marks.glyphs)) {
    const first = glyph.text.charAt(0);
    if (SQUARES.has(first) || ROUNDS.has(first)) boxes.push(boxOf(glyph, ROUNDS.has(first)));
    else letters.push(glyph);
  }
  const runs: TextRun[] = [];
  const blanks: Blank[] = [];
  const walls = [
    ...marks.vertical,
    ...marks.boxes
      .filter((box) => box.stroked)
      .flatMap(({ x0, x1, y0, y1 }) => [x0, x1].map((at) => ({ at, from: y0, to: y1 }))),
  ].sort((a, b) => a.at - b.at);
  for (const line of linesOf(letters)) splitLine(line, wallsAcross(line, walls), runs, blanks, boxes);
  return { runs, blanks, boxes };
}

/** Glyphs that are drawn twice, for bold or a shadow. */
function withoutShadows(glyphs: readonly Glyph[]): Glyph[] {
  const seen = new Set<string>();
  return glyphs.filter((glyph) => {
    if (heightOf(glyph) > 3 * Math.max(widthOf(glyph), glyph.sizePoints)) return false;
    const key = `${glyph.text} ${Math.round(glyph.x0)} ${Math.round(glyph.baseline)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The square that a glyph shows: as wide as it is, standing on the line or a little below. */
function boxOf(glyph: Glyph, round: boolean): Area & { round: boolean } {
  if (glyph.frame) {
    // a tick reaches over its frame a little
    const [{ x0, y0, x1, y1 }, reach] = [glyph.frame, TICK_REACH * glyph.sizePoints];
    return { x0: x0 - reach, y0: y0 - reach, x1: x1 + reach, y1: y1 + reach, round };
  }
  if (SHADOWED.has(glyph.text.charAt(0))) {
    const { x0: left, baseline, sizePoints } = glyph;
    const [x0, y0] = [left + 0.09 * sizePoints, baseline + 0.04 * sizePoints];
    return { x0, y0, x1: x0 + 0.7 * sizePoints, y1: y0 + 0.7 * sizePoints, round };
  }
  const side = Math.min(widthOf(glyph), glyph.sizePoints);
  const low = glyph.baseline - 0.08 * glyph.sizePoints;
  const margin = (widthOf(glyph) - side) / 2;
  return { x0: glyph.x0 + margin, x1: glyph.x1 - margin, y0: low, y1: low + side, round };
}

function linesOf(glyphs: readonly Glyph[]): Glyph[][] {
  const sorted = [...glyphs].sort((a, b) => b.baseline - a.baseline || a.x0 - b.x0);
  const lines: { baseline: number; glyphs: Glyph[] }[] = [];
  for (const glyph of sorted) {
    const line = lines.at(-1);
    if (line && Math.abs(line.baseline - glyph.baseline) <= Math.min(2, 0.2 * glyph.sizePoints))
      line.glyphs.push(glyph);
    else lines.push({ baseline: glyph.baseline, glyphs: [glyph] });
  }
  return lines.map((line) => line.glyphs.sort((a, b) => a.x0 - b.x0));
}

const classOf = ({ text }: Glyph): "letters" | Blank["kind"] => {
  if (UNDERSCORE.test(text)) return "underscores";
  return DOTS.test(text) ? "dots" : "letters";
};

/** Where rules cross a line of letters, from left to right. */
function wallsAcross(line: readonly Glyph[], walls: readonly { at: number; from: number; to: number }[]): number[] {
  const [first] = line;
  if (!first) return [];
  const y = first.baseline + 0.3 * first.sizePoints;
  return walls.filter((wall) => wall.from < y && wall.to > y).map((wall) => wall.at);
}

function splitLine(
  line: readonly Glyph[],
  walls: readonly number[],
  runs: TextRun[],
  blanks: Blank[],
  boxes: PageText["boxes"],
): void {
  let run: Glyph[] = [];
  const end = () => {
    if (run.length > 0) endRun(run, runs, blanks);
    run = [];
  };
  for (const [index, glyph] of line.entries()) {
    const before = run.at(-1);
    if (before) {
      const gap = glyph.x0 - before.x1;
      const size = Math.max(glyph.sizePoints, before.sizePoints);
      const kind = classOf(glyph);
      const changes = kind !== classOf(before);
      if (bracketed(before, glyph, gap) && (before.text === "[" || opensLine(line, index))) {
        boxes.push({
          x0: before.x1,
          x1: glyph.x0,
          y0: glyph.baseline - 0.1 * size,
          y1: glyph.baseline + 0.75 * size,
          round: false,
        });
      }
      const most = kind === "letters" ? RUN_GAP * size : 0.35 * size;
      if (
        gap > most ||
        (gap > 0.1 * size && walls.some((wall) => wall > before.x1 - 0.5 && wall < glyph.x0 + 0.5)) ||
        (changes && (kind !== "dots" || gap > 0.2 * size) && !(kind === "letters" && singleDot(before, run)))
      )
        end();
    }
    run.push(glyph);
  }
  end();
}

/** A dot at the end of a word is punctuation. */
function singleDot(before: Glyph, run: readonly Glyph[]): boolean {
  if (classOf(before) !== "dots") return false;
  const other = run.at(-2);
  return other !== undefined && classOf(other) === "letters";
}

/** `[ ]` or `( )`, with room for a cross. */
function bracketed(before: Glyph, glyph: Glyph, gap: number): boolean {
  if (gap < 3 || gap > 18) return false;
  return (before.text === "[" && glyph.text === "]") || (before.text === "(" && glyph.text === ")");
}

/** Parentheses are ticked if they stand apart and words follow; those of a telephone number have digits or a line after them. */
function opensLine(line: readonly Glyph[], close: number): boolean {
  const [before, open, end, next] = [-2, -1, 0, 1].map((step) => line[close + step]);
  if (!open || !end || !next || !/\p{L}/u.test(next.text) || next.x0 - end.x1 > 2 * end.sizePoints) return false;
  return !before || open.x0 - before.x1 > 1.2 * open.sizePoints;
}

function endRun(run: readonly Glyph[], runs: TextRun[], blanks: Blank[]): void {
  // the leading letters and the trailing dots of one run are two things
  const tail = trailingDots(run);
  if (tail > 0 && tail < run.length) {
    endRun(run.slice(0, run.length - tail), runs, blanks);
    endRun(run.slice(run.length - tail), runs, blanks);
    return;
  }
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return;
  const kind = classOf(first);
  const sizePoints = largestOf(run.map((glyph) => glyph.sizePoints));
  if (kind !== "letters" && run.every((glyph) => classOf(glyph) === kind)) {
    const width = last.x1 - first.x0;
    if (width >= MIN_BLANK_POINTS && (kind === "underscores" || run.length >= 4 || first.text === "…")) {
      blanks.push({ baseline: first.baseline, from: first.x0, to: last.x1, sizePoints, kind });
    }
    if (kind === "underscores" || run.length > 3) return;
  }
  let text = "";
  for (const [index, glyph] of run.entries()) {
    const before = run[index - 1];
    if (before && glyph.x0 - before.x1 > WORD_GAP * sizePoints) text += " ";
    text += glyph.text;
  }
  runs.push({
    text,
    x0: first.x0,
    x1: largestOf(run.map((glyph) => glyph.x1)),
    y0: smallestOf(run.map((glyph) => glyph.y0)),
    y1: largestOf(run.map((glyph) => glyph.y1)),
    baseline: first.baseline,
    sizePoints,
  });
}

function trailingDots(run: readonly Glyph[]): number {
  let count = 0;
  for (let index = run.length - 1; index >= 0; index--) {
    const glyph = run[index];
    if (!glyph || classOf(glyph) !== "dots") break;
    count++;
  }
  return count >= 4 ? count : 0;
}
