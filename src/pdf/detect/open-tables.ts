import type { Rule } from "./page-marks.ts";

const SAME = 2;
const [MIN_ROW, MAX_ROW] = [7, 60];

/** The outer sides of tables whose rows are ruled from end to end, with columns but without an edge at the left and the right. */
export function openSides(horizontal: readonly Rule[], vertical: readonly Rule[]): Rule[] {
  const rules = horizontal.toSorted((a, b) => b.at - a.at);
  const sides: Rule[] = [];
  for (const [index, upper] of rules.entries()) {
    const lower = rules
      .slice(index + 1)
      .find(
        (other) =>
          upper.at - other.at > MIN_ROW &&
          Math.abs(other.from - upper.from) < SAME &&
          Math.abs(other.to - upper.to) < SAME,
      );
    if (!lower || upper.at - lower.at > MAX_ROW) continue;
    const divides = (rule: Rule) =>
      rule.at > upper.from + 10 && rule.at < upper.to - 10 && rule.from < lower.at + SAME && rule.to > upper.at - SAME;
    if (!vertical.some(divides)) continue;
    for (const at of [upper.from, upper.to]) {
      if (
        vertical.some(
          (rule) => Math.abs(rule.at - at) < SAME && rule.from < lower.at + SAME && rule.to > upper.at - SAME,
        )
      )
        continue;
      sides.push({ at, from: lower.at, to: upper.at, widthPoints: 0 });
    }
  }
  return sides;
}
