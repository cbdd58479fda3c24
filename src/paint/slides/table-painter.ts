/** Tables: fills, text and lines of cells. */

import type { Fill, Stroke } from "../../layout/model/fill.ts";
import type { Box } from "../../layout/model/shapes.ts";
import type { SlideTable } from "../../layout/slides/model/table.ts";
import { layoutTable, type PlacedTable } from "../../layout/slides/table/table-layout.ts";
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

/** Neighbours share their edge: the later cell's line wins, as it is drawn over the other. */
function paintLines({ cells }: PlacedTable, size: { widthPt: number; heightPt: number }): SVGElement {
  const svg = outlineFrame({ ...size, flipHorizontal: false, flipVertical: false });
  const lines = new Map<string, SVGElement>();
  const draw = (stroke: Stroke | undefined, x1: number, y1: number, x2: number, y2: number) => {
    if (!stroke) return;
    const line = svgElement("path", { d: `M${x1} ${y1}L${x2} ${y2}`, stroke: stroke.color, fill: "none" });
    line.setAttribute("stroke-width", String(Math.max(0.25, stroke.widthPt)));
    if (stroke.opacity < 1) line.setAttribute("stroke-opacity", String(stroke.opacity));
    const dashes = svgDashes(stroke);
    if (dashes) line.setAttribute("stroke-dasharray", dashes);
    const key = [x1, y1, x2, y2].map((value) => value.toFixed(1)).join();
    lines.get(key)?.remove();
    lines.set(key, line);
    svg.append(line);
  };
  for (const { cell, box } of cells) {
    const { xPt, yPt, widthPt, heightPt } = box;
    const right = xPt + widthPt;
    const bottom = yPt + heightPt;
    draw(cell.borders.left, xPt, yPt, xPt, bottom);
    draw(cell.borders.right, right, yPt, right, bottom);
    draw(cell.borders.top, xPt, yPt, right, yPt);
    draw(cell.borders.bottom, xPt, bottom, right, bottom);
    draw(cell.diagonals.down, xPt, yPt, right, bottom);
    draw(cell.diagonals.up, xPt, bottom, right, yPt);
  }
  return svg;
}
