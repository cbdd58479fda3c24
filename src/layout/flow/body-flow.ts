/** Pours the sections of a document into pages. */
import type { Block, Frame, Paragraph, Section, Table } from "../docx/model.ts";
import type { Anchor } from "../drawing/model.ts";
import type { Line, LineGrid } from "../text/line.ts";
import { anchorPosition, floatArea, freeRooms } from "./floats.ts";
import { notesOfLines } from "./fragment-notes.ts";
import { frameAnchor } from "./frame-anchor.ts";
import { type PageBuilder, PageLimitReached, type Snapshot } from "./page-builder.ts";
import {
  borderInsets,
  gapBetween,
  ParagraphLayout,
  paragraphFragment,
  spaceAfter,
  spaceBefore,
} from "./paragraph-layout.ts";
import { linesThatStay } from "./split.ts";
import { fragmentOfParts, rowPart } from "./table-fragment.ts";
import { rowKeepsNext, type TableLayout } from "./table-layout.ts";
import { type PlaceResult, TablePlacer } from "./table-placer.ts";

const TOLERANCE_PT = 0.6;
const MAX_RETRIES_PER_BLOCK = 4;

interface BandStart {
  block: number;
  item: number;
  snapshot: Snapshot;
}

export class BodyFlow {
  readonly builder: PageBuilder;
  #index = 0;
  #bandStart: BandStart | undefined;
  readonly #layouts = new WeakMap<Paragraph, Map<number, ParagraphLayout>>();
  #pendingFrames: Frame[] = [];

  constructor(builder: PageBuilder) {
    this.builder = builder;
  }

  /** Lays out every section; stops quietly at the page cap. */
  run(sections: readonly Section[]): void {
    const { builder } = this;
    try {
      sections.forEach((section, index) => {
        this.#enterSection(section, index, sections[index - 1]);
        this.#flow(section.blocks, 0, 0);
        if (index === sections.length - 1) this.#endnotes();
        if (sections[index + 1]?.format.start === "continuous") this.#balanceColumns(section);
      });
      while (builder.page.carriedNotes.length > 0) builder.newPage(false);
      builder.closeBand();
    } catch (error) {
      if (!(error instanceof PageLimitReached)) throw error;
    }
  }

  #enterSection(section: Section, index: number, previous: Section | undefined): void {
    const { builder } = this;
    const { format } = section;
    const samePaper =
      previous && previous.format.widthPt === format.widthPt && previous.format.heightPt === format.heightPt;
    const continues = previous && samePaper && format.start === "continuous" && builder.pages.length > 0;
    const bottom = continues ? builder.bandBottomPt : 0;
    builder.enterSection(section, index, Boolean(continues));
    if (continues) {
      builder.closeBand();
      const last = builder.previous;
      if (bottom + 12 > builder.limitPt()) builder.newPage(false);
      else {
        const sameColumns = builder.columns.length === 1 && format.columns.length === 1;
        builder.openBand(bottom + (last && !sameColumns ? spaceAfter(last.format) : 0), true);
        if (sameColumns) {
          builder.previous = last;
          builder.columnEmpty = false;
        } else builder.previous = undefined;
      }
      return;
    }
    builder.previous = undefined;
    const wantsOdd = format.start === "oddPage";
    const wantsEven = format.start === "evenPage";
    if (index > 0 && ((wantsOdd && builder.nextNumber % 2 === 0) || (wantsEven && builder.nextNumber % 2 === 1))) {
      builder.newPage(true, true);
    }
    builder.newPage(true);
  }

  #grid(): LineGrid | undefined {
    const { gridType, gridLinePitchPt } = this.builder.section.format;
    return (gridType === "lines" || gridType === "linesAndChars" || gridType === "snapToChars") && gridLinePitchPt > 0
      ? { pitchPt: gridLinePitchPt }
      : undefined;
  }

  #flow(blocks: readonly Block[], fromBlock: number, fromItem: number): void {
    const { builder } = this;
    this.#bandStart = { block: fromBlock, item: fromItem, snapshot: builder.snapshot() };
    const snapshots: Snapshot[] = [];
    const retries = new Map<number, number>();
    let item = fromItem;
    for (let index = fromBlock; index < blocks.length; index++) {
      const block = blocks[index];
      if (!block) continue;
      this.#index = index;
      snapshots[index] = builder.snapshot();
      const result = this.#place(block, blocks[index + 1], item);
      item = 0;
      if (result === "placed") continue;
      const tries = (retries.get(index) ?? 0) + 1;
      retries.set(index, tries);
      const start = tries > MAX_RETRIES_PER_BLOCK ? index : this.#chainStart(blocks, index, snapshots);
      const snapshot = snapshots[start];
      if (snapshot) builder.restore(snapshot);
      this.#nextColumn(start, 0, false);
      index = start - 1;
    }
  }

  /** First block of the keep-with-next chain that has to move together with block `index`. */
  #chainStart(blocks: readonly Block[], index: number, snapshots: readonly Snapshot[]): number {
    const here = snapshots[index];
    let start = index;
    while (start > 0) {
      const before = blocks[start - 1];
      const snapshot = snapshots[start - 1];
      if (!before || !snapshot || !here || !keepsNext(before)) break;
      if (
        snapshot.pages !== here.pages ||
        snapshot.columnIndex !== here.columnIndex ||
        snapshot.columnTopPt !== here.columnTopPt
      ) {
        return index;
      }
      start -= 1;
      if (snapshot.columnEmpty) return index;
    }
    return start;
  }

  #nextColumn(block: number, item: number, hard: boolean): void {
    const { builder } = this;
    const pages = builder.pages.length;
    builder.nextColumn(hard);
    if (builder.pages.length !== pages) this.#bandStart = { block, item, snapshot: builder.snapshot() };
  }

  #newPage(block: number, item: number, hard: boolean): void {
    this.builder.newPage(hard);
    this.#bandStart = { block, item, snapshot: this.builder.snapshot() };
  }

  #place(block: Block, next: Block | undefined, item: number): PlaceResult {
    if (block.kind === "frame") {
      this.#pendingFrames.push(block);
      if (next?.kind === "paragraph") return "placed";
      this.#placeFrames(this.builder.yPt);
      return "placed";
    }
    if (block.kind === "table") return this.#placeTable(block);
    return this.#placeParagraph(block, next, item);
  }

  #placeFrames(topPt: number): void {
    for (const frame of this.#pendingFrames.splice(0)) {
      this.#placeAnchor(frameAnchor(frame, this.builder.column.widthPt, this.builder.context), topPt);
    }
  }

  #placeTable(table: Table): PlaceResult {
    const { builder } = this;
    const placer = new TablePlacer(builder, table, this.#grid()?.pitchPt);
    if (table.format.floating) {
      if (this.#placeFloatingTable(table, placer)) return "placed";
    }
    const after = builder.previous && !builder.columnEmpty ? spaceAfter(builder.previous.format) : 0;
    const gap = this.#clearOfFloats(placer.layout, builder.yPt + after) - builder.yPt;
    const pages = builder.pages.length;
    const result = placer.place(gap);
    if (result === "placed") {
      builder.previous = undefined;
      if (builder.pages.length !== pages) this.#bandStart = undefined;
    }
    return result;
  }

  /** A table does not flow around floating objects: it starts where nothing stands in its way. */
  #clearOfFloats(layout: TableLayout, topPt: number): number {
    const { page, column } = this.builder;
    const left = column.leftPt + layout.xPt;
    const heightPt = layout.rows[0]?.heightPt ?? 0;
    let top = topPt;
    for (let step = 0; step < page.areas.length; step++) {
      const blocking = page.areas.find(
        (area) =>
          area.topPt < top + heightPt &&
          area.bottomPt > top + 0.5 &&
          area.leftPt < left + layout.widthPt - 1 &&
          area.rightPt > left + 1,
      );
      if (!blocking || blocking.bottomPt > page.bodyBottomPt) break;
      top = blocking.bottomPt;
    }
    return top;
  }

  #placeFloatingTable(table: Table, placer: TablePlacer): boolean {
    const { builder } = this;
    const floating = table.format.floating;
    if (!floating) return false;
    const { layout } = placer;
    const heightPt = layout.rows.reduce((sum, row) => sum + row.heightPt, 0);
    const { page, column } = builder;
    if (heightPt > page.bodyBottomPt - page.bodyTopPt) return false;
    const anchorNames: Readonly<Record<string, string>> = { text: "column" };
    const verticalNames: Readonly<Record<string, string>> = { text: "paragraph" };
    const gap = builder.previous && !builder.columnEmpty ? spaceAfter(builder.previous.format) : 0;
    const at = anchorPosition(
      {
        widthPt: layout.widthPt,
        heightPt,
        wrap: "square",
        horizontal: {
          relativeTo: anchorNames[floating.horizontalAnchor] ?? floating.horizontalAnchor,
          align: floating.xAlign,
          offsetPt:
            floating.xPt -
            (floating.xAlign ? 0 : builder.context.isWord2013 ? 0 : (table.format.cellMargins.left ?? 0)),
          share: undefined,
        },
        vertical: {
          relativeTo: verticalNames[floating.verticalAnchor] ?? floating.verticalAnchor,
          align: floating.yAlign,
          offsetPt: floating.yPt,
          share: undefined,
        },
      } as Anchor,
      this.#origin(builder.yPt + gap),
    );
    if (at.yPt + heightPt > page.bodyBottomPt + TOLERANCE_PT && floating.verticalAnchor === "text") {
      return false;
    }
    const parts = layout.rows.map((row) => rowPart(row));
    page.body.push(fragmentOfParts(layout, parts, at));
    page.areas.push({
      leftPt: at.xPt - floating.leftFromTextPt,
      rightPt: at.xPt + layout.widthPt + floating.rightFromTextPt,
      topPt: at.yPt - floating.topFromTextPt,
      bottomPt: at.yPt + heightPt + floating.bottomFromTextPt,
      sides: layout.widthPt > column.widthPt - 60 ? "full" : "bothSides",
    });
    return true;
  }

  #origin(paragraphTopPt: number) {
    const { page, column } = this.builder;
    return {
      geometry: page.geometry,
      columnLeftPt: column.leftPt,
      columnWidthPt: column.widthPt,
      paragraphTopPt,
      lineTopPt: paragraphTopPt,
      isOddPage: page.number % 2 === 1,
      bodyTopPt: page.bodyTopPt,
      bodyBottomPt: page.bodyBottomPt,
    };
  }

  #placeAnchor(anchor: Anchor, paragraphTopPt: number): void {
    const { page } = this.builder;
    const at = anchorPosition(anchor, this.#origin(paragraphTopPt));
    page.body.push({ kind: "anchor", anchor, ...at });
    const area = floatArea(anchor, at);
    if (area) page.areas.push(area);
  }

  #layoutOf(paragraph: Paragraph): ParagraphLayout {
    const width = this.builder.column.widthPt;
    let byWidth = this.#layouts.get(paragraph);
    if (!byWidth) {
      byWidth = new Map();
      this.#layouts.set(paragraph, byWidth);
    }
    let layout = byWidth.get(width);
    if (!layout) {
      layout = new ParagraphLayout(paragraph, width, this.builder.context, this.#grid());
      byWidth.set(width, layout);
    }
    return layout;
  }

  /** Space above a paragraph where it is about to stand. */
  #gapAbove(paragraph: Paragraph): number {
    const { builder } = this;
    const { compat } = builder.context.document.settings;
    if (builder.columnEmpty) {
      if (builder.hardStart)
        return compat.has("suppressSpBfAfterPgBrk") && builder.pages.length > 1 ? 0 : spaceBefore(paragraph.format);
      return 0;
    }
    return gapBetween(
      builder.previous,
      paragraph,
      compat.has("doNotUseHTMLParagraphAutoSpacing"),
      this.#grid()?.pitchPt,
    );
  }

  #linesFrom(layout: ParagraphLayout, item: number, topPt: number): Line[] {
    const { page, column } = this.builder;
    const relevant = page.areas.filter((area) => area.bottomPt > topPt);
    if (relevant.length === 0) {
      if (item === 0) return layout.lines();
      const all = layout.lines();
      const at = all.findIndex((line) => line.startItem === item);
      if (at >= 0) {
        const offset = all[at]?.yPt ?? 0;
        return all.slice(at).map((line) => ({ ...line, yPt: line.yPt - offset }));
      }
      return layout.lines(item);
    }
    return layout.lines(item, (y, height) => {
      const found = freeRooms(relevant, topPt + y, height, {
        leftPt: column.leftPt,
        rightPt: column.leftPt + column.widthPt,
      });
      return {
        yPt: found.yPt - topPt,
        rooms: found.rooms.map((room) => ({
          leftPt: room.leftPt - column.leftPt,
          rightPt: room.rightPt - column.leftPt,
        })),
      };
    });
  }

  #placeParagraph(paragraph: Paragraph, next: Block | undefined, fromItem: number): PlaceResult {
    const { builder } = this;
    const { format } = paragraph;
    if (
      fromItem === 0 &&
      format.pageBreakBefore &&
      !(builder.columnEmpty && builder.columnIndex === 0 && builder.columnTopPt === builder.page.bodyTopPt)
    ) {
      this.#newPage(this.#index, 0, true);
      builder.previous = undefined;
    }
    const nextParagraph = next?.kind === "paragraph" ? next : undefined;
    const insets = borderInsets(paragraph, builder.columnEmpty ? undefined : builder.previous, nextParagraph);
    let item = fromItem;
    for (;;) {
      builder.context.checkTime();
      const layout = this.#layoutOf(paragraph);
      const isStart = item === 0;
      const gap = isStart ? this.#gapAbove(paragraph) : 0;
      const topPt = builder.yPt + gap;
      const before = builder.snapshot();
      if (isStart) {
        this.#placeFrames(topPt);
        for (const entry of layout.items) if (entry.kind === "anchor") this.#placeAnchor(entry.anchor, topPt);
      }
      const textTop = topPt + (isStart ? insets.topPt : 0);
      const all = this.#linesFrom(layout, item, textTop);
      const forcedAt = all.findIndex((line) => line.endsWith === "page" || line.endsWith === "column");
      const lines = forcedAt < 0 ? all : all.slice(0, forcedAt + 1);
      const fitting = this.#countFitting(lines, textTop, insets.bottomPt);
      const last = lines[lines.length - 1];
      if (!last) return "placed";
      let stay = linesThatStay(lines.length, fitting, format, isStart);
      while (stay > 0 && stay < lines.length && lines[stay]?.sharesRow) stay--;
      if (stay === 0 && paragraph.isSectionMark) return "placed";
      if (stay === 0) {
        if (!builder.columnEmpty) {
          if (isStart) {
            builder.restore(before);
            return "needsColumn";
          }
          this.#nextColumn(this.#index, item, false);
          continue;
        }
        stay = Math.max(1, Math.min(lines.length, fitting));
      }
      const placed = lines.slice(0, stay);
      const finishes = stay === lines.length && forcedAt < 0;
      const fragment = paragraphFragment(
        layout,
        placed,
        { xPt: builder.column.leftPt, yPt: topPt },
        { isStart, isEnd: finishes, insets },
        0,
      );
      builder.page.body.push(fragment);
      builder.yPt = topPt + fragment.heightPt;
      builder.addNotes(notesOfLines(placed), builder.yPt);
      builder.columnEmpty = false;
      builder.previous = paragraph;
      if (finishes) return "placed";
      const lastPlaced = placed[placed.length - 1];
      item = lastPlaced?.endItem ?? item + 1;
      const isForced = stay === lines.length;
      const rest = layout.items.slice(item);
      const hasMore = rest.some((entry) => entry.kind !== "bookmark" && entry.kind !== "anchor");
      if (isForced) {
        const splitsMark = builder.context.document.settings.compat.has("splitPgBreakAndParaMark");
        const onlyMark = !hasMore && !splitsMark;
        if (last.endsWith === "page")
          this.#newPage(onlyMark ? this.#index + 1 : this.#index, onlyMark ? 0 : item, true);
        else this.#nextColumn(onlyMark ? this.#index + 1 : this.#index, onlyMark ? 0 : item, true);
        if (onlyMark) {
          builder.previous = undefined;
          return "placed";
        }
      } else this.#nextColumn(this.#index, item, false);
    }
  }

  /** Lines that fit above the footnotes, counting the notes that they bring. */
  #countFitting(lines: readonly Line[], textTopPt: number, bottomInsetPt: number): number {
    const { builder } = this;
    const notes: string[] = [];
    let fitting = 0;
    for (const line of lines) {
      notes.push(...notesOfLines([line]));
      const inset = line === lines[lines.length - 1] && line.endsWith === "paragraph" ? bottomInsetPt : 0;
      const bottom = textTopPt + line.yPt + line.heightPt + inset;
      if (bottom > builder.limitPt(builder.noteHeight(notes)) + TOLERANCE_PT) {
        const bringsNote = line.notes.some((note) => note.kind === "footnote");
        if (bringsNote && bottom <= builder.limitPt(builder.leastNoteHeight(notes)) + TOLERANCE_PT) fitting += 1;
        break;
      }
      fitting += 1;
    }
    return fitting;
  }

  /** Before a continuous break the columns of the last page end at about the same height. */
  #balanceColumns(section: Section): void {
    const { builder } = this;
    const start = this.#bandStart;
    if (section.format.columns.length < 2 || !start) return;
    const blocks = section.blocks;
    const top = start.snapshot.columnTopPt;
    const pages = builder.pages.length;
    const attempt = (limitPt: number): boolean => {
      builder.restore(start.snapshot);
      builder.balanceLimitPt = limitPt;
      try {
        this.#flow(blocks, start.block, start.item);
      } catch (error) {
        if (!(error instanceof PageLimitReached)) throw error;
        return false;
      } finally {
        builder.balanceLimitPt = undefined;
      }
      return builder.pages.length === pages;
    };
    let low = top;
    let high = builder.page.bodyBottomPt;
    for (let step = 0; step < 9 && high - low > 1; step++) {
      const middle = (low + high) / 2;
      if (attempt(middle)) high = middle;
      else low = middle;
    }
    attempt(high);
  }

  #endnotes(): void {
    const { document } = this.builder.context;
    if (document.endnotes.size === 0) return;
    const notes = [...document.endnotes.values()].flatMap((note) => note.blocks);
    this.#flow([...document.endnoteSeparators.first, ...notes], 0, 0);
  }
}

function keepsNext(block: Block): boolean {
  if (block.kind === "paragraph") return block.format.keepNext;
  if (block.kind === "table") return block.rows.length > 0 && block.rows.every(rowKeepsNext);
  return block.kind === "frame";
}
