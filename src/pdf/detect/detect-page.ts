import { appendAll, largestOf, smallestOf, spliceAll } from "../../domain/collections/long-lists.ts";
import type { Metered } from "../../domain/work-meter.ts";
import { fieldAfterTicks, fieldsOfCell } from "./cell-fields.ts";
import { enclosedCells } from "./cells.ts";
import { combsOfTicks, takeCombs, ticksWithin } from "./combs.ts";
import type { Candidate } from "./field-candidates.ts";
import { footOf, headOf, runsWithin } from "./free-space.ts";
import { groundOf, isTinted } from "./ground.ts";
import { fieldOfBlank, fieldsOfRule, isLabeled } from "./line-fields.ts";
import { joinSeries } from "./line-series.ts";
import { joinStacks, splitByLabels } from "./line-stacks.ts";
import { openSides } from "./open-tables.ts";
import { type Area, heightOf, type PageMarks, type Rule, shareWithin, widthOf } from "./page-marks.ts";
import { stacksOf } from "./row-stacks.ts";
import { edgesOf, hasEdges, mergeRules } from "./rule-lines.ts";
import type { Blank, PageText, TextRun } from "./text-rows.ts";
import { isTickSized, tickBoxes } from "./tick-boxes.ts";
import { whitePlaces } from "./white-places.ts";

/** How high a field has to be for a second line. */
const MULTILINE_HEIGHT = 28;

/** The places of a page where somebody writes or ticks, in points of the page as shown. */
export function pageCandidates(marks: PageMarks, text: PageText, work: Metered): Candidate[] {
  const { runs, blanks } = text;
  const edged = marks.boxes.filter((box) => hasEdges(box, marks));
  const edges = edged.map(edgesOf);
  const horizontal = mergeRules([...marks.horizontal, ...edges.flatMap((edge) => edge.horizontal)], 1.5);
  const vertical = mergeRules([...marks.vertical, ...edges.flatMap((edge) => edge.vertical)], 1.5);
  work.charge("object", (horizontal.length + vertical.length) * 20);

  const cells = enclosedCells(horizontal, [...vertical, ...openSides(horizontal, vertical)], work).filter(
    (cell) => widthOf(cell) < 0.99 * marks.widthPoints || heightOf(cell) < 0.5 * marks.heightPoints,
  );
  appendAll(cells, whitePlaces(marks.boxes, cells, vertical));
  const all = [...cells];
  const ground = groundOf(marks);
  const isDark = (area: Area) => ground.lightOf(area) < 0.6;
  const isEmpty = (area: Area) => runsWithin(area, runs).length === 0 && !isDark(area) && !ground.hasPicture(area);
  const empty = cells.filter((cell) => widthOf(cell) > 24 && isEmpty(cell));
  const tints = empty.filter((cell) => isTinted(ground.lightOf(cell))).length;
  const tintIsFilled = !ground.whiteInTint && tints > empty.length - tints;

  const found: Candidate[] = [...takeCombs(cells, isEmpty)];
  joinNarrow(cells, isEmpty);
  const lone = cells.filter(
    (cell) =>
      isEmpty(cell) &&
      (tintIsFilled || !isTinted(ground.lightOf(cell))) &&
      !cells.some((other) => isAttached(cell, other) && widthOf(other) > 24 && isEmpty(other)),
  );
  const squares = tickBoxes(marks, text, lone).filter((tick) => !covers(found, tick));
  const { ticks, combs } = combsOfTicks(squares);
  appendAll(found, combs);
  appendAll(found, ticks);

  const writing: TextRun[] = [...runs, ...blanks.map(runOfBlank)];
  for (const [first, ...more] of stacksOf(cells, isEmpty, runs)) {
    const last = more.at(-1);
    if (!first || !last) continue;
    found.push({ ...first, y0: last.y0, kind: "multiline", source: "cell" });
    for (const cell of [first, ...more]) cells.splice(cells.indexOf(cell), 1);
  }
  for (const cell of cells) {
    if (isTickSized(cell) || isDark(cell) || ground.hasPicture(cell)) continue;
    const tinted = isTinted(ground.lightOf(cell));
    if (tinted && !tintIsFilled) continue;
    if (isMargin(cell, marks)) continue;
    const ticked = ticks.filter((tick) => shareWithin(tick, cell) > 0.6);
    if (ticked.length > 0) {
      appendAll(found, fieldAfterTicks(cell, ticked, writing));
      continue;
    }
    const count = isEmpty(cell) ? ticksWithin(cell, marks.vertical) : undefined;
    if (count !== undefined) found.push({ ...cell, kind: "comb", count, source: "comb" });
    else if (isEmpty(cell) || !isLabelOfTick(cell, ticks)) {
      appendAll(
        found,
        fieldsOfCell(cell, writing).filter(
          (field) =>
            (field.beside !== "right" || !isLabelCell(cell, cells, isEmpty)) &&
            (!tinted || isEmpty(cell) || startsTint(field)),
        ),
      );
    }
  }

  const lines: Candidate[] = [];
  const obstacles: Area[] = [...horizontal.map(areaOfRule), ...ticks];
  const feet = all.flatMap((cell) => [
    { at: cell.y0, from: cell.x0, to: cell.x1 },
    { at: cell.y1, from: cell.x0, to: cell.x1 },
  ]);
  const content = { x0: smallestOf(runs.map((run) => run.x0)), x1: largestOf(runs.map((run) => run.x1)) };
  // dots that lead to the end of a row
  const writingOnRules = [...runs, ...blanks.filter((blank) => blank.kind === "dots").map(runOfBlank)];
  for (const rule of horizontal) {
    if (rule.to - rule.from > 0.97 * marks.widthPoints || rule.widthPoints > 2.2) continue;
    const length = rule.to - rule.from;
    const isSeparator = length > 0.88 * (content.x1 - content.x0) && length > 0.6 * marks.widthPoints;
    for (const open of withoutCells(rule, feet)) {
      for (const field of fieldsOfRule(open, writingOnRules, obstacles)) {
        if (covers(found, field) || (ground.whiteInTint && isTinted(ground.lightOf(field)))) continue;
        if (isSeparator && !hasParallel(rule, horizontal) && !isLabeled(rule, runs)) continue;
        appendAll(lines, splitByLabels(field, runs));
      }
    }
  }
  for (const blank of blanks) {
    if (blank.kind === "dots" && leads(blank, [...found, ...ticks], runs)) continue;
    const field = fieldOfBlank(blank, runs, obstacles);
    if (field && !covers(found, field) && !covers(lines, field)) appendAll(lines, splitByLabels(field, runs));
  }
  if (isPrinted([...found, ...lines], runs, marks)) {
    const isClear = (field: Candidate) => !isLeftover(field, runs);
    spliceAll(found, 0, found.length, found.filter(isClear));
    spliceAll(lines, 0, lines.length, lines.filter(isClear));
  }
  appendAll(found, joinStacks(joinSeries(lines, runs), runs));
  return found.map((field) =>
    field.kind === "text" && heightOf(field) >= MULTILINE_HEIGHT ? { ...field, kind: "multiline" } : field,
  );
}

/** In a tint words are a heading, unless they end in a colon or are a currency. */
function startsTint({ label, beside }: Candidate): boolean {
  return label !== undefined && (beside === undefined || (beside === "right" && label.trimEnd().endsWith(":")));
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

/** Dots lead to the field at the end of their line, past a number or a mark. */
function leads(blank: Blank, fields: readonly Candidate[], runs: readonly TextRun[]): boolean {
  const y = blank.baseline + 0.3 * blank.sizePoints;
  const isOnLine = (area: Area) => area.y0 < y && area.y1 > y;
  const next = fields.filter((field) => isOnLine(field) && field.x0 > blank.to - 3).sort((a, b) => a.x0 - b.x0)[0];
  if (!next || next.x0 - blank.to > 80) return false;
  return runs.every((run) => !isOnLine(run) || run.x0 < blank.to - 3 || run.x0 > next.x0 || run.text.length <= 4);
}

/** A cell beside one with a tick box says what the tick means. */
function isLabelOfTick(cell: Area, ticks: readonly Area[]): boolean {
  return ticks.some(
    (tick) => tick.x1 <= cell.x0 + 1 && tick.x1 > cell.x0 - 32 && tick.y0 > cell.y0 - 2 && tick.y1 < cell.y1 + 2,
  );
}

/** A cell is a label itself if what is to be filled is the cell after it, or the column below it. */
function isLabelCell(cell: Area, cells: readonly Area[], isEmpty: (area: Area) => boolean): boolean {
  return cells.some((other) => {
    if (!isEmpty(other) || heightOf(other) < 7.5) return false;
    const isBelow =
      Math.abs(other.y1 - cell.y0) < 2.5 &&
      other.x0 > cell.x0 - 3 &&
      other.x1 < cell.x1 + 3 &&
      widthOf(other) > 0.6 * widthOf(cell);
    return isBelow || (isAttached(cell, other) && other.x0 > cell.x0 && widthOf(other) > 30);
  });
}

/** Pages of text have tables, too, in which no cell is empty. */
function isPrinted(fields: readonly Candidate[], runs: readonly TextRun[], { glyphs }: PageMarks): boolean {
  return glyphs.length > 2_500 && fields.filter((field) => isLeftover(field, runs)).length > 0.7 * fields.length;
}

/** Room beside writing in its cell, or above a rule that no word stands before. */
function isLeftover(field: Candidate, runs: readonly TextRun[]): boolean {
  if (field.source === "rule") {
    return !runs.some(
      (run) =>
        run.baseline > field.y0 - 3 &&
        run.baseline < field.y0 + 8 &&
        ((run.x1 < field.x0 + 3 && run.x1 > field.x0 - 40) || (run.x0 > field.x1 - 3 && run.x0 < field.x1 + 15)),
    );
  }
  return field.beside !== undefined;
}

/** Bands between frames, and narrow strips that a turned text stands in. */
function isMargin(cell: Area, marks: PageMarks): boolean {
  const [width, height] = [widthOf(cell), heightOf(cell)];
  if (width > 0.75 * marks.widthPoints && height < 11) return true;
  return (height > 2.2 * width && width < 34) || height < 7;
}

/** Another rule of the same length, a line above or below. */
function hasParallel(rule: Rule, rules: readonly Rule[]): boolean {
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
    if (Math.abs(foot.at - rule.at) > 2.6) continue;
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
