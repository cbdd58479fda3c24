/** How high PowerPoint makes lines. */
import type { MetricsSource } from "../../text/text-style.ts";

/** Shares of the size above and below the baseline (`compatLnSpc`, as in PowerPoint 97-2003). */
export const EVEN_LINE = { ascent: 1, descent: 0.2 };

const KOREAN = /[\uac00-\ud7a3]|gulim|dotum|batang/i;
const KOREAN_LINE = 1.155;
const OTHER_LINE = 1.19;

/** Fonts of East Asia whose lines are as high as their size get the room between lines that Latin fonts have. */
export function slideMetrics(source: MetricsSource): MetricsSource {
  return (family, familyCss) => {
    const { ascent, descent } = source(family, familyCss);
    if (Math.abs(ascent + descent - 1) > 0.001) return { ascent, descent };
    const share = KOREAN.test(family) ? KOREAN_LINE : OTHER_LINE;
    return { ascent: ascent * share, descent: descent * share };
  };
}
