/** Printed pages of a workbook -> pages of display items. */

import { appendAll } from "../../domain/collections/long-lists.ts";
import type { FontLibrary } from "../../font/library/font-library.ts";
import { rotation, translation } from "../../geometry/matrix.ts";
import type { LayoutContext } from "../../layout/flow/layout-context.ts";
import type { CellFonts } from "../../layout/sheets/cells/cell-fonts.ts";
import type { Sheet } from "../../layout/sheets/model/sheet.ts";
import type { PlacedHeaders } from "../../layout/sheets/print/header-places.ts";
import type { PaneContent, PlacedText } from "../../layout/sheets/print/pane-content.ts";
import type { PrintedPage } from "../../layout/sheets/print/printed-page.ts";
import type { DocumentDescription, Page, StructureElement } from "../display-list/display-item.ts";
import { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { rectangle } from "../display-list/outline.ts";
import { drawBorders } from "../drawing/border-renderer.ts";
import { DrawingRenderer, type FragmentRenderer } from "../drawing/drawing-renderer.ts";
import { LineRenderer } from "../drawing/line-renderer.ts";
import type { ImageLookup } from "../drawing/vector-renderer.ts";
import { drawBackground } from "./background-renderer.ts";
import { CellTextRenderer } from "./cell-text-renderer.ts";
import { SheetStructure, type TableStructure } from "./sheet-structure.ts";

/** Outlines of drawings at the edge of the page show in full. */
const OUTLINE_PT = 1;

export interface PageRendererOptions {
  fonts: CellFonts;
  library: FontLibrary;
  /** For the text of shapes. */
  context: LayoutContext;
  images: ImageLookup;
}

export class SheetPageRenderer {
  readonly #builder = new DisplayListBuilder();
  readonly #texts: CellTextRenderer;
  readonly #lines: LineRenderer;
  readonly #drawings: DrawingRenderer;
  readonly #outline: { level: number; title: string; destination: string }[] = [];
  #sheet: Sheet | undefined;
  #structure: SheetStructure | undefined;
  #finished: StructureElement[] = [];

  constructor({ fonts, library, context, images }: PageRendererOptions) {
    this.#texts = new CellTextRenderer(this.#builder, fonts, library);
    this.#lines = new LineRenderer(this.#builder, library, context.measurer);
    this.#drawings = new DrawingRenderer(this.#builder, context, library, images, this.#lines, (...text) =>
      this.#shapeText(...text),
    );
  }

  /** A sheet's pages come one after the other. */
  draw(page: PrintedPage, headers: PlacedHeaders): Page {
    const { paperWidthPt: widthPt, paperHeightPt: heightPt } = page.setup;
    return { widthPt, heightPt, items: this.#builder.record(() => this.#page(page, headers)) };
  }

  /** After a page was painted: what is complete with it. */
  nextPage(): StructureElement[] {
    const finished = this.#finished;
    this.#finished = [];
    return finished;
  }

  /** The sheets that were drawn. */
  get outline(): DocumentDescription["outline"] {
    return this.#outline;
  }

  #page(page: PrintedPage, headers: PlacedHeaders): void {
    const { sheet, xPt, yPt, scale } = page;
    if (this.#sheet !== sheet || !this.#structure) {
      this.#sheet = sheet;
      this.#structure = new SheetStructure(sheet);
      const destination = `sheet ${this.#outline.length}`;
      this.#outline.push({ level: 1, title: sheet.name, destination });
      this.#builder.add({ kind: "destination", name: destination, xPt: 0, yPt: 0 });
    }
    const structure = this.#structure;
    for (const name of page.targets) this.#builder.add({ kind: "destination", name, xPt, yPt });
    // Pictures of headers lie under the sheet, texts upon it.
    this.#builder.mark("artifact", () => {
      for (const image of headers.images) {
        this.#scaled(image, () => this.#drawings.draw(image.node, 0, 0));
      }
    });
    this.#scaled({ xPt, yPt, scale }, () => this.#builder.mark(structure.section, () => this.#body(page, structure)));
    this.#builder.mark("artifact", () => {
      for (const text of headers.texts) {
        this.#scaled(text, () => {
          for (const line of text.lines) this.#texts.draw(line);
        });
      }
    });
  }

  #scaled({ xPt, yPt, scale }: { xPt: number; yPt: number; scale: number }, draw: () => void): void {
    this.#builder.group([scale, 0, 0, scale, xPt, yPt], undefined, draw);
  }

  #body({ panes, headings, chart }: PrintedPage, structure: SheetStructure): void {
    const [own, ...repeated] = panes;
    if (own) this.#pane(own, structure);
    // Rows and columns that are repeated on each page are read once.
    this.#builder.mark("artifact", () => {
      for (const pane of repeated) this.#pane(pane, undefined);
    });
    if (headings) {
      this.#builder.mark("artifact", () => {
        for (const line of headings.lines) this.#texts.draw(line);
      });
      drawBorders(this.#builder, headings.borders, 0, 0);
    }
    if (chart) this.#drawings.draw(chart, 0, 0);
  }

  /** @param structure that of the sheet; undefined if it is not read */
  #pane(content: PaneContent, structure: SheetStructure | undefined): void {
    const { pane, widthPt, heightPt, background, gridLines, texts, borders, targets, drawings } = content;
    const builder = this.#builder;
    builder.group(translation(pane.xPt, pane.yPt), undefined, () => {
      builder.group(translation(0, 0), rectangle(0, 0, widthPt, heightPt), () => {
        builder.mark("artifact", () => {
          for (const part of background) drawBackground(builder, part);
        });
        drawBorders(builder, gridLines, 0, 0);
        if (structure) this.#table(texts, structure.tableOf(pane.columns));
        else for (const text of texts) this.#text(text, false);
      });
      for (const { id: name, xPt, yPt } of targets) builder.add({ kind: "destination", name, xPt, yPt });
      drawBorders(builder, borders, 0, 0);
      builder.group(translation(0, 0), rectangle(0, 0, widthPt + OUTLINE_PT, heightPt + OUTLINE_PT), () => {
        for (const { node, xPt, yPt } of drawings) this.#drawings.draw(node, xPt, yPt);
      });
    });
  }

  /** Rows have a cell for each column that has text on any page. */
  #table(texts: readonly PlacedText[], structure: TableStructure): void {
    if (texts.length === 0) return;
    const byRow = new Map<number, Map<number, PlacedText>>();
    const columns = new Set(structure.columns);
    for (const text of texts) {
      const { row, column } = text.cell;
      columns.add(column);
      const known = byRow.get(row) ?? new Map<number, PlacedText>();
      byRow.set(row, known.set(column, text));
    }
    const ordered = [...columns].sort((one, other) => one - other);
    appendAll(this.#finished, structure.finishedRows(new Set(byRow.keys())));
    this.#builder.mark(structure.table, () => {
      for (const [row, cells] of [...byRow].sort(([one], [other]) => one - other)) {
        this.#builder.mark(structure.row(row), () => {
          for (const column of ordered) {
            if (structure.isCovered(row, column)) continue;
            const text = cells.get(column);
            const items = this.#builder.record(() => text && this.#text(text, true));
            // Empty cells have their place in the structure, too.
            this.#builder.add({ kind: "mark", element: structure.cell(row, column), items });
          }
        });
      }
    });
  }

  #text({ room, isTight, href, lines, turned: rotationMatrix }: PlacedText, isRead: boolean): void {
    const builder = this.#builder;
    const draw = () => {
      if (rotationMatrix) {
        const { xPt, yPt, widthPt, heightPt } = rotationMatrix.box;
        builder.group(rotation(-rotationMatrix.degrees, xPt + widthPt / 2, yPt + heightPt / 2), undefined, () => {
          for (const line of lines) {
            const [left, top] = [line.xPt - xPt - widthPt / 2, line.yPt - yPt - heightPt / 2];
            this.#texts.draw({ ...line, xPt: left, yPt: top });
          }
        });
      } else for (const line of lines) this.#texts.draw(line);
    };
    const { xPt, yPt, widthPt, heightPt } = room;
    const clipped = isTight
      ? () => builder.group(translation(0, 0), rectangle(xPt, yPt, widthPt, heightPt), draw)
      : draw;
    if (!href || !isRead) {
      clipped();
      return;
    }
    builder.mark({ role: "Link" }, () => {
      clipped();
      builder.add({ kind: "link", target: href, box: room });
    });
  }

  #shapeText(...[fragments, xPt, yPt, wordArt]: Parameters<FragmentRenderer>): void {
    const around = {
      field: (_: unknown, fallback: string) => fallback,
      drawing: () => undefined,
      backdrop: undefined,
      wordArt,
    };
    for (const fragment of fragments) {
      if (fragment.kind !== "paragraph") continue;
      this.#builder.mark({ role: "P" }, () => {
        for (const line of fragment.lines) {
          if (line.parts.length > 0) this.#lines.draw(line, xPt + fragment.xPt, yPt + fragment.yPt, around);
        }
      });
    }
  }
}
