/** Text of a cell broken into lines. */
import type { CellFont } from "../styles/rich-text.ts";

export interface StyledRun {
  text: string;
  font: CellFont;
  invisible?: boolean;
}

export interface TextLine {
  runs: StyledRun[];
  widthPt: number;
  ascentPt: number;
  descentPt: number;
}

export interface LineMeasurer {
  widthPt(text: string, font: CellFont): number;
  ascentPt(font: CellFont): number;
  descentPt(font: CellFont): number;
}

/** Places where a line may end: after spaces and hyphens, and around ideographs. */
const BREAK_AFTER =
  /[^\s\-\u2013\u2014\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]*(?:[-\u2013\u2014]+|[\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])?\s*/gu;
const WIDTH_TOLERANCE_PT = 0.05;

/** Breaks at line feeds, and at `widthPt` where it is given. */
export function breakLines(
  runs: readonly StyledRun[],
  widthPt: number | undefined,
  cellFont: CellFont,
  measure: LineMeasurer,
): TextLine[] {
  const lines: TextLine[] = [];
  let line = emptyLine();
  const finish = () => {
    if (widthPt !== undefined) trimEnd(line, measure);
    const fonts = line.runs.length > 0 ? line.runs.map((run) => run.font) : [cellFont];
    line.ascentPt = fonts.reduce((most, font) => Math.max(most, measure.ascentPt(font)), 0);
    line.descentPt = fonts.reduce((most, font) => Math.max(most, measure.descentPt(font)), 0);
    // A copy has room for what it holds; an array that grew has room for 17, in each of 100,000 cells.
    lines.push({ ...line, runs: line.runs.slice() });
    line = emptyLine();
  };
  const place = (text: string, run: StyledRun, width: number) => {
    const last = line.runs.at(-1);
    if (last && last.font === run.font && last.invisible === run.invisible) last.text += text;
    else line.runs.push({ ...run, text });
    line.widthPt += width;
  };
  for (const run of runs) {
    run.text.split("\n").forEach((paragraph, index) => {
      if (index > 0) finish();
      if (widthPt === undefined) {
        if (paragraph !== "") place(paragraph, run, measure.widthPt(paragraph, run.font));
        return;
      }
      for (const word of paragraph.match(BREAK_AFTER) ?? []) {
        if (word === "") continue;
        const bare = measure.widthPt(word.trimEnd(), run.font);
        if (line.widthPt > 0 && line.widthPt + bare > widthPt + WIDTH_TOLERANCE_PT) finish();
        if (bare > widthPt + WIDTH_TOLERANCE_PT)
          splitWord(word, run, widthPt, measure, place, () => line.widthPt, finish);
        else place(word, run, measure.widthPt(word, run.font));
      }
    });
  }
  finish();
  return lines.slice();
}

function splitWord(
  word: string,
  run: StyledRun,
  widthPt: number,
  measure: LineMeasurer,
  place: (text: string, run: StyledRun, width: number) => void,
  used: () => number,
  finish: () => void,
): void {
  for (const character of word) {
    const width = measure.widthPt(character, run.font);
    if (used() > 0 && used() + width > widthPt + WIDTH_TOLERANCE_PT && character.trim() !== "") finish();
    place(character, run, width);
  }
}

function emptyLine(): TextLine {
  return { runs: [], widthPt: 0, ascentPt: 0, descentPt: 0 };
}

function trimEnd(line: TextLine, measure: LineMeasurer): void {
  for (let last = line.runs.at(-1); last; last = line.runs.at(-1)) {
    if (last.invisible) return;
    const bare = last.text.trimEnd();
    if (bare === last.text) return;
    line.widthPt -= measure.widthPt(last.text, last.font) - measure.widthPt(bare, last.font);
    last.text = bare;
    if (bare !== "") return;
    line.runs.pop();
  }
}

export function heightOf(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + line.ascentPt + line.descentPt, 0);
}

export function widthOf(lines: readonly TextLine[]): number {
  return lines.reduce((widest, line) => Math.max(widest, line.widthPt), 0);
}

/** Extra room for each gap between words, so that the line is as wide as the cell. */
export function wordGap(line: TextLine, widthPt: number): number {
  const gaps = line.runs.reduce((sum, run) => sum + (run.text.match(/ /g)?.length ?? 0), 0);
  return gaps > 0 ? Math.max(0, (widthPt - line.widthPt) / gaps) : 0;
}
