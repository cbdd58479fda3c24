/** The shapes of a sheet (MS-ODRAW, MS-XLS 2.5.193) -> a drawing part (ECMA-376 part 1, 20.5). */
import type { BlipStore } from "../../officeart/blip-store.ts";
import type { DrawingContext } from "../../officeart/drawing-color.ts";
import { shapeLooksXml } from "../../officeart/drawingml-writer.ts";
import { pictureXml } from "../../officeart/picture-xml.ts";
import { isLineType } from "../../officeart/preset-shapes.ts";
import { PROPERTY } from "../../officeart/property-ids.ts";
import { ART } from "../../officeart/record-types.ts";
import { type ArtNode, readTree } from "../../officeart/records.ts";
import type { ShapeProperties } from "../../officeart/shape-properties.ts";
import { type ArtShape, type Edges, readDrawing } from "../../officeart/shape-tree.ts";
import { shapeTransform, transformXml } from "../../officeart/transform-xml.ts";
import { joined } from "../biff/joined.ts";
import { RecordCursor } from "../biff/record-cursor.ts";
import type { BiffRecord } from "../biff/record-stream.ts";
import { paletteColor } from "../chart/chart-context.ts";
import type { PartRelationship } from "../parts/xml.ts";
import type { SheetContent } from "../sheet/sheet-content.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";
import { type CellAnchor, type HostObject, ObjectKind, readAnchor, type SheetDrawing } from "./drawing-records.ts";
import { cellAnchor, chartFrame, drawingXml, nonVisual } from "./drawing-xml.ts";
import { textBody } from "./shape-text.ts";
import { SheetGrid } from "./sheet-grid.ts";

const ANCHOR_BYTES = 18;
const HEADER_BYTES = 8;
const MAX_SHAPES = 20_000;

/** What all drawings of a workbook share. */
export interface DrawingHost {
  globals: WorkbookGlobals;
  blips: BlipStore;
  defaults: ShapeProperties | undefined;
  /** Adds a picture to the package; its target counts from the folder of drawings. */
  addPicture(blip: number): string | undefined;
  /** Adds a chart to the package. */
  addChart(records: BiffRecord[]): string | undefined;
}

export interface DrawingPart {
  xml: string;
  relationships: PartRelationship[];
}

/** Undefined when nothing of the drawing is printed. */
export function drawingPart(sheet: SheetContent, host: DrawingHost): DrawingPart | undefined {
  const writer = new DrawingWriter(sheet, host);
  const anchors = writer.anchors();
  return anchors.length > 0 ? { xml: drawingXml(anchors), relationships: writer.relationships } : undefined;
}

class DrawingWriter implements DrawingContext {
  readonly relationships: PartRelationship[] = [];
  readonly #drawing: SheetDrawing;
  readonly #host: DrawingHost;
  readonly #grid: SheetGrid;
  readonly #pictures = new Map<number, string | undefined>();
  #shapes = 0;

  constructor(sheet: SheetContent, host: DrawingHost) {
    this.#drawing = sheet.drawing;
    this.#host = host;
    this.#grid = new SheetGrid(sheet);
  }

  indexedColor(index: number): { rgb: string } {
    return { rgb: paletteColor(this.#host.globals, index) };
  }

  pictureRelationship(blip: number): string | undefined {
    if (!this.#pictures.has(blip)) {
      const target = this.#host.addPicture(blip);
      this.#pictures.set(blip, target && this.#relate("image", target));
    }
    return this.#pictures.get(blip);
  }

  anchors(): string[] {
    const container = readTree(joined(this.#drawing.pieces)).find((node) => node.type === ART.drawingContainer);
    const shapes = readDrawing(container, this.#host.defaults).shapes.flatMap((shape) => {
      const anchor = anchorOf(shape.clientAnchor);
      if (!anchor) return [];
      const from = this.#grid.place(anchor.from);
      const to = this.#grid.place(anchor.to);
      const object = this.#shape(shape, { left: from.x, top: from.y, right: to.x, bottom: to.y });
      return object ? [this.#anchor(anchor, object)] : [];
    });
    const old = this.#drawing.oldObjects.flatMap((object) => {
      const chart = object.isPrinted && this.#chart(object);
      return chart && object.anchor ? [this.#anchor(object.anchor, chart)] : [];
    });
    return [...shapes, ...old];
  }

  #anchor(anchor: CellAnchor, object: string): string {
    return cellAnchor(anchor, object, (corner) => ({
      columnEmu: corner.columnShare * this.#grid.columnEmu(corner.column),
      rowEmu: corner.rowShare * this.#grid.rowEmu(corner.row),
    }));
  }

  #relate(type: string, target: string): string {
    const id = `rId${this.relationships.length + 1}`;
    this.relationships.push({ id, type, target });
    return id;
  }

  #shape(shape: ArtShape, edges: Edges): string | undefined {
    if (++this.#shapes > MAX_SHAPES || shape.properties.flag(PROPERTY.isHidden)) return undefined;
    const object = hostObject(shape.clientData, this.#drawing.objects);
    if (object && !isShown(object)) return undefined;
    // hidden rows and columns take the shapes on them along
    if (!isLineType(shape.type) && !shape.isConnector && isFlat(edges)) return undefined;
    if (shape.isGroup) return this.#group(shape, edges);
    if (object?.kind === ObjectKind.chart) return this.#chart(object, edges);
    return this.#picture(shape, edges) ?? this.#plainShape(shape, edges);
  }

  #group(shape: ArtShape, edges: Edges): string {
    const children = shape.children.map((child) => (child.childAnchor ? this.#shape(child, child.childAnchor) : ""));
    const names = `<xdr:nvGrpSpPr>${nonVisual(shape.id, `Group ${shape.id}`)}<xdr:cNvGrpSpPr/></xdr:nvGrpSpPr>`;
    return `<xdr:grpSp>${names}<xdr:grpSpPr>${transformXml(shape, edges, 1)}</xdr:grpSpPr>${children.join("")}</xdr:grpSp>`;
  }

  #chart(object: HostObject, edges?: Edges): string | undefined {
    const target = object.chart && this.#host.addChart(object.chart);
    return target && chartFrame(this.relationships.length + 1, this.#relate("chart", target), edges);
  }

  #looks(shape: ArtShape, anchor: Edges): string {
    const { edges } = shapeTransform(shape, anchor);
    const size = { width: edges.right - edges.left, height: edges.bottom - edges.top };
    return `<xdr:spPr>${transformXml(shape, anchor, 1)}${shapeLooksXml(shape, size, this)}</xdr:spPr>`;
  }

  #picture(shape: ArtShape, edges: Edges): string | undefined {
    const blip = shape.properties.number(PROPERTY.picture);
    const relationship = blip ? this.pictureRelationship(blip) : undefined;
    if (!relationship) return undefined;
    const names = `<xdr:nvPicPr>${nonVisual(shape.id, `Picture ${shape.id}`)}<xdr:cNvPicPr/></xdr:nvPicPr>`;
    const fill = `<xdr:blipFill>${pictureXml(shape.properties, relationship)}</xdr:blipFill>`;
    return `<xdr:pic>${names}${fill}${this.#looks(shape, edges)}</xdr:pic>`;
  }

  #plainShape(shape: ArtShape, edges: Edges): string {
    const text = shape.clientTextbox && this.#drawing.texts.get(endOf(shape.clientTextbox));
    const body = text ? textBody(text, shape.properties, this.#host.globals) : "";
    const names = `<xdr:nvSpPr>${nonVisual(shape.id, `Shape ${shape.id}`)}<xdr:cNvSpPr/></xdr:nvSpPr>`;
    return `<xdr:sp>${names}${this.#looks(shape, edges)}${body}</xdr:sp>`;
  }
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

function hostObject(data: ArtNode | undefined, objects: ReadonlyMap<number, HostObject>): HostObject | undefined {
  return data && objects.get(endOf(data));
}

function anchorOf(node: ArtNode | undefined): CellAnchor | undefined {
  if (!node || node.body.length < ANCHOR_BYTES) return undefined;
  const cursor = new RecordCursor([node.body]);
  cursor.skip(2);
  return readAnchor(cursor);
}
