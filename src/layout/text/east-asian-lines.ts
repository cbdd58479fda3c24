/** How high Word makes the lines of East Asian fonts. */
import { isEastAsianFont } from "../../font/substitutes/families.ts";
import type { MetricsSource } from "./text-style.ts";

/** Share of its height by which the line of an East Asian font is higher, half of it above and half below. */
const EXTRA_SHARE = 0.3;

/** Word's metrics from those of the fonts' tables. */
export function wordMetrics(metrics: MetricsSource): MetricsSource {
  return (family, familyCss) => {
    const { ascent, descent } = metrics(family, familyCss);
    if (!isEastAsianFont(family)) return { ascent, descent };
    const extra = ((ascent + descent) * EXTRA_SHARE) / 2;
    return { ascent: ascent + extra, descent: descent + extra };
  };
}
