/** Splitting laid-out content at a height: lines of paragraphs, rows of nested tables. */
import type { Fragment, ParagraphFragment, TableFragment } from "./fragments.ts";

export interface SplitResult {
  head: Fragment[];
  /** Starts again at the top. */
  tail: Fragment[];
  headHeightPt: number;
}

const TOLERANCE_PT = 0.5;

/**
 * How many of `count` lines stay when `fitting` of them fit: no single first or last line alone (widow control),
 * none when the paragraph keeps its lines together.
 */
export function linesThatStay(
  count: number,
  fitting: number,
  rules: { widowControl: boolean; keepLines: boolean },
  isStart = true,
): number {
  if (fitting >= count) return count;
  if (rules.keepLines) return 0;
  let stay = fitting;
  if (rules.widowControl) {
    if (count - stay === 1) stay -= 1;
    if (stay === 1 && isStart && count > 1) stay = 0;
  }
  return Math.max(0, stay);
}

/**
 * Everything above `limitPt` in the head; undefined when nothing can stay. `allowsWidows`: single lines of paragraphs may
 * be left alone whatever these ask for.
 */
export function splitFragments(
  fragments: readonly Fragment[],
  limitPt: number,
  allowsWidows = false,
): SplitResult | undefined {
  const head: Fragment[] = [];
  const tail: Fragment[] = [];
  let headHeightPt = 0;
  let shift: number | undefined;
  for (const fragment of fragments) {
    if (shift !== undefined) {
      tail.push({ ...fragment, yPt: fragment.yPt - shift });
      continue;
    }
    const height = fragment.kind === "anchor" ? 0 : fragment.heightPt;
    if (fragment.yPt + height <= limitPt + TOLERANCE_PT) {
      head.push(fragment);
      headHeightPt = Math.max(headHeightPt, fragment.yPt + height);
      continue;
    }
    const parts =
      fragment.kind === "paragraph"
        ? splitParagraph(fragment, limitPt - fragment.yPt, allowsWidows)
        : fragment.kind === "table"
          ? splitTable(fragment, limitPt - fragment.yPt)
          : undefined;
    if (parts) {
      head.push(parts[0]);
      headHeightPt = fragment.yPt + parts[0].heightPt;
      shift = fragment.yPt + parts[0].heightPt;
      tail.push({ ...parts[1], yPt: 0 });
    } else {
      shift = fragment.yPt;
      tail.push({ ...fragment, yPt: 0 });
    }
  }
  if (!head.some((fragment) => fragment.kind !== "anchor")) return undefined;
  return { head, tail, headHeightPt };
}

/** Cuts a paragraph between lines; rows of several pieces stay whole. */
function splitParagraph(
  fragment: ParagraphFragment,
  limitPt: number,
  allowsWidows: boolean,
): [ParagraphFragment, ParagraphFragment] | undefined {
  const { lines, paragraph } = fragment;
  const fitting = lines.filter((line) => line.yPt + line.heightPt <= limitPt + TOLERANCE_PT).length;
  const { keepLines } = paragraph.format;
  const widowControl = paragraph.format.widowControl && !allowsWidows;
  let stay = linesThatStay(lines.length, fitting, { widowControl, keepLines }, fragment.isStart);
  while (stay > 0 && lines[stay]?.sharesRow) stay--;
  if (stay <= 0 || stay >= lines.length) return undefined;
  const cut = lines[stay];
  if (!cut) return undefined;
  const headHeight = cut.yPt;
  const head: ParagraphFragment = {
    ...fragment,
    lines: lines.slice(0, stay),
    heightPt: headHeight,
    isEnd: false,
    box: { ...fragment.box, bottomPt: headHeight },
    decoration: { ...fragment.decoration, bottom: undefined },
  };
  const tail: ParagraphFragment = {
    ...fragment,
    lines: lines.slice(stay).map((line) => ({ ...line, yPt: line.yPt - cut.yPt })),
    heightPt: fragment.heightPt - headHeight,
    isStart: false,
    box: { ...fragment.box, topPt: 0, bottomPt: fragment.heightPt - headHeight },
    decoration: { ...fragment.decoration, top: undefined },
  };
  return [head, tail];
}

function splitTable(fragment: TableFragment, limitPt: number): [TableFragment, TableFragment] | undefined {
  const fitting = fragment.rows.filter((row) => row.yPt + row.heightPt <= limitPt + TOLERANCE_PT).length;
  if (fitting === 0 || fitting >= fragment.rows.length) return undefined;
  const cut = fragment.rows[fitting]?.yPt ?? 0;
  const head: TableFragment = {
    ...fragment,
    rows: fragment.rows.slice(0, fitting),
    heightPt: cut,
    borders: fragment.borders.filter((segment) => segment.y1Pt <= cut + 0.01 && segment.y2Pt <= cut + 0.01),
  };
  const tail: TableFragment = {
    ...fragment,
    rows: fragment.rows.slice(fitting).map((row) => ({ ...row, yPt: row.yPt - cut })),
    heightPt: fragment.heightPt - cut,
    borders: fragment.borders
      .filter((segment) => segment.y1Pt >= cut - 0.01 && segment.y2Pt >= cut - 0.01)
      .map((segment) => ({ ...segment, y1Pt: segment.y1Pt - cut, y2Pt: segment.y2Pt - cut })),
  };
  return [head, tail];
}
