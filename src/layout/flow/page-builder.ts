/** Pages, columns and footnote areas while the body is poured in; every step can be taken back. */
import { largestOf } from "../../domain/collections/long-lists.ts";
import type { Paragraph, Section } from "../model/blocks.ts";
import { type HeaderKind, linesRunDown } from "../model/section.ts";
import type { LineGrid } from "../text/line.ts";
import type { FloatArea } from "./floats.ts";
import { carriedNotes, emptyNoteArea, Footnotes, type NoteArea } from "./footnotes.ts";
import type { Fragment, Page, PageGeometry } from "./fragments.ts";
import type { LayoutContext } from "./layout-context.ts";
import { layoutStory } from "./story-layout.ts";
import type { Stack } from "./table-parts.ts";

export interface OpenPage extends Page {
  bodyTopPt: number;
  bodyBottomPt: number;
  areas: FloatArea[];
  noteAreas: NoteArea[];
}

export interface Column {
  leftPt: number;
  widthPt: number;
}

/** Everything needed to go back to an earlier point. */
export interface Snapshot {
  pages: number;
  body: number;
  areas: number;
  noteAreas: NoteArea[];
  columns: Column[];
  columnIndex: number;
  columnTopPt: number;
  bottomsPt: number[];
  yPt: number;
  columnEmpty: boolean;
  hardStart: boolean;
  spaceGivenPt: number;
  previous: Paragraph | undefined;
}

/** Continued notes leave this much of a page to the text. */
const MIN_BODY_PT = 36;

export class PageBuilder {
  readonly pages: OpenPage[] = [];
  readonly context: LayoutContext;
  readonly #maxPages: number;
  readonly #stories = new Map<string, Stack>();
  readonly #notes: Footnotes;
  section!: Section;
  sectionIndex = 0;
  columns: Column[] = [];
  columnIndex = 0;
  /** Where the columns of this band begin. */
  columnTopPt = 0;
  /** Bottom of the content of each finished column of the band. */
  bottomsPt: number[] = [];
  yPt = 0;
  columnEmpty = true;
  /** The column starts after a hard break (or the document starts here). */
  hardStart = true;
  /** Space that the text before a section break has left below itself: that much less counts above the next. */
  spaceGivenPt = 0;
  previous: Paragraph | undefined;
  /** Lower end of the columns while they are balanced. */
  balanceLimitPt: number | undefined;
  /** The columns of this band have lines between them. */
  #separates = false;
  #isFirstPageOfSection = true;
  #nextNumber = 1;
  truncated = false;

  constructor(context: LayoutContext, maxPages: number) {
    this.context = context;
    this.#notes = new Footnotes(context);
    this.#maxPages = maxPages;
  }

  get page(): OpenPage {
    const page = this.pages[this.pages.length - 1];
    if (!page) throw new Error("no page is open");
    return page;
  }

  get column(): Column {
    return this.columns[this.columnIndex] ?? { leftPt: 0, widthPt: 100 };
  }

  /** Lowest position for text, above the footnotes placed so far and `extraPt` more. */
  limitPt(extraPt = 0): number {
    const bottom = this.page.bodyBottomPt - this.#notesBelowPt - extraPt;
    return this.balanceLimitPt === undefined ? bottom : Math.min(bottom, this.balanceLimitPt);
  }

  /** Height of the notes below the column. */
  get #notesBelowPt(): number {
    return notesHeight(this.page.noteAreas.filter((area) => overlaps(area, this.column)));
  }

  /** The note area of the column, which ends up above those of columns that were placed differently. */
  get #noteArea(): NoteArea {
    const { leftPt, widthPt } = this.column;
    const own = this.page.noteAreas.find((area) => area.leftPt === leftPt && area.widthPt === widthPt);
    return own ?? emptyNoteArea(leftPt, widthPt, this.#notesBelowPt);
  }

  /** The area to write to. */
  #openNoteArea(): NoteArea {
    const area = this.#noteArea;
    if (!this.page.noteAreas.includes(area)) this.page.noteAreas.push(area);
    return area;
  }

  /** Parts of notes that the current page leaves to the next. */
  get carriedNotes(): Fragment[] {
    return carriedNotes(this.pages[this.pages.length - 1]?.noteAreas ?? []);
  }

  /** The grid that lines of the section snap to. */
  get grid(): LineGrid | undefined {
    const { gridType, gridLinePitchPt } = this.section.format;
    return (gridType === "lines" || gridType === "linesAndChars" || gridType === "snapToChars") && gridLinePitchPt > 0
      ? { pitchPt: gridLinePitchPt }
      : undefined;
  }

  /** There is nothing above in the document. */
  get isAtStart(): boolean {
    return this.pages.length === 1 && this.sectionIndex === 0 && this.columnIndex === 0 && this.columnEmpty;
  }

  get isFull(): boolean {
    return this.pages.length >= this.#maxPages;
  }

  /** `continues`: the section begins below other text, where Word does not restart the page numbers. */
  enterSection(section: Section, index: number, continues: boolean): void {
    this.section = section;
    this.sectionIndex = index;
    this.#isFirstPageOfSection = !continues;
    if (section.format.pageNumberStart !== undefined && !continues) this.#nextNumber = section.format.pageNumberStart;
  }

  /** Number the next page would get. */
  get nextNumber(): number {
    return this.#nextNumber;
  }

  /** A page that a break at the very end of a section opened is not printed: the next section opens its own. */
  dropEmptyPage(): void {
    const { pages } = this;
    const last = pages[pages.length - 1];
    if (!last || pages.length === 1 || last.isFirstOfSection || last.isFiller || last.body.length > 0) return;
    if (last.noteAreas.length > 0) return;
    pages.pop();
    this.#nextNumber = last.number;
  }

  /** The section did not begin on the page after all. */
  startSectionOnNextPage(): void {
    this.#isFirstPageOfSection = true;
    this.newPage(false);
  }

  newPage(hard: boolean, filler = false): void {
    if (this.isFull) {
      this.truncated = true;
      throw new PageLimitReached();
    }
    this.context.meter.charge("block");
    if (this.pages.length > 0) this.closeBand();
    const { format } = this.section;
    const number = this.#nextNumber++;
    const mirrored = this.context.document.settings.mirrorMargins && number % 2 === 0;
    const geometry: PageGeometry = {
      widthPt: format.widthPt,
      heightPt: format.heightPt,
      marginLeftPt: mirrored ? format.marginRightPt : format.marginLeftPt,
      marginRightPt: mirrored ? format.marginLeftPt : format.marginRightPt,
      marginTopPt: Math.abs(format.marginTopPt),
      marginBottomPt: Math.abs(format.marginBottomPt),
    };
    const page: OpenPage = {
      index: this.pages.length,
      section: this.section,
      sectionIndex: this.sectionIndex,
      geometry,
      flow: geometry,
      number,
      isFirstOfSection: this.#isFirstPageOfSection,
      body: [],
      header: [],
      footer: [],
      isFiller: filler,
      bodyTopPt: geometry.marginTopPt,
      bodyBottomPt: format.heightPt - geometry.marginBottomPt,
      areas: [],
      noteAreas: [],
      footnotes: [],
    };
    if (!filler) this.#isFirstPageOfSection = false;
    const carried = this.carriedNotes;
    this.pages.push(page);
    const header = this.#storyHeight(page, "headers");
    const footer = this.#storyHeight(page, "footers");
    // A negative margin is exact; otherwise a tall header or footer pushes the text.
    if (header > 0 && format.marginTopPt >= 0) {
      page.bodyTopPt = Math.max(geometry.marginTopPt, format.headerDistancePt + header);
    }
    if (footer > 0 && format.marginBottomPt >= 0) {
      page.bodyBottomPt = Math.min(page.bodyBottomPt, format.heightPt - format.footerDistancePt - footer);
    }
    page.bodyBottomPt = Math.max(page.bodyBottomPt, page.bodyTopPt + MIN_BODY_PT);
    if (linesRunDown(format)) rotatePage(page);
    this.openBand(page.bodyTopPt, hard);
    if (carried.length === 0) return;
    const area = this.#openNoteArea();
    if (filler) area.carriedNotes = carried;
    else this.#notes.continueNotes(area, carried, page.bodyBottomPt - page.bodyTopPt - MIN_BODY_PT);
  }

  /** Which of the three stories a page shows. */
  storyKind(page: Page): HeaderKind {
    if (page.section.format.titlePage && page.isFirstOfSection) return "first";
    return this.context.document.settings.evenAndOddHeaders && page.number % 2 === 0 ? "even" : "default";
  }

  #storyHeight(page: Page, which: "headers" | "footers"): number {
    const story = page.section[which][this.storyKind(page)];
    if (!story || story.blocks.length === 0) return 0;
    const { geometry } = page;
    const key = `${page.sectionIndex}/${which}/${this.storyKind(page)}/${geometry.marginLeftPt}`;
    let stack = this.#stories.get(key);
    if (!stack) {
      stack = layoutStory(story.blocks, { which, format: page.section.format, geometry }, this.context);
      this.#stories.set(key, stack);
    }
    return stack.heightPt;
  }

  /** Starts the section's columns at a height of the current page. */
  openBand(topPt: number, hard: boolean): void {
    const { format } = this.section;
    const { flow } = this.page;
    let left = flow.marginLeftPt;
    this.columns = format.columns.map((column) => {
      const opened = { leftPt: left, widthPt: column.widthPt };
      left += column.widthPt + column.gapPt;
      return opened;
    });
    if (format.rightToLeft) {
      this.columns = this.columns.map((column) => ({
        ...column,
        leftPt: flow.widthPt - (column.leftPt + column.widthPt) + flow.marginLeftPt - flow.marginRightPt,
      }));
    }
    this.#separates = format.columnSeparator;
    this.columnIndex = 0;
    this.columnTopPt = topPt;
    this.bottomsPt = [];
    this.yPt = topPt;
    this.columnEmpty = true;
    this.hardStart = hard;
    this.spaceGivenPt = 0;
  }

  /** Draws the lines between columns (`w:sep`) once their height is known. */
  closeBand(): void {
    const { page, columns } = this;
    if (!this.#separates || columns.length < 2) return;
    const heightPt = this.bandBottomPt - this.columnTopPt;
    columns.slice(1).forEach((column, index) => {
      const before = columns[index];
      if (!before) return;
      const xPt = (before.leftPt + before.widthPt + column.leftPt) / 2;
      page.body.push({ kind: "rule", xPt, yPt: this.columnTopPt, widthPt: 0, heightPt, thicknessPt: 0.5 });
    });
  }

  nextColumn(hard: boolean): void {
    if (this.columnIndex + 1 < this.columns.length) {
      this.bottomsPt.push(this.yPt);
      this.columnIndex += 1;
      this.yPt = this.columnTopPt;
      this.columnEmpty = true;
      this.hardStart = hard;
    } else this.newPage(hard);
  }

  /** Lowest content of the band. */
  get bandBottomPt(): number {
    return largestOf(this.bottomsPt, this.yPt);
  }

  snapshot(): Snapshot {
    const { page } = this;
    return {
      pages: this.pages.length,
      body: page.body.length,
      areas: page.areas.length,
      noteAreas: page.noteAreas.map(copyOf),
      columns: this.columns,
      columnIndex: this.columnIndex,
      columnTopPt: this.columnTopPt,
      bottomsPt: [...this.bottomsPt],
      yPt: this.yPt,
      columnEmpty: this.columnEmpty,
      hardStart: this.hardStart,
      spaceGivenPt: this.spaceGivenPt,
      previous: this.previous,
    };
  }

  restore(snapshot: Snapshot): void {
    const dropped = this.pages.length - snapshot.pages;
    const firstDropped = this.pages[snapshot.pages];
    if (dropped > 0 && firstDropped) {
      this.#nextNumber = firstDropped.number;
      if (firstDropped.isFirstOfSection) this.#isFirstPageOfSection = true;
    }
    this.pages.length = snapshot.pages;
    const { page } = this;
    page.body.length = snapshot.body;
    page.areas.length = snapshot.areas;
    page.noteAreas = snapshot.noteAreas.map(copyOf);
    this.columns = snapshot.columns;
    this.columnIndex = snapshot.columnIndex;
    this.columnTopPt = snapshot.columnTopPt;
    this.bottomsPt = [...snapshot.bottomsPt];
    this.yPt = snapshot.yPt;
    this.columnEmpty = snapshot.columnEmpty;
    this.hardStart = snapshot.hardStart;
    this.spaceGivenPt = snapshot.spaceGivenPt;
    this.previous = snapshot.previous;
  }

  /** Height that the footnotes of some lines would add to this column. */
  noteHeight(ids: readonly string[]): number {
    return ids.length === 0 ? 0 : this.#notes.height(this.#noteArea, ids);
  }

  /** The same when the last note may continue on the next page; notes of several columns stay whole. */
  minNoteHeight(ids: readonly string[]): number {
    if (this.columns.length > 1) return this.noteHeight(ids);
    return ids.length === 0 ? 0 : this.#notes.minHeight(this.#noteArea, ids);
  }

  /** Puts the notes of text that ends at `bottomPt` at the foot of the column. */
  addNotes(ids: readonly string[], bottomPt: number): void {
    if (ids.length > 0) this.#notes.add(this.#openNoteArea(), ids, this.limitPt() - bottomPt);
  }
}

/** How far notes reach above the end of the text. */
export function notesHeight(areas: readonly NoteArea[]): number {
  return largestOf(
    areas.map((area) => area.raisedPt + area.footnoteHeightPt),
    0,
  );
}

function overlaps(area: NoteArea, column: Column): boolean {
  const leftPt = Math.max(area.leftPt, column.leftPt);
  return Math.min(area.leftPt + area.widthPt, column.leftPt + column.widthPt) > leftPt;
}

function copyOf(area: NoteArea): NoteArea {
  return { ...area, footnotes: [...area.footnotes], noteIds: new Set(area.noteIds) };
}

/** The text begins at the right, below the room that the header takes. */
function rotatePage(page: OpenPage): void {
  const { geometry, bodyTopPt, bodyBottomPt } = page;
  page.flow = {
    widthPt: geometry.heightPt,
    heightPt: geometry.widthPt,
    marginLeftPt: bodyTopPt,
    marginRightPt: geometry.heightPt - bodyBottomPt,
    marginTopPt: geometry.marginRightPt,
    marginBottomPt: geometry.marginLeftPt,
  };
  page.bodyTopPt = page.flow.marginTopPt;
  page.bodyBottomPt = Math.max(page.flow.heightPt - page.flow.marginBottomPt, page.bodyTopPt + MIN_BODY_PT);
}

/** The page cap of the run is reached; what is laid out so far is printed. */
export class PageLimitReached extends Error {
  override readonly name = "PageLimitReached";
}
