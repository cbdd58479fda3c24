/** How high the content of a line is. */
import type { LinePart, TextHeight } from "./line.ts";
import type { TextStyle } from "./text-style.ts";

/** Largest ascent and descent of the text and the height of the tallest object on the baseline. Spaces and tabs between others do not count. */
export function contentMetrics(
  parts: readonly LinePart[],
  extra: TextStyle | undefined,
): { text: TextHeight; objectAscentPt: number } {
  let ascentPt = extra?.ascentPt ?? 0;
  let descentPt = extra?.descentPt ?? 0;
  let tallestPt = ascentPt + descentPt;
  let objectAscentPt = 0;
  const visible = parts.filter((part) => !isSpace(part));
  for (const part of visible.length > 0 ? visible : parts) {
    if (part.kind === "object") {
      objectAscentPt = Math.max(objectAscentPt, part.heightPt);
      // The font around an object keeps its room, but a multiple of the line height does not stretch it.
      if (!extra) {
        ascentPt = Math.max(ascentPt, part.style.ascentPt);
        descentPt = Math.max(descentPt, part.style.descentPt);
      }
      continue;
    }
    if (part.kind === "math") {
      objectAscentPt = Math.max(objectAscentPt, part.ascentPt);
      descentPt = Math.max(descentPt, part.descentPt);
      continue;
    }
    ascentPt = Math.max(ascentPt, part.style.ascentPt);
    descentPt = Math.max(descentPt, part.style.descentPt);
    tallestPt = Math.max(tallestPt, part.style.ascentPt + part.style.descentPt);
  }
  return { text: { ascentPt, descentPt, tallestPt }, objectAscentPt };
}

function isSpace(part: LinePart): boolean {
  if (part.kind === "gap") return part.leader === "none";
  return part.kind === "text" && /^ +$/.test(part.text);
}
