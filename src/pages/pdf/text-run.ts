import type { TextItem } from "../display-list/display-item.ts";
import { coordinate } from "./numbers.ts";

/** Consecutive glyphs on a baseline in one look, not yet written. */
export interface TextRun {
  key: string;
  yPt: number;
  /** Where the next glyph would be without an adjustment. */
  nextXPt: number;
  sizePt: number;
  scale: number;
  spacingPt: number;
  before: string;
  parts: string[];
  hex: string;
}

/** Moves what follows by thousandths of the size. */
export function shift(run: TextRun, thousandths: number): void {
  if (run.hex) run.parts.push(`<${run.hex}>`);
  run.hex = "";
  run.parts.push(coordinate(-thousandths));
}

/** The extra space after all glyphs but spaces; 0 if it differs, as between kerned ones. */
export function evenSpacing({ face, sizePt, glyphs, advancesPt, characters }: TextItem): number {
  let spacing: number | undefined;
  for (let index = 0; index < glyphs.length; index++) {
    if (characters[index] === " ") continue;
    const extra = (advancesPt[index] ?? 0) - face.advance(glyphs[index] ?? 0) * sizePt;
    if (spacing !== undefined && Math.abs(extra - spacing) > 0.005) return 0;
    spacing ??= extra;
  }
  return spacing === undefined || Math.abs(spacing) < 0.005 ? 0 : Math.round(spacing * 1000) / 1000;
}

/** The run as a text object. */
export function writtenRun({ before, parts, hex }: TextRun): string {
  const strings = hex === "" ? parts : [...parts, `<${hex}>`];
  const [only = ""] = strings;
  return `${before} ${strings.length === 1 ? `${only} Tj` : `[${strings.join("")}] TJ`} ET`;
}
