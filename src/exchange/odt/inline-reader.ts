/** What stands in a paragraph (OpenDocument 1.3 Part 3, 6 and 7) -> runs. */
import { element } from "../../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { countOf } from "../open-document/measures.ts";
import { childOf, elementsOf, type OdfNode, textOf } from "../open-document/odf-nodes.ts";
import type { NoteKind } from "./notes.ts";
import type { RunWriter } from "./run-writer.ts";
import type { Shared } from "./shared.ts";
import type { TextFormat } from "./text-formats.ts";

/** What paragraphs need of the text that they are in. */
export interface InlineContext {
  shared: Shared;
  /** `w:drawing` of a frame or a shape. */
  drawing(node: OdfNode): string;
  /** `m:oMath` of a frame that stands on the line and holds a formula. */
  formula(node: OdfNode): string | undefined;
  /** The blocks of a note. @param mark runs before its text */
  noteBlocks(nodes: readonly OdfNode[], mark: string): string;
  /** Notes have none. */
  isNote: boolean;
}

const MOST_SPACES = 10_000;
const MOST_ADDRESS = 2_000;
/** Their text is not part of the paragraph. */
const SKIPPED: ReadonlySet<string> = new Set([
  ...["office:annotation", "office:annotation-end", "text:soft-page-break", "text:change", "text:change-start"],
  ...[
    "text:change-end",
    "text:alphabetical-index-mark",
    "text:toc-mark",
    "text:user-index-mark",
    "text:tracked-changes",
  ],
  ...[
    "text:alphabetical-index-mark-start",
    "text:alphabetical-index-mark-end",
    "text:toc-mark-start",
    "text:toc-mark-end",
  ],
  ...["text:user-index-mark-start", "text:user-index-mark-end", "text:reference-mark", "text:reference-mark-start"],
  ...[
    "text:reference-mark-end",
    "text:script",
    "text:ruby-text",
    "text:label",
    "office:event-listeners",
    "field:param",
  ],
  ...["svg:desc", "svg:title", "text:hidden-paragraph"],
]);
const FIELDS: Readonly<Record<string, string>> = { "text:page-number": "PAGE", "text:page-count": "NUMPAGES" };
const PAGE_FORMATS: Readonly<Record<string, string>> = {
  i: "roman",
  I: "ROMAN",
  a: "alphabetic",
  A: "ALPHABETIC",
  "1": "Arabic",
};

export class InlineReader {
  readonly #context: InlineContext;
  readonly #runs: RunWriter;
  /** `w:rPr` of a span without text, by which programs say what the paragraph's end is like. */
  endFormat: string | undefined;

  constructor(context: InlineContext, runs: RunWriter) {
    this.#context = context;
    this.#runs = runs;
  }

  read(node: OdfNode, format: TextFormat): void {
    for (const child of node.children) {
      if (typeof child === "string") this.#runs.addText(child, format.xml);
      else this.#element(child, format);
    }
  }

  #element(node: OdfNode, format: TextFormat): void {
    const { name, attributes } = node;
    const runs = this.#runs;
    if (SKIPPED.has(name)) return;
    if (name.startsWith("draw:") || name === "dr3d:scene") {
      const formula = this.#context.formula(node);
      if (formula) {
        runs.addMarkup(formula);
        runs.endSpace();
        return;
      }
      const markup = this.#context.drawing(node);
      if (markup !== "") runs.addInRun(markup, format.xml);
      return;
    }
    const field = FIELDS[name];
    if (field) {
      this.#field(pageInstruction(field, node), textOf(node), format);
      return;
    }
    if (
      name === "text:file-name" &&
      attributes["text:display"] === "name-and-extension" &&
      attributes["text:fixed"] !== "true"
    ) {
      this.#field("FILENAME", textOf(node), format);
      return;
    }
    if ((name === "text:date" || name === "text:time") && attributes["text:fixed"] !== "true") {
      const picture = this.#context.shared.dates.picture(attributes["style:data-style-name"]);
      if (picture) this.#field(`DATE \\@ "${picture}"`, textOf(node), format);
      else this.read(node, format);
      return;
    }
    if (name === "text:chapter" && this.#context.isNote) {
      const heading = this.#heading(attributes);
      if (heading) {
        this.#field(`STYLEREF "${heading}"`, textOf(node), format);
        return;
      }
    }
    switch (name) {
      case "text:span":
        this.read(node, this.#under(node, format));
        if (node.children.length === 0) this.endFormat = this.#under(node, format).xml;
        break;
      case "text:a":
        this.#link(node, format);
        break;
      case "text:s":
        runs.addCharacters(" ".repeat(countOf(attributes["text:c"], MOST_SPACES) ?? 1), format.xml);
        runs.endSpace();
        break;
      case "text:tab":
        runs.addInRun("<w:tab/>", format.xml);
        break;
      case "text:line-break":
        runs.addInRun("<w:br/>", format.xml);
        break;
      case "text:note":
        this.#note(node, format);
        break;
      case "text:bookmark":
        this.#bookmark(attributes["text:name"], true, true);
        break;
      case "text:bookmark-start":
        this.#bookmark(attributes["text:name"], true, false);
        break;
      case "text:bookmark-end":
        this.#bookmark(attributes["text:name"], false, true);
        break;
      case "text:hidden-text":
        if (attributes["text:is-hidden"] === "false")
          runs.addText(attributes["text:string-value"] ?? textOf(node), format.xml);
        break;
      case "text:placeholder":
        if (this.#context.shared.rules.showsPlaceholders) this.read(node, format);
        break;
      case "text:variable-set":
      case "text:user-field-get":
      case "text:sequence":
        if (attributes["text:display"] !== "none") this.read(node, format);
        break;
      default:
        // fields show the text that the program has worked out
        this.read(node, this.#under(node, format));
    }
  }

  /** The style of the headings whose text the field shows. */
  #heading(attributes: Readonly<Record<string, string>>): string | undefined {
    if (attributes["text:display"] !== "name") return undefined;
    const level = attributes["text:outline-level"] ?? "1";
    const styles = this.#context.shared.book.namedStyles("paragraph");
    return styles.find((style) => style.attributes["style:default-outline-level"] === level)?.name;
  }

  #under(node: OdfNode, format: TextFormat): TextFormat {
    const style = node.attributes["text:style-name"];
    return style === undefined ? format : format.under(style, this.#context.shared.book);
  }

  #field(instruction: string, result: string, format: TextFormat): void {
    const runs = this.#runs;
    runs.addInRun('<w:fldChar w:fldCharType="begin"/>', format.xml);
    runs.addInRun(element("w:instrText", { "xml:space": "preserve" }, escapeXmlText(` ${instruction} `)), format.xml);
    runs.addInRun('<w:fldChar w:fldCharType="separate"/>', format.xml);
    runs.addCharacters(result, format.xml);
    runs.addInRun('<w:fldChar w:fldCharType="end"/>', format.xml);
  }

  #link(node: OdfNode, format: TextFormat): void {
    const inner = this.#under(node, format);
    const address = (node.attributes["xlink:href"] ?? "").slice(0, MOST_ADDRESS).replaceAll('"', "%22");
    const place = /^#(.+?)(?:\|\w+)?$/.exec(address)?.[1];
    if (address === "" || (!place && !/^(?:https?|mailto|ftp|tel):/i.test(address))) {
      this.read(node, inner);
      return;
    }
    const runs = this.#runs;
    const instruction = place ? ` HYPERLINK \\l "${place}" ` : ` HYPERLINK "${address}" `;
    runs.addMarkup('<w:r><w:fldChar w:fldCharType="begin"/></w:r>');
    runs.addMarkup(`<w:r>${element("w:instrText", { "xml:space": "preserve" }, escapeXmlText(instruction))}</w:r>`);
    runs.addMarkup('<w:r><w:fldChar w:fldCharType="separate"/></w:r>');
    this.read(node, inner);
    runs.addMarkup('<w:r><w:fldChar w:fldCharType="end"/></w:r>');
  }

  #bookmark(name: string | undefined, starts: boolean, ends: boolean): void {
    if (!name) return;
    const { bookmarks } = this.#context.shared;
    const id = bookmarks.get(name) ?? bookmarks.size + 1;
    bookmarks.set(name, id);
    if (starts) this.#runs.addMarkup(element("w:bookmarkStart", { "w:id": id, "w:name": name }));
    if (ends) this.#runs.addMarkup(element("w:bookmarkEnd", { "w:id": id }));
  }

  #note(node: OdfNode, format: TextFormat): void {
    if (this.#context.isNote) return;
    const { shared } = this.#context;
    const kind: NoteKind = node.attributes["text:note-class"] === "endnote" ? "endnote" : "footnote";
    const settings = shared.notes.settings(kind);
    const citation = childOf(node, "text:note-citation");
    const label = citation?.attributes["text:label"];
    const id = shared.notes.reserve(kind);
    const mark = settings.mark === undefined ? format : format.under(settings.mark, shared.book);
    const reference = element(`w:${kind}Reference`, {
      "w:customMarkFollows": label === undefined ? undefined : 1,
      "w:id": id,
    });
    const properties = settings.mark === undefined ? SUPERSCRIPT : mark.xml;
    this.#runs.addInRun(reference, properties);
    if (label !== undefined) this.#runs.addCharacters(label, properties);
    const inner = shared.formats.ofParagraph(undefined);
    const number = settings.citation === undefined ? inner : inner.under(settings.citation, shared.book);
    const shown = label === undefined ? `<w:${kind}Ref/>` : `<w:t>${escapeXmlText(label)}</w:t>`;
    const blocks = this.#context.noteBlocks(
      elementsOf(childOf(node, "text:note-body")),
      `<w:r>${number.xml}${shown}</w:r>`,
    );
    shared.notes.set(kind, id, blocks);
  }
}

const SUPERSCRIPT = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>';

/** `PAGE \* roman`; numbers of the page before or after are those that the program has worked out. */
function pageInstruction(field: string, { attributes }: OdfNode): string {
  const format = PAGE_FORMATS[attributes["style:num-format"] ?? ""];
  return format ? `${field} \\* ${format}` : field;
}
