import { createHash } from "node:crypto";
import type { Steps } from "../../domain/steps.ts";
import type { Metered } from "../../domain/work-meter.ts";
import { type StringVisitor, visitPageStrings } from "../content/shown-strings.ts";
import type { PdfDocument } from "../document.ts";
import { type FontText, fontText } from "../extract/font-text.ts";
import type { PdfDict } from "../objects.ts";
import { type FontPrints, fontPrints } from "./glyph-prints.ts";

/**
 * A number for each page that says which letters it shows, by their text and by the outlines of their glyphs. Two
 * documents with the same numbers show the same letters in the same order.
 * @throws Failure `pdf_too_complex` when reading the document takes too much work
 */
export function* shownPages(document: PdfDocument): Steps<number[]> {
  const pages: number[] = [];
  const fonts = new Map<PdfDict, FontReader>();
  let hash = FIRST;
  let read = 0;
  const visitor: StringVisitor = {
    show(font, bytes) {
      read += bytes.length;
      let reader = fonts.get(font);
      if (!reader) fonts.set(font, (reader = new FontReader(document, font)));
      document.work.charge("glyphCode", bytes.length);
      hash = reader.add(hash, bytes);
    },
    endPage() {
      pages.push(hash);
      hash = FIRST;
    },
  };
  for (const page of document.pages) {
    visitPageStrings(document, page, visitor);
    yield BYTES_OF_A_PAGE + BYTES_OF_A_CODE * read;
    read = 0;
  }
  return pages;
}

/** What a page, and each code on it, costs, in bytes. */
const BYTES_OF_A_PAGE = 1024;
const BYTES_OF_A_CODE = 4;

/** FNV-1a, 32 bits. */
const FIRST = 0x811c9dc5;
const mixed = (hash: number, value: number) => Math.imul(hash ^ value, 0x01000193) >>> 0;

class FontReader {
  readonly #work: Metered;
  readonly #prints: FontPrints;
  readonly #text: FontText;
  readonly #known = new Map<number, number>();

  constructor(document: PdfDocument, font: PdfDict) {
    this.#work = document.work;
    this.#prints = fontPrints(document, font);
    this.#text = fontText(document, font);
  }

  add(hash: number, bytes: Uint8Array): number {
    const { codeBytes } = this.#prints;
    let next = hash;
    for (let at = 0; at + codeBytes <= bytes.length; at += codeBytes) {
      const code = codeBytes === 1 ? (bytes[at] ?? 0) : (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
      next = mixed(next, this.#numberOf(code, bytes.subarray(at, at + codeBytes)));
    }
    return next;
  }

  #numberOf(code: number, bytes: Uint8Array): number {
    const known = this.#known.get(code);
    if (known !== undefined) return known;
    const outline = this.#prints.print(code);
    this.#work.charge("programByte", outline.length);
    const print = createHash("sha1").update(outline).update(this.#text(bytes)).digest();
    const number = print.readUInt32LE(0);
    this.#known.set(code, number);
    return number;
  }
}
