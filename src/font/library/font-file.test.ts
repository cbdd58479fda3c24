import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import { Face } from "../face.ts";
import { postScriptFont } from "../testing/postscript-font.ts";
import { smallFont, smallWoff, smallWoff2 } from "../testing/small-font.ts";
import { readFontFile } from "./font-file.ts";

const require = createRequire(import.meta.url);
const packed = (name: string) => new Uint8Array(readFileSync(require.resolve(`@fontsource/${name}`)));

function refusal(bytes: Uint8Array): [code: string, message: string] {
  try {
    readFontFile(bytes);
  } catch (error) {
    if (error instanceof Failure) return [error.code, error.message];
    throw error;
  }
  throw new Error("it was read");
}

describe("a font file", () => {
  it.each([
    ["ttf", smallFont()],
    ["woff", smallWoff()],
    ["woff2", smallWoff2()],
  ])("is read as %s", (format, bytes) => {
    const font = readFontFile(bytes);
    expect(font).toMatchObject({
      ...{ format, family: "Squares", styleFamily: undefined, postScriptName: "Squares-400" },
      ...{ weight: 400, isBold: false, isItalic: false },
    });
    const face = Face.open(font.bytes);
    expect(face?.glyphBox(face.glyph(0x42))).toEqual([0, 0, 0.7, 0.7]);
  });

  it("may have outlines of PostScript, and then states its name", () => {
    expect(refusal(postScriptFont())).toEqual([
      "font_not_readable",
      'The font cannot be read: its table "name" is missing.',
    ]);
  });

  it("has the name of its family and that of its four styles", () => {
    const light = readFontFile(
      smallFont({ family: "House Light", typographicFamily: "House", weight: 300, isItalic: true }),
    );
    expect(light).toMatchObject({ family: "House", styleFamily: "House Light", weight: 300, isItalic: true });
  });

  it("has the same outlines as WOFF and as WOFF2", () => {
    // Letters, composites, and widths that follow from outlines.
    for (const name of [
      "carlito/files/carlito-latin-400-normal",
      "noto-sans-thai/files/noto-sans-thai-thai-400-normal",
    ]) {
      const [one, two] = ["woff", "woff2"].map((kind) => Face.open(readFontFile(packed(`${name}.${kind}`)).bytes));
      expect(two?.glyphCount).toBe(one?.glyphCount);
      for (let glyph = 0; glyph < (one?.glyphCount ?? 0); glyph++) {
        expect([two?.glyphBox(glyph), two?.advance(glyph)]).toEqual([one?.glyphBox(glyph), one?.advance(glyph)]);
      }
    }
  });

  it.each([
    ["text", new TextEncoder().encode("no font at all"), "it is not a TTF, OTF, WOFF or WOFF2 file"],
    ["nothing", new Uint8Array(), "it is not a font"],
    ["a collection", new TextEncoder().encode("ttcf00000000"), "it is a collection of fonts"],
    ["no outlines", smallFont({ without: ["glyf"] }), "it has no outlines"],
    ["no characters", smallFont({ without: ["cmap"] }), 'its table "cmap" is missing'],
    ["a WOFF that ends early", smallWoff().subarray(0, 300), "as WOFF it cannot be unpacked: it"],
    ["a WOFF2 that ends early", smallWoff2().subarray(0, 120), "as WOFF2 it cannot be unpacked: it"],
    ["a WOFF2 that lies", smallWoff2({ lastLength: 9_000 }), "its Brotli stream is not as long as it says"],
    ["a WOFF2 bomb", smallWoff2({ lastLength: 0x1f_ffff * 8 }), "cannot be unpacked"],
  ])("is refused: %s", (_, bytes, because) => {
    const [code, message] = refusal(bytes);
    expect(code).toBe("font_not_readable");
    expect(message).toContain(because);
  });

  it.each([
    [0x0002, "forbid documents to carry it"],
    [0x0100, "forbid documents to carry a part of it"],
    [0x0200, "only its bitmaps"],
  ])("is refused by its licence bits 0x%s", (fsType, because) => {
    const [code, message] = refusal(smallFont({ fsType }));
    expect(code).toBe("font_not_allowed");
    expect(message).toContain(because);
  });

  it.each([0x0000, 0x0004, 0x0008, 0x000a])("is taken with the licence bits 0x%s", (fsType) => {
    expect(readFontFile(smallFont({ fsType })).family).toBe("Squares");
  });
});
