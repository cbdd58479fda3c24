import type { Stroke } from "../model/fill.ts";

/** Lines about which a chart says nothing. */
export const THIN_LINE: Stroke = {
  color: "#868686",
  opacity: 1,
  widthPt: 0.75,
  dash: "solid",
  cap: "flat",
  head: undefined,
  tail: undefined,
  compound: false,
};

/** The same of trend lines, error bars and whatever else stands out from the grid. */
export const BLACK_LINE: Stroke = { ...THIN_LINE, color: "#000000" };
