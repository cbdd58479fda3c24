import type { Metered } from "../../domain/work-meter.ts";
import { fieldsOfCell } from "./cell-fields.ts";
import { enclosedCells } from "./cells.ts";
import { combsOfTicks, takeCombs, ticksWithin } from "./combs.ts";
import type { Candidate } from "./field-candidates.ts";
import { footOf, headOf, runsWithin } from "./free-space.ts";
import { groundOf, isTinted } from "./ground.ts";
import { fieldOfBlank, fieldsOfRule } from "./line-fields.ts";
import { joinStacks, splitByLabels } from "./line-stacks.ts";
import { type Area, heightOf, type PageMarks, type Rule, shareWithin, widthOf } from "./page-marks.ts";
import { edgesOf, hasEdges, mergeRules } from "./rule-lines.ts";
import type { PageText, TextRun } from "./text-rows.ts";
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

  const cells = enclosedCells(horizontal, vertical, work).filter(
    (cell) => widthOf(cell) < 0.99 * marks.widthPoints || heightOf(cell) < 0.5 * marks.heightPoints,
  );
  const all = [...cells];
  const ground = groundOf(marks);
  const isDark = (area: Area) => ground.lightOf(area) < 0.6;
  const isEmpty = (area: Area) => runsWithin(area, runs).length === 0 && !isDark(area) && !ground.hasPicture(area);
  const tinted = cells.filter((cell) => isEmpty(cell) && isTinted(ground.lightOf(cell))).length;
  const white = cells.filter((cell) => isEmpty(cell) && !isTinted(ground.lightOf(cell)) && widthOf(cell) > 24).length;
  const tintIsFilled = !ground.whiteInTint && tinted > white;

  const found: Candidate[] = [...takeCombs(cells, isEmpty)];
  joinNarrow(cells, isEmpty);
  const lone = cells.filter(
    (cell) => isEmpty(cell) && !cells.some((other) => isAttached(cell, other) && widthOf(other) > 24 && isEmpty(other)),
  );
  const squares = tickBoxes(marks, text, lone).filter((tick) => !covers(found, tick));
  const { ticks, combs } = combsOfTicks(squares);
  found.push(...combs, ...ticks);

  const writing: TextRun[] = [...runs, ...blanks.map(runOfBlank)];
  for (const cell of cells) {
    if (isTickSized(cell) || isDark(cell) || ground.hasPicture(cell)) continue;
    if (isTinted(ground.lightOf(cell)) && !(tintIsFilled && isEmpty(cell))) continue;
    if (isMargin(cell, marks)) continue;
    if (ticks.some((tick) => shareWithin(tick, cell) > 0.6)) continue;
    const count = isEmpty(cell) ? ticksWithin(cell, marks.vertical) : undefined;
    if (count !== undefined) found.push({ ...cell, kind: "comb", count, source: "comb" });
    else if (isEmpty(cell) || !isLabelOfTick(cell, ticks)) found.push(...fieldsOfCell(cell, writing));
  }

  const lines: Candidate[] = [];
  const obstacles: Area[] = [...horizontal.map(areaOfRule), ...ticks];
  const feet = all.flatMap((cell) => [
    { at: cell.y0, from: cell.x0, to: cell.x1 },
    { at: cell.y1, from: cell.x0, to: cell.x1 },
  ]);
  const content = { x0: Math.min(...runs.map((run) => run.x0)), x1: Math.max(...runs.map((run) => run.x1)) };
  for (const rule of horizontal) {
    if (rule.to - rule.from > 0.97 * marks.widthPoints || rule.widthPoints > 2.2) continue;
    const isSeparator = rule.to - rule.from > 0.88 * (content.x1 - content.x0);
    for (const open of withoutCells(rule, feet)) {
      for (const field of fieldsOfRule(open, runs, obstacles)) {
        if (covers(found, field) || (ground.whiteInTint && isTinted(ground.lightOf(field)))) continue;
        if (isSeparator && !hasTwin(rule, horizontal)) continue;
        lines.push(...splitByLabels(field, runs));
      }
    }
  }
  for (const blank of blanks) {
    const field = fieldOfBlank(blank, runs, obstacles);
    if (field && !covers(found, field) && !covers(lines, field)) lines.push(field);
  }
  found.push(...joinStacks(lines, runs));
  return found.map((field) =>
    field.kind === "text" && heightOf(field) >= MULTILINE_HEIGHT ? { ...field, kind: "multiline" } : field,
  );
}

/** Whether two cells share a side and are equally high. */
function isAttached(cell: Area, other: Area): boolean {
  const sameRow = Math.abs(cell.y0 - other.y0) < 1 && Math.abs(cell.y1 - other.y1) < 1;
  return cell !== other && sameRow && (Math.abs(cell.x0 - other.x1) < 1.6 || Math.abs(cell.x1 - other.x0) < 1.6);
}

const MAX_CENTS_POINTS = 21;

/** Cents have a narrow cell after that of the amount: both are one field. */
function joinNarrow(cells: Area[], isEmpty: (area: Area) => boolean): void {
  for (let index = cells.length - 1; index >= 0; index--) {
    const cell = cells[index];
    if (!cell || widthOf(cell) > MAX_CENTS_POINTS || !isEmpty(cell)) continue;
    const amount = cells.find(
      (other) =>
        isAttached(cell, other) &&
        other.x1 < cell.x1 &&
        widthOf(other) > 30 &&
        widthOf(other) > 2 * widthOf(cell) &&
        isEmpty(other),
    );
    if (!amount) continue;
    amount.x1 = cell.x1;
    cells.splice(index, 1);
  }
}

/** A cell beside one with a tick box says what the tick means. */
function isLabelOfTick(cell: Area, ticks: readonly Area[]): boolean {
  return ticks.some(
    (tick) => tick.x1 <= cell.x0 + 1 && tick.x1 > cell.x0 - 32 && tick.y0 > cell.y0 - 2 && tick.y1 < cell.y1 + 2,
  );
}

/** Bands between frames, and narrow strips that a turned text stands in. */
function isMargin(cell: Area, marks: PageMarks): boolean {
  const [width, height] = [widthOf(cell), heightOf(cell)];
  if (width > 0.75 * marks.widthPoints && height < 11) return true;
  return (height > 2.2 * width && width < 34) || height < 7;
}

/** Another rule of the same length, a line above or below. */
function hasTwin(rule: Rule, rules: readonly Rule[]): boolean {
  return rules.some((other) => {
    const step = Math.abs(other.at - rule.at);
    return step > 9 && step < 34 && Math.abs(other.from - rule.from) < 3 && Math.abs(other.to - rule.to) < 3;
  });
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
