import { expect, it } from "vitest";
import { openPdf } from "./document.ts";
import { encryptPdf } from "./operations/encrypt.ts";
import { buildPages } from "./testing/build-file.ts";
import { writePdf } from "./writer.ts";
import { sizeToWrite } from "./written-size.ts";

/** Bytes of a written file without what packing its objects saves. */
const writtenBytes = (bytes: Uint8Array) => writePdf(openPdf(bytes), { level: 0 }).length;

it.each([
  ["of streams", { objects: { 5: { entries: "", bytes: "x".repeat(300_000) } }, page: () => "/Contents 5 0 R" }],
  ["of texts and numbers", { catalog: `/Extensions<</A[${"(some text) 17 /Name ".repeat(5_000)}]>>` }],
  ["of objects", { page: (index: number) => `/Annots[<</Subtype/Square/Rect[0 0 ${index} 9]/Contents(a)>>]` }],
])("the size of a document is known before it is written, about: %s", (_, more) => {
  const bytes = buildPages(300, more);
  const size = sizeToWrite(openPdf(bytes));
  expect(size / writtenBytes(bytes)).toBeGreaterThan(0.9);
  expect(size / writtenBytes(bytes)).toBeLessThan(1.25);
});

it("counts what nothing refers to not at all, and what many share once", () => {
  const shared = { 5: { entries: "", bytes: "x".repeat(100_000) }, 6: { entries: "", bytes: "y".repeat(900_000) } };
  const size = sizeToWrite(openPdf(buildPages(50, { objects: shared, page: () => "/Contents 5 0 R" })));
  expect(Math.round(size / 100_000)).toBe(1);
});

it("knows the size of streams that are encrypted", () => {
  const bytes = buildPages(1, {
    objects: { 5: { entries: "", bytes: "x".repeat(100_000) } },
    page: () => "/Contents 5 0 R",
  });
  const locked = openPdf(encryptPdf(bytes, { ownerPassword: "x" }));
  expect(sizeToWrite(locked) / sizeToWrite(openPdf(bytes))).toBeCloseTo(1, 1);
});
