/** Headers and footers of a printed page, laid out. */
import { largestOf } from "../../../domain/collections/long-lists.ts";
import type { DrawingNode } from "../../model/shapes.ts";
import type { CellFonts } from "../cells/cell-fonts.ts";
import { breakLines, heightOf, type StyledRun, type TextLine } from "../cells/text-lines.ts";
import type { PlacedLine } from "../cells/text-places.ts";
import type { CellFont } from "../styles/rich-text.ts";
import { type HeaderRun, type HeaderSide, type HeaderValues, parseHeader } from "../workbook/header-footer.ts";
import type { PrintedPage } from "./printed-page.ts";

/** Lines of text in coordinates of their own, which are scaled and then moved to a place on the paper. */
interface HeaderText {
  lines: PlacedLine[];
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
  scale: number;
}

interface HeaderImage {
  node: DrawingNode;
  xPt: number;
  yPt: number;
  scale: number;
}

export interface PlacedHeaders {
  texts: HeaderText[];
  images: HeaderImage[];
}

/** Headers that are not at the margins of the sheet are at these. */
const OWN_MARGIN_PT = 0.7 * 72;
const SIDES = ["left", "center", "right"] as const;
const SIDE_LETTERS = { left: "L", center: "C", right: "R" } as const;
const SIDE_SHARES = { left: 0, center: 0.5, right: 1 } as const;

/** What is in the header and the footer of a page, by its number. */
export function headersOf(
  page: PrintedPage,
  values: HeaderValues,
  fonts: CellFonts,
  defaultFont: CellFont,
): PlacedHeaders {
  const { setup, isFirstOfSheet } = page;
  const { headerFooter, headerImages } = page.sheet;
  const made: PlacedHeaders = { texts: [], images: [] };
  if (!headerFooter) return made;
  const isFirst = isFirstOfSheet && headerFooter.firstHeader !== undefined;
  const isEven = values.page % 2 === 0 && headerFooter.evenHeader !== undefined;
  const header = isFirst ? headerFooter.firstHeader : isEven ? headerFooter.evenHeader : headerFooter.oddHeader;
  const footer = isFirst ? headerFooter.firstFooter : isEven ? headerFooter.evenFooter : headerFooter.oddFooter;
  const scale = headerFooter.scales ? page.scale : 1;
  const left = headerFooter.alignsWithMargins ? setup.marginLeftPt : OWN_MARGIN_PT;
  const right = headerFooter.alignsWithMargins ? setup.marginRightPt : OWN_MARGIN_PT;
  const widthPt = (setup.paperWidthPt - left - right) / scale;
  const kind = isFirst ? "FIRST" : isEven ? "EVEN" : "";
  const add = (coded: string | undefined, atTop: boolean) => {
    if (!coded) return;
    const { lines, heightPt, imageLines } = sectionsOf(coded, widthPt, values, fonts, defaultFont, atTop);
    const yPt = atTop ? setup.headerPt : setup.paperHeightPt - setup.footerPt - heightPt * scale;
    if (lines.length > 0) made.texts.push({ lines, xPt: left, yPt, widthPt, heightPt: Math.max(1, heightPt), scale });
    for (const { side, beforePt, afterPt } of imageLines) {
      const node = headerImages.get(`${SIDE_LETTERS[side]}${atTop ? "H" : "F"}${kind}`);
      if (!node) continue;
      const free = setup.paperWidthPt - left - right - node.widthPt * scale;
      made.images.push({
        node: { ...node, xPt: 0, yPt: 0 },
        xPt: left + free * SIDE_SHARES[side],
        yPt: atTop
          ? setup.headerPt + beforePt * scale
          : setup.paperHeightPt - setup.footerPt - (afterPt + node.heightPt) * scale,
        scale,
      });
    }
  };
  add(header, true);
  add(footer, false);
  return made;
}

interface ImageLine {
  side: HeaderSide;
  /** Heights of the lines above and below the picture's line. */
  beforePt: number;
  afterPt: number;
}

function sectionsOf(
  coded: string,
  widthPt: number,
  values: HeaderValues,
  fonts: CellFonts,
  defaultFont: CellFont,
  atTop: boolean,
): { lines: PlacedLine[]; heightPt: number; imageLines: ImageLine[] } {
  const sections = parseHeader(coded, values);
  const laidOut = SIDES.map((side) => {
    const runs = sections[side].map((run): StyledRun => ({ text: run.text, font: headerFont(run, defaultFont) }));
    return { side, lines: runs.length > 0 ? breakLines(runs, widthPt, defaultFont, fonts) : [] };
  });
  const heightPt = largestOf(laidOut.map(({ lines }) => heightOf(lines)));
  const placed = laidOut.flatMap(({ side, lines }) => {
    let y = atTop ? 0 : heightPt - heightOf(lines);
    return lines.map((line: TextLine): PlacedLine => {
      const yPt = y;
      y += line.ascentPt + line.descentPt;
      return { line, xPt: (widthPt - line.widthPt) * SIDE_SHARES[side], yPt, wordSpacingPt: 0 };
    });
  });
  const imageLines = laidOut.flatMap(({ side, lines }): ImageLine[] => {
    const at = sections.imageLines[side];
    if (at === undefined) return [];
    return [{ side, beforePt: heightOf(lines.slice(0, at)), afterPt: heightOf(lines.slice(at + 1)) }];
  });
  return { lines: placed, heightPt, imageLines };
}

function headerFont(run: HeaderRun, defaultFont: CellFont): CellFont {
  return {
    family: run.family ?? defaultFont.family,
    familyClass: run.family ? 0 : defaultFont.familyClass,
    sizePt: run.sizePt ?? defaultFont.sizePt,
    bold: run.bold,
    italic: run.italic,
    underline: run.underline ? "single" : "none",
    strike: run.strike,
    color: run.color,
    vertical: run.vertical,
  };
}
