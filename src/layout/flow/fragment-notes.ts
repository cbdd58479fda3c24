/** Footnotes referenced inside laid-out content. */
import type { Line } from "../text/line.ts";
import type { Fragment } from "./fragments.ts";

export function notesOfLines(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => line.notes.filter((note) => note.kind === "footnote").map((note) => note.id));
}

export function notesOfFragments(fragments: readonly Fragment[]): string[] {
  return fragments.flatMap((fragment) => {
    if (fragment.kind === "paragraph") return notesOfLines(fragment.lines);
    if (fragment.kind === "table") {
      return fragment.rows.flatMap((row) => row.cells.flatMap((cell) => notesOfFragments(cell.fragments)));
    }
    return [];
  });
}
