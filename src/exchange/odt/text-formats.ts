/** Formats of texts by the styles that are in force around them. */
import type { StyleBook } from "../open-document/style-book.ts";
import { NO_PROPERTIES, overlaid, type PropertySet } from "../open-document/style-properties.ts";
import { textPropertiesXml } from "./text-format.ts";

/** What is worked out is kept, up to so many formats. */
const MOST_KEPT = 2_000;

export class TextFormat {
  /** What Word does not inherit from the paragraph's style. */
  readonly #own: PropertySet;
  readonly #whole: PropertySet;
  readonly #inner = new Map<string, TextFormat>();
  #xml: string | undefined;

  constructor(own: PropertySet, whole: PropertySet) {
    this.#own = own;
    this.#whole = whole;
  }

  /** `w:rPr`, or nothing. */
  get xml(): string {
    if (this.#xml === undefined) {
      const properties = this.propertiesXml;
      this.#xml = properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`;
    }
    return this.#xml;
  }

  get propertiesXml(): string {
    return textPropertiesXml(this.#own.attributes, this.#whole.attributes);
  }

  get isHidden(): boolean {
    return this.#whole.attributes["text:display"] === "none";
  }

  /** The format within a span of a style. */
  under(styleName: string, book: StyleBook): TextFormat {
    const known = this.#inner.get(styleName);
    if (known) return known;
    let own = this.#own;
    let whole = this.#whole;
    for (const style of book.lineage(book.style("text", styleName)).reverse()) {
      const said = book.own(style, "text");
      own = overlaid(own, said);
      whole = overlaid(whole, said);
    }
    const format = new TextFormat(own, whole);
    if (this.#inner.size >= MOST_KEPT) this.#inner.clear();
    this.#inner.set(styleName, format);
    return format;
  }
}

export class TextFormats {
  readonly #book: StyleBook;
  #kept = new Map<string, TextFormat>();

  constructor(book: StyleBook) {
    this.#book = book;
  }

  /** The format of a paragraph's texts. */
  ofParagraph(styleName: string | undefined): TextFormat {
    const name = styleName ?? "";
    const known = this.#kept.get(name);
    if (known) return known;
    const style = this.#book.style("paragraph", name);
    const own = style?.isAutomatic ? this.#book.own(style, "text") : NO_PROPERTIES;
    const format = new TextFormat(own, this.#book.whole("paragraph", name, "text"));
    if (this.#kept.size >= MOST_KEPT) this.#kept = new Map();
    this.#kept.set(name, format);
    return format;
  }
}
