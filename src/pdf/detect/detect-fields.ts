import { extentOf } from "../../geometry/box.ts";
import type { PdfDocument } from "../document.ts";
import { pageGeometry } from "../page-geometry.ts";
import { pageCandidates } from "./detect-page.ts";
import type { Candidate, DetectedKind } from "./field-candidates.ts";
import { FieldNames, tooltipOf } from "./field-names.ts";
import { labelOf } from "./labels.ts";
import { middleY, type PageMarks } from "./page-marks.ts";
import { readMarks } from "./read-marks.ts";
import { readText } from "./text-rows.ts";

/** A place of a page that asks to be filled. */
export interface DetectedField {
  /** Counted from 1. */
  page: number;
  /** Lower left and upper right corner, in the page's own coordinates. */
  box: [x0: number, y0: number, x1: number, y1: number];
  kind: DetectedKind;
  /** From the words that label it; different from all others of the document. */
  name: string;
  /** The label itself; empty if there is none. */
  tooltip: string;
  required: boolean;
  /** How many characters a comb takes. */
  count: number | undefined;
}

export interface DetectedFields {
  fields: DetectedField[];
  /** Pages that are pictures without letters, counted from 1. */
  scans: number[];
}

/** A page that pictures cover by this share and that has hardly a letter was scanned. */
const SCAN_SHARE = 0.5;
const SCAN_LETTERS = 20;
const SIGNATURE =
  /\b(?:signature|signed by|sign here|unterschrift|firma|assinatura|handtekening|podpis|underskrift)\b|签名|署名|подпись|توقيع/iu;

/**
 * Finds the fields that people would place on the pages of a PDF: by rules, frames, cells, dots, underscores and boxes to
 * tick. Annotations, and so fields that are there already, are not looked at.
 * @throws Failure `pdf_too_complex`
 */
export function detectFields(document: PdfDocument): DetectedFields {
  const fields: DetectedField[] = [];
  const scans: number[] = [];
  const names = new FieldNames();
  for (const [index, page] of document.pages.entries()) {
    document.work.at(`page ${index + 1}`);
    const marks = readMarks(document, page);
    if (isScan(marks)) scans.push(index + 1);
    const text = readText(marks);
    const { fromShown } = pageGeometry(document, page);
    const candidates = inReadingOrder(pageCandidates(marks, text, document.work));
    for (const candidate of candidates) {
      const label = labelOf(candidate, text.runs, candidates);
      const tooltip = tooltipOf(label);
      const kind = kindOf(candidate, tooltip);
      const { x0: left, y0: bottom, x1: right, y1: top, count } = candidate;
      const { minX, minY, maxX, maxY } = extentOf({ left, bottom, right, top }, fromShown);
      fields.push({
        page: index + 1,
        box: [rounded(minX), rounded(minY), rounded(maxX), rounded(maxY)],
        kind,
        name: names.nameFor(tooltip, kind),
        tooltip,
        required: /\*\s*:?\s*$/u.test(label),
        count,
      });
    }
  }
  return { fields, scans };
}

function isScan({ glyphs, pictureShare }: PageMarks): boolean {
  return pictureShare > SCAN_SHARE && glyphs.length < SCAN_LETTERS;
}

const DATE = /\b(?:date|datum|data|fecha|dato)\b/iu;

/** Only what is long enough for a hand is signed. */
function kindOf({ kind, x0, x1 }: Candidate, tooltip: string): DetectedKind {
  const isText = kind === "text" || kind === "multiline";
  return isText && x1 - x0 > 60 && SIGNATURE.test(tooltip) && !DATE.test(tooltip) && tooltip.length < 60
    ? "signature"
    : kind;
}

/** Line by line from the top, each from the left. */
function inReadingOrder(candidates: readonly Candidate[]): Candidate[] {
  const sorted = candidates.toSorted((a, b) => middleY(b) - middleY(a));
  const lines: Candidate[][] = [];
  for (const candidate of sorted) {
    const line = lines.at(-1);
    if (line?.[0] && middleY(line[0]) - middleY(candidate) < 5) line.push(candidate);
    else lines.push([candidate]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.x0 - b.x0));
}

const rounded = (points: number): number => Math.round(points * 100) / 100;
