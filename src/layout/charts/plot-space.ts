/** Where things are in a plot. Lengths in points. */

import type { Axis, Series } from "../model/chart.ts";
import type { Fill } from "../model/fill.ts";
import type { AxisScale } from "./axis-scale.ts";

export interface PlotArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type PointColor = (series: Series, index: number) => Fill;

export interface PlotSpace extends PlotArea {
  /** Position of a value on the group's value axis. */
  valueAt: (value: number) => number;
  /** Position of the middle of a category, or of an x value of scatter charts. */
  categoryAt: (index: number) => number;
  xValueAt: (value: number) => number;
  /** Whether a value is on the value axis. */
  holds: (value: number) => boolean;
  slotSize: number;
  /** Where bars and areas start. */
  basePosition: number;
  /** Where the category axis lies. */
  axisPosition: number;
  /** Categories have a slot of their own; otherwise the first and the last lie on the plot's edges. */
  isBetween: boolean;
  /** Categories run from the right, or from the top. */
  isReversed: boolean;
  percent: boolean;
}

export interface ValueAxis {
  axis: Axis | undefined;
  scale: AxisScale;
  labels: string[];
  ticks: number[];
}
