/** Shapes of a sheet (OpenDocument 1.3 Part 3, 9.2.8 and 10) -> drawings that are anchored to cells (ECMA-376 Part 1, 20.5). */
import { type PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { EMU_PER_TWIP } from "../../geometry/units.ts";
import type { GridPosition } from "../../spreadsheet/grid-range.ts";
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import { type PlacedShape, type ShapeTools, ShapeWriter } from "../open-drawing/shape-writer.ts";
import type { TrackPlace, Tracks } from "./tracks.ts";

const NAMESPACE = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing";
const MOST_SHAPES = 5_000;

/** What shapes are read with, whatever the sheet. */
export type SheetShapeTools = Omit<ShapeTools, "prefix" | "relationships" | "edges">;

interface Anchored extends PlacedShape {
  /** From whose corner it is measured. */
  cell: GridPosition;
}

export class SheetDrawings {
  readonly #tools: SheetShapeTools;
  readonly #relationships = new PartRelationships();
  readonly #writer: ShapeWriter;
  readonly #shapes: Anchored[] = [];

  constructor(tools: SheetShapeTools) {
    this.#tools = tools;
    this.#writer = new ShapeWriter({ ...tools, prefix: "xdr", relationships: this.#relationships, edges: {} });
  }

  /** `table:shapes`: they stand on the sheet, wherever its cells are. */
  addAll(container: OdfNode): void {
    for (const node of elementsOf(container)) this.add(node, { row: 0, column: 0 });
  }

  /** @param cell from whose corner the shape is measured */
  add(node: OdfNode, cell: GridPosition): void {
    for (const shape of this.#writer.shapes(node)) {
      if (this.#shapes.length >= MOST_SHAPES) {
        this.#tools.warnings.add(
          `Shapes of a sheet beyond the first ${MOST_SHAPES.toLocaleString("en")} are left out.`,
        );
        return;
      }
      this.#shapes.push({ ...shape, cell });
    }
  }

  /** Adds the part. @returns its name; undefined for a sheet without shapes */
  finish(builder: PackageBuilder, sheetNumber: number, columns: Tracks, rows: Tracks): string | undefined {
    if (this.#shapes.length === 0) return undefined;
    const part = `${builder.folder}/drawings/drawing${sheetNumber}.xml`;
    const anchors = this.#shapes.map((shape) => anchorXml(shape, columns, rows));
    builder.add(part, "xdr:wsDr", anchors.join(""), this.#relationships, { "xmlns:xdr": NAMESPACE });
    return part;
  }
}

function anchorXml({ markup, place, cell }: Anchored, columns: Tracks, rows: Tracks): string {
  const corner = (name: string, x: number, y: number) => {
    const column = columns.place(cell.column, x / EMU_PER_TWIP);
    const row = rows.place(cell.row, y / EMU_PER_TWIP);
    return element(name, {}, trackXml("col", column) + trackXml("row", row));
  };
  const from = corner("xdr:from", place.x, place.y);
  const to = corner("xdr:to", place.x + place.width, place.y + place.height);
  return element("xdr:twoCellAnchor", {}, `${from}${to}${markup}<xdr:clientData/>`);
}

function trackXml(name: "col" | "row", { index, offset }: TrackPlace): string {
  return `<xdr:${name}>${index}</xdr:${name}><xdr:${name}Off>${Math.round(offset * EMU_PER_TWIP)}</xdr:${name}Off>`;
}
