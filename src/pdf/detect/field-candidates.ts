import type { Area } from "./page-marks.ts";

/** Kinds of fields, as they are drawn. */
export type DetectedKind = "text" | "multiline" | "comb" | "check" | "radio" | "signature";

/** A place where a field belongs, in points of the page as shown. */
export interface Candidate extends Area {
  kind: DetectedKind;
  /** Cells of a comb. */
  count?: number;
  /** Where it comes from: of two at one place the one that is drawn more clearly stays. */
  source: "tick" | "comb" | "cell" | "fill" | "rule" | "blank";
  /** Writing within its cell, which names it. */
  label?: string;
  /** Where in its cell the writing leaves room for it. */
  beside?: "below" | "right";
}
