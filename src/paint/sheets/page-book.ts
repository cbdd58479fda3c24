/** Pages of the printed workbook: paper, the scaled sheet on it, headers and footers. */
import type { DrawingNode } from "../../layout/model/shapes.ts";
import type { CellFonts } from "../../layout/sheets/cells/cell-fonts.ts";
import type { HeaderText, PlacedHeaders } from "../../layout/sheets/print/header-places.ts";
import type { PrintedPage } from "../../layout/sheets/print/printed-page.ts";
import { paintBorders } from "../elements/border-painter.ts";
import { boxCss, element, paperPt, SHEET_SCALE, svgElement } from "../elements/elements.ts";
import { linkMark } from "./link-mark.ts";
import { paintPane } from "./pane-painter.ts";
import { paintTextLine } from "./text-lines-painter.ts";

interface BookOptions {
  fonts: CellFonts;
  paintDrawing: (node: DrawingNode) => HTMLElement;
  headers: (page: PrintedPage) => PlacedHeaders;
}

const PX_PER_PT = 4 / 3;

/** Appends every page to `root` and returns the style sheet that gives each its paper size. */
export function paintBook(pages: readonly PrintedPage[], root: HTMLElement, options: BookOptions): string {
  const { fonts, paintDrawing } = options;
  const sizes = new Map<string, string>();
  const holder = document.createDocumentFragment();
  for (const page of pages) {
    const { paperWidthPt, paperHeightPt } = page.setup;
    const size = `${paperPt(paperWidthPt)} ${paperPt(paperHeightPt)}`;
    const name = sizes.get(size) ?? `size${sizes.size}`;
    sizes.set(size, name);
    const paper = element("div", `width:${paperPt(paperWidthPt)};height:${paperPt(paperHeightPt)};page:${name};`);
    paper.className = "page";
    const { texts, pictures } = options.headers(page);
    // Pictures of headers lie under the sheet, texts upon it.
    for (const { node, xPt, yPt, scale } of pictures) {
      paper.append(scaledSheet(paintDrawing(node), xPt, yPt, node.widthPt, node.heightPt, scale));
    }
    const { xPt, yPt, widthPt, heightPt, scale } = page;
    paper.append(scaledSheet(paintBody(page, options), xPt, yPt, widthPt, heightPt, scale));
    for (const text of texts) {
      paper.append(scaledSheet(paintHeader(text, fonts), text.xPt, text.yPt, text.widthPt, text.heightPt, text.scale));
    }
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

function paintBody(
  { panes, headings, chart, targets }: PrintedPage,
  { fonts, paintDrawing }: BookOptions,
): HTMLElement {
  const body = element("div", "position:relative;");
  for (const content of panes) body.append(paintPane(content, fonts, paintDrawing));
  if (headings) {
    for (const line of headings.lines) body.append(paintTextLine(line, fonts));
    body.append(paintBorders(headings.borders));
  }
  if (chart) body.append(paintDrawing(chart));
  for (const id of targets) body.append(linkMark(id, 0, 0));
  return body;
}

function paintHeader({ lines, widthPt, heightPt }: HeaderText, fonts: CellFonts): HTMLElement {
  const box = element("div", boxCss(0, 0, widthPt, heightPt));
  for (const line of lines) box.append(paintTextLine(line, fonts));
  return box;
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
