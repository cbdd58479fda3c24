/** Tables: fills, text and lines of cells. */

import type { Fill } from "../../layout/model/fill.ts";
import type { Box } from "../../layout/model/shapes.ts";
import type { SlideTable } from "../../layout/slides/model/table.ts";
import { layoutTable, type PlacedTable } from "../../layout/slides/table/table-layout.ts";
import { tableLines } from "../../layout/slides/table/table-lines.ts";
import type { TextTools } from "../../layout/slides/text/text-layout.ts";
import { boxCss, element, svgElement } from "../elements/elements.ts";
import { outlineFrame, outlineSvg } from "../elements/outline-painter.ts";
import { svgDashes } from "../elements/svg-style.ts";
import { paintText } from "./text-painter.ts";

export function paintTable(table: SlideTable, widthPt: number, tools: TextTools): HTMLElement[] {
  const placed = layoutTable(table, widthPt, tools);
  const size = { widthPt: placed.columnEdgesPt.at(-1) ?? 0, heightPt: placed.rowEdgesPt.at(-1) ?? 0 };
  const box = element("div", boxCss(0, 0, size.widthPt, size.heightPt));
  box.setAttribute("role", "table");
  if (table.background.kind !== "none") box.append(filledBox({ xPt: 0, yPt: 0, ...size }, table.background));
  const rows = Map.groupBy(placed.cells, ({ cell }) => cell.row);
  for (const cells of rows.values()) {
    const row = element("div", "position:absolute;left:0;top:0;width:0;height:0;");
    row.setAttribute("role", "row");
    for (const { cell, box: at, text } of cells) {
      const holder = element("div", "position:absolute;left:0;top:0;width:0;height:0;");
      holder.setAttribute("role", "cell");
      if (cell.fill.kind !== "none") holder.append(filledBox(at, cell.fill));
      holder.append(paintText(cell.text, text, at, { paragraphElement: "p" }));
      row.append(holder);
    }
    box.append(row);
  }
  box.append(paintLines(placed, size));
  return [box];
}

function filledBox(at: Box, fill: Fill): HTMLElement {
  if (fill.kind === "solid" && fill.opacity >= 1) {
    return element("div", `${boxCss(at.xPt, at.yPt, at.widthPt, at.heightPt)}background:${fill.color};`);
  }
  const holder = element("div", boxCss(at.xPt, at.yPt, at.widthPt, at.heightPt));
  holder.append(outlineSvg({ ...at, flipHorizontal: false, flipVertical: false }, fill, undefined));
  return holder;
}

function paintLines({ cells }: PlacedTable, size: { widthPt: number; heightPt: number }): SVGElement {
  const svg = outlineFrame({ ...size, flipHorizontal: false, flipVertical: false });
  for (const { x1, y1, x2, y2, stroke } of tableLines(cells)) {
    const line = svgElement("path", { d: `M${x1} ${y1}L${x2} ${y2}`, stroke: stroke.color, fill: "none" });
    line.setAttribute("stroke-width", String(Math.max(0.25, stroke.widthPt)));
    if (stroke.opacity < 1) line.setAttribute("stroke-opacity", String(stroke.opacity));
    const dashes = svgDashes(stroke);
    if (dashes) line.setAttribute("stroke-dasharray", dashes);
    svg.append(line);
  }
  return svg;
}
