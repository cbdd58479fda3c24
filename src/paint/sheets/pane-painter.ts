/** One rectangle of the sheet on a page: fills, text, borders and drawings of its cells. */

import { safeHref } from "../../layout/model/safe-href.ts";
import type { Box, DrawingNode } from "../../layout/model/shapes.ts";
import type { CellFonts } from "../../layout/sheets/cells/cell-fonts.ts";
import type { CellLook } from "../../layout/sheets/cells/cell-looks.ts";
import { CELL_PADDING_PT, type CellText } from "../../layout/sheets/cells/cell-text.ts";
import { EdgeBorders } from "../../layout/sheets/cells/edge-borders.ts";
import { type TextLine, wordGap } from "../../layout/sheets/cells/text-lines.ts";
import type { SheetLayout } from "../../layout/sheets/print/sheet-layout.ts";
import type { Cell } from "../../layout/sheets/values/sheet-data.ts";
import type { LinkTargets } from "../../layout/sheets/workbook/cell-links.ts";
import { cellKey, type GridRange } from "../../spreadsheet/grid-range.ts";
import { paintBorders } from "../elements/border-painter.ts";
import { boxCss, element, pt } from "../elements/elements.ts";
import { paintIcon } from "./condition-icons.ts";
import { paintDataBar } from "./data-bar-painter.ts";
import { fontCss } from "./font-css.ts";
import { gridLines } from "./grid-line-painter.ts";
import { linkMark } from "./link-mark.ts";
import type { Pane } from "./pane.ts";
import { paintSparkline } from "./sparkline-painter.ts";

export interface PaneContext {
  layout: SheetLayout;
  fonts: CellFonts;
  drawings: readonly { box: Box; node: DrawingNode }[];
  paintDrawing: (node: DrawingNode) => HTMLElement;
  gridLines: boolean;
  targets: LinkTargets;
}

/** Outlines of drawings at the edge of the page show in full. */
const OUTLINE_PT = 1;

export class PanePainter {
  readonly #context: PaneContext;
  readonly #pane: Pane;
  readonly #left: number;
  readonly #top: number;
  readonly #fills = document.createDocumentFragment();
  readonly #texts = document.createDocumentFragment();
  readonly #edges = new EdgeBorders();
  #isEmpty = true;

  constructor(context: PaneContext, pane: Pane) {
    this.#context = context;
    this.#pane = pane;
    const { grid } = context.layout;
    this.#left = grid.columns.start(pane.columns.first);
    this.#top = grid.rows.start(pane.rows.first);
  }

  /** The painted pane and whether anything shows in it. */
  paint(): { box: HTMLElement; isEmpty: boolean } {
    const { layout, drawings } = this.#context;
    const { rows, columns } = this.#pane;
    const widthPt = layout.grid.columns.span(columns.first, columns.last);
    const heightPt = layout.grid.rows.span(rows.first, rows.last);
    const box = element("div", boxCss(this.#pane.xPt, this.#pane.yPt, widthPt, heightPt));
    for (let row = rows.first; row <= rows.last; row++) {
      if (layout.grid.rows.size(row) > 0) this.#paintRow(row);
    }
    this.#paintMergesFromOutside();
    this.#paintSparklines();
    const body = element(
      "div",
      `position:absolute;left:0;top:0;width:${pt(widthPt)};height:${pt(heightPt)};overflow:clip;`,
    );
    body.append(this.#fills);
    if (this.#context.gridLines) body.append(gridLines(this.#context.layout, this.#pane, (xPt) => this.#x(xPt, 0)));
    body.append(this.#texts);
    const segments = this.#edges.segments();
    if (segments.length > 0) this.#isEmpty = false;
    box.append(body);
    const cells = { top: rows.first, bottom: rows.last, left: columns.first, right: columns.last };
    for (const { id, row, column } of this.#context.targets.take(cells)) {
      const place = this.#placeOf({ top: row, bottom: row, left: column, right: column });
      box.append(linkMark(id, place.xPt, place.yPt));
    }
    if (segments.length > 0) box.append(paintBorders(segments));
    const shown = drawings.filter(
      ({ box: place }) =>
        place.xPt < this.#left + widthPt &&
        place.xPt + place.widthPt > this.#left &&
        place.yPt < this.#top + heightPt &&
        place.yPt + place.heightPt > this.#top,
    );
    if (shown.length > 0) {
      this.#isEmpty = false;
      const layer = element(
        "div",
        `position:absolute;left:0;top:0;width:${pt(widthPt + OUTLINE_PT)};height:${pt(heightPt + OUTLINE_PT)};overflow:clip;`,
      );
      const origin = element(
        "div",
        `position:absolute;left:${pt(-this.#left)};top:${pt(-this.#top)};width:0;height:0;`,
      );
      for (const { box: place, node } of shown) origin.append(this.#paintDrawing(place, node));
      layer.append(origin);
      box.append(layer);
    }
    return { box, isEmpty: this.#isEmpty };
  }

  #paintDrawing({ xPt, widthPt }: Box, node: DrawingNode): HTMLElement {
    const painted = this.#context.paintDrawing(node);
    if (!this.#context.layout.sheet.rightToLeft) return painted;
    const shift = this.#x(xPt - this.#left, widthPt) - (xPt - this.#left);
    const holder = element("div", `position:absolute;left:${pt(shift)};top:0;width:0;height:0;`);
    holder.append(painted);
    return holder;
  }

  #paintRow(row: number): void {
    const { layout } = this.#context;
    const { first, last } = this.#pane.columns;
    const cells = layout.sheet.rows.get(row)?.cells;
    if (layout.looks.dressesEmptyCells(row)) {
      for (let column = first; column <= last; column++) this.#paintCell(row, column, cells?.get(column));
    } else if (cells) {
      for (const cell of cells.values()) {
        if (cell.column >= first && cell.column <= last) this.#paintCell(row, cell.column, cell);
      }
    }
    if (cells) this.#paintOverflowFromOutside(cells);
  }

  /** Text of cells beside the page that reaches into it. */
  #paintOverflowFromOutside(cells: ReadonlyMap<number, Cell>): void {
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
      if (text && reach && reach.first <= last && reach.last >= first) this.#paintText(cell, text);
    }
  }

  #paintCell(row: number, column: number, cell: Cell | undefined): void {
    const { layout } = this.#context;
    const merge = layout.sheet.merges.at(row, column);
    const look = layout.looks.at(row, column);
    const isCovered = merge !== undefined && (merge.top !== row || merge.left !== column);
    this.#addBorders(row, column, look, merge);
    if (isCovered) return;
    if (layout.grid.columns.size(column) === 0 && !merge) return;
    this.#paintContent(row, column, cell, look, merge);
  }

  #paintContent(
    row: number,
    column: number,
    cell: Cell | undefined,
    look: CellLook,
    merge: GridRange | undefined,
  ): void {
    const place = this.#placeOf(merge ?? { top: row, bottom: row, left: column, right: column });
    if (look.style.fill) {
      this.#isEmpty = false;
      this.#fills.append(
        element("div", `${boxCss(place.xPt, place.yPt, place.widthPt, place.heightPt)}background:${look.style.fill};`),
      );
    }
    const { conditional } = look;
    if (conditional?.bar) {
      this.#isEmpty = false;
      this.#fills.append(...paintDataBar(conditional.bar, place));
    }
    if (conditional?.icon) {
      const size = Math.min(look.style.font.sizePt * 1.1, place.heightPt);
      const x = place.xPt + 1.5;
      const y = place.yPt + place.heightPt - size - 1;
      this.#fills.append(paintIcon(conditional.icon.set, conditional.icon.index, x, y, size));
    }
    if (!cell || cell.value.kind === "blank") return;
    const text = this.#context.layout.textOf(cell);
    if (text) this.#paintText(cell, text);
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

  /** Where something stands that begins at `xPt` of the first column: on sheets from right to left, counted from there. */
  #x(xPt: number, widthPt: number): number {
    const { grid, sheet } = this.#context.layout;
    if (!sheet.rightToLeft) return xPt;
    return grid.columns.span(this.#pane.columns.first, this.#pane.columns.last) - xPt - widthPt;
  }

  #paintMergesFromOutside(): void {
    const { layout } = this.#context;
    const { rows, columns } = this.#pane;
    for (const merge of layout.sheet.merges.ranges) {
      const isInside = merge.top >= rows.first && merge.left >= columns.first;
      if (isInside || merge.bottom < rows.first || merge.top > rows.last) continue;
      if (merge.right < columns.first || merge.left > columns.last) continue;
      const cell = layout.sheet.rows.get(merge.top)?.cells.get(merge.left);
      this.#paintContent(merge.top, merge.left, cell, layout.looks.at(merge.top, merge.left), merge);
    }
  }

  #paintSparklines(): void {
    const { sheet } = this.#context.layout;
    const { rows, columns } = this.#pane;
    for (const sparkline of sheet.sparklines) {
      const { row, column } = sparkline;
      const range = sheet.merges.at(row, column) ?? { top: row, bottom: row, left: column, right: column };
      if (range.bottom < rows.first || range.top > rows.last) continue;
      if (range.right < columns.first || range.left > columns.last) continue;
      const painted = paintSparkline(sparkline, this.#placeOf(range));
      if (!painted) continue;
      this.#isEmpty = false;
      this.#fills.append(painted);
    }
  }

  #addBorders(row: number, column: number, look: CellLook, merge: GridRange | undefined): void {
    const { borders } = look.style;
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

  #paintText(cell: Cell, text: CellText): void {
    const { layout } = this.#context;
    this.#isEmpty = false;
    const merge = layout.sheet.merges.at(cell.row, cell.column);
    const place = this.#placeOf(merge ?? { top: cell.row, bottom: cell.row, left: cell.column, right: cell.column });
    const reach = layout.reach(cell, text);
    const { alignment } = layout.looks.at(cell.row, cell.column).style;
    const room = this.#placeOf({
      top: cell.row,
      bottom: merge?.bottom ?? cell.row,
      left: reach.first,
      right: reach.last,
    });
    const target = text.horizontal === "centerContinuous" ? room : place;
    const indent = alignment.indent * layout.texts.indentPt;
    const href = safeHref(layout.sheet.links.get(cellKey(cell.row, cell.column)) ?? "");
    const isTight = text.heightPt > room.heightPt || text.widthPt + indent > room.widthPt;
    const box = element(
      href ? "a" : "div",
      `${boxCss(room.xPt, room.yPt, room.widthPt, room.heightPt)}${isTight ? "overflow:clip;" : ""}`,
    );
    if (href && box instanceof HTMLAnchorElement) {
      box.href = href;
      box.style.color = "inherit";
      box.style.textDecoration = "none";
    }
    if (alignment.rotation !== 0) box.append(this.#turnedText(text, target, room, alignment));
    else this.#placeLines(box, text, { ...target, xPt: target.xPt - room.xPt, yPt: 0 }, alignment.vertical, indent);
    this.#texts.append(box);
  }

  #placeLines(box: HTMLElement, text: CellText, place: Box, vertical: string, indent: number): void {
    const free = place.heightPt - text.heightPt;
    let gap = 0;
    let y =
      vertical === "top"
        ? Math.min(1, Math.max(0, free))
        : vertical === "center"
          ? free / 2
          : free - Math.min(1, Math.max(0, free));
    if ((vertical === "justify" || vertical === "distributed") && text.lines.length > 1 && free > 0) {
      y = 0;
      gap = free / (text.lines.length - 1);
    } else if (vertical === "justify" || vertical === "distributed") y = vertical === "justify" ? 0 : free / 2;
    if (free < 0 && vertical !== "bottom") y = Math.min(0, vertical === "center" ? free / 2 : 0);
    const inner = place.widthPt - 2 * CELL_PADDING_PT;
    text.lines.forEach((line, index) => {
      const isLast = index === text.lines.length - 1;
      let x = place.xPt + CELL_PADDING_PT + indent;
      let spread = 0;
      switch (text.horizontal) {
        case "right":
          x = place.xPt + place.widthPt - CELL_PADDING_PT - indent - line.widthPt - (text.trail?.widthPt ?? 0);
          break;
        case "center":
        case "centerContinuous":
          x = place.xPt + (place.widthPt - line.widthPt) / 2;
          break;
        case "justify":
        case "distributed":
          if (!isLast || text.horizontal === "distributed") spread = wordGap(line, inner - 2 * indent);
          break;
      }
      if (text.trail) {
        x = place.xPt + CELL_PADDING_PT;
        const trailX = place.xPt + place.widthPt - CELL_PADDING_PT - text.trail.widthPt;
        this.#append(box, text.trail, trailX, y, 0);
        if (text.fill.trim() !== "") this.#fillBetween(box, text, x + line.widthPt, trailX, y);
      }
      if (text.horizontal === "fill" && line.widthPt > 0) {
        for (let at = x; at + line.widthPt <= place.xPt + place.widthPt; at += line.widthPt)
          this.#append(box, line, at, y, 0);
      } else this.#append(box, line, x, y, spread);
      y += line.ascentPt + line.descentPt + gap;
    });
  }

  #fillBetween(box: HTMLElement, text: CellText, from: number, to: number, y: number): void {
    const { fonts } = this.#context;
    const count = Math.floor((to - from) / (fonts.widthPt(text.fill, text.font) || 1));
    if (count < 1 || count > 500) return;
    const first = text.lines[0];
    const filled = text.fill.repeat(count);
    if (first) this.#append(box, { ...first, runs: [{ text: filled, font: text.font }] }, from, y, 0);
  }

  #append(box: HTMLElement, line: TextLine, x: number, y: number, spread: number): void {
    if (line.runs.length === 0) return;
    const height = line.ascentPt + line.descentPt;
    const holder = element(
      "div",
      `position:absolute;left:${pt(x)};top:${pt(y)};white-space:pre;unicode-bidi:plaintext;height:${pt(height)};line-height:${pt(height)};${spread ? `word-spacing:${pt(spread)};` : ""}`,
    );
    for (const run of line.runs) {
      const span = element(
        "span",
        `${fontCss(this.#context.fonts, run.font)}line-height:${pt(height)};${run.invisible ? "visibility:hidden;" : ""}`,
      );
      span.textContent = run.text;
      holder.append(span);
    }
    box.append(holder);
  }

  #turnedText(text: CellText, place: Box, room: Box, alignment: CellLook["style"]["alignment"]): HTMLElement {
    if (alignment.rotation === "stacked") return this.#stackedText(text, place, alignment.vertical);
    const angle = alignment.rotation;
    const radians = (Math.abs(angle) * Math.PI) / 180;
    const across = text.widthPt * Math.cos(radians) + text.heightPt * Math.sin(radians);
    const tall = text.widthPt * Math.sin(radians) + text.heightPt * Math.cos(radians);
    const free = place.widthPt - across - 2 * CELL_PADDING_PT;
    const side = text.horizontal === "right" ? 1 : text.horizontal === "center" ? 0.5 : 0;
    const left = place.xPt - room.xPt + CELL_PADDING_PT + free * side;
    const freeHeight = place.heightPt - tall;
    const top = alignment.vertical === "top" ? 1 : alignment.vertical === "center" ? freeHeight / 2 : freeHeight - 1;
    const turned = element(
      "div",
      `${boxCss(left + (across - text.widthPt) / 2, top + (tall - text.heightPt) / 2, text.widthPt, text.heightPt)}transform:rotate(${-angle}deg);`,
    );
    let y = 0;
    for (const line of text.lines) {
      this.#append(turned, line, 0, y, 0);
      y += line.ascentPt + line.descentPt;
    }
    return turned;
  }

  #stackedText(text: CellText, place: Box, vertical: string): HTMLElement {
    const letters = text.lines.flatMap((line) =>
      line.runs.flatMap((run) => [...run.text].map((letter) => ({ ...run, text: letter }))),
    );
    const height = text.lines[0] ? text.lines[0].ascentPt + text.lines[0].descentPt : 0;
    const free = place.heightPt - height * letters.length;
    let y = vertical === "top" ? 0 : vertical === "center" ? free / 2 : free;
    const box = element("div", "position:absolute;left:0;top:0;");
    for (const letter of letters) {
      const widthPt = this.#context.fonts.widthPt(letter.text, letter.font);
      const line = { runs: [letter], widthPt, ascentPt: height, descentPt: 0 };
      this.#append(box, line, (place.widthPt - widthPt) / 2, y, 0);
      y += height;
    }
    return box;
  }
}
