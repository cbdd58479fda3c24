import type { FileExtension } from "../../domain/media-type.ts";
import { stampPdf } from "../../pdf/operations/stamp.ts";
import { encodeWinAnsi } from "../../pdf/text/win-ansi.ts";
import { withWarningNote as withWordNote } from "../../templates/docx/warning-note.ts";
import { withWarningNote as withSlideNote } from "../../templates/pptx/warning-note.ts";
import { withWarningNote as withSheetNote } from "../../templates/xlsx/warning-note.ts";

const MAX_LINES = 3;
const MAX_LINE_LENGTH = 160;

/**
 * Shows the first warnings of a test merge in small print in its file: at the foot of every page of a PDF and of every
 * slide, in the footer of printed sheets, below the text of a Word document. Files of other types stay as they are.
 */
export function showWarnings(file: Uint8Array, extension: FileExtension, warnings: readonly string[]): Uint8Array {
  if (warnings.length === 0) return file;
  const more = warnings.length > MAX_LINES ? [`and ${warnings.length - MAX_LINES + 1} more`] : [];
  const lines = [...warnings.slice(0, MAX_LINES - more.length), ...more].map(shortened);
  switch (extension) {
    case "pdf":
      return stampedPdf(file, lines);
    case "docx":
      return withWordNote(file, lines);
    case "xlsx":
      return withSheetNote(file, lines);
    case "pptx":
      return withSlideNote(file, lines);
    default:
      return file;
  }
}

function stampedPdf(pdf: Uint8Array, lines: readonly string[]): Uint8Array {
  return lines
    .map(printable)
    .reverse()
    .reduce(
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

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}

/** The characters that the stamp's font has; others become `?`. */
const printable = (line: string): string =>
  Array.from(line, (character) => (encodeWinAnsi(character) ? character : "?")).join("");
