/** The text of a document with its sections and pages. */
import { PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { elementsOf, type OdfBlocks, type OdfNode } from "../open-document/odf-nodes.ts";
import { BlockReader, type Story } from "./block-reader.ts";
import { pageFillsXml } from "./page-background.ts";
import { columnsXml, type HeaderGap, insetsOf, type MasterPage, type Pages, type Section } from "./pages.ts";
import type { Shared } from "./shared.ts";
import { NO_PARAGRAPH } from "./table-writer.ts";

/** Twips. */
const LEAST_SPACE = 20;
const NO_INSETS = { left: 0, right: 0 };

/** Long elements, whose blocks are read one after the other. */
export function isStretch(name: string): boolean {
  return /^(?:office:(?:document-content|document|body|text)|text:section)$/.test(name);
}

export class BodyReader implements OdfBlocks {
  readonly relationships = new PartRelationships();
  readonly #shared: Shared;
  readonly #pages: Pages;
  readonly #story: Story;
  readonly #reader: BlockReader;
  /** Ids of the parts of headers, by what they are made from. */
  readonly #headers = new Map<OdfNode | string, string>();
  #section: Section;
  /** Blocks before the section. */
  #start = 0;
  /** Sections of the text that are hidden, within each other. */
  #hidden = 0;

  constructor(shared: Shared, pages: Pages) {
    this.#shared = shared;
    this.#pages = pages;
    this.#section = newSection(pages.first, undefined);
    this.#story = {
      relationships: this.relationships,
      width: widthOf(this.#section),
      isNote: false,
      beginPages: (master, pageNumber) => this.#beginPages(master, pageNumber),
    };
    this.#reader = new BlockReader(shared, this.#story);
  }

  isOpened(name: string): boolean {
    return isStretch(name);
  }

  enter(node: OdfNode): void {
    if (node.name !== "text:section") return;
    if (this.#hidden > 0 || node.attributes["text:display"] === "none") this.#hidden++;
    else this.#enterSection(node);
  }

  block(node: OdfNode): void {
    if (this.#hidden === 0) this.#reader.read(node);
  }

  leave(node: OdfNode): void {
    if (node.name !== "text:section") return;
    if (this.#hidden > 0) this.#hidden--;
    else this.#leaveSection();
  }

  /** @param endnotesFollow they need no page of their own @returns content of `w:body` */
  finish(endnotesFollow: boolean): string {
    this.#reader.finish();
    const { notes } = this.#shared;
    if (notes.has("endnote") && !endnotesFollow) {
      this.#begin(newSection(this.#pages.master(notes.settings("endnote").master) ?? this.#pages.plain, undefined));
      this.#reader.blocks.push(NO_PARAGRAPH);
    }
    return this.#reader.blocks.join("") + this.#sectionXml();
  }

  readonly #outer: (Pick<Section, "columns" | "insets"> | undefined)[] = [];

  #enterSection(node: OdfNode): void {
    const properties = this.#shared.book.whole("section", node.attributes["text:style-name"], "section");
    const columns = columnsXml(properties.children.get("style:columns"));
    const insets = insetsOf(properties.attributes);
    const isPlain = columns === "" && insets.left === 0 && insets.right === 0;
    this.#outer.push(isPlain ? undefined : { columns: this.#section.columns, insets: this.#section.insets });
    if (!isPlain) this.#goOn({ columns, insets });
  }

  #leaveSection(): void {
    const outer = this.#outer.pop();
    if (outer) this.#goOn(outer);
  }

  /** The text goes on on the page, in other columns. */
  #goOn(changed: Pick<Section, "columns" | "insets">): void {
    const before = this.#section;
    this.#begin({
      ...before,
      ...changed,
      ...(this.#hasText ? { isFirst: false, start: "continuous" as const, pageNumber: undefined } : {}),
    });
  }

  #beginPages(name: string, pageNumber: number | undefined): boolean {
    const master = this.#pages.master(name);
    if (!master) return false;
    const { columns, insets } = this.#section;
    this.#begin({ ...newSection(master, pageNumber), columns, insets });
    return true;
  }

  get #hasText(): boolean {
    return this.#reader.blocks.length > this.#start;
  }

  #begin(section: Section): void {
    const { blocks } = this.#reader;
    if (this.#hasText) {
      const markup = this.#sectionXml();
      const last = blocks.at(-1) ?? "";
      if (last.startsWith("<w:p><w:pPr>") && !last.includes("<w:sectPr>"))
        blocks[blocks.length - 1] = last.replace("</w:pPr>", () => `${markup}</w:pPr>`);
      else if (last.startsWith("<w:p>") && !last.includes("<w:sectPr>"))
        blocks[blocks.length - 1] = last.replace("<w:p>", () => `<w:p><w:pPr>${markup}</w:pPr>`);
      else blocks.push(`<w:p><w:pPr>${markup}</w:pPr></w:p>`);
      this.#shared.count.add(markup.length);
      this.#start = blocks.length;
    }
    this.#section = section;
    this.#story.width = widthOf(section);
  }

  #sectionXml(): string {
    const { paints, pictures } = this.#shared;
    return this.#pages.sectionXml(
      this.#section,
      (kind, node, gap) => this.#header(kind, node, gap),
      (background, type) => pageFillsXml(background, type, { paints, pictures, relationships: this.relationships }),
    );
  }

  /** The relationship of a header or footer, which is written once. */
  #header(kind: "header" | "footer", node: OdfNode | undefined, gap: HeaderGap): string {
    const key = node ?? kind;
    const known = this.#headers.get(key);
    if (known) return known;
    const relationships = new PartRelationships();
    const reader = new BlockReader(this.#shared, { relationships, width: this.#story.width, isNote: true });
    for (const child of elementsOf(node)) reader.read(child);
    const space = gap.spacing < LEAST_SPACE && gap.line === "" ? "" : spaceXml(gap);
    const blocks = kind === "header" ? reader.finish() + space : space + reader.finish();
    const part = this.#shared.notes.addHeader(kind, blocks, relationships);
    const id = this.relationships.to(kind, part);
    this.#headers.set(key, id);
    return id;
  }
}

/** Room between a header and the text, which moves the text when the header grows, and the line that ends it. */
function spaceXml({ spacing, line }: HeaderGap): string {
  const border = line === "" ? "" : element("w:pBdr", {}, line);
  const height = Math.max(LEAST_SPACE, spacing);
  return `<w:p><w:pPr>${border}<w:spacing w:before="0" w:after="0" w:line="${height}" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr></w:pPr></w:p>`;
}

function newSection(master: MasterPage, pageNumber: number | undefined): Section {
  return { master, isFirst: true, start: "nextPage", insets: NO_INSETS, columns: undefined, pageNumber };
}

/** Of the text, or of one of its columns, in twips. */
function widthOf({ master, insets, columns = master.layout.columns }: Section): number {
  const { width, margins } = master.layout;
  const whole = Math.max(720, width - margins.left - margins.right - insets.left - insets.right);
  const count = Number(/w:num="(\d+)"/.exec(columns)?.[1] ?? 1);
  const space = Number(/w:space="(\d+)"/.exec(columns)?.[1] ?? 0);
  return Math.max(360, (whole - space * (count - 1)) / count);
}
