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
interface DetectedField {
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

/** What those who get the form write themselves, as most languages say it. */
const OFFICE_USE =
  /\b(?:office|official|court|staff|agency|state|bank|internal|administrative) use only\b|\bdo not write (?:below|in|here)\b|\bréservée? à l['’]administration\b|\bnur für (?:amtliche|interne|dienstliche)\b|\b(?:vom amt|von der behörde) auszufüllen\b|\bamtliche vermerke\b|\briservat[oa] all['’]ufficio\b|\bespacio reservado\b/iu;

/**
 * Finds the fields that people would place on the pages of a PDF: by rules, frames, cells, dots, underscores and boxes to
 * tick. Annotations, and so fields that are there already, are not looked at.
 * @throws Failure `pdf_too_complex`
 */
export function detectFields(document: PdfDocument): DetectedFields {
  const places: Place[] = [];
  const scans: number[] = [];
  for (const [index, page] of document.pages.entries()) {
    document.work.at(`page ${index + 1}`);
    const marks = readMarks(document, page);
    if (isScan(marks)) scans.push(index + 1);
    const { fromShown } = pageGeometry(document, page);
    const text = readText(marks);
    const candidates = inReadingOrder(pageCandidates(marks, text, document.work));
    for (const candidate of candidates) {
      const label = labelOf(candidate, text.runs, candidates);
      const tooltip = tooltipOf(label);
      if (OFFICE_USE.test(label)) continue;
      const { x0: left, y0: bottom, x1: right, y1: top, count } = candidate;
      const { minX, minY, maxX, maxY } = extentOf({ left, bottom, right, top }, fromShown);
      places.push({
        page: index + 1,
        box: [rounded(minX), rounded(minY), rounded(maxX), rounded(maxY)],
        kind: kindOf(candidate, tooltip),
        tooltip,
        required: /\*\s*(?::\s*)?$/u.test(label),
        count,
        isFaint: candidate.source === "rule" || candidate.source === "cell",
      });
    }
  }
  const names = new FieldNames();
  const fields = withoutRepeated(places, document.pages.length).map(({ isFaint: _, ...place }) => ({
    ...place,
    name: names.nameFor(place.tooltip, place.kind),
  }));
  return { fields, scans };
}

interface Place extends Omit<DetectedField, "name"> {
  /** A rule or a frame that may be there for its looks. */
  isFaint: boolean;
}

/** What most pages have at the same place, beside fields of their own, belongs to their head or foot. */
function withoutRepeated(places: readonly Place[], pageCount: number): readonly Place[] {
  if (pageCount < 3) return places;
  const keyOf = ({ box }: Place) => box.map((points) => Math.round(points / 2)).join(" ");
  const [pagesOf, countOf] = [new Map<string, number>(), new Map<number, number>()];
  for (const place of places) {
    pagesOf.set(keyOf(place), (pagesOf.get(keyOf(place)) ?? 0) + 1);
    countOf.set(place.page, (countOf.get(place.page) ?? 0) + 1);
  }
  const isRepeated = (place: Place) =>
    place.isFaint && (pagesOf.get(keyOf(place)) ?? 0) >= Math.max(3, 0.5 * pageCount);
  const repeats = new Map<number, number>();
  for (const place of places) if (isRepeated(place)) repeats.set(place.page, (repeats.get(place.page) ?? 0) + 1);
  // pages of the same form repeat nearly all of it
  const isFrame = (page: number) => (repeats.get(page) ?? 0) < 0.5 * (countOf.get(page) ?? 0);
  return places.filter((place) => !isRepeated(place) || !isFrame(place.page));
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
