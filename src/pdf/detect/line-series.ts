import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import type { Candidate } from "./field-candidates.ts";
import { widthOf } from "./page-marks.ts";
import type { TextRun } from "./text-rows.ts";

const MAX_DASH = 27;
const MAX_PART = 60;
const MAX_GAP = 14;
const SEPARATOR = /^\s*[/\\.\-–—|]\s*$/u;

/** Short lines in a row take a character each; blanks with strokes between them, as `__/__/____`, are one date or number. */
export function joinSeries(lines: readonly Candidate[], runs: readonly TextRun[]): Candidate[] {
  const sorted = lines.toSorted((a, b) => b.y0 - a.y0 || a.x0 - b.x0);
  const used = new Set<Candidate>();
  const joined: Candidate[] = [];
  for (const line of sorted) {
    if (used.has(line) || widthOf(line) > MAX_PART) continue;
    const series = [line];
    for (;;) {
      const last = series.at(-1) as Candidate;
      const next = sorted.find((other) => !used.has(other) && goesOn(last, other, runs));
      if (!next) break;
      series.push(next);
    }
    const isComb = series.length >= 3 && series.filter((part) => widthOf(part) <= MAX_DASH).length === series.length;
    const isSeparated =
      series.length >= 2 && series.slice(1).every((part, index) => isBetween(series[index], part, runs));
    if (!isComb && !isSeparated) continue;
    for (const part of series) used.add(part);
    const last = series.at(-1) as Candidate;
    const whole = { ...line, x1: last.x1, y1: largestOf(series.map((part) => part.y1)) };
    const dash = smallestOf(series.map(widthOf));
    const count = series.reduce((sum, part) => sum + Math.max(1, Math.round(widthOf(part) / dash)), 0);
    joined.push(isSeparated ? whole : { ...whole, kind: "comb", count, source: "comb" });
  }
  return [...lines.filter((line) => !used.has(line)), ...joined];
}

function goesOn(last: Candidate, other: Candidate, runs: readonly TextRun[]): boolean {
  const gap = other.x0 - last.x1;
  if (other === last || Math.abs(other.y0 - last.y0) > 1.2 || gap < 0.5 || gap > MAX_GAP) return false;
  if (widthOf(other) > MAX_PART) return false;
  return between(last, other, runs).every((run) => SEPARATOR.test(run.text));
}

const isBetween = (last: Candidate | undefined, other: Candidate, runs: readonly TextRun[]): boolean =>
  last !== undefined && between(last, other, runs).length > 0;

function between(last: Candidate, other: Candidate, runs: readonly TextRun[]): TextRun[] {
  return runs.filter(
    (run) => run.x0 > last.x1 - 3 && run.x1 < other.x0 + 3 && run.baseline > last.y0 - 4 && run.baseline < last.y0 + 9,
  );
}
