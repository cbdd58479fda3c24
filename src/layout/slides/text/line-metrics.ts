/** How high PowerPoint makes lines: whatever the tables of a font say. */
import type { MetricsSource } from "../../text/text-style.ts";

/** Shares of the size above and below the baseline (`compatLnSpc`, as in PowerPoint 97-2003). */
export const EVEN_LINE = { ascent: 1, descent: 0.2 };

/** In shares of the size; the font only says how much of it is above the baseline. */
const LINE = 1.2;

export function slideMetrics(source: MetricsSource): MetricsSource {
  return (family, familyCss) => {
    const { ascent, descent } = source(family, familyCss);
    const own = ascent + descent;
    if (own <= 0) return EVEN_LINE;
    return { ascent: (ascent * LINE) / own, descent: (descent * LINE) / own };
  };
}
