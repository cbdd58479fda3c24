/** Matrices and lists of equations. */
import { largestOf } from "../../domain/collections/long-lists.ts";
import type { MathAlignment, MathNode, MathRow } from "../model/equation.ts";
import type { MathBox } from "../text/math-box.ts";
import { type Atom, NO_BOX, ordinary, type PlacedBox, together } from "./boxes.ts";
import type { MathStyle } from "./math-style.ts";
import { rowAtom } from "./rows.ts";
import type { MathSetter } from "./setter.ts";

type Kind<K extends MathNode["kind"]> = Extract<MathNode, { kind: K }>;
type Place = "top" | "center" | "bottom";

/** From baseline to baseline, and the least between the ink of two lines. */
const LINE_EMS = 1.2;
const GAP_EMS = 0.25;
/** Between one pair of aligned columns and the next. */
const PAIR_GAP_EMS = 1;
const MAX_CELLS = 10_000;

export function matrix(setter: MathSetter, node: Kind<"matrix">, style: MathStyle): Atom {
  const cellStyle: MathStyle = { ...style, isDisplay: false };
  let left = MAX_CELLS;
  const lines = node.lines.map((line) =>
    line.slice(0, Math.max(0, left)).map((cell) => {
      left--;
      return setter.row(cell, cellStyle).box;
    }),
  );
  const columns = largestOf(
    lines.map((line) => line.length),
    0,
  );
  const alignments = Array.from({ length: columns }, (_, column) => node.alignments[column] ?? "center");
  const gaps = alignments.map((_, column) => (column === 0 ? 0 : node.columnGap));
  return ordinary(grid(setter, { lines, alignments, gaps, pitch: node.rowPitch, place: node.place }, style));
}

/** Each mark of alignment ends a column; what is before one is set to the right, what is after it to the left. */
export function equations(setter: MathSetter, node: Kind<"equations">, style: MathStyle): Atom {
  const lines = node.lines.map((line) => alignedCells(setter, line, style));
  const columns = largestOf(
    lines.map((line) => line.length),
    0,
  );
  const alignments = Array.from({ length: columns }, (_, column): MathAlignment => {
    if (columns === 1) return "center";
    return column % 2 === 0 ? "right" : "left";
  });
  const gaps = alignments.map((_, column) => (column > 0 && column % 2 === 0 ? PAIR_GAP_EMS : 0));
  return ordinary(grid(setter, { lines, alignments, gaps, pitch: 1, place: node.place }, style));
}

function alignedCells(setter: MathSetter, line: MathRow, style: MathStyle): MathBox[] {
  const spacing = { sizePt: setter.sizePt(style), isScript: style.level > 0 };
  const cells: Atom[][] = [[]];
  for (const atom of setter.atoms(line, style)) {
    if (atom.isAlignment) cells.push([]);
    else cells.at(-1)?.push(atom);
  }
  let before: Atom | undefined;
  return cells.map((atoms, column) => {
    // After a mark the line goes on: an equals sign keeps its distance from what is left of the mark.
    const cell = rowAtom(atoms, spacing, column % 2 === 1 ? before?.right : undefined);
    before = cell.left === "none" ? undefined : cell;
    return cell.box;
  });
}

interface Grid {
  lines: readonly (readonly MathBox[])[];
  alignments: readonly MathAlignment[];
  /** In ems before each column. */
  gaps: readonly number[];
  /** In lines. */
  pitch: number;
  place: Place;
}

function grid(setter: MathSetter, { lines, alignments, gaps, pitch, place }: Grid, style: MathStyle): MathBox {
  if (lines.length === 0) return NO_BOX;
  const em = setter.sizePt(style);
  const widths = alignments.map((_, column) => largestOf(lines.map((line) => line[column]?.widthPt ?? 0)));
  const starts: number[] = [];
  let widthPt = 0;
  for (const [column, cellPt] of widths.entries()) {
    widthPt += (gaps[column] ?? 0) * em;
    starts.push(widthPt);
    widthPt += cellPt;
  }
  const placed: PlacedBox[] = [];
  let baselinePt = 0;
  let beforePt: number | undefined;
  for (const line of lines) {
    const ascentPt = largestOf(
      line.map((box) => box.ascentPt),
      0,
    );
    const descentPt = largestOf(
      line.map((box) => box.descentPt),
      0,
    );
    if (beforePt !== undefined) {
      baselinePt -= Math.max(pitch * LINE_EMS * em, beforePt + GAP_EMS * em + ascentPt);
    }
    beforePt = descentPt;
    for (const [column, box] of line.entries()) {
      const spare = (widths[column] ?? 0) - box.widthPt;
      const alignment = alignments[column];
      const asidePt = alignment === "right" ? spare : alignment === "center" ? spare / 2 : 0;
      placed.push({ box, rightPt: (starts[column] ?? 0) + asidePt, raisedPt: baselinePt });
    }
  }
  if (placed.length === 0) return NO_BOX;
  const box = together(widthPt, placed);
  if (place === "top") return box;
  const axisPt = setter.face.constants.axisHeight * em;
  const raisedPt = place === "bottom" ? -baselinePt : axisPt - (box.ascentPt - box.descentPt) / 2;
  return together(widthPt, [{ box, rightPt: 0, raisedPt }]);
}
