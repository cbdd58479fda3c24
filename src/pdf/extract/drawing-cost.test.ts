import { describe, expect, it } from "vitest";
import { openPdf } from "../document.ts";
import { buildPages, type FileObject } from "../testing/build-file.ts";
import { checkDrawable } from "./drawing-cost.ts";

/** Whether the first page of a file may be drawn. */
function check(content: string, objects: Record<number, FileObject> = {}, resources = ""): void {
  const bytes = buildPages(1, {
    page: () => (resources ? `/Resources<<${resources}>>` : ""),
    objects: { ...objects, 11: { entries: "", bytes: content } },
  });
  const document = openPdf(bytes);
  const [page] = document.pages;
  if (page) checkDrawable(document, page);
}

const FORM = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]";

describe("a page that is to be drawn by a browser", () => {
  it("may hold a book's text, a map's paths and a scan", () => {
    expect(() => check("BT (a line of text) Tj ET\n".repeat(5_000))).not.toThrow();
    expect(() => check(`${"1 2 m 3 4 l ".repeat(500_000)} S`)).not.toThrow();
    const scan = {
      entries: "/Subtype/Image/Width 10000/Height 14000/BitsPerComponent 1/ColorSpace/DeviceGray",
      bytes: "x",
    };
    expect(() => check("/I Do", { 100: scan }, "/XObject<</I 100 0 R>>")).not.toThrow();
  });

  it.each<[string, string, Record<number, FileObject>, string]>([
    ["a form drawn 300,000 times", "/F Do ".repeat(300_000), { 100: { entries: FORM, bytes: "0 0 1 1 re f" } }, "F"],
    [
      "forms that draw each other, ten times each, six levels deep",
      "/F Do",
      Object.fromEntries(
        Array.from({ length: 6 }, (_, level) => [
          100 + level,
          {
            entries: `${FORM}/Resources<</XObject<</F ${101 + level} 0 R>>>>`,
            bytes: level < 5 ? "/F Do ".repeat(10) : "0 0 1 1 re f",
          },
        ]),
      ),
      "F",
    ],
    ["500,000 texts", "(x) Tj ".repeat(500_000), {}, "F"],
    [
      "a picture of 40,000 by 40,000 pixels",
      "/F Do",
      {
        100: {
          entries: "/Subtype/Image/Width 40000/Height 40000/BitsPerComponent 8/ColorSpace/DeviceGray",
          bytes: "x",
        },
      },
      "F",
    ],
    [
      "a JPEG of thousands of scans",
      "/F Do",
      {
        100: {
          entries: "/Subtype/Image/Width 8000/Height 8000/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode",
          bytes: Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from("ffda0000".repeat(3_000), "hex")]).toString(
            "latin1",
          ),
        },
      },
      "F",
    ],
  ])("is refused for %s", (_, content, objects, name) => {
    expect(() => check(content, objects, `/XObject<</${name} 100 0 R>>`)).toThrow(
      expect.objectContaining({ code: "pdf_too_complex", message: expect.stringMatching(/^Page 1 has /) }),
    );
  });
});
