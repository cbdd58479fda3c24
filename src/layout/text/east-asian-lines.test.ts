import { describe, expect, it } from "vitest";
import { wordMetrics } from "./east-asian-lines.ts";

describe("the height of lines", () => {
  const metrics = wordMetrics(() => ({ ascent: 0.8, descent: 0.2 }));

  it("is three tenths more for fonts of East Asian text, above and below alike", () => {
    for (const family of ["Gulim", "굴림", "MS Mincho", "SimSun"]) {
      const { ascent, descent } = metrics(family, "");
      expect([ascent, descent]).toEqual([expect.closeTo(0.95), expect.closeTo(0.35)]);
    }
  });

  it("is that of the font for all others", () => {
    expect(metrics("Calibri", "")).toEqual({ ascent: 0.8, descent: 0.2 });
    expect(metrics("Unheard of", "")).toEqual({ ascent: 0.8, descent: 0.2 });
  });
});
