/** Tables of slides -> display items: fills, text and lines of cells. */
import type { Box } from "../../geometry/box.ts";
import type { Fill } from "../../layout/model/fill.ts";
import type { SlideTable } from "../../layout/slides/model/table.ts";
import { layoutTable, type PlacedTable } from "../../layout/slides/table/table-layout.ts";
import { tableLines } from "../../layout/slides/table/table-lines.ts";
import type { TextTools } from "../../layout/slides/text/text-layout.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { lineSegments } from "../display-list/outline.ts";
import { drawStroke } from "../drawing/fills.ts";
import { drawOutline } from "../drawing/outline-renderer.ts";
import type { ImageLookup } from "../drawing/vector-renderer.ts";
import type { SlideTextRenderer } from "./slide-text-renderer.ts";

interface Tools {
  builder: DisplayListBuilder;
  images: ImageLookup;
  texts: SlideTextRenderer;
  layout: TextTools;
}

/** @param at upper left corner of the frame */
export function drawTable(
  table: SlideTable,
  widthPt: number,
  at: { xPt: number; yPt: number },
  { builder, images, texts, layout }: Tools,
): void {
  const placed = layoutTable(table, widthPt, layout);
  const fill = (box: Box, paint: Fill) => {
    if (paint.kind === "none") return;
    const size = { widthPt: box.widthPt, heightPt: box.heightPt, flipHorizontal: false, flipVertical: false };
    builder.mark("artifact", () => drawOutline(builder, size, paint, undefined, images, box));
  };
  const size = { widthPt: placed.columnEdgesPt.at(-1) ?? 0, heightPt: placed.rowEdgesPt.at(-1) ?? 0 };
  fill({ ...at, ...size }, table.background);
  builder.mark({ role: "Table" }, () => {
    for (const [row, cells] of Map.groupBy(placed.cells, ({ cell }) => cell.row)) {
      const isHeader = table.hasHeaderRow && row === 0;
      builder.mark({ role: "TR" }, () => {
        for (const { cell, box, text } of cells) {
          const place = { ...box, xPt: box.xPt + at.xPt, yPt: box.yPt + at.yPt };
          const items = builder.record(() => {
            fill(place, cell.fill);
            texts.draw(cell.text, text, place, false);
          });
          // Empty cells have their place in the structure, too.
          const { columnSpan, rowSpan } = cell;
          builder.add({ kind: "mark", element: { role: isHeader ? "TH" : "TD", columnSpan, rowSpan }, items });
        }
      });
    }
  });
  builder.mark("artifact", () => drawLines(builder, placed, at));
}

function drawLines(builder: DisplayListBuilder, { cells }: PlacedTable, at: { xPt: number; yPt: number }): void {
  for (const { x1, y1, x2, y2, stroke } of tableLines(cells)) {
    drawStroke(builder, lineSegments([[x1 + at.xPt, y1 + at.yPt, x2 + at.xPt, y2 + at.yPt]]), stroke);
  }
}
