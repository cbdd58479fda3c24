import { present } from "../../domain/present.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { type ImageKind, LETTER, NewDocument, sectionOf } from "../../word/new-document.ts";
import { formatWithin, type TextFormat } from "./html-format.ts";
import { type HtmlElement, parseHtml } from "./html-tree.ts";
import { imageBox } from "./image-document.ts";

/** A picture that an html file names. */
export interface HtmlImage {
  bytes: Uint8Array;
  kind: ImageKind;
}

/** Finds the picture behind an address; undefined when there is none. */
export type ImageSource = (address: string) => HtmlImage | undefined;

const TEXT_WIDTH_POINTS = LETTER.widthPoints - 2 * LETTER.marginPoints;
const TEXT_HEIGHT_POINTS = LETTER.heightPoints - 2 * LETTER.marginPoints - 24;
const POINTS_PER_PIXEL = 0.75;
const MAX_COLUMNS = 63;
const MAX_ROW_SPAN = 10_000;
const MAX_LIST_DEPTH = 8;
const MAX_TABLE_DEPTH = 5;
const BLOCKS = new Set(
  "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul caption".split(
    " ",
  ),
);
/** Where links may lead. */
const LINK = /^(?:https?:|mailto:|tel:)/i;

/** Where a block is. */
interface Place {
  format: TextFormat;
  style: string | undefined;
  /** Number and level of the list, for the first paragraph of an item; the others are indented like it. */
  list: { number: number; level: number; isFirst: boolean } | undefined;
  tables: number;
  /** Blanks and line ends are kept. */
  preformatted: boolean;
  widthPoints: number;
}

/** Addresses of the pictures that an html file shows. */
export function imageAddresses(html: string): string[] {
  const found: string[] = [];
  const visit = (element: HtmlElement): void => {
    if (element.name === "img" && element.attributes.src) found.push(element.attributes.src.trim());
    for (const child of element.children) if (typeof child !== "string") visit(child);
  };
  visit(parseHtml(html));
  return [...new Set(found)];
}

/** A Word document with an html file's paragraphs, headings, lists, tables, links and pictures. */
export function htmlDocument(html: string, images: ImageSource): Uint8Array {
  const document = new NewDocument();
  const writer = new HtmlWriter(document, images);
  const place: Place = {
    ...{ format: {}, style: undefined, list: undefined },
    ...{ tables: 0, preformatted: false, widthPoints: TEXT_WIDTH_POINTS },
  };
  const body = writer.blocks(parseHtml(html), place);

  return document.finish((body || "<w:p/>") + sectionOf(LETTER));
}

class HtmlWriter {
  readonly #document: NewDocument;
  readonly #images: ImageSource;

  constructor(document: NewDocument, images: ImageSource) {
    this.#document = document;
    this.#images = images;
  }

  /** The content of an element as paragraphs and tables. */
  blocks(element: HtmlElement, place: Place): string {
    const written: string[] = [];
    let inline = new InlineText(place.preformatted);
    const flush = () => {
      const runs = inline.runs();
      inline = new InlineText(place.preformatted);
      if (runs === "") return;
      written.push(this.#paragraph(runs, place));
      if (place.list) place.list.isFirst = false;
    };
    const visit = (node: HtmlElement | string, format: TextFormat): void => {
      if (typeof node === "string") inline.add(node, format, this.#document);
      else if (isBlock(node)) {
        flush();
        written.push(this.#block(node, { ...place, format: formatWithin(node, format) }));
      } else this.#inline(node, formatWithin(node, format), inline, visit, place);
    };
    for (const child of element.children) visit(child, place.format);
    flush();
    return written.join("");
  }

  #inline(
    node: HtmlElement,
    format: TextFormat,
    inline: InlineText,
    visit: (node: HtmlElement | string, format: TextFormat) => void,
    place: Place,
  ): void {
    if (node.name === "br") inline.addMarkup("<w:r><w:br/></w:r>");
    else if (node.name === "img") inline.addMarkup(this.#image(node, place));
    else if (node.name === "input" || node.name === "textarea")
      inline.add(node.attributes.value ?? "", format, this.#document);
    for (const child of node.children) visit(child, format);
  }

  #block(element: HtmlElement, place: Place): string {
    const heading = /^h([1-6])$/.exec(element.name);
    if (heading) return this.blocks(element, { ...place, style: `Heading${heading[1]}` });
    switch (element.name) {
      case "ul":
      case "ol":
      case "menu":
        return this.#list(element, place);
      case "table":
        return place.tables >= MAX_TABLE_DEPTH ? this.blocks(element, place) : this.#table(element, place);
      case "blockquote":
      case "dd":
        return this.blocks(element, { ...place, style: place.list ? place.style : "Quote" });
      case "pre":
        return this.blocks(element, { ...place, style: "HTMLPreformatted", preformatted: true });
      case "hr":
        return '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="808080"/></w:pBdr></w:pPr></w:p>';
      default:
        return this.blocks(element, place);
    }
  }

  #list(element: HtmlElement, place: Place): string {
    const start = Number.parseInt(element.attributes.start ?? "1", 10);
    const number = this.#document.addList(element.name === "ol", Number.isFinite(start) ? Math.abs(start) % 30_000 : 1);
    const level = Math.min(MAX_LIST_DEPTH, (place.list?.level ?? -1) + 1);
    const items = element.children.filter((child): child is HtmlElement => typeof child !== "string");
    return items
      .map((item) => {
        const list = { number, level, isFirst: true };
        const inner = { ...place, style: "ListParagraph", list, format: formatWithin(item, place.format) };
        return item.name === "li" ? this.blocks(item, inner) : this.#block(item, inner);
      })
      .join("");
  }

  #paragraph(runs: string, { style, list, format, tables }: Place): string {
    const named = style ?? (tables > 0 ? "TableText" : undefined);
    const numbered = list?.isFirst
      ? `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${list.number}"/></w:numPr>`
      : "";
    const indent = list ? `<w:ind w:left="${720 * (list.level + 1)}"${list.isFirst ? ' w:hanging="360"' : ""}/>` : "";
    const properties =
      (named ? `<w:pStyle w:val="${named}"/>` : "") +
      numbered +
      indent +
      (format.align ? `<w:jc w:val="${format.align}"/>` : "");
    return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`;
  }

  #table(element: HtmlElement, place: Place): string {
    const rows = rowsOf(element);
    const caption = element.children.find((child) => typeof child !== "string" && child.name === "caption");
    const title = caption && typeof caption !== "string" ? this.blocks(caption, { ...place, style: undefined }) : "";
    const grid = new TableGrid();
    const placed = rows.map((row) => grid.addRow(row.children.filter(isCell)));
    const columns = Math.min(MAX_COLUMNS, grid.columns);
    if (columns === 0) return title;
    const widths = grid.widths(columns, place.widthPoints);
    const inner = { ...place, tables: place.tables + 1, style: undefined, list: undefined };
    const body = placed.map((cells, row) => {
      const written = cells
        .filter(({ column }) => column < columns)
        .map(({ column, span, cell, isCovered, rowSpan }) => {
          const taken = widths.slice(column, Math.min(columns, column + span));
          const width = taken.reduce((sum, one) => sum + one, 0);
          const format = cell ? formatWithin(cell, rowFormat(present(rows[row]), inner.format)) : inner.format;
          const content =
            cell && !isCovered ? this.blocks(cell, { ...inner, format, widthPoints: width / 20 - 11 }) : "";
          const merge = isCovered ? "<w:vMerge/>" : rowSpan > 1 ? '<w:vMerge w:val="restart"/>' : "";
          const spans = taken.length > 1 ? `<w:gridSpan w:val="${taken.length}"/>` : "";
          const fill = format.fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${format.fill}"/>` : "";
          // A cell ends with a paragraph.
          const last = content.endsWith("</w:p>") ? "" : '<w:p><w:pPr><w:pStyle w:val="TableText"/></w:pPr></w:p>';
          return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${spans}${merge}${fill}</w:tcPr>${content}${last}</w:tc>`;
        });
      return written.length > 0 ? `<w:tr>${written.join("")}</w:tr>` : "";
    });
    const sum = widths.reduce((before, width) => before + width, 0);
    const markup = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join("");
    return `${title}<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="${sum}" w:type="dxa"/></w:tblPr><w:tblGrid>${markup}</w:tblGrid>${body.join("")}</w:tbl><w:p><w:pPr><w:pStyle w:val="TableText"/></w:pPr></w:p>`;
  }

  #image({ attributes }: HtmlElement, { widthPoints }: Place): string {
    const alt = attributes.alt ?? "";
    const image = this.#images((attributes.src ?? "").trim());
    if (!image) return alt === "" ? "" : textRun(alt, {});
    const natural = imageBox(image.bytes, image.kind, { widthPoints: 1e6, heightPoints: 1e6 });
    const ratio = natural.heightPoints / natural.widthPoints;
    const asked = (value: string | undefined) =>
      /^\d{1,5}$/.test(value ?? "") ? Number(value) * POINTS_PER_PIXEL : undefined;
    const width = asked(attributes.width) ?? (asked(attributes.height) ?? natural.heightPoints) / ratio;
    const height = asked(attributes.height) ?? width * ratio;
    const scale = Math.min(1, widthPoints / width, TEXT_HEIGHT_POINTS / height);
    const box = { ...natural, widthPoints: width * scale, heightPoints: height * scale };
    return this.#document.inlineImage(this.#document.addImage(image.bytes, image.kind), box, alt);
  }
}

/** Text in a line: blanks are folded as browsers do (CSS Text 3, 4.1). */
class InlineText {
  readonly #pieces: string[] = [];
  #endsBlank = true;
  #hasContent = false;
  #pendingBlank = "";

  readonly #preformatted: boolean;

  constructor(preformatted: boolean) {
    this.#preformatted = preformatted;
  }

  add(text: string, format: TextFormat, document: NewDocument): void {
    if (this.#preformatted) {
      const lines = text.replace(/^\n/, this.#hasContent ? "\n" : "").split("\n");
      for (const [index, line] of lines.entries()) {
        if (index > 0) this.#pieces.push("<w:r><w:br/></w:r>");
        if (line !== "") this.#push(line, format, document);
      }
      return;
    }
    const folded = text.replace(/[ \t\r\n\f]+/g, " ");
    const start = this.#endsBlank ? folded.replace(/^ /, "") : folded;
    if (start === "") return;
    const content = start.replace(/ $/, "");
    if (content !== "") this.#push(this.#pendingBlank + content, format, document);
    this.#pendingBlank = start.endsWith(" ") ? " " : "";
    this.#endsBlank = start.endsWith(" ");
  }

  addMarkup(markup: string): void {
    if (markup === "") return;
    if (this.#pendingBlank !== "" && !markup.includes("<w:br/>")) this.#pieces.push(textRun(" ", {}));
    this.#pieces.push(markup);
    this.#hasContent = true;
    this.#endsBlank = markup.includes("<w:br/>");
    this.#pendingBlank = "";
  }

  /** The runs; empty when there is nothing to see. */
  runs(): string {
    return this.#hasContent ? this.#pieces.join("") : "";
  }

  #push(text: string, format: TextFormat, document: NewDocument): void {
    this.#hasContent = true;
    const run = textRun(text, format);
    const link = format.href !== undefined && LINK.test(format.href) ? document.addLink(format.href) : undefined;
    this.#pieces.push(link === undefined ? run : `<w:hyperlink r:id="${link}">${run}</w:hyperlink>`);
  }
}

function textRun(text: string, format: TextFormat): string {
  const isLink = format.href !== undefined && LINK.test(format.href);
  const properties =
    (isLink ? '<w:rStyle w:val="Hyperlink"/>' : "") +
    (format.monospace ? '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>' : "") +
    (format.bold ? "<w:b/><w:bCs/>" : "") +
    (format.italic ? "<w:i/><w:iCs/>" : "") +
    (format.strike ? "<w:strike/>" : "") +
    (format.color && !isLink ? `<w:color w:val="${format.color}"/>` : "") +
    (format.halfPoints ? `<w:sz w:val="${format.halfPoints}"/><w:szCs w:val="${format.halfPoints}"/>` : "") +
    (format.underline ? '<w:u w:val="single"/>' : "") +
    (format.fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${format.fill}"/>` : "") +
    (format.script ? `<w:vertAlign w:val="${format.script}"/>` : "");
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escapeXmlText(text)}</w:t></w:r>`;
}

interface PlacedCell {
  column: number;
  span: number;
  rowSpan: number;
  cell: HtmlElement | undefined;
  /** A cell of a row above reaches down to here. */
  isCovered: boolean;
}

/** Puts cells into columns as browsers do (HTML 4.9.12.1), and finds out how wide these should be. */
class TableGrid {
  columns = 0;
  /** Column -> the cell that reaches down into the next rows. */
  readonly #reaching = new Map<number, { left: number; span: number }>();
  readonly #weights: number[] = [];

  addRow(cells: readonly HtmlElement[]): PlacedCell[] {
    const placed: PlacedCell[] = [];
    let column = this.#covered(0, placed);
    for (const cell of cells) {
      if (column >= MAX_COLUMNS) break;
      const span = Math.min(MAX_COLUMNS - column, numberOf(cell.attributes.colspan, MAX_COLUMNS));
      const rowSpan = numberOf(cell.attributes.rowspan, MAX_ROW_SPAN);
      placed.push({ column, span, rowSpan, cell, isCovered: false });
      if (rowSpan > 1) this.#reaching.set(column, { left: rowSpan - 1, span });
      if (span === 1) this.#weights[column] = Math.max(this.#weights[column] ?? 0, Math.min(60, textLength(cell)));
      column = this.#covered(column + span, placed);
    }
    this.columns = Math.max(this.columns, column);
    return placed;
  }

  /** Widths in twips: wide where there is much text. */
  widths(columns: number, widthPoints: number): number[] {
    const weights = Array.from({ length: columns }, (_, column) => 4 + (this.#weights[column] ?? 8));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const room = Math.max(columns, Math.floor(widthPoints * 20));
    return weights.map((weight) => Math.max(1, Math.floor((room * weight) / total)));
  }

  #covered(from: number, placed: PlacedCell[]): number {
    let column = from;
    for (let above = this.#reaching.get(column); above; above = this.#reaching.get(column)) {
      const { span } = above;
      placed.push({ column, span, rowSpan: 1, cell: undefined, isCovered: true });
      if (--above.left === 0) this.#reaching.delete(column);
      column += span;
    }
    return column;
  }
}

function numberOf(text: string | undefined, most: number): number {
  const value = Number.parseInt(text ?? "1", 10);
  return value >= 1 ? Math.min(value, most) : 1;
}

function textLength(element: HtmlElement): number {
  let length = 0;
  for (const child of element.children) {
    length += typeof child === "string" ? child.trim().length : textLength(child);
    if (length > 60) break;
  }
  return length;
}

/** Rows of a table, wherever they are in it, but not those of tables inside it. */
function rowsOf(table: HtmlElement): HtmlElement[] {
  return table.children.flatMap((child) => {
    if (typeof child === "string") return [];
    if (child.name === "tr") return [child];
    return /^(?:thead|tbody|tfoot)$/.test(child.name) ? rowsOf(child) : [];
  });
}

function rowFormat(row: HtmlElement, around: TextFormat): TextFormat {
  return formatWithin(row, around);
}

function isCell(child: HtmlElement | string): child is HtmlElement {
  return typeof child !== "string" && (child.name === "td" || child.name === "th");
}

/** An inline element with a block in it is one, too: its content has to be cut into paragraphs. */
function isBlock(element: HtmlElement): boolean {
  return BLOCKS.has(element.name) || element.children.some((child) => typeof child !== "string" && isBlock(child));
}
