import { describe, expect, it } from "vitest";
import { lineHeight } from "./line.ts";

const text = { ascentPt: 10, descentPt: 2, tallestPt: 12 };

describe("lineHeight", () => {
  it("stretches multiples below the text", () => {
    expect(lineHeight({ lineRule: "auto", line: 360, snapToGrid: true }, text, 0, undefined)).toEqual({
      heightPt: 18,
      baselinePt: 10,
      leadingPt: 6,
    });
  });

  it("stretches only by the tallest font where a line mixes fonts", () => {
    const mixed = { ascentPt: 11, descentPt: 3, tallestPt: 12 };
    expect(lineHeight({ lineRule: "auto", line: 360, snapToGrid: true }, mixed, 0, undefined).heightPt).toBe(20);
  });

  it("cuts multiples below one from the top", () => {
    const height = lineHeight({ lineRule: "auto", line: 120, snapToGrid: true }, text, 0, undefined);
    expect(height).toEqual({ heightPt: 6, baselinePt: 4, leadingPt: 0 });
  });

  it("adds the room of `atLeast` above the text and never shrinks", () => {
    expect(lineHeight({ lineRule: "atLeast", line: 20, snapToGrid: true }, text, 0, undefined)).toEqual({
      heightPt: 20,
      baselinePt: 18,
      leadingPt: 0,
    });
    expect(lineHeight({ lineRule: "atLeast", line: 5, snapToGrid: true }, text, 0, undefined).heightPt).toBe(12);
  });

  it("keeps `exact` whatever is on the line", () => {
    expect(lineHeight({ lineRule: "exact", line: 11, snapToGrid: true }, text, 300, undefined).heightPt).toBe(11);
  });

  it("does not multiply the height of pictures", () => {
    expect(lineHeight({ lineRule: "auto", line: 480, snapToGrid: true }, text, 100, undefined).heightPt).toBe(114);
  });

  it("rounds up to whole cells of the document grid", () => {
    const height = lineHeight({ lineRule: "auto", line: 240, snapToGrid: true }, text, 0, { pitchPt: 18 });
    expect(height).toEqual({ heightPt: 18, baselinePt: 13, leadingPt: 0 });
  });
});
