import { describe, expect, it } from "vitest";
import { MOST_QUEUED_S, WorkMeter } from "./work-meter.ts";

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

  it("grows further for whoever does not wait for an answer", () => {
    const queued = new WorkMeter(MOST_QUEUED_S);
    queued.produce("scanPixel", 10_000_000_000);
    expect(linesUntilRefused(queued) / linesUntilRefused(new WorkMeter())).toBeCloseTo(12, 1);
  });

  it("shares its budget: what a share counts counts for the whole, and a share grows as the whole does", () => {
    const meter = new WorkMeter();
    const share = meter.share(0.5);
    const lines = linesUntilRefused(share);
    expect(lines).toBeCloseTo(linesUntilRefused(new WorkMeter()) / 2, -4);
    expect(meter.counts.get("line")).toBe(share.counts.get("line"));
    expect(meter.secondsLeft).toBeCloseTo(5, 0);
    share.produce("page", 20);
    expect(meter.secondsLeft).toBeCloseTo(6, 0);
    expect(share.affords("line", 10)).toBe(true);
  });

  it("refuses what is done once more where too little is left for it", () => {
    const meter = new WorkMeter();
    meter.charge("object", 24_000_000);
    meter.requireLeft(4);
    expect(() => meter.requireLeft(6)).toThrow(expect.objectContaining({ code: "pdf_too_complex" }));
  });

  it("of PDFs says so by its code", () => {
    const meter = new WorkMeter();
    meter.at("page 7");
    expect(() => meter.charge("object", 100_000_000)).toThrow(
      expect.objectContaining({
        code: "pdf_too_complex",
        message: expect.stringContaining("100,000,000 visits of objects of the PDF, up to page 7."),
      }),
    );
  });

  it("says of work that can be left out whether it has to be", () => {
    const meter = new WorkMeter();
    expect(meter.affords("glyph", 10)).toBe(true);
    expect(meter.affords("glyph", 1e9)).toBe(false);
  });
});
