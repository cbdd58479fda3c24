/** What a pane shows, as data: renderers draw it and know nothing about sheets. Lengths count from the pane's corner. */
import type { Box } from "../../../geometry/box.ts";
import { cellKey, type GridPosition, type GridRange } from "../../../spreadsheet/grid-range.ts";
import type { BorderSegment } from "../../flow/fragments.ts";
import { safeHref } from "../../model/safe-href.ts";
import type { DrawingNode } from "../../model/shapes.ts";
import type { CellAppearance } from "../cells/cell-appearances.ts";
import type { CellFonts } from "../cells/cell-fonts.ts";
import type { CellText } from "../cells/cell-text.ts";
import { EdgeBorders } from "../cells/edge-borders.ts";
import { type PlacedLine, placeText, type TextPlaces } from "../cells/text-places.ts";
import { visibleLine } from "../cells/visible-lines.ts";
import type { DataBar } from "../conditional/data-bar.ts";
import type { IconChoice } from "../model/conditional-format.ts";
import type { SparklineAppearance } from "../model/sparkline.ts";
import { type SparklineShapes, sparklineIn } from "../sparklines/sparkline-shapes.ts";
import type { CellFill } from "../styles/styles.ts";
import type { Cell } from "../values/sheet-data.ts";
import type { LinkTargets } from "../workbook/cell-links.ts";
import { gridLineSegments } from "./grid-lines.ts";
import type { Pane } from "./pane.ts";
import type { SheetLayout } from "./sheet-layout.ts";

/** What is under the texts, in the order in which it is drawn. */
export type CellBackground =
  | { kind: "fill"; box: Box; fill: CellFill }
  | { kind: "bar"; box: Box; bar: DataBar }
  | { kind: "icon"; box: Box; icon: IconChoice }
  | { kind: "sparkline"; box: Box; look: SparklineAppearance; shapes: SparklineShapes };

/** The text of a cell. */
export interface PlacedText extends TextPlaces {
  /** The first cell of the range that the text belongs to. */
  cell: GridPosition;
  /** The cells over which the text may reach. */
  room: Box;
  /** What is larger than the room is cut off. */
  isTight: boolean;
  href: string | undefined;
}

export interface PaneContent {
  pane: Pane;
  widthPt: number;
  heightPt: number;
  background: CellBackground[];
  gridLines: BorderSegment[];
  texts: PlacedText[];
  borders: BorderSegment[];
  /** Cells that links lead to. */
  targets: { id: string; xPt: number; yPt: number }[];
  drawings: PlacedDrawing[];
}

/** A drawing whose node is placed from this point on; it shows no further than the pane does. */
interface PlacedDrawing {
  node: DrawingNode;
  xPt: number;
  yPt: number;
}

export interface PaneContext {
  layout: SheetLayout;
  fonts: CellFonts;
  drawings: readonly { box: Box; node: DrawingNode }[];
  gridLines: boolean;
  targets: LinkTargets;
  /** Called for each row that is laid out, or for each part of a long one; may throw. */
  beforeRow: () => void;
}

/** Whether anything shows in a pane. */
export function isBlank({ background, texts, borders, drawings }: PaneContent): boolean {
  return background.length + texts.length + borders.length + drawings.length === 0;
}

export function paneContent(context: PaneContext, pane: Pane): PaneContent {
  return new PaneReader(context, pane).read();
}

/** Texts of usual length are written whole, so that whoever searches finds what a cell holds. */
const MAX_WHOLE_CHARACTERS = 1_000;

function isLong({ lines }: CellText): boolean {
  let characters = 0;
  for (const { runs } of lines) for (const { text } of runs) characters += text.length;
  return characters > MAX_WHOLE_CHARACTERS;
}

/** This many columns of a row count as a row of their own. */
const COLUMNS_OF_A_STEP = 64;
const ICON_EM = 1.1;
const ICON_LEFT_PT = 1.5;
const ICON_BOTTOM_PT = 1;

class PaneReader {
  readonly #context: PaneContext;
  readonly #pane: Pane;
  readonly #left: number;
  readonly #top: number;
  readonly #background: CellBackground[] = [];
  readonly #texts: PlacedText[] = [];
  readonly #edges = new EdgeBorders();

  constructor(context: PaneContext, pane: Pane) {
    this.#context = context;
    this.#pane = pane;
    const { grid } = context.layout;
    this.#left = grid.columns.start(pane.columns.first);
    this.#top = grid.rows.start(pane.rows.first);
  }

  read(): PaneContent {
    const { layout, targets, gridLines } = this.#context;
    const { rows, columns } = this.#pane;
    for (let row = rows.first; row <= rows.last; row++) {
      if (layout.grid.rows.size(row) === 0) continue;
      this.#context.beforeRow();
      this.#row(row);
    }
    this.#mergesFromOutside();
    this.#sparklines();
    const cells = { top: rows.first, bottom: rows.last, left: columns.first, right: columns.last };
    return {
      pane: this.#pane,
      widthPt: layout.grid.columns.span(columns.first, columns.last),
      heightPt: layout.grid.rows.span(rows.first, rows.last),
      background: this.#background,
      gridLines: gridLines ? gridLineSegments(layout.grid, this.#pane, (xPt) => this.#x(xPt, 0)) : [],
      texts: this.#texts,
      borders: this.#edges.segments(),
      targets: [...targets.take(cells)].map(({ id, row, column }) => {
        const { xPt, yPt } = this.#placeOf({ top: row, bottom: row, left: column, right: column });
        return { id, xPt, yPt };
      }),
      drawings: this.#drawings(),
    };
  }

  #drawings(): PlacedDrawing[] {
    const { layout, drawings } = this.#context;
    const { rows, columns } = this.#pane;
    const right = this.#left + layout.grid.columns.span(columns.first, columns.last);
    const bottom = this.#top + layout.grid.rows.span(rows.first, rows.last);
    return drawings
      .filter(
        ({ box }) =>
          box.xPt < right &&
          box.xPt + box.widthPt > this.#left &&
          box.yPt < bottom &&
          box.yPt + box.heightPt > this.#top,
      )
      .map(({ box, node }) => ({ node, xPt: this.#x(box.xPt - this.#left, box.widthPt) - box.xPt, yPt: -this.#top }));
  }

  #row(row: number): void {
    const { layout } = this.#context;
    const { first, last } = this.#pane.columns;
    const cells = layout.sheet.rows.get(row)?.cells;
    if (layout.appearances.mayFormatEmptyCells(row)) {
      for (let column = first; column <= last; column++) {
        if (column % COLUMNS_OF_A_STEP === 0) this.#context.beforeRow();
        this.#cell(row, column, cells?.get(column));
      }
    } else if (cells) {
      for (const cell of cells.values()) {
        if (cell.column >= first && cell.column <= last) this.#cell(row, cell.column, cell);
      }
    }
    if (cells) this.#overflowFromOutside(cells);
  }

  /** Text of cells beside the page that reaches into it. */
  #overflowFromOutside(cells: ReadonlyMap<number, Cell>): void {
    const { layout } = this.#context;
    const { first, last } = this.#pane.columns;
    let before: Cell | undefined;
    let after: Cell | undefined;
    for (const cell of cells.values()) {
      if (cell.value.kind === "blank") continue;
      if (cell.column < first && (!before || cell.column > before.column)) before = cell;
      if (cell.column > last && (!after || cell.column < after.column)) after = cell;
    }
    for (const cell of [before, after]) {
      if (cell?.value.kind !== "text" || layout.sheet.merges.at(cell.row, cell.column)) continue;
      const text = layout.textOf(cell);
      const reach = text && layout.reach(cell, text);
      if (text && reach && reach.first <= last && reach.last >= first) this.#text(cell, text);
    }
  }

  #cell(row: number, column: number, cell: Cell | undefined): void {
    const { layout } = this.#context;
    const merge = layout.sheet.merges.at(row, column);
    const appearance = layout.appearances.at(row, column);
    this.#borders(row, column, appearance, merge);
    if (merge && (merge.top !== row || merge.left !== column)) return;
    if (layout.grid.columns.size(column) === 0 && !merge) return;
    this.#content(row, column, cell, appearance, merge);
  }

  #content(
    row: number,
    column: number,
    cell: Cell | undefined,
    appearance: CellAppearance,
    merge: GridRange | undefined,
  ): void {
    const box = this.#placeOf(merge ?? { top: row, bottom: row, left: column, right: column });
    const { fill, font } = appearance.style;
    if (fill) this.#background.push({ kind: "fill", box, fill });
    const { bar, icon } = appearance.conditional ?? {};
    if (bar) this.#background.push({ kind: "bar", box, bar });
    if (icon) {
      const sizePt = Math.min(font.sizePt * ICON_EM, box.heightPt);
      const yPt = box.yPt + box.heightPt - sizePt - ICON_BOTTOM_PT;
      const place = { xPt: box.xPt + ICON_LEFT_PT, yPt, widthPt: sizePt, heightPt: sizePt };
      this.#background.push({ kind: "icon", box: place, icon });
    }
    if (!cell || cell.value.kind === "blank") return;
    const text = this.#context.layout.textOf(cell);
    if (text) this.#text(cell, text);
  }

  #placeOf(range: GridRange): Box {
    const { rows, columns } = this.#context.layout.grid;
    const widthPt = columns.span(range.left, range.right);
    return {
      xPt: this.#x(columns.start(range.left) - this.#left, widthPt),
      yPt: rows.start(range.top) - this.#top,
      widthPt,
      heightPt: rows.span(range.top, range.bottom),
    };
  }

  /** Where something is that begins at `xPt` of the first column: on sheets from right to left, counted from there. */
  #x(xPt: number, widthPt: number): number {
    const { grid, sheet } = this.#context.layout;
    if (!sheet.rightToLeft) return xPt;
    return grid.columns.span(this.#pane.columns.first, this.#pane.columns.last) - xPt - widthPt;
  }

  #mergesFromOutside(): void {
    const { layout } = this.#context;
    const { rows, columns } = this.#pane;
    for (const merge of layout.sheet.merges.ranges) {
      const isInside = merge.top >= rows.first && merge.left >= columns.first;
      if (isInside || merge.bottom < rows.first || merge.top > rows.last) continue;
      if (merge.right < columns.first || merge.left > columns.last) continue;
      const cell = layout.sheet.rows.get(merge.top)?.cells.get(merge.left);
      this.#content(merge.top, merge.left, cell, layout.appearances.at(merge.top, merge.left), merge);
    }
  }

  #sparklines(): void {
    const { sheet } = this.#context.layout;
    const { rows, columns } = this.#pane;
    for (const sparkline of sheet.sparklines) {
      const { row, column } = sparkline;
      const range = sheet.merges.at(row, column) ?? { top: row, bottom: row, left: column, right: column };
      if (range.bottom < rows.first || range.top > rows.last) continue;
      if (range.right < columns.first || range.left > columns.last) continue;
      const box = this.#placeOf(range);
      const shapes = sparklineIn(sparkline, box);
      if (shapes) this.#background.push({ kind: "sparkline", box, look: sparkline.look, shapes });
    }
  }

  #borders(row: number, column: number, appearance: CellAppearance, merge: GridRange | undefined): void {
    const { borders } = appearance.style;
    const { top, bottom: below, left, right: beside, diagonalDown, diagonalUp } = borders;
    if (!(top || below || left || beside || diagonalDown || diagonalUp)) return;
    const { xPt, yPt, widthPt, heightPt } = this.#placeOf({ top: row, bottom: row, left: column, right: column });
    if (widthPt === 0 || heightPt === 0) return;
    const right = xPt + widthPt;
    const bottom = yPt + heightPt;
    const [start, end] = this.#context.layout.sheet.rightToLeft ? [right, xPt] : [xPt, right];
    // Lines within a merged range do not show.
    if (!merge || merge.top === row) this.#edges.add(borders.top, xPt, yPt, right, yPt);
    if (!merge || merge.bottom === row) this.#edges.add(borders.bottom, xPt, bottom, right, bottom);
    if (!merge || merge.left === column) this.#edges.add(borders.left, start, yPt, start, bottom);
    if (!merge || merge.right === column) this.#edges.add(borders.right, end, yPt, end, bottom);
    if (merge && (merge.top !== row || merge.left !== column)) return;
    const whole = this.#placeOf(merge ?? { top: row, bottom: row, left: column, right: column });
    const [x2, y2] = [whole.xPt + whole.widthPt, whole.yPt + whole.heightPt];
    this.#edges.addDiagonal(borders.diagonalDown, whole.xPt, whole.yPt, x2, y2);
    this.#edges.addDiagonal(borders.diagonalUp, whole.xPt, y2, x2, whole.yPt);
  }

  /** Lines and parts of lines of a long text that show on the pane. @param room what the text is cut off by, too */
  #visible(lines: readonly PlacedLine[], room: Box | undefined): PlacedLine[] {
    const { columns, rows } = this.#pane;
    const { fonts, layout } = this.#context;
    const widthPt = layout.grid.columns.span(columns.first, columns.last);
    const heightPt = layout.grid.rows.span(rows.first, rows.last);
    const left = Math.max(0, room?.xPt ?? 0);
    const right = Math.min(widthPt, room ? room.xPt + room.widthPt : widthPt);
    const top = Math.max(0, room?.yPt ?? 0);
    const bottom = Math.min(heightPt, room ? room.yPt + room.heightPt : heightPt);
    return lines.flatMap((placed) => {
      const { ascentPt, descentPt } = placed.line;
      if (placed.yPt > bottom || placed.yPt + ascentPt + descentPt < top) return [];
      return visibleLine(placed, left, right, fonts) ?? [];
    });
  }

  #text(cell: Cell, text: CellText): void {
    const { layout, fonts } = this.#context;
    const { row, column } = cell;
    const merge = layout.sheet.merges.at(row, column);
    const reach = layout.leaningReach(cell, text) ?? layout.reach(cell, text);
    const { style } = layout.appearances.at(row, column);
    const room = this.#placeOf({
      top: row,
      bottom: merge?.bottom ?? row,
      left: reach.first,
      right: reach.last,
    });
    const own = this.#placeOf(merge ?? { top: row, bottom: row, left: column, right: column });
    const place = layout.centresAcross(cell, text) ? room : own;
    const indentPt = style.alignment.indent * layout.texts.indentPt;
    const link = layout.sheet.links.get(cellKey(row, column));
    const isTight = text.heightPt > room.heightPt || text.widthPt + indentPt > room.widthPt;
    const placed = placeText(text, place, style, indentPt, fonts);
    this.#texts.push({
      cell: { row, column },
      room,
      isTight,
      href: link ? safeHref(link) || undefined : undefined,
      turned: placed.turned,
      lines: placed.turned || !isLong(text) ? placed.lines : this.#visible(placed.lines, isTight ? room : undefined),
    });
  }
}
