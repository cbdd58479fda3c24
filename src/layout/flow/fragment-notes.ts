/** Lines of laid-out content, and the footnotes that they refer to. */
import type { Line } from "../text/line.ts";
import type { Fragment } from "./fragments.ts";

export function notesOfLines(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => line.notes.filter((note) => note.kind === "footnote").map((note) => note.id));
}

export function notesOfFragments(fragments: readonly Fragment[]): string[] {
  return notesOfLines(linesWithin(fragments));
}

/** The lines of paragraphs, in the cells of tables too. */
export function linesWithin(fragments: readonly Fragment[]): Line[] {
  return fragments.flatMap((fragment) => {
    if (fragment.kind === "paragraph") return fragment.lines;
    if (fragment.kind === "table") {
      return fragment.rows.flatMap((row) => row.cells.flatMap((cell) => linesWithin(cell.fragments)));
    }
    return [];
  });
}
