import type { Steps } from "../../domain/steps.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { stampSteps } from "../../pdf/operations/stamp.ts";
import { encodeWinAnsi } from "../../pdf/text/win-ansi.ts";

const MAX_LINES = 3;
const MAX_LINE_LENGTH = 160;
const LINE = { fontSizePoints: 6, angleDegrees: 0, opacity: 1, color: [0.7, 0.1, 0.1] } as const;

/** What a test merge's file shows of its warnings: the first ones, and how many more there are. */
export function warningLines(warnings: readonly string[]): string[] {
  const more = warnings.length > MAX_LINES ? [`and ${warnings.length - MAX_LINES + 1} more`] : [];
  return [...warnings.slice(0, MAX_LINES - more.length), ...more].map(shortened);
}

/** Writes the first warnings in small print at the foot of every page, in steps. */
export function* warningSteps(document: PdfDocument, warnings: readonly string[]): Steps<void> {
  const lines = warningLines(warnings).map(printable).reverse();
  for (const [index, text] of lines.entries())
    yield* stampSteps(document, { ...LINE, text, footPoints: 8 + 8 * index });
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}

/** The characters that the stamp's font has; others become `?`. */
const printable = (line: string): string =>
  Array.from(line, (character) => (encodeWinAnsi(character) ? character : "?")).join("");
