import { type DrawnBox, heightOf, type PageMarks, type Rule, widthOf } from "./page-marks.ts";

/** Rules at the same place, one after the other, as one. */
export function mergeRules(rules: readonly Rule[], gapPoints: number): Rule[] {
  const sorted = [...rules].sort((a, b) => a.at - b.at || a.from - b.from);
  const groups: Rule[][] = [];
  for (const rule of sorted) {
    const group = groups.at(-1);
    if (group && rule.at - (group[0]?.at ?? 0) <= 1.2) group.push(rule);
    else groups.push([rule]);
  }
  return groups.flatMap((group) => mergeGroup(group, gapPoints));
}

function mergeGroup(group: Rule[], gapPoints: number): Rule[] {
  group.sort((a, b) => a.from - b.from);
  const merged: Rule[] = [];
  for (const rule of group) {
    const last = merged.at(-1);
    if (last && rule.from - last.to <= gapPoints) {
      last.to = Math.max(last.to, rule.to);
      last.widthPoints = Math.max(last.widthPoints, rule.widthPoints);
    } else merged.push({ ...rule });
  }
  return merged;
}

/** The edges of a box as rules. */
export function edgesOf(box: DrawnBox): { horizontal: Rule[]; vertical: Rule[] } {
  const widthPoints = 0.5;
  return {
    horizontal: [box.y0, box.y1].map((at) => ({ at, from: box.x0, to: box.x1, widthPoints })),
    vertical: [box.x0, box.x1].map((at) => ({ at, from: box.y0, to: box.y1, widthPoints })),
  };
}

/** Whether the edges of a box are seen: it is stroked, or a tint, or a white place in one. */
export function hasEdges(box: DrawnBox, marks: PageMarks): boolean {
  if (box.stroked) return true;
  const { fill } = box;
  if (fill === undefined || fill < 0.6) return false;
  // a tint on the same tint is not seen
  if (fill < 0.97)
    return !marks.boxes.some((other) => isUnder(other, box) && Math.abs((other.fill ?? 1) - fill) < 0.01);
  return marks.boxes.some((other) => isUnder(other, box) && other.fill !== undefined && other.fill < 0.97);
}

/** Whether a larger box lies about another, or the other within its edges. */
function isUnder(other: DrawnBox, box: DrawnBox): boolean {
  return (
    other !== box &&
    widthOf(other) * heightOf(other) > 1.1 * widthOf(box) * heightOf(box) &&
    other.x0 <= box.x0 + 1 &&
    other.x1 >= box.x1 - 1 &&
    other.y0 <= box.y0 + 1 &&
    other.y1 >= box.y1 - 1
  );
}
