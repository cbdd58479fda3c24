/** A range of the text -> `w:p` and `w:tbl` (MS-DOC 2.4.1 to 2.4.4). */

import { ParagraphWriter } from "./paragraph-writer.ts";
import { type FrameProperties, isFramed } from "./properties/frame-properties.ts";
import type { ParagraphProperties } from "./properties/paragraph-properties.ts";
import { MAX_CELLS, noRowProperties, type RowProperties, rowPropertiesOf } from "./properties/table-properties.ts";
import { styleId } from "./styles-writer.ts";
import { isPlaced, type TableRow, tablesXml } from "./table-writer.ts";
import type { ParagraphFormatting } from "./text-formatting.ts";
import type { StoryContext } from "./writer-context.ts";

const PARAGRAPH_MARK = 0x0d;
const CELL_MARK = 0x07;
const BREAK_MARK = 0x0c;
const MAX_TABLE_DEPTH = 12;
const EMPTY_PARAGRAPH = "<w:p/>";

/** A table that is being collected. */
interface OpenTable {
  rows: TableRow[];
  cells: string[];
  /** Blocks of the cell that is open. */
  blocks: string[];
  /** What the first paragraph of the row says about a frame around the table. */
  frame: FrameProperties | undefined;
}

/** What is at the end of a section: called with the position after its last character. */
export type SectionEnd = (position: number) => string | undefined;

/** Writes the text between two positions of the whole text; the end is not part of it. */
export function writeStory(
  range: { start: number; end: number },
  context: StoryContext,
  sectionEnd: SectionEnd = () => undefined,
): string {
  return new StoryWriter(context, sectionEnd).write(range.start, range.end);
}

class StoryWriter {
  readonly #context: StoryContext;
  readonly #sectionEnd: SectionEnd;
  readonly #paragraphs: ParagraphWriter;
  readonly #blocks: string[] = [];
  readonly #tables: OpenTable[] = [];

  constructor(context: StoryContext, sectionEnd: SectionEnd) {
    this.#context = context;
    this.#sectionEnd = sectionEnd;
    this.#paragraphs = new ParagraphWriter(context);
  }

  write(start: number, end: number): string {
    const { text } = this.#context.source;
    const limit = start + this.#context.builder.takeText(Math.min(end, text.length) - start);
    let from = start;
    for (let position = start; position < limit; position++) {
      const code = text.charCodeAt(position);
      if (code !== PARAGRAPH_MARK && code !== CELL_MARK && code !== BREAK_MARK) continue;
      if (code === BREAK_MARK && !this.#endsHere(position)) continue;
      this.#paragraph(from, position, code);
      from = position + 1;
    }
    if (from < limit) this.#paragraph(from, limit, undefined);
    this.#closeTables(0);

    return this.#blocks.join("");
  }

  /** A break ends a section, or it is a page break, which may be the last character of a paragraph. */
  #endsHere(position: number): boolean {
    return this.#sectionEnd(position + 1) !== undefined || this.#context.source.formatting.endsParagraph(position);
  }

  /** `mark`: the character that ends the paragraph, at `end`; undefined if the text just stops. */
  #paragraph(start: number, end: number, mark: number | undefined): void {
    const formatting = this.#context.source.formatting.paragraph(mark === undefined ? end - 1 : end);
    const { properties } = formatting;
    const depth = tableDepth(properties);
    this.#closeTables(depth);
    while (this.#tables.length < depth) this.#tables.push({ rows: [], cells: [], blocks: [], frame: undefined });
    const table = this.#tables.at(-1);
    if (table && endsRow(properties, depth)) {
      closeRow(table, formatting);
      return;
    }
    if (table) {
      table.frame ??= properties.frame;
      properties.frame = frameInCell(properties.frame);
    }
    const section = mark === BREAK_MARK ? this.#sectionEnd(end + 1) : undefined;
    const isPageBreak = mark === BREAK_MARK && section === undefined;
    const content = this.#paragraphs.write(start, end, { formatting, section: section ?? "", isPageBreak });
    if (!this.#context.builder.takeMarkup(content.length)) return;
    if (!table) {
      this.#blocks.push(content);
      return;
    }
    table.blocks.push(content);
    if (endsCell(properties, depth, mark)) closeCell(table);
  }

  /** Closes tables that are deeper than a paragraph, each into the cell that holds it. */
  #closeTables(depth: number): void {
    while (this.#tables.length > depth) {
      const table = this.#tables.pop();
      if (!table) return;
      if (table.blocks.length > 0) closeCell(table);
      if (table.cells.length > 0) table.rows.push({ cells: table.cells, properties: noRowProperties() });
      const { styles } = this.#context.source;
      const xml = tablesXml(table.rows, (style) => (styles.has(style, "table") ? styleId(style) : undefined));
      (this.#tables.at(-1)?.blocks ?? this.#blocks).push(xml);
    }
  }
}

function tableDepth({ tableDepth: depth, inTable, rowEnd }: ParagraphProperties): number {
  const stated = depth ?? (inTable || rowEnd ? 1 : 0);
  return Math.min(MAX_TABLE_DEPTH, Math.max(inTable ? 1 : 0, stated));
}

function endsRow({ rowEnd, innerRowEnd }: ParagraphProperties, depth: number): boolean {
  return depth === 1 ? rowEnd === true : innerRowEnd === true;
}

function endsCell({ innerCellEnd }: ParagraphProperties, depth: number, mark: number | undefined): boolean {
  return depth === 1 ? mark === CELL_MARK : innerCellEnd === true;
}

function closeCell(table: OpenTable): void {
  if (table.cells.length < MAX_CELLS) table.cells.push(table.blocks.join("") || EMPTY_PARAGRAPH);
  table.blocks = [];
}

function closeRow(table: OpenTable, { modifiers }: ParagraphFormatting): void {
  if (table.blocks.length > 0) closeCell(table);
  const row = rowPropertiesOf(modifiers);
  if (!isPlaced(row.floating) && table.frame && isFramed(table.frame)) row.floating = floatingOf(table.frame);
  if (table.cells.length > 0) table.rows.push({ cells: table.cells, properties: row });
  table.cells = [];
  table.frame = undefined;
}

/** The paragraphs of a table that floats repeat its place; within a cell only large initials are frames. */
function frameInCell(frame: FrameProperties): FrameProperties {
  return frame.dropCap !== undefined && frame.dropCap !== "none" ? frame : {};
}

/** A table within a frame floats where the frame does. */
function floatingOf(frame: FrameProperties): RowProperties["floating"] {
  const { x, y, horizontalAnchor, verticalAnchor, horizontalSpace, verticalSpace } = frame;
  return {
    ...(x === undefined ? {} : { x }),
    ...(y === undefined ? {} : { y }),
    horizontalAnchor: horizontalAnchor ?? "text",
    verticalAnchor: y ? (verticalAnchor ?? "margin") : "text",
    left: horizontalSpace ?? 0,
    right: horizontalSpace ?? 0,
    top: verticalSpace ?? 0,
    bottom: verticalSpace ?? 0,
  };
}
