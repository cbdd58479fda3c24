import { describe, expect, it } from "vitest";
import { memorySource } from "./byte-source.ts";
import { openPdf, openPdfSource } from "./document.ts";
import { buildPages } from "./testing/build-file.ts";
import { findTruncation } from "./truncation.ts";
import { writePdf } from "./writer.ts";

const indexOf = (bytes: Uint8Array, words: string) => Buffer.from(bytes).indexOf(words);
const join = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part))));

describe("cutOff", () => {
  const whole = buildPages(3);

  it.each([
    ["whole", whole],
    ["with object streams", writePdf(openPdf(whole))],
    ["without its cross-reference", whole.subarray(0, indexOf(whole, "xref\n"))],
    ["with a wrong cross-reference", join(whole.subarray(0, indexOf(whole, "startxref")), "startxref\n7\n%%EOF")],
    ["with much behind its end", join(whole, "\0".repeat(5_000))],
    ["whose trailer is cut off", whole.subarray(0, indexOf(whole, "/Root 1 0 R>>"))],
  ])("considers a file complete: %s", (_, bytes) => {
    expect(findTruncation(openPdf(bytes))).toBeUndefined();
  });

  it.each([
    ["in a stream", "Page 3", 3],
    ["in a dictionary", "/Parent 2 0 R/Contents 15", 3],
    ["between two objects", "15 0 obj", 3],
    ["before pages", "12 0 obj", 1],
  ])("sees what is missing from one that ends %s", (_, words, pages) => {
    const bytes = whole.subarray(0, indexOf(whole, words));
    expect(findTruncation(openPdf(bytes))).toEqual({ pages, statedPages: 3, showsAnything: true });
  });

  it("sees an update that did not arrive whole", () => {
    const update = join(whole, "11 0 obj\n<</Length 500>>\nstream\nBT /F 20 Tf 20 150 Td (Pa");
    expect(findTruncation(openPdf(update))).toMatchObject({ pages: 3 });
  });

  it("sees it in a file that is not in memory", async () => {
    const image = { entries: "", bytes: "x".repeat(9_000) };
    const large = buildPages(1, { page: () => "/Picture 40 0 R", objects: { 40: image } });
    const lookedAt = async (bytes: Uint8Array) =>
      findTruncation(await openPdfSource(memorySource(bytes), { wholeFileBytes: 0 }));
    expect(await lookedAt(large)).toBeUndefined();
    expect(await lookedAt(large.subarray(0, indexOf(large, "xxx") + 6_000))).toMatchObject({ pages: 1 });
  });

  it("knows when the content of every page is missing", () => {
    const onePage = buildPages(1);
    const bytes = onePage.subarray(0, indexOf(onePage, "11 0 obj"));
    expect(findTruncation(openPdf(bytes))).toMatchObject({ pages: 1, showsAnything: false });
  });
});
