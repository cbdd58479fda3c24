import type { Candidate } from "./field-candidates.ts";
import { type Area, heightOf, type PageMarks, shareWithin, widthOf } from "./page-marks.ts";
import type { PageText } from "./text-rows.ts";

const [MIN_SIDE, MAX_SIDE] = [5, 22];

export function isTickSized(area: Area): boolean {
  const [width, height] = [widthOf(area), heightOf(area)];
  return (
    width >= MIN_SIDE &&
    width <= MAX_SIDE &&
    height >= MIN_SIDE &&
    height <= MAX_SIDE &&
    width / height > 0.72 &&
    width / height < 1.45
  );
}

/** Squares and circles to tick: drawn ones, and those that are characters. */
export function tickBoxes(marks: PageMarks, { boxes, runs }: PageText, cells: readonly Area[]): Candidate[] {
  const found: Candidate[] = [];
  const add = (area: Area, round: boolean) => {
    if (!isTickSized(area)) return;
    if (runs.some((run) => shareWithin(run, area) > 0.4)) return;
    if (found.some((other) => shareWithin(area, other) > 0.3 || shareWithin(other, area) > 0.3)) return;
    found.push({ x0: area.x0, x1: area.x1, y0: area.y0, y1: area.y1, kind: round ? "radio" : "check", source: "tick" });
  };
  const squares = marks.boxes
    .filter((box) => box.stroked || (box.fill ?? 0) > 0.7)
    .sort((a, b) => widthOf(a) - widthOf(b));
  for (const box of boxes) add(box, box.round);
  for (const box of squares) add(box, false);
  for (const circle of marks.circles) add(circle, true);
  for (const cell of cells) add(cell, false);
  return found;
}
