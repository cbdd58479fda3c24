import { describe, expect, it } from "vitest";
import { emptyDocument, openPdf } from "./document.ts";
import { dict, name, PdfStream } from "./objects.ts";
import { writePages } from "./page-tree.ts";
import { StreamingWriter } from "./streaming-writer.ts";

/** Pages whose contents are written when they are made, and a note that refers forwards and backwards. */
function written(pages: number): Uint8Array {
  const document = emptyDocument();
  const file = new StreamingWriter(document);
  const last = document.add(null);
  const made = Array.from({ length: pages }, (_, index) => {
    const ref = document.add(null);
    const contents = document.add(null);
    file.write(contents, new PdfStream(dict({}), new TextEncoder().encode(`% page ${index}`)));
    const note = document.add(null);
    file.write(note, dict({ Index: index, Page: ref, Last: last }));
    return { ref, dict: dict({ Contents: contents, Note: note }), inherited: dict({}) };
  });
  for (const page of made) document.objects.set(page.ref.number, page.dict);
  document.objects.set(last.number, dict({ Count: pages }));
  document.add(dict({ Nobody: name("asks") }));
  writePages(document, made);
  return file.finish();
}

describe("a file that grows", () => {
  it("holds what was written early and what was written at the end", () => {
    const document = openPdf(written(600));
    const texts = document.pages.map(({ dict: page }) => {
      const note = document.dict(page.get("Note"));
      const count = document.number(document.dict(note?.get("Last"))?.get("Count"));
      const body = document.stream(page.get("Contents"))?.bytes() ?? new Uint8Array();
      return `${new TextDecoder().decode(body)} ${document.number(note?.get("Index"))} of ${count}`;
    });
    expect(texts).toEqual(Array.from({ length: 600 }, (_, index) => `% page ${index} ${index} of 600`));
  });

  it("has no unreferenced object, and is the same each time", () => {
    const bytes = written(3);
    expect(Buffer.from(bytes).includes("Nobody")).toBe(false);
    expect(written(3)).toEqual(bytes);
  });

  it("takes an object only once", () => {
    const document = emptyDocument();
    const file = new StreamingWriter(document);
    const ref = document.add(null);
    file.write(ref, 1);
    expect(() => file.write(ref, 2)).toThrow("written already");
  });
});
