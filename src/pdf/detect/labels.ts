import type { Candidate } from "./field-candidates.ts";
import { overlapX } from "./free-space.ts";
import { heightOf, middleY } from "./page-marks.ts";
import type { TextRun } from "./text-rows.ts";

const FAR_LEFT = 220;
const FAR_ABOVE = 26;
const FAR_RIGHT = 22;
/** Of a column of a table. */
const MAX_ROWS = 80;
/** What is only a mark of order or of money names nothing. */
const NO_LABEL = /^[\s\d.,:;()[\]/\\|*+=×$€£%–—-]*$/u;

/**
 * The words that say what belongs into a field: those in its cell, before it on its line, above or below it; for what is
 * ticked those after it.
 */
export function labelOf(field: Candidate, runs: readonly TextRun[], others: readonly Candidate[]): string {
  if (field.label !== undefined && !NO_LABEL.test(field.label)) return field.label;
  const named = runs.filter((run) => !NO_LABEL.test(run.text));
  if (field.kind === "check" || field.kind === "radio") {
    return beside(field, named, others, "right") ?? beside(field, named, others, "left") ?? above(field, named) ?? "";
  }
  return (
    beside(field, named, others, "left") ??
    above(field, named) ??
    below(field, named) ??
    beside(field, named, others, "right") ??
    headOfColumn(field, named, others) ??
    ""
  );
}

/** The words above the first of the fields that stand one below the other as wide as this one. */
function headOfColumn(field: Candidate, runs: readonly TextRun[], others: readonly Candidate[]): string | undefined {
  let top = field;
  for (let count = 0; count < MAX_ROWS; count++) {
    const next = others
      .filter(
        (other) =>
          other !== top &&
          Math.abs(other.x0 - top.x0) < 2 &&
          Math.abs(other.x1 - top.x1) < 2 &&
          other.y0 > top.y0 + 3 &&
          other.y0 - top.y1 < 22,
      )
      .sort((a, b) => a.y0 - b.y0)[0];
    if (!next) break;
    top = next;
  }
  return top === field ? undefined : above(top, runs);
}

function beside(
  field: Candidate,
  runs: readonly TextRun[],
  others: readonly Candidate[],
  side: "left" | "right",
): string | undefined {
  const onLine = runs.filter((run) => {
    const middle = run.baseline + 0.35 * run.sizePoints;
    const reach = Math.max(2, 0.15 * heightOf(field));
    return middle > field.y0 - reach && middle < field.y1 + reach;
  });
  const gapTo = (run: TextRun) => (side === "left" ? field.x0 - run.x1 : run.x0 - field.x1);
  const far = side === "left" ? FAR_LEFT : FAR_RIGHT;
  const nearest = onLine.filter((run) => gapTo(run) > -3 && gapTo(run) < far).sort((a, b) => gapTo(a) - gapTo(b))[0];
  if (!nearest) return undefined;
  // the words beyond another field are that field's
  const between = others.some(
    (other) =>
      other !== field &&
      Math.abs(middleY(other) - middleY(field)) < Math.max(6, heightOf(field) / 2) &&
      (side === "left"
        ? other.x0 >= nearest.x1 - 3 && other.x1 <= field.x0 + 3
        : other.x0 >= field.x1 - 3 && other.x1 <= nearest.x0 + 3),
  );
  return between ? undefined : nearest.text;
}

function above(field: Candidate, runs: readonly TextRun[]): string | undefined {
  return runs
    .filter(
      (run) =>
        run.baseline >= field.y1 - 4 &&
        run.baseline - field.y1 < FAR_ABOVE &&
        overlapX(run, field) > Math.min(6, 0.3 * (field.x1 - field.x0)),
    )
    .sort((a, b) => a.baseline - b.baseline || Math.abs(a.x0 - field.x0) - Math.abs(b.x0 - field.x0))[0]?.text;
}

function below(field: Candidate, runs: readonly TextRun[]): string | undefined {
  return runs
    .filter((run) => run.baseline < field.y0 && field.y0 - run.baseline < 14 && overlapX(run, field) > 4)
    .sort((a, b) => b.baseline - a.baseline || Math.abs(a.x0 - field.x0) - Math.abs(b.x0 - field.x0))[0]?.text;
}
