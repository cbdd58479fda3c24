/** Borders of paragraphs, tables and cells -> commands. */
import { borderStrokes } from "../../layout/flow/border-strokes.ts";
import type { BorderSegment } from "../../layout/flow/fragments.ts";
import { lineSegments } from "../commands/outline.ts";
import type { Recorder } from "../commands/recorder.ts";

/** @param xPt the point that the segments are relative to */
export function drawBorders(recorder: Recorder, segments: readonly BorderSegment[], xPt: number, yPt: number): void {
  if (segments.length === 0) return;
  recorder.mark("artifact", () => {
    for (const { color, widthPt, cap, dashesPt, lines } of borderStrokes(segments)) {
      const placed = lines.map(([x1, y1, x2, y2]) => [x1 + xPt, y1 + yPt, x2 + xPt, y2 + yPt] as const);
      const stroke = { color, opacity: 1, widthPt, cap, join: "miter", dashesPt: dashesPt ?? [] } as const;
      recorder.add({ kind: "path", outline: lineSegments(placed), fill: undefined, stroke });
    }
  });
}
