import { stampPdf } from "../pdf/operations/stamp.ts";
import { encodeWinAnsi } from "../pdf/text/win-ansi.ts";

const MAX_LINES = 3;
const MAX_LINE_LENGTH = 160;

/** Draws the first warnings small at the foot of every page of a test merge. */
export function showWarnings(pdf: Uint8Array, warnings: readonly string[]): Uint8Array {
  const more = warnings.length > MAX_LINES ? [`and ${warnings.length - MAX_LINES + 1} more`] : [];
  const lines = [...warnings.slice(0, MAX_LINES - more.length), ...more].map(printable).reverse();
  return lines.reduce(
    (bytes, text, index) =>
      stampPdf(bytes, {
        text,
        footPoints: 8 + 8 * index,
        fontSizePoints: 6,
        angleDegrees: 0,
        opacity: 1,
        color: [0.7, 0.1, 0.1],
      }),
    pdf,
  );
}

/** The characters that the stamp's font has; others become `?`. */
function printable(text: string): string {
  const short = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH - 1)}…` : text;
  return Array.from(short.replace(/\s+/g, " "), (character) => (encodeWinAnsi(character) ? character : "?")).join("");
}
