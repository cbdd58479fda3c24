/** A text of its own: the body, a header, a note, a text box. Its blocks are markup of WordprocessingML. */
import type { PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import type { MarkupCount } from "../markup-count.ts";
import type { FormatTables } from "./character-format.ts";
import { newRow, type RowFormat } from "./row-format.ts";
import { type TableRow, tableXml } from "./table-writer.ts";

/** What is open at a depth of tables: the text itself is at depth 0. */
interface Level {
  blocks: string[];
  cells: string[];
  rows: TableRow[];
}

/** Markup around a cell, at most. */
const CELL_LENGTH = 100;

export class Story {
  readonly relationships: PartRelationships;
  readonly #count: MarkupCount;
  readonly #tables: FormatTables;
  readonly #levels: Level[] = [{ blocks: [], cells: [], rows: [] }];
  #runs: string[] = [];
  #text = "";
  #textProperties = "";
  /** The row that `\trowd` has described last, by the depth of its table. */
  readonly #rowFormats = new Map<number, RowFormat>();

  /** @param relationships of the part that the story is in */
  constructor(count: MarkupCount, tables: FormatTables, relationships: PartRelationships) {
    this.relationships = relationships;
    this.#count = count;
    this.#tables = tables;
  }

  /** Adds characters to the paragraph. @param properties `w:rPr` or nothing */
  addText(text: string, properties: string): void {
    if (properties !== this.#textProperties) this.#endText();
    this.#textProperties = properties;
    this.#text += text;
  }

  /** Adds what stands in a run: a tab, a break, a drawing. */
  addInRun(markup: string, properties = ""): void {
    this.addMarkup(`<w:r>${properties}${markup}</w:r>`);
  }

  /** Adds markup among the runs: the beginning of a bookmark. */
  addMarkup(markup: string): void {
    this.#endText();
    this.#count.add(markup.length);
    this.#runs.push(markup);
  }

  get hasRuns(): boolean {
    return this.#runs.length > 0 || this.#text !== "";
  }

  /** @param level depth of its table, 0 outside of tables */
  endParagraph(properties: string, level: number): void {
    this.#endText();
    const top = this.#levelAt(level);
    top.blocks.push(`<w:p>${properties}${this.#runs.join("")}</w:p>`);
    this.#count.add(properties.length);
    this.#runs = [];
  }

  endCell(level: number): void {
    const top = this.#levelAt(level);
    this.#count.add(CELL_LENGTH);
    top.cells.push(top.blocks.join(""));
    top.blocks = [];
  }

  endRow(level: number): void {
    const top = this.#levelAt(level);
    if (top.cells.length > 0) top.rows.push({ format: this.rowFormat(level), cells: top.cells });
    top.cells = [];
  }

  /** Begins the description of a row. */
  beginRow(level: number): void {
    this.#rowFormats.set(level, newRow());
  }

  rowFormat(level: number): RowFormat {
    const known = this.#rowFormats.get(level);
    if (known) return known;
    const format = newRow();
    this.#rowFormats.set(level, format);
    return format;
  }

  /** A section ends here: its markup goes into the last paragraph, or into one of its own. */
  endSection(markup: string): void {
    const { blocks } = this.#levelAt(0);
    const last = blocks.at(-1);
    const isParagraph = last?.startsWith("<w:p><w:pPr>") && !last.includes("<w:sectPr>");
    if (last && isParagraph) blocks[blocks.length - 1] = last.replace("</w:pPr>", () => `${markup}</w:pPr>`);
    else blocks.push(`<w:p><w:pPr>${markup}</w:pPr></w:p>`);
    this.#count.add(markup.length);
  }

  /** All of it. */
  finish(): string {
    return this.#levelAt(0).blocks.join("");
  }

  #endText(): void {
    if (this.#text !== "") {
      const markup = `<w:r>${this.#textProperties}<w:t xml:space="preserve">${escapeXmlText(this.#text)}</w:t></w:r>`;
      this.#count.add(markup.length);
      this.#runs.push(markup);
    }
    this.#text = "";
  }

  /** Tables that are deeper end, and those on the way begin. */
  #levelAt(level: number): Level {
    while (this.#levels.length > level + 1) this.#endTable();
    while (this.#levels.length <= level) this.#levels.push({ blocks: [], cells: [], rows: [] });
    return this.#levels[level] as Level;
  }

  #endTable(): void {
    const depth = this.#levels.length - 1;
    const ended = this.#levels.pop();
    const below = this.#levels.at(-1);
    if (!ended || !below) return;
    // a row without an end
    if (ended.blocks.length > 0) ended.cells.push(ended.blocks.join(""));
    if (ended.cells.length > 0) ended.rows.push({ format: this.rowFormat(depth), cells: ended.cells });
    if (ended.rows.length === 0) return;
    const markup = tableXml(ended.rows, this.#tables);
    const inner = ended.rows.reduce(
      (sum, { cells }) => sum + cells.reduce((length, cell) => length + cell.length, 0),
      0,
    );
    this.#count.add(Math.max(0, markup.length - inner));
    // tables that touch would be one
    if (below.blocks.at(-1)?.endsWith("</w:tbl>")) below.blocks.push(element("w:p"));
    below.blocks.push(markup);
  }
}
