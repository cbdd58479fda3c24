/** At which sides of a plot its axes and their labels are (ECMA-376 part 1, 21.2.2.33 and 21.2.2.206). */
import type { Axis } from "../model/chart.ts";

/** `near` is where the other axis begins unless it is reversed: left or below. */
type Side = "near" | "far";

interface AxisSide {
  axis: Side;
  labels: Side;
}

export interface AxisSides {
  value: AxisSide;
  category: AxisSide;
}

/** What files say of positions (`axPos`) is where the axes were when Office saved them; other programs leave it as it was. */
export function axisSides(value: Axis | undefined, category: Axis | undefined): AxisSides {
  return { value: sideOf(value, category), category: sideOf(category, value) };
}

function sideOf(axis: Axis | undefined, other: Axis | undefined): AxisSide {
  const isReversed = other?.reversed === true;
  const isAtEnd =
    axis?.crossesAt === undefined
      ? (axis?.crosses === "max") !== isReversed
      : axis.position === "r" || axis.position === "t";
  const labels = axis?.labels;
  const areLabelsFar = labels === "high" ? !isReversed : labels === "low" ? isReversed : isAtEnd;
  return { axis: isAtEnd ? "far" : "near", labels: areLabelsFar ? "far" : "near" };
}
