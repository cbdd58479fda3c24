import { present } from "../../../domain/present.ts";
import { decodeHtmlText } from "./html-text.ts";
import { htmlTokens } from "./html-tokens.ts";

/**
 * Rich text that data or a {html} block brings: html reduced to what a word processor can show. Nothing else survives.
 */
export interface RichFormat {
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strike?: boolean;
  vertical?: "superscript" | "subscript";
  monospace?: boolean;
  /** RRGGBB. */
  color?: string;
  background?: string;
  halfPoints?: number;
  font?: string;
  href?: string;
}

export type RichInline =
  | { kind: "text"; text: string; format: RichFormat }
  | { kind: "break" }
  | { kind: "image"; source: string; width?: string; height?: string; alt: string };

type RichAlign = "left" | "center" | "right" | "both";

/** A <ul> or <ol>. */
export interface RichList {
  id: number;
  ordered: boolean;
  depth: number;
  start?: number;
  /** The outermost list of its kind around it, whose levels it counts in; itself if there is none. */
  root: number;
}

export interface RichParagraph {
  kind: "paragraph";
  inlines: RichInline[];
  heading?: number;
  align?: RichAlign;
  /** The list it is an item of; only its first paragraph carries the mark. */
  list?: RichList & { continued: boolean };
  quote?: boolean;
}

export interface RichCell {
  blocks: RichBlock[];
  header: boolean;
  /** Columns and rows that it covers, as its html says. */
  columns: number;
  rows: number;
  /** RRGGBB: its own, its row's or its table's. */
  background?: string;
}

export interface RichTable {
  kind: "table";
  rows: { cells: RichCell[] }[];
}

export type RichBlock = RichParagraph | RichTable;

export interface RichText {
  blocks: RichBlock[];
  /** Not an element that makes a paragraph of its own: it goes into the current line. */
  isInline: boolean;
}

const BLOCKS =
  /^(?:p|div|h[1-6]|ul|ol|li|table|tr|td|th|blockquote|pre|section|article|header|footer|hr|dl|dt|dd|center)$/;
const VOID = /^(?:br|img|hr|input|meta|link|wbr|col)$/;
const MAX_DEPTH = 60;
/** The most columns and rows that a cell may cover: the limit of html for rows, that of Word for columns. */
const MAX_COLUMNS = 63;
const MAX_ROWS = 65_534;

/** Elements that are closed by the next of their kind, and what keeps that one from closing them. */
const CLOSED_BY_NEXT: Readonly<Record<string, { closes: RegExp; within: RegExp }>> = {
  li: { closes: /^li$/, within: /^(?:ul|ol)$/ },
  td: { closes: /^t[dh]$/, within: /^(?:tr|table)$/ },
  th: { closes: /^t[dh]$/, within: /^(?:tr|table)$/ },
  tr: { closes: /^tr$/, within: /^table$/ },
};

interface Scope {
  name: string;
  format: RichFormat;
  align?: RichAlign;
  list?: RichList;
  /** The outermost lists around, with numbers and with bullets. */
  roots?: { ordered?: number; bullets?: number };
  pre?: boolean;
  heading?: number;
  quote?: boolean;
  /** After the cells of the row or table that is open. */
  cellBackground?: string;
}

/** Reads html leniently: unknown elements are looked through, scripts and styles dropped. Never throws. */
export function parseRichText(html: string): RichText {
  const reader = new RichTextReader();
  reader.read(html);
  return reader.result();
}

class RichTextReader {
  readonly #root: RichBlock[] = [];
  #target: RichBlock[] = this.#root;
  #paragraph: RichParagraph | undefined;
  readonly #scopes: Scope[] = [{ name: "", format: {} }];
  readonly #tables: { table: RichTable; target: RichBlock[] }[] = [];
  #lists = 0;
  #isInline = true;
  /** The mark of the open list item is still to come. */
  #itemIsNew = false;

  read(html: string): void {
    for (const token of htmlTokens(html)) {
      if ("text" in token) this.#text(decodeHtmlText(token.text));
      else if (token.closes) this.#close(token.name);
      else this.#open(token.name, token.attributes);
    }
  }

  result(): RichText {
    this.#endParagraph();
    return { blocks: this.#root, isInline: this.#isInline };
  }

  get #scope(): Scope {
    return present(this.#scopes.at(-1));
  }

  #text(raw: string): void {
    if (this.#scope.pre) {
      raw.split(/\r?\n/).forEach((line, index) => {
        if (index > 0) this.#inline({ kind: "break" });
        if (line) this.#inline({ kind: "text", text: line, format: this.#scope.format });
      });
      return;
    }
    let text = raw.replace(/[ \t\r\n\f]+/g, " ");
    const last = this.#paragraph?.inlines.at(-1);
    if (!last || last.kind === "break" || (last.kind === "text" && last.text.endsWith(" "))) {
      // Blanks at the start of a line of a block are layout of the source; those of inline text are meant.
      if (!this.#isInline || last) text = text.replace(/^ /, "");
    }
    if (text === "" || (text === " " && !this.#paragraph && !this.#isInline)) return;
    this.#inline({ kind: "text", text, format: this.#scope.format });
  }

  #inline(inline: RichInline): void {
    if (!this.#paragraph) {
      const { align, list, heading, quote } = this.#scope;
      this.#paragraph = { kind: "paragraph", inlines: [], align, heading, quote };
      if (list) {
        this.#paragraph.list = { ...list, continued: !this.#itemIsNew };
        this.#itemIsNew = false;
      }
      this.#target.push(this.#paragraph);
    }
    this.#paragraph.inlines.push(inline);
  }

  #endParagraph(): void {
    const last = this.#paragraph?.inlines.at(-1);
    if (last?.kind === "text" && !this.#isInline) last.text = last.text.trimEnd();
    this.#paragraph = undefined;
  }

  #open(name: string, attributes: string): void {
    if (BLOCKS.test(name)) {
      this.#isInline = false;
      this.#endParagraph();
    }
    if (name === "br") this.#inline({ kind: "break" });
    if (name === "img") this.#image(attributes);
    this.#closeSibling(name);
    if (VOID.test(name) || this.#scopes.length > MAX_DEPTH) return;
    const parent = this.#scope;
    const scope: Scope = { ...parent, name, format: formatOf(name, attributes, parent.format) };
    const align = /text-align\s*:\s*(left|center|right|justify)/i.exec(attributes)?.[1]?.toLowerCase();
    if (align) scope.align = align === "justify" ? "both" : (align as RichAlign);
    if (name === "center") scope.align = "center";
    if (name === "pre") scope.pre = true;
    if (name === "blockquote") scope.quote = true;
    if (/^h[1-6]$/.test(name)) scope.heading = Number(name[1]);
    if (name === "ul" || name === "ol") {
      const start = Number(attributeOf(attributes, "start"));
      const depth = parent.list ? Math.min(8, parent.list.depth + 1) : 0;
      const kind = name === "ol" ? "ordered" : "bullets";
      const id = ++this.#lists;
      const root = (parent.list && parent.roots?.[kind]) ?? id;
      scope.list = { id, ordered: name === "ol", depth, root, ...(start > 1 ? { start } : {}) };
      scope.roots = { ...(parent.list ? parent.roots : {}), [kind]: root };
    }
    if (name === "li") this.#itemIsNew = true;
    if (/^(?:table|tr|t[dh])$/.test(name)) {
      // The color is behind the whole cell, not behind its letters; lists and headings end at a table.
      scope.cellBackground = backgroundOf(attributes) ?? (name === "table" ? undefined : parent.cellBackground);
      scope.format.background = undefined;
      scope.list = scope.heading = scope.quote = undefined;
    }
    this.#openTable(name, attributes, scope.cellBackground);
    this.#scopes.push(scope);
  }

  /** Items, cells and rows need no end of their own in html. */
  #closeSibling(name: string): void {
    const rule = CLOSED_BY_NEXT[name];
    if (!rule) return;
    const index = this.#scopes.findLastIndex((scope) => rule.closes.test(scope.name) || rule.within.test(scope.name));
    const open = this.#scopes[index]?.name;
    if (open !== undefined && rule.closes.test(open)) this.#close(open);
  }

  #openTable(name: string, attributes: string, background: string | undefined): void {
    const current = this.#tables.at(-1);
    if (name === "table") {
      const table: RichTable = { kind: "table", rows: [] };
      this.#target.push(table);
      this.#tables.push({ table, target: this.#target });
    } else if (name === "tr" && current) current.table.rows.push({ cells: [] });
    else if ((name === "td" || name === "th") && current) {
      if (current.table.rows.length === 0) current.table.rows.push({ cells: [] });
      const blocks: RichBlock[] = [];
      const columns = spanOf(attributes, "colspan", MAX_COLUMNS);
      // rowspan="0" means all the rows that follow.
      const rows = /^\s*0+\s*$/.test(attributeOf(attributes, "rowspan") ?? "")
        ? MAX_ROWS
        : spanOf(attributes, "rowspan", MAX_ROWS);
      present(current.table.rows.at(-1)).cells.push({ blocks, header: name === "th", columns, rows, background });
      this.#target = blocks;
    }
  }

  #close(name: string): void {
    if (BLOCKS.test(name)) this.#endParagraph();
    const index = this.#scopes.findLastIndex((scope) => scope.name === name);
    if (index <= 0) return;
    this.#scopes.length = index;
    const current = this.#tables.at(-1);
    if (!current) return;
    if (name === "td" || name === "th") this.#target = current.target;
    if (name === "table") {
      this.#target = current.target;
      this.#tables.pop();
    }
  }

  #image(attributes: string): void {
    const source = attributeOf(attributes, "src");
    if (!source) return;
    const style = attributeOf(attributes, "style") ?? "";
    const length = (name: string) =>
      attributeOf(attributes, name) ??
      new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([\\d.]+(?:px|pt|cm|mm|in|%)?)`).exec(style)?.[1];
    this.#inline({
      kind: "image",
      source,
      width: length("width"),
      height: length("height"),
      alt: attributeOf(attributes, "alt") ?? "",
    });
  }
}

function spanOf(attributes: string, name: string, most: number): number {
  return Math.min(most, Math.max(1, Math.trunc(Number(attributeOf(attributes, name) ?? 1)) || 1));
}

function backgroundOf(attributes: string): string | undefined {
  const format: RichFormat = {};
  applyStyle(format, attributeOf(attributes, "style") ?? "");
  return format.background ?? colorOf(attributeOf(attributes, "bgcolor") ?? "");
}

function attributeOf(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes);
  const raw = match && (match[1] ?? match[2] ?? match[3]);
  return raw === undefined || raw === null ? undefined : decodeHtmlText(raw);
}

function formatOf(name: string, attributes: string, outer: RichFormat): RichFormat {
  const format = { ...outer };
  if (name === "b" || name === "strong" || name === "th") format.bold = true;
  if (name === "i" || name === "em" || name === "cite") format.italic = true;
  if (name === "u" || name === "ins") format.underline = true;
  if (name === "s" || name === "del" || name === "strike") format.strike = true;
  if (name === "sup") format.vertical = "superscript";
  if (name === "sub") format.vertical = "subscript";
  if (name === "code" || name === "pre" || name === "tt" || name === "kbd") format.monospace = true;
  if (name === "mark") format.background = "FFFF00";
  if (name === "a") format.href = attributeOf(attributes, "href");
  if (name === "font") format.color = colorOf(attributeOf(attributes, "color") ?? "") ?? format.color;
  const style = attributeOf(attributes, "style");
  if (style) applyStyle(format, style);
  return format;
}

function applyStyle(format: RichFormat, style: string): void {
  for (const declaration of style.split(";")) {
    const [property = "", value = ""] = declaration.split(/:(.*)/s).map((part) => part.trim().toLowerCase());
    if (property === "font-weight") format.bold = /bold|[6-9]00/.test(value);
    if (property === "font-style") format.italic = /italic|oblique/.test(value);
    if (property.startsWith("text-decoration")) {
      if (value.includes("underline")) format.underline = true;
      if (value.includes("line-through")) format.strike = true;
    }
    if (property === "color") format.color = colorOf(value) ?? format.color;
    if (property === "background-color" || property === "background") format.background = colorOf(value);
    if (property === "font-family") format.font = present(value.split(",")[0]).replace(/["']/g, "").trim().slice(0, 60);
    const size = property === "font-size" ? /^([\d.]+)(pt|px)$/.exec(value) : undefined;
    if (size) {
      const points = Number(size[1]) * (size[2] === "px" ? 0.75 : 1);
      if (points >= 1 && points <= 400) format.halfPoints = Math.round(points * 2);
    }
  }
}

const COLORS: Readonly<Record<string, string>> = {
  black: "000000",
  white: "FFFFFF",
  red: "FF0000",
  green: "008000",
  blue: "0000FF",
  yellow: "FFFF00",
  orange: "FFA500",
  purple: "800080",
  gray: "808080",
  grey: "808080",
  navy: "000080",
  teal: "008080",
  maroon: "800000",
  silver: "C0C0C0",
  lime: "00FF00",
};

function colorOf(text: string): string | undefined {
  const value = text.trim().toLowerCase();
  const hex = /^#([0-9a-f]{6})$/.exec(value)?.[1];
  if (hex) return hex.toUpperCase();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value);
  if (short)
    return [short[1], short[2], short[3]]
      .map((digit) => `${digit}${digit}`)
      .join("")
      .toUpperCase();
  const rgb = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})/.exec(value);
  if (rgb)
    return [rgb[1], rgb[2], rgb[3]]
      .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0"))
      .join("")
      .toUpperCase();
  return COLORS[value];
}
