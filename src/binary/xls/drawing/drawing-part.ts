/** The shapes of a sheet between its cells (MS-XLS 2.5.193) -> a drawing part (ECMA-376 part 1, 20.5). */
import type { ArtNode } from "../../officeart/records.ts";
import type { Edges } from "../../officeart/shape-tree.ts";
import { RecordCursor } from "../biff/record-cursor.ts";
import type { BiffRecord } from "../biff/record-stream.ts";
import type { SheetContent } from "../content/sheet-content.ts";
import type { CellAnchor } from "../content/sheet-drawing.ts";
import type { PartRelationship } from "../markup/xml.ts";
import { ObjectKind, readAnchor } from "./drawing-records.ts";
import { absoluteAnchor, cellAnchor, drawingXml } from "./drawing-xml.ts";
import { type DrawingHost, ShapeWriter, shapesOf } from "./shape-writer.ts";
import { SheetGrid } from "./sheet-grid.ts";

const ANCHOR_BYTES = 18;
/** Of a chart that fills its page: shapes on it need numbers for their places. */
const WHOLE_PAGE_EMU = { width: 9_144_000, height: 6_858_000 };

export interface DrawingPart {
  xml: string;
  relationships: PartRelationship[];
}

/** Undefined when nothing of the drawing is printed. */
export function drawingPart(sheet: SheetContent, host: DrawingHost): DrawingPart | undefined {
  const { drawing } = sheet;
  if (drawing.pieces.length === 0 && drawing.oldObjects.length === 0) return undefined;
  const writer = new ShapeWriter(host);
  const grid = new SheetGrid(sheet);
  const anchored = (anchor: CellAnchor | undefined, object: (edges: Edges) => string | undefined): string[] => {
    const xml = anchor && object(edgesOf(anchor, grid));
    if (!anchor || !xml) return [];
    return [
      cellAnchor(anchor, xml, (corner) => ({
        columnEmu: corner.columnShare * grid.columnEmu(corner.column),
        rowEmu: corner.rowShare * grid.rowEmu(corner.row),
      })),
    ];
  };
  const anchors = [
    ...shapesOf(drawing, host).flatMap((shape) =>
      anchored(anchorOf(shape.clientAnchor), (edges) => writer.shape(shape, edges, drawing)),
    ),
    ...drawing.oldObjects
      .filter((object) => object.isPrinted && object.kind === ObjectKind.chart)
      .flatMap((object) => anchored(object.anchor, (edges) => writer.chart(object.chart ?? [], edges))),
  ];
  return anchors.length > 0 ? { xml: drawingXml(anchors), relationships: writer.relationships } : undefined;
}

/**
 * The drawing of a chart sheet; `size` in EMU is that of its printout, without one the chart fills the page. Undefined
 * when the records hold no chart.
 */
export function chartSheetDrawing(
  records: readonly BiffRecord[],
  size: { width: number; height: number } | undefined,
  host: DrawingHost,
): DrawingPart | undefined {
  const writer = new ShapeWriter(host);
  const { width, height } = size ?? WHOLE_PAGE_EMU;
  const chart = writer.chart(records, { left: 0, top: 0, right: width, bottom: height });
  if (!chart) return undefined;
  const anchor = absoluteAnchor(chart, { width, height }, size !== undefined);
  return { xml: drawingXml([anchor]), relationships: writer.relationships };
}

function edgesOf({ from, to }: CellAnchor, grid: SheetGrid): Edges {
  const start = grid.place(from);
  const end = grid.place(to);
  return { left: start.x, top: start.y, right: end.x, bottom: end.y };
}

function anchorOf(node: ArtNode | undefined): CellAnchor | undefined {
  if (!node || node.body.length < ANCHOR_BYTES) return undefined;
  const cursor = new RecordCursor([node.body]);
  cursor.skip(2);
  return readAnchor(cursor);
}
