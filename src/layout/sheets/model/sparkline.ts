/** Sparklines after reading (MS-XLSX 2.6, CT_SparklineGroup). */

export interface SparklineAppearance {
  kind: "line" | "column" | "stacked";
  lineWeightPt: number;
  /** Colors of the points that are marked; undefined leaves them unmarked. */
  marks: {
    every: string | undefined;
    high: string | undefined;
    low: string | undefined;
    first: string | undefined;
    last: string | undefined;
    negative: string | undefined;
  };
  color: string;
  /** Undefined draws no axis. */
  axisColor: string | undefined;
  rightToLeft: boolean;
}

export interface SparklinePoint {
  /** Undefined is a gap. */
  value: number | undefined;
  /** Place on the axis: the number of the point or its day. */
  at: number;
}

export interface Sparkline {
  row: number;
  column: number;
  look: SparklineAppearance;
  /** In the order of the axis. */
  points: SparklinePoint[];
  /** Ends of the value axis. */
  lowest: number;
  highest: number;
  /** First and last place of the axis; a date axis may begin before the first point that has a value. */
  from: number;
  to: number;
}
