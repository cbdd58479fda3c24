import { describe, expect, it } from "vitest";
import { WorkMeter } from "./work-meter.ts";

/** How many lines a call may have. */
function linesUntilRefused(meter: WorkMeter): number {
  for (let lines = 0; ; lines += 1_000) {
    try {
      meter.charge("line", 1_000);
    } catch {
      return lines;
    }
  }
}

describe("the meter of a call", () => {
  it("ends it after ten seconds, and says what there was most of and where", () => {
    const meter = new WorkMeter();
    meter.at("sheet “Data”");
    meter.charge("character", 2_500_000);
    expect(() => meter.charge("line", 10_000_000)).toThrow(
      expect.objectContaining({
        code: "too_complex",
        message:
          "This takes more processor time than one call has: 10,000,000 lines of text, up to sheet “Data”. Split the file, or take out what it repeats.",
      }),
    );
  });

  it("grows with what comes out, up to thirty seconds", () => {
    const plain = linesUntilRefused(new WorkMeter());
    const withPages = new WorkMeter();
    withPages.produce("page", 100);
    expect(linesUntilRefused(withPages) / plain).toBeCloseTo(1.5, 1);
    const withMany = new WorkMeter();
    withMany.produce("page", 100_000);
    withMany.produce("cell", 10_000_000);
    expect(linesUntilRefused(withMany) / plain).toBeCloseTo(3, 1);
  });

  it("says of work that can be left out whether it has to be", () => {
    const meter = new WorkMeter();
    expect(meter.affords("glyph", 10)).toBe(true);
    expect(meter.affords("glyph", 1e9)).toBe(false);
  });
});
