/** Pours the sections of a document into pages. */
import { smallestOf } from "../../domain/collections/long-lists.ts";
import type { Block, Section, Table } from "../model/blocks.ts";
import { linesRunDown } from "../model/section.ts";
import { FloatPlacer } from "./float-placer.ts";
import { firstParagraph, type Neighbors, neighborsOf } from "./neighbors.ts";
import { type PageBuilder, PageLimitReached, type Snapshot } from "./page-builder.ts";
import { PageRepeats } from "./page-repeats.ts";
import { ignoresSpace, spaceAfter } from "./paragraph-layout.ts";
import { ParagraphPlacer } from "./paragraph-placer.ts";
import { rowKeepsNext } from "./table-layout.ts";
import { type PlaceResult, TablePlacer } from "./table-placer.ts";

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
  /** The next section goes on below this one. */
  #isContinued = false;
  /** Of the blocks that are flowing. */
  #repeats: PageRepeats | undefined;
  readonly #floats: FloatPlacer;
  readonly #paragraphs: ParagraphPlacer;

  constructor(builder: PageBuilder) {
    this.builder = builder;
    this.#floats = new FloatPlacer(builder);
    this.#paragraphs = new ParagraphPlacer(builder, this.#floats, {
      nextColumn: (offset, item, hard) => this.#nextColumn(this.#index + offset, item, hard),
      newPage: (offset, item, hard) => this.#newPage(this.#index + offset, item, hard),
      canRepeatPage: () => this.#repeats?.canRepeat(this.#index) ?? false,
    });
  }

  /**
   * Lays out every section; stops quietly at the page cap. Where it pauses, all pages but the last are settled: nothing
   * that follows changes them any more.
   */
  *run(sections: readonly Section[]): Generator<void, void> {
    const { builder } = this;
    try {
      for (const [index, section] of sections.entries()) {
        this.#enterSection(section, index, sections[index - 1]);
        this.#isContinued = sections[index + 1]?.format.start === "continuous";
        yield* this.#flow(this.#blocksOf(section), 0, 0);
        if (this.#isContinued) this.#balanceColumns(section);
        yield;
      }
      while (builder.carriedNotes.length > 0) builder.newPage(false);
      builder.closeBand();
    } catch (error) {
      if (!(error instanceof PageLimitReached)) throw error;
    }
  }

  #enterSection(section: Section, index: number, previous: Section | undefined): void {
    const { builder } = this;
    const { format } = section;
    const samePaper =
      previous &&
      previous.format.widthPt === format.widthPt &&
      previous.format.heightPt === format.heightPt &&
      linesRunDown(previous.format) === linesRunDown(format);
    const continues = previous && samePaper && format.start === "continuous" && builder.pages.length > 0;
    const bottom = continues ? builder.bandBottomPt : 0;
    // The number that would come next counts, even where the section starts afresh.
    if (!continues) builder.dropEmptyPage();
    const isOdd = builder.nextNumber % 2 === 1;
    if (index > 0 && ((format.start === "oddPage" && !isOdd) || (format.start === "evenPage" && isOdd))) {
      builder.newPage(true, true);
    }
    builder.enterSection(section, index, Boolean(continues));
    if (continues) {
      builder.closeBand();
      const last = builder.previous;
      if (bottom + 12 > builder.limitPt()) builder.startSectionOnNextPage();
      else {
        const sameColumns = builder.columns.length === 1 && format.columns.length === 1;
        const givenPt = last && !sameColumns ? spaceAfter(last.format) : 0;
        builder.openBand(bottom + givenPt, true);
        builder.spaceGivenPt = givenPt;
        if (sameColumns) {
          builder.previous = last;
          builder.columnEmpty = false;
        } else builder.previous = undefined;
      }
      return;
    }
    const last = builder.previous;
    builder.previous = undefined;
    builder.newPage(true);
    builder.spaceGivenPt = last ? spaceAfter(last.format) : 0;
  }

  *#flow(blocks: readonly Block[], fromBlock: number, fromItem: number): Generator<void, void> {
    const { builder } = this;
    this.#bandStart = { block: fromBlock, item: fromItem, snapshot: builder.snapshot() };
    /** Those of the blocks that begin on the last page: a chain never reaches back past its beginning. */
    const snapshots = new Map<number, Snapshot>();
    let pages = builder.pages.length;
    const retries = new Map<number, number>();
    const repeats = new PageRepeats();
    this.#repeats = repeats;
    /** Of the page that is laid out again. */
    let bandStart = this.#bandStart;
    let item = fromItem;
    for (let index = fromBlock; index < blocks.length; index++) {
      const block = blocks[index];
      if (!block) continue;
      this.#index = index;
      // beside the object there was no room for its paragraph: both are on the next page
      const unchanged = builder.pages.length === pages ? undefined : repeats.giveUp();
      if (unchanged) {
        builder.restore(unchanged.snapshot);
        this.#bandStart = bandStart;
        index = unchanged.block - 1;
        item = unchanged.block === fromBlock ? fromItem : 0;
        continue;
      }
      if (builder.pages.length !== pages) {
        pages = builder.pages.length;
        snapshots.clear();
        yield;
      }
      if (repeats.moves(index) && !builder.columnEmpty) {
        this.#newPage(index, 0, false);
        pages = builder.pages.length;
        snapshots.clear();
        yield;
      }
      snapshots.set(index, builder.snapshot());
      const placing = this.#place(block, blocks, index, item);
      // a page that is laid out again is not settled
      const result = repeats.isOpen ? finished(placing) : yield* placing;
      item = 0;
      if (result === "placed") {
        repeats.placed(index);
        continue;
      }
      if (typeof result === "object") {
        const start = smallestOf(snapshots.keys());
        const snapshot = snapshots.get(start) ?? builder.snapshot();
        repeats.begin(index, { block: start, snapshot });
        bandStart = this.#bandStart;
        builder.restore(snapshot);
        builder.page.areas.push(result.above);
        index = start - 1;
        item = start === fromBlock ? fromItem : 0;
        continue;
      }
      const tries = (retries.get(index) ?? 0) + 1;
      retries.set(index, tries);
      const start = tries > MAX_RETRIES_PER_BLOCK ? index : this.#chainStart(blocks, index, snapshots);
      const snapshot = snapshots.get(start);
      if (snapshot) builder.restore(snapshot);
      this.#nextColumn(start, 0, false);
      index = start - 1;
    }
  }

  /** First block of the keep-with-next chain that has to move together with block `index`. */
  #chainStart(blocks: readonly Block[], index: number, snapshots: ReadonlyMap<number, Snapshot>): number {
    const here = snapshots.get(index);
    let start = index;
    while (start > 0) {
      const before = blocks[start - 1];
      const snapshot = snapshots.get(start - 1);
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

  *#place(block: Block, blocks: readonly Block[], index: number, item: number): Generator<void, PlaceResult> {
    const next = blocks[index + 1];
    if (block.kind === "frame") {
      this.#floats.addFrame(block);
      if (next?.kind === "paragraph") return "placed";
      this.#floats.placeFrames(this.builder.yPt);
      return "placed";
    }
    if (block.kind === "table") return yield* this.#placeTable(block, neighborsOf(blocks, index));
    // The mark of a section stands behind its last text, and takes no room.
    if (block.isSectionMark && index > 0) {
      this.#floats.placeFrames(this.builder.yPt);
      return "placed";
    }
    return this.#paragraphs.place(block, next, item);
  }

  *#placeTable(table: Table, neighbors: Neighbors): Generator<void, PlaceResult> {
    const { builder } = this;
    const placer = new TablePlacer(builder, table, neighbors);
    if (table.format.floating && this.#floats.placeTable(table, placer.layout)) return "placed";
    const { previous } = builder;
    const isClose = previous && ignoresSpace(previous, firstParagraph(table));
    const after = previous && !builder.columnEmpty && !isClose ? spaceAfter(previous.format) : 0;
    const gap = this.#floats.clearOfFloats(placer.layout, builder.yPt + after) - builder.yPt;
    const pages = builder.pages.length;
    const result = yield* placer.place(gap);
    if (result === "placed") {
      builder.previous = undefined;
      if (builder.pages.length !== pages) this.#bandStart = undefined;
    }
    return result;
  }

  /** Before a continuous break the columns of the last page end at about the same height, unless the document says no. */
  #balanceColumns(section: Section): void {
    const { builder } = this;
    const start = this.#bandStart;
    if (section.format.columns.length < 2 || !start) return;
    if (builder.context.document.settings.compat.has("noColumnBalance")) return;
    const blocks = this.#blocksOf(section);
    const top = start.snapshot.columnTopPt;
    const pages = builder.pages.length;
    const attempt = (limitPt: number): boolean => {
      builder.restore(start.snapshot);
      builder.balanceLimitPt = limitPt;
      try {
        for (const _ of this.#flow(blocks, start.block, start.item)) {
          // No page is settled before the columns are balanced.
        }
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

  /** The text of a section and the endnotes after it. */
  #blocksOf(section: Section): readonly Block[] {
    const { document } = this.builder.context;
    const notes = section.endnoteIds.flatMap((id) => document.endnotes.get(id)?.blocks ?? []);
    return notes.length > 0 ? [...section.blocks, ...document.endnoteSeparators.first, ...notes] : section.blocks;
  }
}

/** Runs what would pause, without a pause. */
function finished(placing: Generator<void, PlaceResult>): PlaceResult {
  for (;;) {
    const { done, value } = placing.next();
    if (done) return value;
  }
}

function keepsNext(block: Block): boolean {
  if (block.kind === "paragraph") return block.format.keepNext;
  if (block.kind === "table") return block.rows.length > 0 && block.rows.every(rowKeepsNext);
  return block.kind === "frame";
}
