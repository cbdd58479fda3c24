/** Long lines cut to what a page shows of them: a text of 32,767 characters may reach over hundreds of pages. */
import { hasRightToLeft } from "../../../font/shape/complex-text.ts";
import { lettersJoin } from "../../text/script.ts";
import type { CellFonts } from "./cell-fonts.ts";
import type { StyledRun, TextLine } from "./text-lines.ts";
import type { PlacedLine } from "./text-places.ts";

/** Shorter runs are drawn whole. */
const MIN_CUT_CHARACTERS = 128;
/** Characters between two places in a run that are remembered. */
const STRIDE = 64;

/** Lines -> whether their characters are one after the other, each as wide as on its own. */
const plainLines = new WeakMap<TextLine, boolean>();
/** Distances of every 64th character from the beginning of a run, at which no character is cut in two. */
const placesOfRuns = new WeakMap<StyledRun, { index: number; xPt: number }[]>();

/** @returns undefined if nothing of the line is between `leftPt` and `rightPt` */
export function visibleLine(
  placed: PlacedLine,
  leftPt: number,
  rightPt: number,
  fonts: CellFonts,
): PlacedLine | undefined {
  const { line, xPt, wordSpacingPt } = placed;
  if (wordSpacingPt !== 0 || (xPt >= leftPt && xPt + line.widthPt <= rightPt)) return placed;
  if (!isPlain(line)) return placed;
  const runs: StyledRun[] = [];
  let startPt: number | undefined;
  let atPt = xPt;
  for (const run of line.runs) {
    if (atPt >= rightPt) break;
    const widthPt = fonts.widthPt(run.text, run.font);
    const endPt = atPt + widthPt;
    if (endPt > leftPt) {
      const part =
        run.text.length < MIN_CUT_CHARACTERS ? { run, skippedPt: 0 } : cut(run, leftPt - atPt, rightPt - atPt, fonts);
      startPt ??= atPt + part.skippedPt;
      runs.push(part.run);
    }
    atPt = endPt;
  }
  if (startPt === undefined) return undefined;
  return { ...placed, line: { ...line, runs }, xPt: startPt };
}

function isPlain(line: TextLine): boolean {
  let plain = plainLines.get(line);
  if (plain === undefined) {
    plain = !line.runs.some(({ text }) => hasRightToLeft(text) || lettersJoin(text));
    plainLines.set(line, plain);
  }
  return plain;
}

/** The characters of a run that are between two distances from its beginning, and those just beside them. */
function cut(run: StyledRun, fromPt: number, toPt: number, fonts: CellFonts): { run: StyledRun; skippedPt: number } {
  const places = placesOf(run, fonts);
  const first = places.findLast(({ xPt }) => xPt <= fromPt) ?? { index: 0, xPt: 0 };
  const last = places.find(({ xPt }) => xPt >= toPt);
  if (first.index === 0 && !last) return { run, skippedPt: 0 };
  return { run: { ...run, text: run.text.slice(first.index, last?.index) }, skippedPt: first.xPt };
}

function placesOf(run: StyledRun, fonts: CellFonts): { index: number; xPt: number }[] {
  const known = placesOfRuns.get(run);
  if (known) return known;
  const places: { index: number; xPt: number }[] = [];
  let xPt = 0;
  let index = 0;
  let count = 0;
  for (const character of run.text) {
    if (count++ % STRIDE === 0) places.push({ index, xPt });
    xPt += fonts.widthPt(character, run.font);
    index += character.length;
  }
  placesOfRuns.set(run, places);
  return places;
}
