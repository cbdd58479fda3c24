import type { Candidate } from "./field-candidates.ts";
import { footOf, freeStretches, headOf, runsWithin } from "./free-space.ts";
import { type Area, heightOf, widthOf } from "./page-marks.ts";
import type { TextRun } from "./text-rows.ts";

/** A line of a form that somebody can write on is at least as high. */
const MIN_HEIGHT = 7.5;
const MIN_WIDTH = 12;
/** Writing below a label in its cell needs as much. */
const BELOW_LABEL = 8;

const PRINTED = /^(?:.{1,2}|[$€£]?\s*[.,]?\s*0?0)$/u;

/** Where somebody writes in a cell: all of it, or what its label leaves free below or beside. */
export function fieldsOfCell(cell: Area, runs: readonly TextRun[]): Candidate[] {
  if (widthOf(cell) < MIN_WIDTH || heightOf(cell) < MIN_HEIGHT) return [];
  const inside = runsWithin(cell, runs);
  if (inside.length === 0) return [lowerPart(cell)];
  const label = inside
    .toSorted((a, b) => b.baseline - a.baseline || a.x0 - b.x0)
    .map((run) => run.text)
    .join(" ");
  const foot = Math.min(...inside.map(footOf));
  const head = Math.max(...inside.map(headOf));
  const right = Math.max(...inside.map((run) => run.x1));
  const left = Math.min(...inside.map((run) => run.x0));
  const size = Math.max(...inside.map((run) => run.sizePoints));
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

/** In a high cell a line is written at its foot. */
function lowerPart(cell: Area): Candidate {
  const height = heightOf(cell);
  const isHigh = height >= 22 && height < 26 && widthOf(cell) > 30;
  return textField(isHigh ? { ...cell, y1: cell.y0 + 0.7 * height } : cell);
}

function textField(area: Area): Candidate {
  return { x0: area.x0, x1: area.x1, y0: area.y0, y1: area.y1, kind: "text", source: "cell" };
}
