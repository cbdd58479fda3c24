/** What an Office file may hold to be drawn. An isolate has 128 MB, in which others work, too; each limit counts what is read. */
import { Failure } from "../domain/failure.ts";

interface Limit {
  most: number;
  /** What is counted, in the words of a message. */
  of: string;
}

export const DRAWING_LIMITS = {
  /** Some 400 pages of tables. Its text is in memory while it is read, piece by piece. */
  wordMainPartBytes: { most: 24 * 1024 * 1024, of: "bytes of text and markup in the document" },
  /** What is read of a document stays in memory until its last page. Less than half of an isolate. */
  wordModelBytes: { most: 56 * 1024 * 1024, of: "bytes of memory for the text of the document" },
  /** A sheet's part and the shared texts are in memory while they are read. */
  sheetPartBytes: { most: 28 * 1024 * 1024, of: "bytes of text and markup in the sheets" },
  /** Cells of all sheets: 100,000 with unlike texts are drawn with a heap of 80 MB, 150,000 with 110 MB. */
  cells: { most: 150_000, of: "cells" },
  /** Half of an isolate: the model shrinks as the PDF grows. */
  slidesModelBytes: { most: 64 * 1024 * 1024, of: "bytes of memory for the objects and texts of the slides" },
} as const satisfies Record<string, Limit>;

/** @throws Failure `too_complex` that says how much is allowed */
export function checkLimit(limit: keyof typeof DRAWING_LIMITS, count: number): void {
  const { most, of } = DRAWING_LIMITS[limit];
  if (count <= most) return;
  const [has, allowed] = [count, most].map((number) => Math.ceil(number).toLocaleString("en-US"));
  throw new Failure(
    "too_complex",
    `The file holds more than can be drawn at once: ${has} ${of}, and ${allowed} are allowed. Split it into smaller files.`,
  );
}
