/** Where a tab leads (ECMA-376 part 1, 17.3.1.37 and 17.15.1.25). Positions in points from the text edge of the column. */
import type { TabStop } from "../model/formatting.ts";

export interface TabContext {
  stops: readonly TabStop[];
  defaultTabPt: number;
  /** Left indent: a stop of its own when the first line hangs. */
  indentLeftPt: number;
  hanging: boolean;
}

export interface TabTarget {
  positionPt: number;
  alignment: "left" | "center" | "right" | "decimal";
  leader: string;
  /** A stop that the document sets, not one of the regular grid. */
  custom: boolean;
}

const EPSILON_PT = 0.05;

/** The first stop after `fromPt`. */
export function nextTabStop(context: TabContext, fromPt: number): TabTarget {
  const custom = context.stops.find(
    (stop) => stop.alignment !== "clear" && stop.alignment !== "bar" && stop.positionPt > fromPt + EPSILON_PT,
  );
  const hangs = context.hanging && context.indentLeftPt > fromPt + EPSILON_PT;
  if (hangs && (!custom || context.indentLeftPt <= custom.positionPt)) {
    return { positionPt: context.indentLeftPt, alignment: "left", leader: "none", custom: true };
  }
  if (custom) {
    const { alignment } = custom;
    return {
      positionPt: custom.positionPt,
      alignment: alignment === "center" || alignment === "right" || alignment === "decimal" ? alignment : "left",
      leader: custom.leader,
      custom: true,
    };
  }
  const step = context.defaultTabPt > 1 ? context.defaultTabPt : 36;
  let position = (Math.floor(fromPt / step) + 1) * step;
  if (position <= fromPt + EPSILON_PT) position += step;
  return { positionPt: position, alignment: "left", leader: "none", custom: false };
}
