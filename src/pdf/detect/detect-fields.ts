import type { Rectangle } from "../../geometry/box.ts";
import { extentOf } from "../../geometry/box.ts";
import type { PdfDocument } from "../document.ts";
import { pageGeometry } from "../page-geometry.ts";
import { pageCandidates } from "./detect-page.ts";
import type { Candidate, DetectedKind } from "./field-candidates.ts";
import { readMarks } from "./read-marks.ts";
import { readText } from "./text-rows.ts";

/** A field that was found on a page. */
export interface DetectedField {
  /** Counted from 1. */
  page: number;
  /** In the page's own coordinates: lower left and upper right corner. */
  box: [x0: number, y0: number, x1: number, y1: number];
  kind: DetectedKind;
  /** How many characters a comb takes. */
  count?: number;
}

/** @throws Failure `pdf_too_complex` */
export function detectFields(document: PdfDocument): DetectedField[] {
  const fields: DetectedField[] = [];
  for (const [index, page] of document.pages.entries()) {
    document.work.at(`page ${index + 1}`);
    const marks = readMarks(document, page);
    const { fromShown } = pageGeometry(document, page);
    for (const candidate of pageCandidates(marks, readText(marks), document.work)) {
      const area: Rectangle = { left: candidate.x0, right: candidate.x1, bottom: candidate.y0, top: candidate.y1 };
      const { minX, minY, maxX, maxY } = extentOf(area, fromShown);
      fields.push({ page: index + 1, box: [minX, minY, maxX, maxY], kind: candidate.kind, ...countOf(candidate) });
    }
  }
  return fields;
}

const countOf = ({ count }: Candidate) => (count === undefined ? {} : { count });
