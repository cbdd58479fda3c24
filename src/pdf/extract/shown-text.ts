import { type StringVisitor, visitAnnotation, visitShownStrings } from "../content/shown-strings.ts";
import type { PdfDocument } from "../document.ts";
import type { PdfDict } from "../objects.ts";
import { type FontText, fontText } from "./font-text.ts";

/**
 * The text of the pages and the form fields on them, in the order in which it is drawn, page by page and without any
 * blanks: words are placed by coordinates as often as by spaces. Compare it with `withoutBlanks` of the text in
 * question.
 * @throws Failure `pdf_too_complex` when reading it takes too much work
 */
export function shownText(document: PdfDocument): string {
  const collector = new TextCollector(document);
  visitShownStrings(document, collector);
  return withoutBlanks(collector.text);
}

/** The text that one annotation shows, without any blanks, whether it is hidden or not. */
export function shownByAnnotation(document: PdfDocument, annotation: PdfDict): string {
  const collector = new TextCollector(document);
  visitAnnotation(document, annotation, collector);
  return withoutBlanks(collector.text);
}

/** A text in the form that is compared: ligatures as their letters, no blanks, no invisible marks. */
export function withoutBlanks(text: string): string {
  return text.normalize("NFKC").replace(/[\s\p{Cc}\p{Cf}]+/gu, "");
}

class TextCollector implements StringVisitor {
  readonly #document: PdfDocument;
  readonly #fonts = new Map<PdfDict, FontText>();
  readonly #parts: string[] = [];

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  get text(): string {
    return this.#parts.join("");
  }

  show(font: PdfDict, bytes: Uint8Array): void {
    let textOf = this.#fonts.get(font);
    if (!textOf) this.#fonts.set(font, (textOf = fontText(this.#document, font)));
    const text = textOf(bytes);
    this.#document.work.charge("glyphCode", text.length);
    this.#parts.push(text);
  }

  /** Text on two pages is not one word. */
  endPage(): void {
    this.#parts.push("\ufffc");
  }
}
