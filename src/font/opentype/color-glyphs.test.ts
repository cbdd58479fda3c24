import { describe, expect, it } from "vitest";
import { Face } from "../face.ts";
import { colorFont, layeredFont } from "../testing/color-font.ts";
import { smallFont } from "../testing/small-font.ts";
import { colorPaints } from "./color-glyphs.ts";

function opened(bytes: Uint8Array): Face {
  const face = Face.open(bytes);
  if (!face) throw new Error("the font cannot be read");
  return face;
}

describe("glyphs in colours", () => {
  it("are layers of outlines, each with its paint", () => {
    const red = { kind: "solid", color: [1, 0, 0], opacity: 1 };
    const half = 128 / 255;
    expect(opened(colorFont()).colorPaint(1)).toEqual({
      kind: "layers",
      layers: [
        { kind: "glyph", glyph: 2, paint: red },
        {
          kind: "glyph",
          glyph: 3,
          paint: {
            kind: "gradient",
            isRadial: false,
            from: { x: 0, y: 0, radius: 0 },
            to: { x: 100, y: 0, radius: 0 },
            stops: [
              { offset: 0, color: [1, 0, 0], opacity: 1 },
              { offset: 1, color: [0, 0, 1], opacity: half },
            ],
          },
        },
        { kind: "glyph", glyph: 1, paint: { kind: "solid", color: undefined, opacity: 1 } },
      ],
    });
    expect(opened(layeredFont()).colorPaint(1)).toEqual({
      kind: "layers",
      layers: [
        { kind: "glyph", glyph: 2, paint: red },
        { kind: "glyph", glyph: 3, paint: { kind: "solid", color: [0, 0, 1], opacity: half } },
      ],
    });
  });

  it("have the colour of the text if their paints are endless, or are not paints", () => {
    const face = opened(colorFont());
    expect(face.hasColors).toBe(true);
    expect(face.colorPaint(2)).toBeUndefined();
    expect(face.colorPaint(3)).toBeUndefined();
    expect(opened(smallFont()).hasColors).toBe(false);
  });

  it("are not read from tables that are cut off anywhere", () => {
    const font = colorFont();
    const table = (tag: string) => {
      const at = Buffer.from(font).indexOf(tag, 0, "latin1");
      const view = new DataView(font.buffer, font.byteOffset);
      return font.subarray(view.getUint32(at + 8), view.getUint32(at + 8) + view.getUint32(at + 12));
    };
    const [colr, cpal] = [table("COLR"), table("CPAL")];
    expect(colorPaints(colr, cpal)?.(1)).toBeDefined();
    for (let length = 0; length < colr.length - 1; length++) {
      expect(() => colorPaints(colr.subarray(0, length), cpal)?.(1)).not.toThrow();
    }
    expect(colorPaints(colr, cpal.subarray(0, 20))?.(1)).toBeUndefined();
  });
});

describe("outlines of glyphs", () => {
  it("are lines", () => {
    expect(opened(smallFont()).outline(1)).toEqual({ operators: "MLLLZ", numbers: expect.any(Array) });
  });
});
