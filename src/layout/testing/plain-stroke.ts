import type { Stroke } from "../model/fill.ts";

/** A line of one color with nothing at its ends. */
export function plainStroke(color: string, widthPt = 1): Stroke {
  const ends = { cap: "flat", head: undefined, tail: undefined };
  return { color, widthPt, ...ends, dash: "solid", opacity: 1, compound: false };
}
