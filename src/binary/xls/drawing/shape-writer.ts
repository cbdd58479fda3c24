/** Shapes of OfficeArt (MS-ODRAW) -> objects of a drawing part (ECMA-376 part 1, 20.5.2). */
import { joinBytes } from "../../../domain/join-bytes.ts";
import type { DrawingContext } from "../../officeart/drawing-color.ts";
import { shapeAppearancesXml } from "../../officeart/drawingml-writer.ts";
import { imageXml } from "../../officeart/image-xml.ts";
import { isLineType } from "../../officeart/preset-shapes.ts";
import { PROPERTY } from "../../officeart/property-ids.ts";
import { ART } from "../../officeart/record-types.ts";
import { type ArtNode, readTree } from "../../officeart/records.ts";
import type { ShapeProperties } from "../../officeart/shape-properties.ts";
import { type ArtShape, type Edges, readDrawing } from "../../officeart/shape-tree.ts";
import { shapeTransform, transformXml } from "../../officeart/transform-xml.ts";
import { RecordCursor } from "../biff/record-cursor.ts";
import type { BiffRecord } from "../biff/record-stream.ts";
import { paletteColor } from "../chart/chart-context.ts";
import type { HostObject, SheetDrawing } from "../content/sheet-drawing.ts";
import type { PartRelationship } from "../markup/xml.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";
import { DrawingRecords, ObjectKind } from "./drawing-records.ts";
import { chartFrame, nonVisual } from "./drawing-xml.ts";
import { textBody } from "./shape-text.ts";

const CHART_ANCHOR_BYTES = 18;
/** Places on a chart are counted in 4000ths of its sides (MS-XLS 2.5.192). */
const CHART_PARTS = 4_000;
const HEADER_BYTES = 8;
const MAX_SHAPES = 20_000;

/** What all drawings of a workbook share. */
export interface DrawingHost {
  globals: WorkbookGlobals;
  defaults: ShapeProperties | undefined;
  /** Adds a picture to the package; its target counts from the folder of drawings. */
  addImage(blip: number): string | undefined;
  /** Adds a chart to the package. */
  addChart(records: readonly BiffRecord[]): string | undefined;
}

/** The shapes of a drawing on the top level. */
export function shapesOf(drawing: SheetDrawing, host: DrawingHost): readonly ArtShape[] {
  const container = readTree(joinBytes(drawing.pieces)).find((node) => node.type === ART.drawingContainer);
  return readDrawing(container, host.defaults).shapes;
}

/** Writes the objects of one drawing part. */
export class ShapeWriter implements DrawingContext {
  readonly relationships: PartRelationship[] = [];
  readonly #host: DrawingHost;
  readonly #images = new Map<number, string | undefined>();
  #shapes = 0;

  constructor(host: DrawingHost) {
    this.#host = host;
  }

  indexedColor(index: number): { rgb: string } {
    return { rgb: paletteColor(this.#host.globals, index) };
  }

  imageRelationship(blip: number): string | undefined {
    if (!this.#images.has(blip)) {
      const target = this.#host.addImage(blip);
      this.#images.set(blip, target && this.#relate("image", target));
    }
    return this.#images.get(blip);
  }

  #relate(type: string, target: string): string {
    const id = `rId${this.relationships.length + 1}`;
    this.relationships.push({ id, type, target });
    return id;
  }

  /** `edges` in EMU, within groups in the numbers of the group. Undefined for what is not printed. */
  shape(shape: ArtShape, edges: Edges, drawing: SheetDrawing): string | undefined {
    if (++this.#shapes > MAX_SHAPES || shape.properties.flag(PROPERTY.isHidden)) return undefined;
    const object = shape.clientData && drawing.objects.get(endOf(shape.clientData));
    if (object && !isShown(object)) return undefined;
    // hidden rows and columns hide the shapes on them, too
    if (!isLineType(shape.type) && !shape.isConnector && isFlat(edges)) return undefined;
    if (shape.isGroup) return this.#group(shape, edges, drawing);
    if (object?.kind === ObjectKind.chart) return this.chart(object.chart ?? [], edges);
    return this.#image(shape, edges) ?? this.#plainShape(shape, edges, drawing);
  }

  #group(shape: ArtShape, edges: Edges, drawing: SheetDrawing): string {
    const children = shape.children.map((child) =>
      child.childAnchor ? this.shape(child, child.childAnchor, drawing) : "",
    );
    return groupXml(shape.id, transformXml(shape, edges, 1), children.join(""));
  }

  /** A chart with shapes on it becomes a group of the chart and its shapes. */
  chart(records: readonly BiffRecord[], edges: Edges): string | undefined {
    const target = this.#host.addChart(records);
    if (!target) return undefined;
    const id = this.relationships.length + 1;
    const frame = chartFrame(id, this.#relate("chart", target), edges);
    const { drawing } = chartDrawing(records);
    const shapes = drawing.pieces.length > 0 ? shapesOf(drawing, this.#host) : [];
    const inner = shapes.map((shape) => {
      const place = placeOnChart(shape.clientAnchor, edges);
      return place ? this.shape(shape, place, drawing) : "";
    });
    if (inner.every((xml) => !xml)) return frame;
    const { left, top, right, bottom } = edges;
    const box = (offset: string, extent: string) =>
      `<a:${offset} x="${Math.round(left)}" y="${Math.round(top)}"/><a:${extent} cx="${Math.round(right - left)}" cy="${Math.round(bottom - top)}"/>`;
    return groupXml(id, `<a:xfrm>${box("off", "ext")}${box("chOff", "chExt")}</a:xfrm>`, frame + inner.join(""));
  }

  #appearances(shape: ArtShape, anchor: Edges): string {
    const { edges } = shapeTransform(shape, anchor);
    const size = { width: edges.right - edges.left, height: edges.bottom - edges.top };
    return `<xdr:spPr>${transformXml(shape, anchor, 1)}${shapeAppearancesXml(shape, size, this)}</xdr:spPr>`;
  }

  #image(shape: ArtShape, edges: Edges): string | undefined {
    const blip = shape.properties.number(PROPERTY.image);
    const relationship = blip ? this.imageRelationship(blip) : undefined;
    if (!relationship) return undefined;
    const names = `<xdr:nvPicPr>${nonVisual(shape.id, `Picture ${shape.id}`)}<xdr:cNvPicPr/></xdr:nvPicPr>`;
    const fill = `<xdr:blipFill>${imageXml(shape.properties, relationship)}</xdr:blipFill>`;
    return `<xdr:pic>${names}${fill}${this.#appearances(shape, edges)}</xdr:pic>`;
  }

  #plainShape(shape: ArtShape, edges: Edges, drawing: SheetDrawing): string {
    const text = shape.clientTextbox && drawing.texts.get(endOf(shape.clientTextbox));
    const body = text ? textBody(text, shape.properties, this.#host.globals) : "";
    const names = `<xdr:nvSpPr>${nonVisual(shape.id, `Shape ${shape.id}`)}<xdr:cNvSpPr/></xdr:nvSpPr>`;
    return `<xdr:sp>${names}${this.#appearances(shape, edges)}${body}</xdr:sp>`;
  }
}

function groupXml(id: number, transform: string, children: string): string {
  const names = `<xdr:nvGrpSpPr>${nonVisual(id, `Group ${id}`)}<xdr:cNvGrpSpPr/></xdr:nvGrpSpPr>`;
  return `<xdr:grpSp>${names}<xdr:grpSpPr>${transform}</xdr:grpSpPr>${children}</xdr:grpSp>`;
}

function chartDrawing(records: readonly BiffRecord[]): DrawingRecords {
  const drawings = new DrawingRecords(true);
  for (const record of records) drawings.read(record);
  return drawings;
}

function placeOnChart(anchor: ArtNode | undefined, edges: Edges): Edges | undefined {
  if (!anchor || anchor.body.length < CHART_ANCHOR_BYTES) return undefined;
  const cursor = new RecordCursor([anchor.body]);
  cursor.skip(2);
  const x = () => edges.left + (cursor.i32() / CHART_PARTS) * (edges.right - edges.left);
  const y = () => edges.top + (cursor.i32() / CHART_PARTS) * (edges.bottom - edges.top);
  return { left: x(), top: y(), right: x(), bottom: y() };
}

function isFlat({ left, top, right, bottom }: Edges): boolean {
  return Math.round(right - left) === 0 || Math.round(bottom - top) === 0;
}

/** Notes belong to comments, drop-downs to filters and forms. */
function isShown({ kind, isPrinted }: HostObject): boolean {
  return isPrinted && kind !== ObjectKind.note && kind !== ObjectKind.dropDown;
}

/** Where a record ends within the stream: there the record of the host came. */
function endOf(node: ArtNode): number {
  return node.offset + HEADER_BYTES + node.body.length;
}
