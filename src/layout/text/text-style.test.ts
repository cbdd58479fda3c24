import { describe, expect, it } from "vitest";
import { DEFAULT_CHARACTER_FORMAT } from "../model/formatting.ts";
import { fontSlot } from "./script.ts";
import { TextStyles } from "./text-style.ts";

describe("signs that fonts of text lack", () => {
  const heightOf = (character: string, family: string, more: { symbolFont?: string } = {}) => {
    const format = { ...DEFAULT_CHARACTER_FORMAT, ...more, sizePt: 10, fonts: { ascii: family } };
    const { ascentPt, descentPt } = new TextStyles().style(format, fontSlot(character, undefined));
    return [expect.closeTo(ascentPt, 5), expect.closeTo(descentPt, 5)];
  };

  it("are as high as those of Segoe UI Symbol", () => {
    for (const sign of ["❏", "☐", "✓", "➢", "⬜", "😀"]) expect([10.79, 2.51], sign).toEqual(heightOf(sign, "Arial"));
  });

  it("leave letters and the old signs of fonts alone", () => {
    for (const sign of ["a", "●", "■", "○", "♥", "→"]) expect([9.38, 2.12], sign).toEqual(heightOf(sign, "Arial"));
  });

  it("are those of a font that has them, or of the font that is asked for", () => {
    expect([10.69, 2.71]).toEqual(heightOf("❏", "Arial Unicode MS"));
    expect([9.38, 2.12]).toEqual(heightOf("☐", "Calibri", { symbolFont: "Arial" }));
  });
});

it("letters are joined if the text says so, unless they are spaced apart", () => {
  const keyOf = (more: { ligatures?: boolean; spacingPt?: number }) =>
    new TextStyles().style({ ...DEFAULT_CHARACTER_FORMAT, ...more }).fontKey;
  expect(keyOf({})).not.toContain("|liga");
  expect(keyOf({ ligatures: true })).toMatch(/\|liga$/);
  expect(keyOf({ ligatures: true, spacingPt: 1 })).not.toContain("|liga");
});
