/** Paragraphs, lists, tables and sections of a text (OpenDocument 1.3 Part 3, 5) -> blocks. */
import type { PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { countOf } from "../open-document/measures.ts";
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { OdfStyle } from "../open-document/style-book.ts";
import { NO_PROPERTIES, type PropertySet } from "../open-document/style-properties.ts";
import { readTabs } from "../open-document/tab-stops.ts";
import { drawing, inlineFormula } from "./drawings.ts";
import { withoutEdgeSpace } from "./edge-spacing.ts";
import { InlineReader } from "./inline-reader.ts";
import type { Numbering, OpenList } from "./lists.ts";
import { type Indent, indentOf, paragraphPropertiesXml } from "./paragraph-format.ts";
import { RunWriter } from "./run-writer.ts";
import type { Shared } from "./shared.ts";
import { NO_PARAGRAPH, tableXml } from "./table-writer.ts";
import { startOf } from "./text-format.ts";

/** Where blocks are read to. */
export interface Story {
  relationships: PartRelationships;
  /** Twips from margin to margin. */
  width: number;
  isNote: boolean;
  /** A master page begins; only of the document's own text. */
  beginPages?(master: string, pageNumber: number | undefined): boolean;
}

interface InList {
  list: OpenList;
  item: OdfNode | undefined;
  isNumbered: boolean;
}

const MOST_PAGES = 10_000;
/** A paragraph of a style that has no parent. */
export const PLAIN_STYLE = "no style";
const IS_DRAWING =
  /^(?:draw:(?:frame|custom-shape|rect|ellipse|circle|line|connector|polyline|polygon|path|g|a|caption|control)|dr3d:scene)$/;
const INDEXES: ReadonlySet<string> = new Set([
  ...["text:table-of-content", "text:illustration-index", "text:table-index", "text:object-index"],
  ...["text:user-index", "text:alphabetical-index", "text:bibliography"],
]);
const CONTAINERS: ReadonlySet<string> = new Set([
  ...["text:index-body", "text:index-title", "text:section", "text:meta", "office:text"],
  ...["loext:content-control", "text:page-sequence"],
]);

export class BlockReader {
  readonly blocks: string[] = [];
  readonly #shared: Shared;
  readonly #story: Story;
  /** Drawings that are on the page and wait for a paragraph that holds them. */
  #waiting = "";
  /** Runs before the text of the first paragraph: the number of a note. */
  #mark: string;
  #breaksPage = false;
  /** Where the text has come to, as the program that wrote the file laid it out; counted while something waits for a page. */
  #page = 1;
  /** Page -> drawings that stand on it, wherever the text is. */
  readonly #onPages = new Map<number, string>();

  constructor(shared: Shared, story: Story, mark = "") {
    this.#shared = shared;
    this.#story = story;
    this.#mark = mark;
  }

  /** All of it. */
  finish(): string {
    if (this.#waiting !== "" || this.#mark !== "") this.#push(`<w:p>${this.#takeWaiting()}</w:p>`);
    // pages beyond the text have nothing else on them
    for (const [, runs] of [...this.#onPages].sort(([left], [right]) => left - right))
      this.#push(`<w:p><w:pPr><w:pageBreakBefore/></w:pPr>${runs}</w:p>`);
    this.#onPages.clear();
    return this.blocks.join("");
  }

  read(node: OdfNode, inList?: InList): void {
    const { name, attributes } = node;
    if (name === "text:soft-page-break") this.#page++;
    if (name === "text:p" || name === "text:h") this.#paragraph(node, inList);
    else if (name === "text:list") this.#list(node, inList?.list);
    else if (name === "table:table") this.#table(node);
    else if (name === "office:forms") this.#shared.controls.add(node);
    else if (name === "text:numbered-paragraph") this.#numberedParagraph(node);
    else if (INDEXES.has(name)) this.#children(node, inList);
    else if (CONTAINERS.has(name)) {
      if (!isHidden(attributes)) this.#children(node, inList);
    } else if (IS_DRAWING.test(name)) this.#wait(node);
  }

  #children(node: OdfNode, inList: InList | undefined): void {
    for (const child of elementsOf(node)) this.read(child, inList);
  }

  #push(markup: string): void {
    this.#shared.count.add(40);
    this.blocks.push(markup);
  }

  #wait(node: OdfNode): void {
    const markup = this.#drawing(node, "page");
    if (markup === "") return;
    const run = `<w:r>${markup}</w:r>`;
    const page = countOf(node.attributes["text:anchor-page-number"], MOST_PAGES) ?? 1;
    if (page <= this.#page || !this.#story.beginPages) this.#waiting += run;
    else this.#onPages.set(page, (this.#onPages.get(page) ?? "") + run);
  }

  #takeWaiting(): string {
    let runs = this.#mark + this.#waiting;
    this.#waiting = "";
    this.#mark = "";
    for (const [page, onPage] of this.#onPages) {
      if (page > this.#page) continue;
      runs += onPage;
      this.#onPages.delete(page);
    }
    return runs;
  }

  /** The text has gone on to other pages within a paragraph or a table. */
  #countPages(node: OdfNode): void {
    if (this.#onPages.size === 0) return;
    for (const child of elementsOf(node)) {
      if (child.name === "text:soft-page-break") this.#page++;
      else if (!IS_DRAWING.test(child.name)) this.#countPages(child);
    }
  }

  #drawing(node: OdfNode, anchor: string | undefined): string {
    const { book, pictures, objects, paints, frames, controls, warnings } = this.#shared;
    const { relationships, width } = this.#story;
    const markup = drawing(node, anchor, {
      book,
      pictures,
      objects,
      paints,
      frames,
      controls,
      warnings,
      relationships,
      width,
      blocks: (nodes, inner) => this.#inner(nodes, inner),
    });
    return markup;
  }

  /** Blocks of what is a text of its own within this one. */
  #inner(nodes: readonly OdfNode[], width: number, mark = "", story: Partial<Story> = {}): string {
    const { relationships, isNote } = this.#story;
    const reader = new BlockReader(this.#shared, { relationships, isNote, ...story, width }, mark);
    for (const node of nodes) reader.read(node);
    const blocks = reader.finish();
    return blocks.endsWith("</w:tbl>") ? blocks + NO_PARAGRAPH : blocks;
  }

  #list(node: OdfNode, outer: OpenList | undefined): void {
    const list = this.#shared.lists.open(node, outer);
    for (const item of elementsOf(node)) {
      if (item.name !== "text:list-item" && item.name !== "text:list-header") continue;
      let isNumbered = item.name === "text:list-item";
      for (const child of elementsOf(item)) {
        this.read(child, { list, item, isNumbered });
        if (child.name === "text:p" || child.name === "text:h") isNumbered = false;
      }
    }
  }

  /** A paragraph that is a list of one item (5.3.6). */
  #numberedParagraph(node: OdfNode): void {
    const { lists } = this.#shared;
    let list = lists.open(node, undefined);
    const depth = countOf(node.attributes["text:level"], 9) ?? 1;
    for (let level = 1; level < depth; level++) list = { ...list, level };
    for (const child of elementsOf(node)) this.read(child, { list, item: node, isNumbered: true });
  }

  #paragraph(node: OdfNode, inList: InList | undefined): void {
    const { book, formats, rules } = this.#shared;
    const styleName = node.attributes["text:style-name"];
    const style = book.style("paragraph", styleName);
    const own = style?.isAutomatic ? book.own(style, "paragraph") : NO_PROPERTIES;
    const whole = book.whole("paragraph", styleName, "paragraph");
    const breaks = this.#beginsPages(style, whole);
    if (breaks || whole.attributes["fo:break-before"] === "page") this.#page++;
    const runs = new RunWriter(this.#shared.count);
    const format = formats.ofParagraph(styleName);
    const isNoteStart = this.#mark !== "";
    const waiting = this.#takeWaiting();
    if (waiting !== "") runs.addMarkup(waiting);
    // the number of a note fills its hanging indent
    if (isNoteStart && indentOf(whole.attributes).first < 0) runs.addInRun("<w:tab/>");
    if (whole.attributes["fo:break-before"] === "column") runs.addInRun('<w:br w:type="column"/>');
    const reader = new InlineReader(
      {
        shared: this.#shared,
        isNote: this.#story.isNote,
        drawing: (child) => this.#drawing(child, undefined),
        formula: (child) => inlineFormula(child, this.#shared.objects),
        noteBlocks: (nodes, mark) =>
          this.#inner(nodes, this.#story.width, mark, {
            relationships: this.#shared.notes.relationships,
            isNote: true,
          }),
      },
      runs,
    );
    reader.read(node, format);
    // the end of a paragraph is as high as its last words, and as its number looks
    const isNumbered = inList?.isNumbered === true || node.name === "text:h";
    const end = rules.endFormatsNumber ? reader.endFormat : undefined;
    const mark = isNumbered ? (end ?? format.xml) : (runs.lastProperties ?? format.xml);
    const properties = this.#properties(node, { style, own, whole }, { inList, breaks, mark });
    this.#push(`<w:p>${properties}${runs.finish()}</w:p>`);
    this.#countPages(node);
    this.#shared.count.add(properties.length);
    if (whole.attributes["fo:break-after"] === "page") this.#breaksPage = true;
  }

  /** @returns whether a page has to be begun for the paragraph */
  #beginsPages(style: OdfStyle | undefined, whole: PropertySet): boolean {
    const { book } = this.#shared;
    const broken = this.#breaksPage;
    this.#breaksPage = false;
    const named = book.lineage(style).find(({ attributes }) => attributes["style:master-page-name"] !== undefined);
    const master = named?.attributes["style:master-page-name"];
    if (!master) return broken;
    const number = startOf(whole.attributes["style:page-number"]);
    if (!this.#story.beginPages?.(master, number)) return broken;
    if (this.blocks.length > 0) this.#page++;
    return false;
  }

  #properties(
    node: OdfNode,
    { style, own, whole }: { style: OdfStyle | undefined; own: PropertySet; whole: PropertySet },
    { inList, breaks, mark }: { inList: InList | undefined; breaks: boolean; mark: string },
  ): string {
    const { book, rules } = this.#shared;
    const isHeading = node.name === "text:h";
    const level = Math.max(1, countOf(node.attributes["text:outline-level"], 10) ?? 1);
    const numbering = this.#numbering(node, style, inList, level);
    const indent = numbering && this.#listIndent(style, whole, numbering, inList);
    const named = style?.isAutomatic ? book.style("paragraph", style.parent) : style;
    const inherited =
      named && readTabs(book.whole("paragraph", named.name, "paragraph").children.get("style:tab-stops"));
    const xml = paragraphPropertiesXml(own, whole, {
      rules,
      styleId: named?.name ?? (book.style("paragraph", "Standard") ? PLAIN_STYLE : undefined),
      numbering: numbering?.xml || (inList || isHeading ? '<w:numPr><w:numId w:val="0"/></w:numPr>' : ""),
      indent: indent?.place,
      listTab: indent?.tab,
      inheritedTabs: inherited,
      breaksPage: breaks,
      outline: isHeading ? level - 1 : undefined,
      mark,
    });
    return xml === "" ? "" : element("w:pPr", {}, xml);
  }

  #numbering(
    node: OdfNode,
    style: OdfStyle | undefined,
    inList: InList | undefined,
    level: number,
  ): Numbering | undefined {
    const { lists, book } = this.#shared;
    const listStyle = book
      .lineage(style)
      .map(({ attributes }) => attributes["style:list-style-name"])
      .find((name) => name !== undefined);
    if (inList) return lists.numbering(inList.list, { ...inList, styleName: listStyle });
    const isOutline =
      node.name === "text:h" && node.attributes["text:is-list-header"] !== "true" && listStyle === undefined;
    if (!isOutline) return undefined;
    const isRestarted = node.attributes["text:restart-numbering"] === "true";
    const start = isRestarted ? (startOf(node.attributes["text:start-value"]) ?? 1) : undefined;
    return lists.outlineNumbering(level - 1, start);
  }

  /** The indent of a list holds unless the paragraph, or the style that the list is from, has its own. */
  #listIndent(
    style: OdfStyle | undefined,
    whole: PropertySet,
    { level, xml }: Numbering,
    inList: InList | undefined,
  ): { place: Indent; tab: number | undefined } {
    const own = indentOf(whole.attributes);
    if (level.isRelative) {
      const left = own.left + level.indent.left;
      return { place: { left, right: own.right, first: xml === "" ? 0 : level.indent.first }, tab: undefined };
    }
    if (this.#hasOwnIndent(style, inList)) return { place: own, tab: level.tab };
    const { left, first } = level.indent;
    return { place: { left, right: own.right, first: xml === "" ? 0 : first }, tab: level.tab };
  }

  #hasOwnIndent(style: OdfStyle | undefined, inList: InList | undefined): boolean {
    const { book } = this.#shared;
    const line = book.lineage(style);
    const listStyle = inList?.list.styleName;
    const isOfText =
      listStyle !== undefined && !line.some(({ attributes }) => attributes["style:list-style-name"] === listStyle);
    for (const each of line) {
      const said = book.own(each, "paragraph").attributes;
      if (said["fo:margin-left"] !== undefined || said["fo:text-indent"] !== undefined) return true;
      if (each.attributes["style:list-style-name"]) return false;
      // a list of the text, not of a style: what named styles say does not count
      if (each.isAutomatic && isOfText) return false;
    }
    return false;
  }

  #table(node: OdfNode): void {
    const { book } = this.#shared;
    const style = book.style("table", node.attributes["table:style-name"]);
    const master = style?.attributes["style:master-page-name"];
    const said = book.whole("table", style?.name, "table").attributes;
    const begins = master ? this.#story.beginPages?.(master, startOf(said["style:page-number"])) : false;
    if ((begins || this.#breaksPage || said["fo:break-before"] === "page") && this.blocks.length > 0) this.#page++;
    const markup = tableXml(node, {
      book,
      count: this.#shared.count,
      width: this.#story.width,
      cellBlocks: (cell, width) => {
        const { rules } = this.#shared;
        const blocks = this.#inner(elementsOf(cell), width);
        const opened = rules.spacesStarts ? blocks : withoutEdgeSpace(blocks, "before");
        return rules.spacesCells ? opened : withoutEdgeSpace(opened, "after");
      },
    });
    if (markup === "") return;
    const breaks = !begins && (this.#breaksPage || said["fo:break-before"] === "page");
    this.#breaksPage = false;
    if (breaks)
      this.#push(
        '<w:p><w:pPr><w:pageBreakBefore/><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr></w:p>',
      );
    // tables that touch would be one
    else if (this.blocks.at(-1)?.endsWith("</w:tbl>")) this.#push(NO_PARAGRAPH);
    const waiting = this.#takeWaiting();
    if (waiting !== "") this.#push(NO_PARAGRAPH.replace("</w:p>", () => `${waiting}</w:p>`));
    this.#push(markup);
    this.#countPages(node);
    if (said["fo:break-after"] === "page") this.#breaksPage = true;
  }
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return (
    attributes["text:display"] === "none" ||
    (attributes["text:display"] === "condition" && attributes["text:is-hidden"] === "true")
  );
}
