import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import type { Candidate } from "./field-candidates.ts";
import { footOf, freeStretches, headOf, runsWithin } from "./free-space.ts";
import { type Area, heightOf, widthOf } from "./page-marks.ts";
import type { TextRun } from "./text-rows.ts";

/** A line of a form that somebody can write on is at least as high. */
const MIN_HEIGHT = 7.5;
const MIN_WIDTH = 12;
/** Writing below a label in its cell needs as much. */
const BELOW_LABEL = 8;

const PRINTED = /^(?:.{1,2}|(?:[$€£]\s*)?(?:[.,]\s*)?0?0|\s+0?0|\s+[.,]\s*0?0)$/u;

/** Where somebody writes in a cell: all of it, or what its label leaves free below or beside. */
export function fieldsOfCell(cell: Area, runs: readonly TextRun[]): Candidate[] {
  if (widthOf(cell) < MIN_WIDTH || heightOf(cell) < MIN_HEIGHT) return [];
  const inside = runsWithin(cell, runs);
  if (inside.length === 0) return [lowerPart(cell)];
  const labeled = fieldsAfterLabels(cell, inside);
  if (labeled.length > 0) return labeled;
  const label = inside
    .toSorted((a, b) => b.baseline - a.baseline || a.x0 - b.x0)
    .map((run) => run.text)
    .join(" ");
  const foot = smallestOf(inside.map(footOf));
  const head = largestOf(inside.map(headOf));
  const right = largestOf(inside.map((run) => run.x1));
  const left = smallestOf(inside.map((run) => run.x0));
  const size = largestOf(inside.map((run) => run.sizePoints));
  const below = foot - cell.y0;
  const above = cell.y1 - head;
  const lines = new Set(inside.map((run) => Math.round(run.baseline))).size;
  // a centered heading, or a row of a printed table, leaves no room that is meant
  if (below >= BELOW_LABEL && below >= 0.72 * size + 1 && below > above + 2) {
    // what is beside the label counts too if it has but one line and ends early
    return [
      { ...textField({ x0: cell.x0, x1: cell.x1, y0: cell.y0, y1: Math.min(cell.y1, foot) }), label, beside: "below" },
    ];
  }
  const after = cell.x1 - right;
  const before = left - cell.x0;
  if (lines <= 3 && after >= 30 && after > before + 12 && before < 0.3 * widthOf(cell) && heightOf(cell) < 60) {
    const [stretch] = freeStretches(right + 2, cell.x1, []);
    if (stretch)
      return [{ ...textField({ x0: stretch.from, x1: stretch.to, y0: cell.y0, y1: cell.y1 }), label, beside: "right" }];
  }
  // a currency, a percent sign or cents at the edge
  if (PRINTED.test(label.trim()) && widthOf(cell) >= 25 && right - left < 0.4 * widthOf(cell)) {
    if (before < 8) return [{ ...textField({ ...cell, x0: right + 1 }), label }];
    if (after < 8) return [{ ...textField({ ...cell, x1: left - 1 }), label }];
  }
  return [];
}

/** How far a line reaches below and above its baseline, in font sizes, and how high it is at most, in points. */
const [BELOW_BASELINE, ABOVE_BASELINE, MAX_LINE] = [0.3, 1.1, 14];
const MIN_AFTER_LABEL = 20;

/** Several labels that end in colons in one frame, each with its room up to the next one on its line. */
function fieldsAfterLabels(cell: Area, inside: readonly TextRun[]): Candidate[] {
  const labels = inside.filter((run) => run.text.trimEnd().endsWith(":"));
  const words = inside.filter((run) => run.text !== "");
  if (labels.length < 2 || labels.length < 0.5 * words.length) return [];
  return labels.flatMap((run) => {
    if (introduces(run, inside)) return [];
    const next = inside.filter(
      (other) => other.x0 > run.x1 && Math.abs(other.baseline - run.baseline) < 0.5 * run.sizePoints,
    );
    const x1 = smallestOf(
      next.map((other) => other.x0 - 2),
      cell.x1 - 2,
    );
    const x0 = run.x1 + 2;
    if (x1 - x0 < MIN_AFTER_LABEL) return [];
    const y0 = Math.max(cell.y0, run.baseline - BELOW_BASELINE * run.sizePoints);
    const ceilings = inside
      .filter((other) => other.baseline > run.baseline + 3 && other.x1 > x0 && other.x0 < x1)
      .map((other) => other.baseline - 0.25 * other.sizePoints);
    const y1 = smallestOf(
      ceilings,
      Math.min(cell.y1, y0 + MAX_LINE, Math.max(run.baseline + ABOVE_BASELINE * run.sizePoints, y0 + 11)),
    );
    return y1 - y0 < MIN_HEIGHT ? [] : [{ ...textField({ x0, x1, y0, y1 }), label: run.text }];
  });
}

/** Whether the line below a label has places to write on, without a colon of its own: the label is that of all of them. */
function introduces(label: TextRun, inside: readonly TextRun[]): boolean {
  const under = inside.filter(
    (run) => run.baseline < label.baseline - 3 && run.baseline > label.baseline - 2.2 * label.sizePoints,
  );
  const top = largestOf(under.map((run) => run.baseline));
  const line = under.filter((run) => top - run.baseline < 3);
  return line.some((run) => run.text === "") && !line.some((run) => run.text.trimEnd().endsWith(":"));
}

const MIN_AFTER_TICK = 60;
const MAX_LINE_CELL = 30;

/** A cell of one line whose ticks are named before it, or in it by words before them: after the last there is room to say more. */
export function fieldAfterTicks(cell: Area, ticks: readonly Area[], runs: readonly TextRun[]): Candidate[] {
  if (heightOf(cell) > MAX_LINE_CELL) return [];
  const end = largestOf(ticks.map((tick) => tick.x1));
  const after = runsWithin(cell, runs).filter((run) => run.x1 > end);
  if (after.some((run) => !/^\s*:\s*$/u.test(run.text))) return [];
  const x0 =
    largestOf(
      after.map((run) => run.x1),
      end,
    ) + 3;
  const isRoom = cell.x1 - x0 >= MIN_AFTER_TICK && end - cell.x0 < 0.5 * widthOf(cell);
  if (!isRoom) return [];
  const start = smallestOf(ticks.map((tick) => tick.x0));
  const [before] = runs
    .filter((run) => run.x1 < start + 3 && run.baseline > cell.y0 - 1 && run.baseline < cell.y1)
    .sort((a, b) => b.x1 - a.x1);
  return [{ ...textField({ ...cell, x0 }), ...(before && { label: before.text }) }];
}

/** In a high cell a line is written at its foot. */
function lowerPart(cell: Area): Candidate {
  const height = heightOf(cell);
  const isHigh = height >= 22 && height < 26 && widthOf(cell) > 30;
  return textField(isHigh ? { ...cell, y1: cell.y0 + 0.7 * height } : cell);
}

function textField(area: Area): Candidate {
  return { x0: area.x0, x1: area.x1, y0: area.y0, y1: area.y1, kind: "text", source: "cell" };
}
