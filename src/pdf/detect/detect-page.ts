import type { Metered } from "../../domain/work-meter.ts";
import { fieldsOfCell } from "./cell-fields.ts";
import { enclosedCells } from "./cells.ts";
import { takeCombs, ticksWithin } from "./combs.ts";
import type { Candidate } from "./field-candidates.ts";
import { footOf, headOf, runsWithin } from "./free-space.ts";
import { fieldOfBlank, fieldsOfRule } from "./line-fields.ts";
import { type Area, heightOf, type PageMarks, type Rule, shareWithin, widthOf } from "./page-marks.ts";
import { edgesOf, hasEdges, mergeRules } from "./rule-lines.ts";
import { type PageText, type TextRun } from "./text-rows.ts";
import { isTickSized, tickBoxes } from "./tick-boxes.ts";

/** How high a field has to be for a second line. */
const MULTILINE_HEIGHT = 26;

/** The places of a page where somebody writes or ticks, in points of the page as shown. */
export function pageCandidates(marks: PageMarks, text: PageText, work: Metered): Candidate[] {
  const { runs, blanks } = text;
  const edged = marks.boxes.filter((box) => hasEdges(box, marks));
  const edges = edged.map(edgesOf);
  const horizontal = mergeRules([...marks.horizontal, ...edges.flatMap((edge) => edge.horizontal)], 1.5);
  const vertical = mergeRules([...marks.vertical, ...edges.flatMap((edge) => edge.vertical)], 1.5);
  work.charge("object", (horizontal.length + vertical.length) * 20);

  const cells = enclosedCells(horizontal, vertical, work).filter((cell) => widthOf(cell) < 0.99 * marks.widthPoints || heightOf(cell) < 0.5 * marks.heightPoints);
  const all = [...cells];
  const dark = marks.boxes.filter((box) => box.fill !== undefined && box.fill < 0.6);
  const isDark = (area: Area) => dark.some((box) => shareWithin(area, box) > 0.7);
  const isEmpty = (area: Area) => runsWithin(area, runs).length === 0 && !isDark(area);

  const found: Candidate[] = [...takeCombs(cells, isEmpty)];
  const ticks = tickBoxes(marks, text, cells.filter(isEmpty)).filter((tick) => !covers(found, tick));
  found.push(...ticks);

  const writing: TextRun[] = [...runs, ...blanks.map(runOfBlank)];
  for (const cell of cells) {
    if (isTickSized(cell) || isDark(cell)) continue;
    if (ticks.some((tick) => shareWithin(tick, cell) > 0.6)) continue;
    const count = isEmpty(cell) ? ticksWithin(cell, marks.vertical) : undefined;
    if (count !== undefined) found.push({ ...cell, kind: "comb", count, source: "comb" });
    else for (const field of fieldsOfCell(cell, writing)) if (!isDark(field)) found.push(field);
  }

  const obstacles: Area[] = [...horizontal.map(areaOfRule), ...ticks];
  const feet = all.flatMap((cell) => [
    { at: cell.y0, from: cell.x0, to: cell.x1 },
    { at: cell.y1, from: cell.x0, to: cell.x1 },
  ]);
  for (const rule of horizontal) {
    if (rule.to - rule.from > 0.97 * marks.widthPoints || rule.widthPoints > 2.2) continue;
    for (const open of withoutCells(rule, feet)) {
      for (const field of fieldsOfRule(open, runs, obstacles)) if (!covers(found, field)) found.push(field);
    }
  }
  for (const blank of blanks) {
    const field = fieldOfBlank(blank, runs, obstacles);
    if (field && !covers(found, field)) found.push(field);
  }
  return found.map((field) => (field.kind === "text" && heightOf(field) >= MULTILINE_HEIGHT ? { ...field, kind: "multiline" } : field));
}

function covers(found: readonly Area[], field: Area): boolean {
  return found.some((other) => shareWithin(field, other) > 0.35 || shareWithin(other, field) > 0.6);
}

function areaOfRule(rule: Rule): Area {
  return { x0: rule.from, x1: rule.to, y0: rule.at - 0.2, y1: rule.at + 0.2 };
}

/** The parts of a rule that are no edges of cells. */
function withoutCells(rule: Rule, feet: readonly { at: number; from: number; to: number }[]): Rule[] {
  let parts = [rule];
  for (const foot of feet) {
    if (Math.abs(foot.at - rule.at) > 1.8) continue;
    parts = parts.flatMap((part) => {
      if (foot.to <= part.from + 1 || foot.from >= part.to - 1) return [part];
      return [
        { ...part, to: foot.from },
        { ...part, from: foot.to },
      ].filter(({ from, to }) => to - from > 10);
    });
  }
  return parts;
}

function runOfBlank(blank: PageText["blanks"][number]): TextRun {
  const { baseline, sizePoints } = blank;
  const run = { text: "", baseline, sizePoints, x0: blank.from, x1: blank.to, y0: baseline, y1: baseline };
  return { ...run, y0: footOf(run), y1: headOf(run) };
}
