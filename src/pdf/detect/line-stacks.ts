import { appendAll, smallestOf } from "../../domain/collections/long-lists.ts";
import type { Candidate } from "./field-candidates.ts";
import { overlapX } from "./free-space.ts";
import type { TextRun } from "./text-rows.ts";

const MAX_SPACING = 32;
/** Columns are headed by words that are this far apart, in points. */
const COLUMN_GAP = 14;

/** Lines one below the other with nothing between them: one field of several lines, or a table if words head its columns. */
export function joinStacks(fields: readonly Candidate[], runs: readonly TextRun[]): Candidate[] {
  const lines = fields
    .filter((field) => field.source === "rule" || field.source === "blank")
    .sort((a, b) => b.y0 - a.y0);
  const used = new Set<Candidate>();
  const joined: Candidate[] = [];
  for (const line of lines) {
    if (used.has(line)) continue;
    const stack = [line];
    for (;;) {
      const last = stack.at(-1) as Candidate;
      const spacing = stack.length > 1 ? (stack[0] as Candidate).y0 - (stack[1] as Candidate).y0 : undefined;
      const next = lines.find((other) => !used.has(other) && other !== last && follows(last, other, spacing, runs));
      if (!next) break;
      stack.push(next);
    }
    if (stack.length < 2) continue;
    if (spansBlocks(stack, fields)) continue;
    for (const part of stack) used.add(part);
    const [first, last] = [stack[0] as Candidate, stack.at(-1) as Candidate];
    // words beside lines of their own are the labels of those
    const heading = runs.filter((run) => !fields.some((other) => Math.abs(other.y0 - run.baseline) < 5));
    const columns = headsOf(last, heading, { from: first.y1 - 4, to: first.y1 + 22 });
    if (columns.length >= 2) for (const part of stack) appendAll(joined, splitAt(part, columns));
    else joined.push({ ...last, x0: Math.min(first.x0, last.x0), y1: first.y1, kind: "multiline", source: "rule" });
  }
  return [...fields.filter((field) => !used.has(field)), ...joined];
}

function follows(last: Candidate, other: Candidate, spacing: number | undefined, runs: readonly TextRun[]): boolean {
  const step = last.y0 - other.y0;
  if (step < 9 || step > MAX_SPACING || Math.abs(last.x1 - other.x1) > 4) return false;
  // the first line may begin after its label
  if (Math.abs(last.x0 - other.x0) > 4) return false;
  if (spacing !== undefined && Math.abs(step - spacing) > 2.5) return false;
  // a line with a label of its own is a field of its own
  if (
    runs.some(
      (run) =>
        run.x1 <= other.x0 + 3 && run.x1 > other.x0 - 40 && run.baseline > other.y0 - 3 && run.baseline < other.y0 + 8,
    )
  )
    return false;
  const between = { x0: other.x0, x1: other.x1, y0: other.y0 - 1, y1: last.y0 - 1 };
  return !runs.some((run) => overlapX(run, between) > 1 && run.baseline > between.y0 - 2 && run.baseline < between.y1);
}

/** Lines beside other lines of the same height are rows of a table. */
function spansBlocks(stack: readonly Candidate[], fields: readonly Candidate[]): boolean {
  const beside = stack.filter((line) =>
    fields.some(
      (other) =>
        other !== line &&
        Math.abs(other.y0 - line.y0) < 1.5 &&
        (Math.abs(other.x0 - line.x1) < 40 || Math.abs(line.x0 - other.x1) < 40),
    ),
  );
  return beside.length >= 2;
}

/** Where columns begin by the words above or below a line. */
function headsOf(line: Candidate, runs: readonly TextRun[], { from, to }: { from: number; to: number }): number[] {
  const heads = runs
    .filter((run) => run.baseline > from && run.baseline < to && run.x1 > line.x0 - 2 && run.x0 < line.x1)
    .sort((a, b) => a.x0 - b.x0);
  const lowest = smallestOf(heads.map((run) => run.baseline));
  const row = heads.filter((run) => Math.abs(run.baseline - lowest) < 3);
  return row
    .filter((run, index) => index === 0 || run.x0 - (row[index - 1]?.x1 ?? 0) > COLUMN_GAP)
    .map((run) => run.x0);
}

/** A line that several labels stand below is one field for each. */
export function splitByLabels(field: Candidate, runs: readonly TextRun[]): Candidate[] {
  // underscores are often one line for several things: only what is in parentheses explains a part of it
  const isCaption = (run: TextRun) => field.source === "rule" || /^\(.*\)$/u.test(run.text.trim());
  const heads = headsOf(
    field,
    runs.filter((run) => run.x0 > field.x0 - 20 && run.x1 < field.x1 + 20 && isCaption(run)),
    { from: field.y0 - 13, to: field.y0 - 4 },
  );
  return heads.length >= 2 ? splitAt(field, heads) : [field];
}

function splitAt(field: Candidate, places: readonly number[]): Candidate[] {
  const starts = [
    field.x0,
    ...places
      .slice(1)
      .filter((place) => place > field.x0 + 8 && place < field.x1 - 8)
      .map((place) => place - 2),
  ];
  return starts.map((start, index) => ({ ...field, x0: start, x1: (starts[index + 1] ?? field.x1 + 1) - 1 }));
}
