/** Borders of paragraphs, tables and cells -> display items. */
import { frameSegments } from "../../layout/flow/border-frame.ts";
import { borderStrokes, borderThickness } from "../../layout/flow/border-strokes.ts";
import type { BorderSegment } from "../../layout/flow/fragments.ts";
import type { Border } from "../../layout/model/formatting.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { curves, lineSegments, transformed } from "../display-list/outline.ts";

/** @param xPt the point that the segments are relative to */
export function drawBorders(
  builder: DisplayListBuilder,
  segments: readonly BorderSegment[],
  xPt: number,
  yPt: number,
): void {
  if (segments.length === 0) return;
  builder.mark("artifact", () => {
    for (const { color, widthPt, cap, dashesPt, lines, waves } of borderStrokes(segments)) {
      const placed = lines.map(([x1, y1, x2, y2]) => [x1 + xPt, y1 + yPt, x2 + xPt, y2 + yPt] as const);
      const stroke = { color, opacity: 1, widthPt, cap, join: "miter", dashesPt: dashesPt ?? [] } as const;
      if (placed.length > 0) builder.add({ kind: "path", outline: lineSegments(placed), fill: undefined, stroke });
      if (waves.length === 0) continue;
      const outline = transformed(curves(waves), 1, 1, xPt, yPt);
      builder.add({ kind: "path", outline, fill: undefined, stroke: { ...stroke, join: "round" } });
    }
  });
}

/** One border on all sides of a box, centered on its edges. */
export function drawFrame(
  builder: DisplayListBuilder,
  border: Border,
  xPt: number,
  yPt: number,
  widthPt: number,
  heightPt: number,
): void {
  const half = borderThickness(border) / 2;
  const box = { leftPt: -half, topPt: -half, rightPt: widthPt + half, bottomPt: heightPt + half };
  drawBorders(builder, frameSegments({ top: border, bottom: border, left: border, right: border }, box), xPt, yPt);
}
