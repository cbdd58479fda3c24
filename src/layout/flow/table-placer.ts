/** Puts a table on pages: header rows repeat, rows split unless they must not, keeps hold rows together. */
import type { Table } from "../model/blocks.ts";
import type { FloatArea } from "./floats.ts";
import { notesOfFragments } from "./fragment-notes.ts";
import type { Fragment } from "./fragments.ts";
import type { Neighbors } from "./neighbors.ts";
import type { PageBuilder } from "./page-builder.ts";
import { splitFragments } from "./split.ts";
import { fragmentOfParts, type RowPart, rowPart, stackHeight } from "./table-fragment.ts";
import { layoutTable } from "./table-layout.ts";
import type { CellLayout, RowLayout } from "./table-parts.ts";
import type { TableLayout } from "./table-rows.ts";

const TOLERANCE_PT = 0.6;
/** Less room than this is not worth a split row. */
const MIN_SPLIT_PT = 8;

/** A block is on its page, wants the next column, or has an object that stands where text of the page already is. */
export type PlaceResult = "placed" | "needsColumn" | { above: FloatArea };

export class TablePlacer {
  readonly #builder: PageBuilder;
  readonly #table: TableLayout;
  /** Rest of the content of vertically merged cells that reach over a page break. */
  readonly #carried = new Map<CellLayout, Fragment[]>();
  #parts: RowPart[] = [];
  #headerParts = 0;
  #topPt = 0;

  constructor(builder: PageBuilder, table: Table, neighbors: Neighbors) {
    this.#builder = builder;
    const around = { grid: builder.grid, direction: builder.section.format.textDirection };
    this.#table = layoutTable(table, builder.column.widthPt, builder.context, around, neighbors);
  }

  get layout(): TableLayout {
    return this.#table;
  }

  /** Before Word 2013 widows and orphans were controlled only outside tables. */
  get #allowsWidows(): boolean {
    return !this.#builder.context.isWord2013;
  }

  /** Pauses where it leaves a column. */
  *place(gapPt: number): Generator<void, PlaceResult> {
    const builder = this.#builder;
    const { rows, headerRows } = this.#table;
    this.#topPt = builder.yPt + gapPt;
    /** What is left of the next row if its beginning was already placed. */
    let rest: RowPart | undefined;
    let placedAny = false;
    let index = 0;
    while (index < rows.length) {
      builder.context.meter.charge("block");
      const row = rows.at(index);
      if (!row) break;
      const part: RowPart = rest ?? rowPart(row, index < headerRows);
      const notes = this.#notesOf(part);
      const used = this.#usedPt();
      const limit = builder.limitPt(builder.noteHeight(notes)) - this.#topPt;
      if (used + part.heightPt <= limit + TOLERANCE_PT) {
        this.#parts.push(part);
        builder.addNotes(notes, this.#topPt + used + part.heightPt);
        index += 1;
        rest = undefined;
        continue;
      }
      const own = this.#parts.length - this.#headerParts;
      const isHeader = index < headerRows;
      const split = isHeader ? undefined : this.#splitRow(part, limit - used);
      if (split) {
        this.#parts.push(split.head);
        builder.addNotes(this.#notesOf(split.head), this.#topPt + used + split.head.heightPt);
        rest = split.tail;
        this.#flush();
        placedAny = true;
        this.#nextColumn();
        yield;
        continue;
      }
      if (own > 0 || placedAny) {
        const kept = own > 0 ? this.#rowsKeptWithNext() : 0;
        if (kept > 0 && kept < own) {
          this.#parts.length -= kept;
          index -= kept;
          rest = undefined;
        } else if (kept > 0 && !placedAny && !builder.columnEmpty) return "needsColumn";
        if (own > 0) {
          this.#flush();
          placedAny = true;
          this.#nextColumn();
          yield;
          continue;
        }
      } else if (!builder.columnEmpty) return "needsColumn";
      // Nothing is above this row in the column: it is as tall as it is.
      const forced = this.#splitRow(part, limit - used, true);
      if (forced) {
        this.#parts.push(forced.head);
        rest = forced.tail;
        this.#flush();
        placedAny = true;
        this.#nextColumn();
        yield;
      } else {
        this.#parts.push(part);
        builder.addNotes(notes, this.#topPt + used + part.heightPt);
        index += 1;
        rest = undefined;
      }
    }
    this.#flush();
    return "placed";
  }

  #usedPt(): number {
    return this.#parts.reduce((sum, part) => sum + part.heightPt, 0);
  }

  #notesOf(part: RowPart): string[] {
    return part.layout.cells.flatMap((cell) => notesOfFragments(part.contents?.get(cell) ?? cell.stack.fragments));
  }

  /** Rows at the end of what is placed that are to stay with the next row. */
  #rowsKeptWithNext(): number {
    let kept = 0;
    for (let index = this.#parts.length - 1; index >= this.#headerParts; index--) {
      if (!this.#parts[index]?.layout.keepNext) break;
      kept += 1;
    }
    return kept;
  }

  #flush(): void {
    const builder = this.#builder;
    if (this.#parts.length === 0) return;
    const fragment = fragmentOfParts(this.#table, this.#mergedContents(), {
      xPt: builder.column.leftPt + this.#table.xPt,
      yPt: this.#topPt,
    });
    builder.page.body.push(fragment);
    builder.yPt = this.#topPt + fragment.heightPt;
    builder.columnEmpty = false;
    this.#parts = [];
  }

  #nextColumn(): void {
    this.#builder.nextColumn(false);
    this.#topPt = this.#builder.yPt;
    this.#parts = this.#table.rows.slice(0, this.#table.headerRows).map((row) => rowPart(row, true));
    this.#headerParts = this.#parts.length;
    const used = this.#usedPt();
    if (used > (this.#builder.limitPt() - this.#topPt) * 0.6) {
      this.#parts = [];
      this.#headerParts = 0;
    }
  }

  /** Cuts the content of merged cells where the table leaves the page. */
  #mergedContents(): RowPart[] {
    return this.#parts.map((part, index) => {
      const contents = new Map(part.contents ?? []);
      for (const cell of part.layout.cells) {
        const owner = this.#ownerOf(part.layout, cell);
        if (!owner || (owner === cell && owner.rowSpan === 1)) continue;
        const startsHere = owner === cell;
        if (!startsHere && index !== this.#headerParts) continue;
        const remaining = startsHere ? (contents.get(cell) ?? cell.stack.fragments) : this.#carried.get(owner);
        if (!remaining) continue;
        const height = this.#spanHeight(index, owner) - owner.insetTopPt - owner.insetBottomPt;
        if (stackHeight(remaining) <= height + 1) {
          if (!startsHere) contents.set(cell, remaining);
          this.#carried.delete(owner);
          continue;
        }
        const split = splitFragments(remaining, height, this.#allowsWidows);
        if (split) {
          contents.set(cell, split.head);
          this.#carried.set(owner, split.tail);
        } else if (!startsHere) contents.set(cell, remaining);
      }
      return contents.size > 0 ? { ...part, contents } : part;
    });
  }

  #ownerOf(row: RowLayout, cell: CellLayout): CellLayout | undefined {
    if (!cell.merged) return cell;
    for (let index = row.index - 1; index >= 0; index--) {
      const above = this.#table.rows
        .at(index)
        ?.cells.find((candidate) => candidate.cell.gridStart === cell.cell.gridStart);
      if (!above) return undefined;
      if (!above.merged) return above;
    }
    return undefined;
  }

  #spanHeight(fromPart: number, owner: CellLayout): number {
    let height = 0;
    for (let index = fromPart; index < this.#parts.length; index++) {
      const part = this.#parts[index];
      const cell = part?.layout.cells.find((candidate) => candidate.cell.gridStart === owner.cell.gridStart);
      if (!part || !cell || this.#ownerOf(part.layout, cell) !== owner) break;
      height += part.heightPt;
    }
    return height;
  }

  /** Divides a row at a height; every cell keeps what fits. */
  #splitRow(part: RowPart, availablePt: number, force = false): { head: RowPart; tail: RowPart } | undefined {
    const { format } = part.layout.row;
    if (!force && (format.cantSplit || availablePt < MIN_SPLIT_PT)) return undefined;
    if (format.heightRule === "exact") return undefined;
    if (!force && !part.contents && fitsLeastHeight(part.layout)) return undefined;
    const head = new Map<CellLayout, Fragment[]>();
    const tail = new Map<CellLayout, Fragment[]>();
    let moves = false;
    let stays = false;
    let tailHeight = 0;
    for (const cell of part.layout.cells) {
      if (cell.merged || cell.rotationDeg !== 0) continue;
      const content = part.contents?.get(cell) ?? cell.stack.fragments;
      const inner = availablePt - cell.insetTopPt - cell.insetBottomPt;
      if (stackHeight(content) <= inner + TOLERANCE_PT) {
        head.set(cell, content);
        tail.set(cell, []);
        if (hasText(content)) stays = true;
        continue;
      }
      if (cell.rowSpan > 1) {
        head.set(cell, content);
        continue;
      }
      const split = splitFragments(content, inner, this.#allowsWidows);
      if (!split) {
        // One cell that cannot give anything keeps the whole row together.
        if (!force) return undefined;
        head.set(cell, []);
        tail.set(cell, content);
        moves = true;
        continue;
      }
      head.set(cell, split.head);
      tail.set(cell, split.tail);
      stays = true;
      moves = true;
      tailHeight = Math.max(tailHeight, stackHeight(split.tail) + cell.insetTopPt + cell.insetBottomPt);
    }
    for (const [cell, content] of tail) {
      tailHeight = Math.max(tailHeight, stackHeight(content) + cell.insetTopPt + cell.insetBottomPt);
    }
    if (!moves || !stays) return undefined;
    return {
      head: { layout: part.layout, heightPt: availablePt, isHeader: false, contents: head },
      tail: { layout: part.layout, heightPt: tailHeight, isHeader: false, contents: tail },
    };
  }
}

/** Text that needs no more than the least height of its row: such a row moves as a whole. */
function fitsLeastHeight({ row, cells }: RowLayout): boolean {
  const { heightRule, heightPt } = row.format;
  return heightRule === "atLeast" && cells.every((cell) => cell.stack.heightPt <= heightPt + TOLERANCE_PT);
}

function hasText(fragments: readonly Fragment[]): boolean {
  return fragments.some(
    (fragment) => fragment.kind !== "paragraph" || fragment.lines.some((line) => line.parts.length > 0),
  );
}
