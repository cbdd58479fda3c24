import { present } from "../../domain/present.ts";
import { finalizeChartReference } from "./chart-data.ts";
import { MARK_END, MARK_START } from "./guards.ts";
import { settleFittedImage } from "./image/fit-image.ts";
import { PART_GUARD } from "./repeated-parts.ts";
import { VISIBLE } from "./vocabulary.ts";

/** Notes and parts that a loop made, or pictures among the text of a shape: their markup, to be moved to where it may be. */
export type NoteSink = (kind: string, xml: string) => void;

interface OpenStretch {
  guard: string;
  pieces: string[];
}

/**
 * Looks at every marked stretch of rendered markup, innermost first: empty elements go, those that must not be empty
 * get what they need, notes go where notes are kept. Without marks the text comes back as it is.
 */
export function resolveGuards(text: string, noteSink?: NoteSink): string {
  if (!text.includes(MARK_START)) return text;
  const stack: OpenStretch[] = [{ guard: "", pieces: [] }];
  let offset = 0;
  for (;;) {
    const start = text.indexOf(MARK_START, offset);
    const end = text.indexOf(MARK_END, offset);
    const next = start >= 0 && (start < end || end < 0) ? start : end;
    if (next < 0) break;
    const top = present(stack.at(-1));
    top.pieces.push(text.slice(offset, next));
    if (next === start) {
      stack.push({ guard: text.charAt(next + 1), pieces: [] });
      offset = next + 2;
    } else {
      if (stack.length > 1) stack.pop();
      const { pieces } = present(stack.at(-1));
      // A table may be the whole document: it is not joined before the document is.
      if (top.guard !== "t") pieces.push(finalize(top.guard, top.pieces.join(""), noteSink));
      else if (top !== stack.at(-1) && top.pieces.some(holdsRow)) for (const piece of top.pieces) pieces.push(piece);
      offset = next + 1;
    }
  }
  present(stack[0]).pieces.push(text.slice(offset));
  return present(stack[0]).pieces.join("");
}

/** Marks are between elements, so that they cut none of their tags. */
const holdsRow = (piece: string): boolean => /<[wa]:tr[ >]/.test(piece);

function finalize(guard: string, xml: string, noteSink: NoteSink | undefined): string {
  switch (guard) {
    case "p":
      return VISIBLE.test(xml) ? xml : "";
    case "c":
      return withLastParagraph(xml);
    case "b":
      return /<a:p[ />]/.test(xml) ? xml : xml.replace(/<\/[^<>]+>$/, "<a:p/>$&");
    case "x":
      return /r:(?:embed|id)=""/.test(xml) ? "" : settleFittedImage(xml);
    case "k":
      return finalizeChartReference(xml);
    case "f":
    case "e":
    case "m":
    case "g":
    case PART_GUARD:
      noteSink?.(guard, xml);
      return "";
    default:
      return xml;
  }
}

/** Cells, headers and the like must end with a paragraph (ECMA-376 Part 1, 17.4.65). */
function withLastParagraph(xml: string): string {
  const close = xml.lastIndexOf("</");
  const before = xml.slice(0, close).trimEnd();
  if (before.endsWith("</w:p>") || /<w:p(?: [^<>]*)?\/>$/.test(before.slice(-200))) return xml;
  return `${xml.slice(0, close)}<w:p/>${xml.slice(close)}`;
}
