import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { openPdf } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { isName, type PdfDict } from "../objects.ts";
import { buildPages } from "../testing/build-file.ts";
import { pageContent, pageTitles } from "../testing/read-pages.ts";
import { attachFiles, readAttachments } from "./attachments.ts";
import { flattenPdf } from "./flatten.ts";
import { pdfInfo } from "./info.ts";
import { rotatePdf } from "./rotate.ts";
import { stampPdf } from "./stamp.ts";

/** The content of the form XObjects that an operation drew over a page. */
function overlays(bytes: Uint8Array, index: number): string[] {
  const document = openPdf(bytes);
  const resources = document.dict(present(document.pages[index]).dict.get("Resources"));
  return [...(document.dict(resources?.get("XObject")) ?? [])].map(([, form]) => {
    return Buffer.from(
      decodeStream(present(document.stream(form)), (object) => document.resolve(object)).bytes,
    ).toString("latin1");
  });
}

/** Where the text of an overlay starts, and its direction. */
function textMatrix(overlay: string): number[] {
  return present(present(/([-.\d ]+) Tm/.exec(overlay))[1])
    .trim()
    .split(" ")
    .slice(-6)
    .map(Number);
}

describe("stamp", () => {
  it("draws over every page and keeps what was there", () => {
    const stamped = stampPdf(buildPages(3), { text: "SAMPLE" });
    expect(pageTitles(stamped)).toEqual(["Page 1", "Page 2", "Page 3"]);
    for (const page of [0, 1, 2]) expect(overlays(stamped, page)).toEqual([expect.stringContaining("(SAMPLE) Tj")]);
    const content = pageContent(openPdf(stamped), 0);
    expect(content.replace(/\s+/g, " ")).toMatch(/^q BT .* ET Q \/Overlay1 Do $/);
  });

  it.each([0, 90, 180, 270])("is upright and inside the visible box of a page turned by %i", (rotate) => {
    const page = () => `/MediaBox[0 0 400 600]/CropBox[100 200 300 500]/Rotate ${rotate}`;
    const [overlay] = overlays(stampPdf(buildPages(1, { page }), { text: "SAMPLE", angleDegrees: 0 }), 0);
    const [a, b, , , x, y] = textMatrix(present(overlay)) as [number, number, number, number, number, number];
    // text runs against the turn, so that it is level once the viewer has turned the page
    expect([Math.round(a), Math.round(b)].map((value) => value + 0)).toEqual(
      present(
        [
          [1, 0],
          [0, 1],
          [-1, 0],
          [0, -1],
        ][rotate / 90],
      ).map((value) => value + 0),
    );
    expect(x > 100 && x < 300 && y > 200 && y < 500).toBe(true);
  });

  it("stamps the requested pages", () => {
    const stamped = stampPdf(buildPages(3), { text: "Draft (1)", pages: "2" });
    expect([0, 1, 2].map((page) => overlays(stamped, page).length)).toEqual([0, 1, 0]);
    expect(overlays(stamped, 1)[0]).toContain("(Draft \\(1\\)) Tj");
  });

  it("refuses what it cannot show", () => {
    for (const text of ["", "образец", "x".repeat(500)]) {
      expect(() => stampPdf(buildPages(1), { text })).toThrow(expect.objectContaining({ code: "invalid_request" }));
    }
  });
});

describe("rotate", () => {
  const rotations = (bytes: Uint8Array) =>
    openPdf(bytes).pages.map((page) => page.dict.get("Rotate") ?? page.inherited.get("Rotate") ?? 0);

  it("adds to the turn that a page has", () => {
    const file = buildPages(2, { page: (index) => (index === 0 ? "/Rotate 270" : "") });
    expect(rotations(rotatePdf(file, { degrees: 90 }))).toEqual([0, 90]);
    expect(rotations(rotatePdf(file, { degrees: -90, pages: "2" }))).toEqual([270, 270]);
    expect(() => rotatePdf(file, { degrees: 45 })).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });
});

it("attaches files and reads them back", () => {
  const once = attachFiles(buildPages(1), [
    { name: "ä.txt", bytes: Buffer.from("one"), mediaType: "text/plain", description: "Ж" },
  ]);
  const twice = attachFiles(once, [
    { name: "ä.txt", bytes: Buffer.from("two") },
    { name: "b", bytes: Buffer.from("b") },
  ]);
  const read = (bytes: Uint8Array) =>
    readAttachments(openPdf(bytes)).map((file) => ({ ...file, bytes: Buffer.from(file.bytes).toString() }));
  expect(read(once)).toEqual([{ name: "ä.txt", bytes: "one", mediaType: "text/plain", description: "Ж" }]);
  expect(
    read(twice)
      .map(({ name, bytes }) => [name, bytes])
      .sort(),
  ).toEqual([
    ["b", "b"],
    ["ä.txt", "two"],
  ]);
});

it("describes a document", () => {
  const info = pdfInfo(buildPages(3, { page: (index) => (index === 2 ? "/MediaBox[0 0 50 60]/Rotate 90" : "") }));
  expect(info).toMatchObject({
    version: "1.4",
    pageCount: 3,
    encryption: null,
    hasForm: false,
    isTagged: false,
    isSigned: false,
  });
  expect(info.pageSizes).toEqual([
    { firstPage: 1, widthPoints: 200, heightPoints: 300 },
    { firstPage: 3, widthPoints: 60, heightPoints: 50 },
  ]);
});

it("flattens annotations into the page, except links", () => {
  const file = buildPages(1, {
    page: () => "/Annots[50 0 R 51 0 R 53 0 R]",
    objects: {
      50: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a.example)>>>>",
      51: "<</Type/Annot/Subtype/Stamp/Rect[10 20 30 60]/AP<</N 52 0 R>>>>",
      52: { entries: "/Type/XObject/Subtype/Form/BBox[0 0 10 10]", bytes: "0 0 10 10 re f" },
      53: "<</Type/Annot/Subtype/Square/F 2/Rect[0 0 9 9]/AP<</N 52 0 R>>>>",
    },
  });
  const document = openPdf(flattenPdf(file));
  const rest = present(document.array(present(document.pages[0]).dict.get("Annots"))).map(
    (annotation) => document.dict(annotation) as PdfDict,
  );
  expect(rest.map((annotation) => isName(annotation.get("Subtype"), "Link"))).toEqual([true]);
  // BBox 10 x 10 into Rect 20 x 40 at 10, 20
  expect(pageContent(document, 0)).toContain("q 2 0 0 4 10 20 cm /Overlay1 Do Q");
});
