import { describe, expect, it } from "vitest";
import { allAtOnce } from "../../domain/steps.ts";
import { pngSamples, readPngImage } from "../../image/png/png-image.ts";
import { bmp, pagedTiff, tiff } from "../../image/testing/bitmaps.ts";
import { WEBP_FILES } from "../../image/testing/webp-files.ts";
import { openPdf } from "../document.ts";
import { bitmapPages } from "./bitmap-pages.ts";
import { imagesToPdf } from "./image-to-pdf.ts";

const pages = (bytes: Uint8Array, format: "webp" | "bmp" | "tiff") => allAtOnce(bitmapPages(bytes, format));

function pageSizes(bytes: Uint8Array, format: "webp" | "bmp" | "tiff"): unknown[] {
  const document = openPdf(imagesToPdf(pages(bytes, format)));
  return document.pages.map(({ dict }) => document.array(dict.get("MediaBox"))?.slice(2));
}

describe("the pages of a TIFF", () => {
  it("are those of its directories, in their order", () => {
    const file = pagedTiff([
      { width: 96, height: 48, samples: new Uint8Array(96 * 48).fill(7) },
      { width: 48, height: 96 },
      { width: 192, height: 96 },
    ]);
    expect(pageSizes(file, "tiff")).toEqual([
      [72, 36],
      [36, 72],
      [144, 72],
    ]);
    const [first, second] = pages(file, "tiff");
    expect(first && pngSamples(readPngImage(first.bytes))[0]).toBe(7);
    expect(second && pngSamples(readPngImage(second.bytes))[0]).toBe(0);
  });

  it("are turned as the file says", () => {
    const tags = { 274: 6 };
    expect(
      pageSizes(
        pagedTiff([
          { width: 96, height: 48, tags },
          { width: 96, height: 48 },
        ]),
        "tiff",
      ),
    ).toEqual([
      [36, 72],
      [72, 36],
    ]);
  });

  it("are not its smaller copies and masks", () => {
    const page = { width: 96, height: 48 };
    const file = pagedTiff([
      page,
      { ...page, tags: { 254: 1 } },
      { ...page, tags: { 254: 4 } },
      { ...page, tags: { 254: 2 } },
    ]);
    expect(pageSizes(file, "tiff")).toHaveLength(2);
    expect(pageSizes(pagedTiff([{ ...page, tags: { 254: 1 } }]), "tiff")).toHaveLength(1);
  });

  it("end where the chain leads back, or out of the file", () => {
    const page = { width: 8, height: 8 };
    for (const next of [8, 0xfffffff0]) expect(pageSizes(pagedTiff([page, page], next), "tiff")).toHaveLength(2);
  });

  it("have the resolution of the file, even around a JPEG", () => {
    const strip = Uint8Array.of(1, 2, 3, 4, 5, 6);
    expect(pageSizes(tiff({ 256: 3, 257: 2, 258: 8, 259: 1, 262: 1, 277: 1, 278: 2 }, strip), "tiff")).toEqual([
      [3, 3],
    ]);
  });

  it("are refused if there are too many, or if they are too large together", () => {
    const small = Array.from({ length: 501 }, () => ({ width: 1, height: 1 }));
    expect(() => pages(pagedTiff(small), "tiff")).toThrow(expect.objectContaining({ code: "file_too_large" }));
    const tags = { 259: 32773 };
    const large = Array.from({ length: 12 }, () => ({
      width: 6_000,
      height: 6_000,
      tags,
      samples: Uint8Array.of(129, 0),
    }));
    expect(() => pages(pagedTiff(large), "tiff")).toThrow(
      expect.objectContaining({
        code: "file_too_large",
        message: expect.stringContaining("send them in several files"),
      }),
    );
    const one = [{ width: 60_000, height: 60_000, samples: Uint8Array.of(0) }];
    expect(() => pages(pagedTiff(one), "tiff")).toThrow(expect.objectContaining({ code: "file_too_large" }));
  });

  it("are refused if one of them cannot be read", () => {
    const page = { width: 8, height: 8 };
    const file = pagedTiff([page, { ...page, tags: { 259: 99 } }]);
    expect(() => pages(file, "tiff")).toThrow(expect.objectContaining({ code: "file_not_readable" }));
  });
});

it("a BMP and a WebP are one page", () => {
  expect(
    pageSizes(
      bmp(8, [
        [0, 1],
        [1, 0],
      ]),
      "bmp",
    ),
  ).toEqual([[3, 3]]);
  for (const { base64 } of WEBP_FILES)
    expect(pageSizes(new Uint8Array(Buffer.from(base64, "base64")), "webp")).toEqual([[39.75, 27.75]]);
});

it("files that were cut off are refused, or drawn as far as they go", () => {
  const [webp = { base64: "" }] = WEBP_FILES;
  const files = {
    tiff: pagedTiff([
      { width: 8, height: 8 },
      { width: 8, height: 8 },
    ]),
    bmp: bmp(8, [
      [0, 1],
      [1, 0],
    ]),
    webp: new Uint8Array(Buffer.from(webp.base64, "base64")),
  };
  for (const format of ["tiff", "bmp", "webp"] as const)
    for (let length = 12; length < files[format].length; length += 7)
      try {
        expect(pages(files[format].subarray(0, length), format).length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toMatchObject({ code: "file_not_readable" });
      }
});
