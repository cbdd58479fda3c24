/** Names that several categories have in common, in rows away from the axis (ECMA-376 part 1, 21.2.2.103). */
import { largestOf } from "../../domain/collections/long-lists.ts";
import type { CategoryLevel } from "../model/chart.ts";
import { LABEL_LINE, wrapLabel } from "./label-layout.ts";

interface LevelPart {
  /** Numbers of its first and its last category. */
  from: number;
  to: number;
  lines: readonly string[];
}

export interface LevelRow {
  parts: readonly LevelPart[];
  /** What it takes from the plot, away from the axis. */
  roomPt: number;
}

const MAX_LINES = 3;
/** Between one row and the next, in sizes of their text. */
const ROW_GAP = 0.3;

/** @param slotPt what a category takes of the axis */
export function layoutLevels(
  levels: readonly CategoryLevel[],
  count: number,
  { slotPt, sizePt, width }: { slotPt: number; sizePt: number; width: (text: string) => number },
): LevelRow[] {
  return levels.map((level) => {
    const parts = partsOf(level, count).map(({ from, to, name }) => {
      const lines = wrapLabel(name, (to - from + 1) * slotPt - 1, width);
      return { from, to, lines: lines && lines.length <= MAX_LINES ? lines : [name] };
    });
    const most = largestOf(
      parts.map(({ lines }) => lines.length),
      1,
    );
    return { parts, roomPt: (most * LABEL_LINE + ROW_GAP) * sizePt };
  });
}

/** Labels that name all of their levels, the outermost first: where there is no axis to set them along. */
export function flatNames(categories: readonly string[], levels: readonly CategoryLevel[]): string[] {
  const rows = levels.toReversed().map((level) => partsOf(level, categories.length));
  return categories.map((category, index) => {
    const names = rows.map((parts) => parts.find(({ from, to }) => from <= index && index <= to)?.name ?? "");
    return [...names, category].filter((name) => name !== "").join(" ");
  });
}

/** A name holds for all categories up to the next one. */
function partsOf(level: CategoryLevel, count: number): { from: number; to: number; name: string }[] {
  const named = level.filter(({ from }) => from < count).toSorted((one, other) => one.from - other.from);
  return named.map(({ from, name }, index) => ({ from, to: (named[index + 1]?.from ?? count) - 1, name }));
}
