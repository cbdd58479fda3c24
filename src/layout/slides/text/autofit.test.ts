import { describe, expect, it } from "vitest";
import { fittingScale } from "./autofit.ts";

/** Height of a text that is 100 points high at full size. */
const heightAt = ({ font, spacingCut }: { font: number; spacingCut: number }) => 100 * font * (1 - spacingCut);

describe("fittingScale", () => {
  it("leaves text alone that does not shrink", () => {
    expect(fittingScale({ kind: "none" }, false, 10, heightAt)).toEqual({ font: 1, spacingCut: 0 });
    expect(fittingScale({ kind: "shape" }, false, 10, heightAt)).toEqual({ font: 1, spacingCut: 0 });
  });

  it("keeps the stored scale while the text fits", () => {
    const stored = { kind: "text", fontScale: 0.7, spacingCut: 0.1 } as const;
    expect(fittingScale(stored, false, 60, heightAt)).toEqual({ font: 0.7, spacingCut: 0.1 });
  });

  it("shrinks text that became longer, first its spacing", () => {
    const full = { kind: "text", fontScale: 1, spacingCut: 0 } as const;
    expect(fittingScale(full, false, 75, heightAt)).toEqual({ font: 0.925, spacingCut: 0.2 });
    expect(fittingScale({ ...full, fontScale: 0.55, spacingCut: 0.2 }, false, 38, heightAt).font).toBe(0.475);
  });

  it("ends with the smallest size where nothing fits", () => {
    expect(fittingScale({ kind: "text", fontScale: 1, spacingCut: 0 }, false, 1, heightAt).font).toBe(0.25);
  });

  it("shrinks titles a little only", () => {
    expect(fittingScale({ kind: "text", fontScale: 1, spacingCut: 0 }, true, 50, heightAt).font).toBe(0.9);
    expect(fittingScale({ kind: "text", fontScale: 0.9, spacingCut: 0 }, true, 50, heightAt).font).toBe(0.9);
  });
});
