import { openPdf, type PdfDocument } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { latin1 } from "../lexer.ts";
import { PdfStream } from "../objects.ts";

/** The decoded content of a page, its streams joined. */
export function pageContent(document: PdfDocument, index: number): string {
  const page = document.pages[index];
  if (!page) throw new RangeError(`There is no page ${index}.`);
  const contents = document.resolve(page.dict.get("Contents"));
  const streams = Array.isArray(contents) ? contents.map((item) => document.resolve(item)) : [contents];
  const text = streams.map((stream) => {
    return stream instanceof PdfStream ? latin1(decodeStream(stream, (object) => document.resolve(object)).bytes) : "";
  });
  return text.join("\n");
}

/** What the pages of a file made by `buildPages` say: "Page n" for each. */
export function pageTitles(bytes: Uint8Array, password?: string): string[] {
  const document = openPdf(bytes, { password });
  return document.pages.map((_, index) => /\((Page \d+)\) Tj/.exec(pageContent(document, index))?.[1] ?? "");
}
