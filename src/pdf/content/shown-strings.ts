import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from "../objects.ts";
import { type PdfPage, pageEntry } from "../page-tree.ts";
import { visitOperations } from "./operations.ts";
import { pageContent } from "./page-content.ts";

const MAX_FORM_DEPTH = 12;
const MAX_SAVED_STATES = 1_000;
/** What is known of the forms of a document from one page to the next. */
const silentForms = new WeakMap<PdfDocument, Set<PdfStream>>();
/** An annotation that nobody sees (ISO 32000-2, 12.5.3). */
const HIDDEN = 2;

/** Who takes the strings that content shows, in the order in which they are drawn. */
export interface StringVisitor {
  show(font: PdfDict, bytes: Uint8Array): void;
  endPage?(): void;
}

/**
 * The strings that the pages and the annotations on them show.
 * @throws Failure `pdf_too_complex` when reading them takes too much work
 */
export function visitShownStrings(document: PdfDocument, visitor: StringVisitor): void {
  for (const [index, page] of document.pages.entries()) {
    document.work.at(`page ${index + 1}`);
    visitPageStrings(document, page, visitor);
  }
}

/** Those of one page. */
export function visitPageStrings(document: PdfDocument, page: PdfPage, visitor: StringVisitor): void {
  const reader = new StringReader(document, visitor);
  reader.read(pageContent(document, page.dict), document.dict(pageEntry(document, page, "Resources")), 0);
  for (const annotation of document.array(page.dict.get("Annots")) ?? []) {
    reader.readAppearance(document.dict(annotation));
  }
  visitor.endPage?.();
}

/** Those that one annotation shows, whether it is hidden or not. */
export function visitAnnotation(document: PdfDocument, annotation: PdfDict, visitor: StringVisitor): void {
  new StringReader(document, visitor).readAppearance(new PdfDict(annotation).set("F", 0));
}

class StringReader {
  readonly #document: PdfDocument;
  readonly #visitor: StringVisitor;
  /** Forms that show nothing, whoever draws them. */
  readonly #silent: Set<PdfStream>;
  #strings = 0;
  #names = 0;

  constructor(document: PdfDocument, visitor: StringVisitor) {
    this.#document = document;
    this.#visitor = visitor;
    this.#silent = silentForms.get(document) ?? new Set();
    silentForms.set(document, this.#silent);
  }

  readAppearance(annotation: PdfDict | undefined): void {
    const document = this.#document;
    document.work.charge("object", 8);
    if (!annotation || ((document.number(annotation.get("F")) ?? 0) & HIDDEN) !== 0) return;
    const normal = document.resolve(document.dict(annotation.get("AP"))?.get("N"));
    const state = document.name(annotation.get("AS"));
    const shown = normal instanceof PdfDict && state !== undefined ? document.resolve(normal.get(state)) : normal;
    if (!(shown instanceof PdfStream)) return;

    const ofForm = document.dict(document.dict(document.catalog.get("AcroForm"))?.get("DR"));
    this.#readStream(shown, ofForm, 1);
  }

  read(content: Uint8Array, resources: PdfDict | undefined, depth: number): void {
    const fonts: (PdfDict | undefined)[] = [];
    let font: PdfDict | undefined;

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
            font = this.#document.dict(this.#named(resources, "Font", operands.at(-2)));
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
    if (depth > MAX_FORM_DEPTH || this.#silent.has(stream)) return;
    const [strings, names] = [this.#strings, this.#names];
    const { bytes, remaining } = decodeWithin(this.#document, stream);
    // A form may be drawn any number of times.
    this.#document.work.charge("contentByte", 256 + bytes.length);
    if (remaining.length > 0) return;

    const own = this.#document.dict(stream.dict.get("Resources"));
    this.read(bytes, own ?? callersResources, depth);
    if (this.#strings === strings && (own || this.#names === names)) this.#silent.add(stream);
  }

  #named(resources: PdfDict | undefined, category: string, name: PdfObject | undefined): PdfObject | undefined {
    if (!(name instanceof PdfName)) return undefined;
    this.#names++;
    return this.#document.dict(resources?.get(category))?.get(name.value);
  }

  #show(font: PdfDict | undefined, string: PdfObject | undefined): void {
    if (!font || !(string instanceof PdfString)) return;
    this.#document.work.charge("object", 4);
    this.#strings++;
    this.#visitor.show(font, string.bytes);
  }
}
