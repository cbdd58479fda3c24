/** How a sheet is printed (ECMA-376 part 1, 18.3.1.51, 62, 63, 70). Lengths in points. */

import { booleanAttribute } from "../../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../../office/xml-node.ts";
import { universalToPoints } from "../../model/units.ts";
import type { PageSetup } from "../model/printing.ts";

const mm = (width: number, height: number): [number, number] => [(width * 72) / 25.4, (height * 72) / 25.4];
const inch = (width: number, height: number): [number, number] => [width * 72, height * 72];

/** `ST_PaperSize` numbers -> width and height. */
const PAPERS: Readonly<Record<number, [number, number]>> = {
  1: inch(8.5, 11),
  2: inch(8.5, 11),
  3: inch(11, 17),
  4: inch(17, 11),
  5: inch(8.5, 14),
  6: inch(5.5, 8.5),
  7: inch(7.25, 10.5),
  8: mm(297, 420),
  9: mm(210, 297),
  10: mm(210, 297),
  11: mm(148, 210),
  12: mm(250, 353),
  13: mm(176, 250),
  14: inch(8.5, 13),
  15: mm(215, 275),
  16: inch(10, 14),
  17: inch(11, 17),
  18: inch(8.5, 11),
  19: inch(3.875, 8.875),
  20: inch(4.125, 9.5),
  24: inch(17, 22),
  25: inch(22, 34),
  26: inch(34, 44),
  27: mm(110, 220),
  28: mm(162, 229),
  29: mm(324, 458),
  30: mm(229, 324),
  31: mm(114, 162),
  33: mm(250, 353),
  34: mm(176, 250),
  37: inch(3.875, 7.5),
  41: inch(8.5, 13),
  42: mm(250, 353),
  43: mm(100, 148),
  50: inch(9.5, 12),
  51: inch(9.5, 15),
  53: mm(235, 322),
  54: inch(8.5, 11),
  55: mm(210, 297),
  66: mm(420, 594),
  70: mm(105, 148),
  88: mm(128, 182),
};
const LETTER = 1;
const A4 = 9;
const MIN_SCALE = 0.1;
const MAX_SCALE = 4;
const MAX_PAPER_PT = 200 * 72;

export function readPageSetup(sheet: XmlNode): PageSetup {
  const setup = child(sheet, "x:pageSetup");
  const margins = child(sheet, "x:pageMargins");
  const print = child(sheet, "x:printOptions")?.attributes ?? {};
  const [paperWidthPt, paperHeightPt] = paperSize(setup);
  const margin = (name: string, inches: number) => {
    const value = Number(margins?.attributes[name] ?? inches);
    return (Number.isFinite(value) ? Math.max(0, Math.min(value, 50)) : inches) * 72;
  };
  const fits = booleanAttribute(child(child(sheet, "x:sheetPr"), "x:pageSetUpPr")?.attributes.fitToPage);
  const count = (value: string | undefined) => Math.max(0, Math.floor(Number(value ?? 1)) || 0);
  const scale = Number(setup?.attributes.scale ?? 100) / 100 || 1;
  return {
    paperWidthPt,
    paperHeightPt,
    orientationIsSet: ["portrait", "landscape"].includes(setup?.attributes.orientation ?? ""),
    marginLeftPt: margin("left", 0.7),
    marginRightPt: margin("right", 0.7),
    marginTopPt: margin("top", 0.75),
    marginBottomPt: margin("bottom", 0.75),
    headerPt: margin("header", 0.3),
    footerPt: margin("footer", 0.3),
    scale: Math.max(MIN_SCALE, Math.min(MAX_SCALE, scale)),
    fit: fits ? { wide: count(setup?.attributes.fitToWidth), high: count(setup?.attributes.fitToHeight) } : undefined,
    overThenDown: setup?.attributes.pageOrder === "overThenDown",
    centerHorizontally: booleanAttribute(print.horizontalCentered),
    centerVertically: booleanAttribute(print.verticalCentered),
    gridLines: booleanAttribute(print.gridLines) && booleanAttribute(print.gridLinesSet, true),
    headings: booleanAttribute(print.headings),
    blackAndWhite: booleanAttribute(setup?.attributes.blackAndWhite),
    errorText: ERROR_TEXTS[setup?.attributes.errors ?? ""],
    firstPage: booleanAttribute(setup?.attributes.useFirstPageNumber)
      ? pageNumber(setup?.attributes.firstPageNumber)
      : undefined,
    rowBreaks: readBreaks(child(sheet, "x:rowBreaks")),
    columnBreaks: readBreaks(child(sheet, "x:colBreaks")),
  };
}

/** `ST_PrintError`. */
const ERROR_TEXTS: Readonly<Record<string, string>> = { blank: "", dash: "--", NA: "#N/A" };

/** Counting may begin with zero. */
function pageNumber(value = "1"): number {
  const number = Number(value);
  // Files hold negative numbers as unsigned ones.
  return Number.isInteger(number) ? number | 0 : 1;
}

/** Sheets that say nothing about their printing take A4, as all of the world except North America does. */
function paperSize(setup: XmlNode | undefined): [number, number] {
  const attributes = setup?.attributes ?? {};
  const known = PAPERS[setup ? Number(attributes.paperSize ?? LETTER) : A4] ?? PAPERS[LETTER] ?? [612, 792];
  let [width, height] = known;
  const ownWidth = universalToPoints(attributes.paperWidth);
  const ownHeight = universalToPoints(attributes.paperHeight);
  if (ownWidth && ownHeight && Math.max(ownWidth, ownHeight) < MAX_PAPER_PT) [width, height] = [ownWidth, ownHeight];
  return attributes.orientation === "landscape" ? [height, width] : [width, height];
}

/** Each break comes before the row or column with its number. */
function readBreaks(element: XmlNode | undefined): ReadonlySet<number> {
  return new Set(childrenNamed(element, "x:brk").map((entry) => Number(entry.attributes.id)));
}
