/** How high the content of a line is. */
import type { LinePart, TextHeight } from "./line.ts";
import type { TextStyle } from "./text-style.ts";

export interface ContentMetrics {
  text: TextHeight;
  objectAscentPt: number;
  /** Room below the objects of a line that holds nothing else: that of their effects. */
  objectDescentPt: number;
  /** Nothing but objects, which are higher than text: the line ends where they do. */
  isObjectsOnly: boolean;
}

/**
 * Largest ascent and descent of the text and the height of the tallest object on the baseline. Spaces and tabs between
 * others do not count, and a line of nothing but spaces is as high as `mark`.
 */
export function contentMetrics(
  parts: readonly LinePart[],
  extra: TextStyle | undefined,
  mark: TextStyle,
): ContentMetrics {
  const visible = parts.filter((part) => !isSpace(part));
  const isBlank = visible.length === 0;
  const counted = isBlank ? parts.filter((part) => part.kind !== "text") : visible;
  const standIn = isBlank && counted.length === 0 ? (extra ?? mark) : extra;
  let ascentPt = standIn?.ascentPt ?? 0;
  let descentPt = standIn?.descentPt ?? 0;
  let tallestPt = ascentPt + descentPt;
  let objectAscentPt = 0;
  let objectDescentPt = 0;
  for (const part of counted) {
    if (part.kind === "object") {
      objectAscentPt = Math.max(objectAscentPt, part.heightPt);
      objectDescentPt = Math.max(objectDescentPt, part.drawing.effectBelowPt ?? 0);
      // The font around an object keeps its room, but a multiple of the line height does not stretch it.
      if (!standIn) {
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
  const isObjectsOnly = objectAscentPt > ascentPt && visible.every((part) => part.kind === "object");
  return { text: { ascentPt, descentPt, tallestPt }, objectAscentPt, objectDescentPt, isObjectsOnly };
}

function isSpace(part: LinePart): boolean {
  if (part.kind === "gap") return part.leader === "none";
  return part.kind === "text" && /^ +$/.test(part.text);
}
