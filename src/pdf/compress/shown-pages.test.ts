import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { allAtOnce } from "../../domain/steps.ts";
import { writeCmap } from "../../font/opentype/cmap-table.ts";
import { viewOf, writeTrueType } from "../../font/opentype/sfnt.ts";
import { decodePlanes } from "../../image/jpeg/jpeg-decode.ts";
import { JpegEncoder } from "../../image/jpeg/jpeg-encode.ts";
import { parseJpeg } from "../../image/jpeg/jpeg-header.ts";
import type { Plane } from "../../image/plane.ts";
import { emptyDocument, openPdf, type PdfDocument } from "../document.ts";
import { dict, name, PdfName, type PdfObject, PdfStream } from "../objects.ts";
import { writePdf } from "../writer.ts";
import { compressPdf } from "./compress-pdf.ts";
import { shownPages } from "./shown-pages.ts";
import { addPage, addStream, text } from "./testing/documents.ts";

/** A triangle of this size. */
const triangle = (size: number) =>
  Uint8Array.of(
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    size,
    0,
    size,
    0,
    2,
    0,
    0,
    1,
    1,
    1,
    0,
    0,
    0,
    size,
    0,
    size,
    0,
    0,
    0,
    0,
    0,
    size,
    0,
  );

interface FontParts {
  /** Starts of the glyphs, and the end of the last; in order if they are left out. */
  order?: readonly number[];
  cmap?: Uint8Array;
  post?: Uint8Array;
}

/** Six glyphs, triangles of sizes 10, 20 ... */
function font({ order, cmap, post }: FontParts): Uint8Array {
  const glyphs = [10, 20, 30, 40, 50, 60].map(triangle);
  const places = order ?? [0, 1, 2, 3, 4, 5, 6];
  const loca = new Uint8Array(2 * places.length);
  for (const [index, place] of places.entries()) viewOf(loca).setUint16(2 * index, (30 * place) / 2);
  const maxp = new Uint8Array(32);
  viewOf(maxp).setUint16(4, glyphs.length);
  const hhea = new Uint8Array(36);
  viewOf(hhea).setUint16(34, glyphs.length);
  const tables = new Map<string, Uint8Array>([
    ["head", new Uint8Array(54)],
    ["maxp", maxp],
    ["hhea", hhea],
    ["hmtx", new Uint8Array(24).fill(5)],
    ["loca", loca],
    ["glyf", new Uint8Array(Buffer.concat(glyphs))],
    // something to be gained
    ["fpgm", new Uint8Array(3000).map((_, index) => (index * 7919) % 251)],
  ]);
  if (cmap) tables.set("cmap", cmap);
  if (post) tables.set("post", post);
  return writeTrueType(tables);
}

/** Names of the standard order for the glyphs: A is the third, B the fourth. */
function post(): Uint8Array {
  const table = new Uint8Array(34 + 2 * 6);
  viewOf(table).setUint32(0, 0x00020000);
  viewOf(table).setUint16(32, 6);
  for (const [glyph, index] of [0, 1, 36, 37, 38, 39].entries()) viewOf(table).setUint16(34 + 2 * glyph, index);
  return table;
}

function withFont(bytes: Uint8Array, kind: "simple" | "composite", encoding?: PdfObject): Uint8Array {
  const document = emptyDocument();
  const file = addStream(document, bytes, { Length1: bytes.length });
  const descriptor = document.add(
    dict({ Type: name("FontDescriptor"), FontName: name("ABCDEF+Test"), Flags: 32, FontFile2: file }),
  );
  const common = { Type: name("Font"), BaseFont: name("ABCDEF+Test"), FontDescriptor: descriptor };
  const used =
    kind === "simple"
      ? dict({ ...common, Subtype: name("TrueType"), Encoding: encoding ?? name("WinAnsiEncoding") })
      : dict({
          ...{
            Type: name("Font"),
            Subtype: name("Type0"),
            BaseFont: name("ABCDEF+Test"),
            Encoding: name("Identity-H"),
          },
          DescendantFonts: [
            document.add(dict({ ...common, Subtype: name("CIDFontType2"), CIDToGIDMap: name("Identity") })),
          ],
        });
  const shown = kind === "simple" ? "(ABA)" : "<000200030002>";
  addPage(document, `BT /F 20 Tf 9 9 Td ${shown} Tj ET`, dict({ Font: dict({ F: document.add(used) }) }));
  return writePdf(document);
}

const lettersOf = (bytes: Uint8Array) => allAtOnce(shownPages(openPdf(bytes)));

describe("letters", () => {
  const windows = { platform: 3, encoding: 1, glyph: (code: number) => ({ 65: 2, 66: 3 })[code] ?? 0 };
  const symbol = { platform: 3, encoding: 0, glyph: (code: number) => ({ 0xe041: 2, 0xe042: 3 })[code] ?? 0 };
  const other = { platform: 1, encoding: 0, glyph: (code: number) => ({ 120: 4 })[code] ?? 0 };
  const differences = dict({ Differences: [65, new PdfName("B"), new PdfName("A")] });

  it.each<[string, Uint8Array]>([
    ["of a font without a cmap, by the names of post", withFont(font({ post: post() }), "simple")],
    [
      "of a font whose cmap lacks them, by the names of post",
      withFont(font({ post: post(), cmap: writeCmap([other], [[120]]) }), "simple"),
    ],
    ["that are named otherwise", withFont(font({ cmap: writeCmap([windows], [[65, 66]]) }), "simple", differences)],
    [
      "of a symbolic font in a range of its own",
      withFont(font({ cmap: writeCmap([symbol], [[0xe041, 0xe042]]) }), "simple"),
    ],
    ["of a font whose glyphs are in no order", withFont(font({ order: [0, 1, 5, 2, 3, 4, 6] }), "composite")],
    ["of a composite font", withFont(font({}), "composite")],
    [
      "of a font with a damaged cmap",
      withFont(font({ post: post(), cmap: Uint8Array.of(0, 0, 0, 9, 0, 3) }), "simple"),
    ],
  ])("%s are kept", (_, original) => {
    const compressed = compressPdf(original);
    expect(compressed.length).toBeLessThanOrEqual(original.length);
    expect(lettersOf(compressed)).toEqual(lettersOf(original));
  });

  it("that differ are seen: in outline, in text, in number", () => {
    const first = withFont(font({ cmap: writeCmap([windows], [[65, 66]]) }), "simple");
    const other = { ...windows, glyph: (code: number) => ({ 65: 3, 66: 3 })[code] ?? 0 };
    const others = [
      withFont(font({ cmap: writeCmap([other], [[65, 66]]) }), "simple"),
      withFont(font({ cmap: writeCmap([windows], [[65, 66]]) }), "simple", differences),
      withFont(font({}), "composite"),
    ];
    for (const each of others) expect(lettersOf(each)).not.toEqual(lettersOf(first));
    expect(lettersOf(first)).toEqual(lettersOf(compressPdf(first)));
  });
});

describe("a book with bitmaps of letters, as TeX made them", () => {
  it("is read once, however many pages it has", () => {
    const document = emptyDocument();
    const glyphs = Array.from({ length: 90 }, (_, index) =>
      addStream(
        document,
        `9 0 0 0 8 8 d1 8 0 0 8 0 0 cm BI /W 8 /H 8 /IM true /BPC 1 ID ${String.fromCharCode(33 + index).repeat(8)} EI`,
      ),
    );
    const fonts = Array.from({ length: 8 }, () =>
      document.add(
        dict({
          ...{ Type: name("Font"), Subtype: name("Type3"), FontBBox: [0, 0, 9, 9], FontMatrix: [0.1, 0, 0, 0.1, 0, 0] },
          ...{ FirstChar: 33, LastChar: 122, Widths: glyphs.map(() => 9) },
          Encoding: dict({ Differences: [33, ...glyphs.map((_, index) => new PdfName(`g${index}`))] }),
          CharProcs: dict(Object.fromEntries(glyphs.map((ref, index) => [`g${index}`, ref]))),
        }),
      ),
    );
    const unused = addStream(document, "x".repeat(900), { Subtype: name("Form"), BBox: [0, 0, 1, 1] });
    const first = document.objects.size;
    for (let page = 0; page < 350; page++) {
      const resources = dict({
        Font: dict(Object.fromEntries(fonts.map((font, index) => [`F${index}`, font]))),
        XObject: dict({ Unused: unused }),
      });
      addPage(document, `BT /F${page % 8} 9 Tf 9 ${page} Td (Page) Tj ET`, resources);
    }
    expect(first).toBeGreaterThan(90);
    const compressed = openPdf(compressPdf(writePdf(document)));
    // what nothing shows goes only if everything was read
    for (const { dict: page } of compressed.pages)
      expect(compressed.dict(compressed.dict(page.get("Resources"))?.get("XObject"))?.size ?? 0).toBe(0);
  });
});

describe("colors", () => {
  const width = 240;
  const height = 64;
  const plane = (value: (x: number, y: number) => number): Plane => {
    const samples = new Uint8ClampedArray(width * height);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) samples[y * width + x] = value(x, y);
    return { width, height, stride: width, samples };
  };
  /** Stripes of two colors of one brightness. */
  const stripesOf = (pixels: number) => {
    const isFirst = (x: number) => (x + 1) % (2 * pixels) < pixels;
    return [plane(() => 128), plane((x) => (isFirst(x) ? 60 : 200)), plane((x) => (isFirst(x) ? 200 : 60))];
  };

  function withJpeg(bytes: Uint8Array, dpi: number): Uint8Array {
    const document = emptyDocument();
    const image = addStream(document, bytes, {
      ...{ Type: name("XObject"), Subtype: name("Image"), Width: width, Height: height },
      ...{ BitsPerComponent: 8, ColorSpace: name("DeviceRGB"), Filter: name("DCTDecode") },
    });
    const scale = `${(width * 72) / dpi} 0 0 ${(height * 72) / dpi} 9 9`;
    addPage(document, `q ${scale} cm /I Do Q`, dict({ XObject: dict({ I: image }) }));
    return writePdf(document);
  }

  function chromaOf(document: PdfDocument): Plane {
    const image = document.objects
      .numbers()
      .map((number) => document.objects.get(number))
      .find((object) => object instanceof PdfStream && document.name(object.dict.get("Subtype")) === "Image");
    return present(decodePlanes(parseJpeg((image as PdfStream).bytes()), 8)[1]);
  }

  it.each([
    [72, 2],
    [96, 2],
    [300, 8],
  ])("of one brightness are kept at %d dpi", (dpi, pixels) => {
    const original = new JpegEncoder(stripesOf(pixels), true).encode(96, undefined);
    const chroma = chromaOf(openPdf(compressPdf(withJpeg(original, dpi))));
    const row = chroma.samples.subarray(chroma.stride * 8, chroma.stride * 8 + chroma.width);
    expect(Math.max(...row) - Math.min(...row)).toBeGreaterThan(100);
  });

  it("of photographs are stored at half the size", () => {
    const soft = [plane((x) => x), plane((x, y) => 100 + y / 2 + x / 20), plane((x) => 90 + x / 4)];
    const jpeg = parseJpeg(new JpegEncoder(soft, true).encode(80, undefined));
    expect(jpeg.components.map(({ h }) => h)).toEqual([2, 1, 1]);
    expect(parseJpeg(new JpegEncoder(stripesOf(2), true).encode(80, undefined)).components.map(({ h }) => h)).toEqual([
      1, 1, 1,
    ]);
  });
});

it("a damaged stream is kept as it was", () => {
  const document = emptyDocument();
  const page = addPage(document, "0 0 9 9 re f", dict({}), { LastModified: text("x".repeat(500)) });
  const damaged = addStream(document, "not flate at all, but long enough to be looked at by whoever packs streams", {
    Filter: name("FlateDecode"),
  });
  const entries = present(document.dict(page));
  entries.set("Contents", [entries.get("Contents") ?? null, damaged]);
  const original = writePdf(document);
  const compressed = compressPdf(original);
  expect(compressed.length).toBeLessThanOrEqual(original.length);
  expect(Buffer.from(compressed).includes("not flate at all")).toBe(true);
});
