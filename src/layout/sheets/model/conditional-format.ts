/** Conditional formats after reading (ECMA-376 part 1, 18.3.1.10, 18.3.1.18). */

import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import type { DifferentialStyle } from "../styles/styles.ts";

export interface Threshold {
  /** `min`, `max`, `num`, `percent`, `percentile`, `formula`, `autoMin`, `autoMax`. */
  type: string;
  value: string;
  /** Icons: the threshold itself belongs to the upper part. */
  includes: boolean;
}

/** One icon of a set (`ST_IconSetType`), counted from the lowest. */
export interface IconChoice {
  set: string;
  index: number;
}

/** Bars of the extension list (MS-XLSX 2.6, CT_DataBar) have an axis and negative sides; those of Excel 2007 neither. */
export interface DataBarDetail {
  kind: "dataBar";
  thresholds: Threshold[];
  color: string;
  gradient: boolean;
  showValue: boolean;
  borderColor: string | undefined;
  negativeColor: string;
  negativeBorderColor: string | undefined;
  axisColor: string;
  axis: "automatic" | "middle" | "none";
  direction: "context" | "leftToRight" | "rightToLeft";
  /** Shares of the cell's width. */
  minLength: number;
  maxLength: number;
}

export type RuleDetail =
  | { kind: "colorScale"; thresholds: Threshold[]; colors: string[] }
  | DataBarDetail
  | { kind: "iconSet"; thresholds: Threshold[]; icons: (IconChoice | undefined)[]; showValue: boolean }
  | {
      kind: "test";
      /** `ST_CfType`, e.g. `cellIs`, `expression`, `top10`. */
      type: string;
      operator: string;
      formulas: string[];
      text: string;
      rank: number;
      percent: boolean;
      bottom: boolean;
      aboveAverage: boolean;
      equalAverage: boolean;
      stdDev: number;
      timePeriod: string;
      style: DifferentialStyle | undefined;
    };

export interface ConditionalRule {
  priority: number;
  stopIfTrue: boolean;
  detail: RuleDetail;
}

export interface ConditionalFormat {
  ranges: GridRange[];
  rules: ConditionalRule[];
}
