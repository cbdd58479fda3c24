/** Pages of the printed workbook: paper, the scaled sheet on it, headers and footers. */

import type { DrawingNode } from "../../layout/model/shapes.ts";
import type { CellFonts } from "../../layout/sheets/cells/cell-fonts.ts";
import { breakLines, heightOf, type StyledRun } from "../../layout/sheets/cells/text-lines.ts";
import type { HeaderFooterSet, HeaderPictures, PageSetup } from "../../layout/sheets/model/printing.ts";
import type { CellFont } from "../../layout/sheets/styles/rich-text.ts";
import {
  type HeaderRun,
  type HeaderSide,
  type HeaderValues,
  parseHeader,
} from "../../layout/sheets/workbook/header-footer.ts";
import { boxCss, element, paperPt, pt, SHEET_SCALE, svgElement } from "../elements/elements.ts";
import { fontCss } from "./font-css.ts";

export interface PaperPage {
  setup: PageSetup;
  headerFooter: HeaderFooterSet | undefined;
  headerPictures: HeaderPictures;
  sheetName: string;
  /** Print scale of the sheet. */
  scale: number;
  /** The sheet, with its size before scaling; placed within the margins. */
  body: HTMLElement;
  bodyWidthPt: number;
  bodyHeightPt: number;
  isFirstOfSheet: boolean;
  /** The sheet stands at the right margin. */
  rightToLeft: boolean;
}

export interface BookOptions {
  fonts: CellFonts;
  defaultFont: CellFont;
  paintDrawing: (node: DrawingNode) => HTMLElement;
  values: Pick<HeaderValues, "fileName" | "date" | "time" | "themeColor">;
}

const PX_PER_PT = 4 / 3;

/** Appends every page to `root` and returns the style sheet that gives each its paper size. */
export function paintBook(pages: readonly PaperPage[], root: HTMLElement, options: BookOptions): string {
  const sizes = new Map<string, string>();
  const holder = document.createDocumentFragment();
  let number = 0;
  for (const page of pages) {
    number = page.isFirstOfSheet && page.setup.firstPage !== undefined ? page.setup.firstPage : number + 1;
    const { paperWidthPt, paperHeightPt } = page.setup;
    const size = `${paperPt(paperWidthPt)} ${paperPt(paperHeightPt)}`;
    const name = sizes.get(size) ?? `size${sizes.size}`;
    sizes.set(size, name);
    const paper = element("div", `width:${paperPt(paperWidthPt)};height:${paperPt(paperHeightPt)};page:${name};`);
    paper.className = "page";
    const values = { ...options.values, page: number, pages: pages.length, sheetName: page.sheetName };
    const { texts, pictures } = headersOf(page, number, values, options);
    paper.append(...pictures, placedSheet(page), ...texts);
    holder.append(paper);
  }
  root.append(holder);
  let css =
    "@page{margin:0}html,body{margin:0;padding:0;background:none}*{box-sizing:content-box}" +
    ".page{position:relative;overflow:clip;contain:strict;break-after:page;text-rendering:geometricPrecision;font-kerning:none;font-variant-ligatures:none;-webkit-print-color-adjust:exact;print-color-adjust:exact}" +
    ".page:last-child{break-after:auto}p{margin:0}";
  for (const [size, name] of sizes) css += `@page ${name}{size:${size};margin:0}`;
  return css;
}

/** The enlarged sheet, scaled down by SVG to its printed size. */
function scaledSheet(
  sheet: HTMLElement,
  xPt: number,
  yPt: number,
  widthPt: number,
  heightPt: number,
  scale: number,
): SVGElement {
  const width = widthPt * SHEET_SCALE * PX_PER_PT;
  const height = heightPt * SHEET_SCALE * PX_PER_PT;
  const svg = svgElement("svg", {
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: "none",
    role: "presentation",
  });
  svg.style.cssText = `position:absolute;left:${paperPt(xPt)};top:${paperPt(yPt)};width:${paperPt(widthPt * scale)};height:${paperPt(heightPt * scale)};overflow:visible;`;
  const holder = svgElement("foreignObject", { x: 0, y: 0, width, height });
  holder.style.overflow = "visible";
  holder.append(sheet);
  svg.append(holder);
  return svg;
}

function placedSheet(page: PaperPage): SVGElement {
  const { setup, scale, bodyWidthPt, bodyHeightPt } = page;
  const freeX = setup.paperWidthPt - setup.marginLeftPt - setup.marginRightPt - bodyWidthPt * scale;
  const freeY = setup.paperHeightPt - setup.marginTopPt - setup.marginBottomPt - bodyHeightPt * scale;
  const share = setup.centerHorizontally ? 0.5 : page.rightToLeft ? 1 : 0;
  const x = setup.marginLeftPt + Math.max(0, freeX * share);
  const y = setup.marginTopPt + (setup.centerVertically ? Math.max(0, freeY / 2) : 0);
  return scaledSheet(page.body, x, y, bodyWidthPt, bodyHeightPt, scale);
}

/** Pictures lie under the sheet, texts upon it. */
function headersOf(
  page: PaperPage,
  number: number,
  values: HeaderValues,
  options: BookOptions,
): { texts: SVGElement[]; pictures: SVGElement[] } {
  const { headerFooter, setup } = page;
  const made: { texts: SVGElement[]; pictures: SVGElement[] } = { texts: [], pictures: [] };
  if (!headerFooter) return made;
  const isFirst = page.isFirstOfSheet && headerFooter.firstHeader !== undefined;
  const isEven = number % 2 === 0 && headerFooter.evenHeader !== undefined;
  const header = isFirst ? headerFooter.firstHeader : isEven ? headerFooter.evenHeader : headerFooter.oddHeader;
  const footer = isFirst ? headerFooter.firstFooter : isEven ? headerFooter.evenFooter : headerFooter.oddFooter;
  const scale = headerFooter.scales ? page.scale : 1;
  const left = headerFooter.alignsWithMargins ? setup.marginLeftPt : 0.7 * 72;
  const right = headerFooter.alignsWithMargins ? setup.marginRightPt : 0.7 * 72;
  const widthPt = (setup.paperWidthPt - left - right) / scale;
  const kind = isFirst ? "FIRST" : isEven ? "EVEN" : "";
  const add = (coded: string | undefined, atTop: boolean) => {
    if (!coded) return;
    const { box, heightPt, pictureLines } = paintSections(coded, widthPt, values, options, atTop);
    const y = atTop ? setup.headerPt : setup.paperHeightPt - setup.footerPt - heightPt * scale;
    if (box.childElementCount > 0) made.texts.push(scaledSheet(box, left, y, widthPt, Math.max(1, heightPt), scale));
    for (const { side, beforePt, afterPt } of pictureLines) {
      const node = page.headerPictures.get(`${SIDE_LETTERS[side]}${atTop ? "H" : "F"}${kind}`);
      if (!node) continue;
      const free = setup.paperWidthPt - left - right - node.widthPt * scale;
      const x = left + free * SIDE_SHARES[side];
      const top = atTop
        ? setup.headerPt + beforePt * scale
        : setup.paperHeightPt - setup.footerPt - (afterPt + node.heightPt) * scale;
      const painted = options.paintDrawing({ ...node, xPt: 0, yPt: 0 });
      made.pictures.push(scaledSheet(painted, x, top, node.widthPt, node.heightPt, scale));
    }
  };
  add(header, true);
  add(footer, false);
  return made;
}

const SIDE_LETTERS = { left: "L", center: "C", right: "R" } as const;
const SIDE_SHARES = { left: 0, center: 0.5, right: 1 } as const;

interface PictureLine {
  side: HeaderSide;
  /** Heights of the lines above and below that of the picture. */
  beforePt: number;
  afterPt: number;
}

function paintSections(
  coded: string,
  widthPt: number,
  values: HeaderValues,
  options: BookOptions,
  atTop: boolean,
): { box: HTMLElement; heightPt: number; pictureLines: PictureLine[] } {
  const { fonts, defaultFont } = options;
  const sections = parseHeader(coded, values);
  const laidOut = (["left", "center", "right"] as const).map((side) => {
    const runs = sections[side].map((run): StyledRun => ({ text: run.text, font: headerFont(run, defaultFont) }));
    return { side, lines: runs.length > 0 ? breakLines(runs, widthPt, defaultFont, fonts) : [] };
  });
  const heightPt = Math.max(...laidOut.map(({ lines }) => heightOf(lines)));
  const box = element("div", boxCss(0, 0, widthPt, heightPt));
  for (const { side, lines } of laidOut) {
    let y = atTop ? 0 : heightPt - heightOf(lines);
    for (const line of lines) {
      const height = line.ascentPt + line.descentPt;
      const x = side === "left" ? 0 : side === "center" ? (widthPt - line.widthPt) / 2 : widthPt - line.widthPt;
      const holder = element(
        "div",
        `position:absolute;left:${pt(x)};top:${pt(y)};white-space:pre;height:${pt(height)};line-height:${pt(height)};`,
      );
      for (const run of line.runs) {
        const span = element("span", `${fontCss(fonts, run.font)}line-height:${pt(height)};`);
        span.textContent = run.text;
        holder.append(span);
      }
      box.append(holder);
      y += height;
    }
  }
  const pictureLines = laidOut.flatMap(({ side, lines }): PictureLine[] => {
    const at = sections.pictureLines[side];
    if (at === undefined) return [];
    return [{ side, beforePt: heightOf(lines.slice(0, at)), afterPt: heightOf(lines.slice(at + 1)) }];
  });
  return { box, heightPt, pictureLines };
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
