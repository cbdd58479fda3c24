/** Conditional formats after reading (ECMA-376 part 1, 18.3.1.10, 18.3.1.18). */
import type { CellRange } from "./cell-reference.ts";
import type { DifferentialStyle } from "./styles.ts";

export interface Threshold {
  /** `min`, `max`, `num`, `percent`, `percentile`, `formula`, `autoMin`, `autoMax`. */
  type: string;
  value: string;
  /** Icons: the threshold itself belongs to the upper part. */
  includes: boolean;
}

export type RuleDetail =
  | { kind: "colorScale"; thresholds: Threshold[]; colors: string[] }
  | {
      kind: "dataBar";
      thresholds: Threshold[];
      color: string;
      gradient: boolean;
      showValue: boolean;
      negativeColor: string | undefined;
      minLength: number;
      maxLength: number;
    }
  | { kind: "iconSet"; thresholds: Threshold[]; set: string; reverse: boolean; showValue: boolean }
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
  ranges: CellRange[];
  rules: ConditionalRule[];
}
