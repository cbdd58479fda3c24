import { visitOperations } from "../content/operations.ts";
import { pageContent } from "../content/page-content.ts";
import type { PdfDocument } from "../document.ts";
import { PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from "../objects.ts";
import { pageEntry } from "../page-tree.ts";
import { decodeWithin } from "../work-budget.ts";
import { type FontText, fontText } from "./font-text.ts";

const MAX_FORM_DEPTH = 12;
const MAX_SAVED_STATES = 1_000;
/** An annotation that nobody sees (ISO 32000-2, 12.5.3). */
const HIDDEN = 2;

/**
 * The text of the pages and the form fields on them, in the order in which it is drawn, page by page and without any
 * blanks: words are placed by coordinates as often as by spaces. Compare it with `withoutBlanks` of the text in
 * question.
 * @throws Failure `pdf_too_complex` when reading it takes too much work
 */
export function shownText(document: PdfDocument): string {
  const reader = new TextReader(document);
  for (const page of document.pages) {
    reader.read(pageContent(document, page.dict), document.dict(pageEntry(document, page, "Resources")), 0);
    for (const annotation of document.array(page.dict.get("Annots")) ?? []) {
      reader.readAppearance(document.dict(annotation));
    }
    reader.endPage();
  }
  return withoutBlanks(reader.text);
}

/** The text that one annotation shows, without any blanks, whether it is hidden or not. */
export function shownByAnnotation(document: PdfDocument, annotation: PdfDict): string {
  const reader = new TextReader(document);
  reader.readAppearance(new PdfDict(annotation).set("F", 0));
  return withoutBlanks(reader.text);
}

/** A text in the form that is compared: ligatures as their letters, no blanks, no invisible marks. */
export function withoutBlanks(text: string): string {
  return text.normalize("NFKC").replace(/[\s\p{Cc}\p{Cf}]+/gu, "");
}

class TextReader {
  readonly #document: PdfDocument;
  readonly #fonts = new Map<PdfDict, FontText>();
  readonly #parts: string[] = [];

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  get text(): string {
    return this.#parts.join("");
  }

  /** Text on two pages is not one word. */
  endPage(): void {
    this.#parts.push("\ufffc");
  }

  readAppearance(annotation: PdfDict | undefined): void {
    const document = this.#document;
    document.work.spend(8);
    if (!annotation || ((document.number(annotation.get("F")) ?? 0) & HIDDEN) !== 0) return;
    const normal = document.resolve(document.dict(annotation.get("AP"))?.get("N"));
    const state = document.name(annotation.get("AS"));
    const shown = normal instanceof PdfDict && state !== undefined ? document.resolve(normal.get(state)) : normal;
    if (!(shown instanceof PdfStream)) return;

    const ofForm = document.dict(document.dict(document.catalog.get("AcroForm"))?.get("DR"));
    this.#readStream(shown, ofForm, 1);
  }

  read(content: Uint8Array, resources: PdfDict | undefined, depth: number): void {
    const fonts: (FontText | undefined)[] = [];
    let font: FontText | undefined;

    visitOperations(content, {
      operation: (operator, operands) => {
        switch (operator) {
          case "q":
            if (fonts.length < MAX_SAVED_STATES) fonts.push(font);
            return;
          case "Q":
            font = fonts.length > 0 ? fonts.pop() : font;
            return;
          case "Tf":
            font = this.#font(this.#named(resources, "Font", operands.at(-2)));
            return;
          case "Tj":
          case "'":
          case '"':
            this.#show(font, operands.at(-1));
            return;
          case "TJ": {
            const parts = operands.at(-1);
            if (Array.isArray(parts)) for (const part of parts) this.#show(font, part);
            return;
          }
          case "Do": {
            const form = this.#document.stream(this.#named(resources, "XObject", operands.at(-1)));
            if (form && this.#document.name(form.dict.get("Subtype")) === "Form") {
              this.#readStream(form, resources, depth + 1);
            }
            return;
          }
        }
      },
    });
  }

  #readStream(stream: PdfStream, callersResources: PdfDict | undefined, depth: number): void {
    if (depth > MAX_FORM_DEPTH) return;
    const { bytes, remaining } = decodeWithin(this.#document, stream);
    // A form may be drawn any number of times.
    this.#document.work.spend(64 + bytes.length / 8);
    if (remaining.length > 0) return;

    this.read(bytes, this.#document.dict(stream.dict.get("Resources")) ?? callersResources, depth);
  }

  #named(resources: PdfDict | undefined, category: string, name: PdfObject | undefined): PdfObject | undefined {
    if (!(name instanceof PdfName)) return undefined;
    return this.#document.dict(resources?.get(category))?.get(name.value);
  }

  #font(object: PdfObject | undefined): FontText | undefined {
    const font = this.#document.dict(object);
    if (!font) return undefined;
    let text = this.#fonts.get(font);
    if (!text) this.#fonts.set(font, (text = fontText(this.#document, font)));

    return text;
  }

  #show(font: FontText | undefined, string: PdfObject | undefined): void {
    if (!font || !(string instanceof PdfString)) return;
    const text = font(string.bytes);
    this.#document.work.spend(4 + text.length);
    this.#parts.push(text);
  }
}
