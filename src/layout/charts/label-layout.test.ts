import { describe, expect, it } from "vitest";
import { layoutLabels, wrapLabel } from "./label-layout.ts";

/** Every character is five points wide. */
const width = (text: string) => text.length * 5;
const room = {
  slotPt: 50,
  maxHeightPt: 60,
  sizePt: 10,
  rotationDeg: undefined,
  canWrap: true,
  every: undefined,
  width,
};

describe("layoutLabels", () => {
  it("keeps labels that fit in one line", () => {
    expect(layoutLabels(["North", "South"], room)).toMatchObject({
      step: 1,
      rotationDeg: 0,
      lines: [["North"], ["South"]],
    });
  });

  it("breaks labels between words", () => {
    const { lines, heightPt } = layoutLabels(["Category no. one", "Two"], room);
    expect(lines).toEqual([["Category", "no. one"], ["Two"]]);
    expect(heightPt).toBeCloseTo(24);
  });

  it("turns labels whose words are too wide", () => {
    expect(layoutLabels(["Mississippi-River", "b"], room)).toMatchObject({ rotationDeg: 45 });
  });

  it("leaves labels out where they would overlap", () => {
    const many = Array.from({ length: 40 }, (_, index) => `label${index}`);
    expect(layoutLabels(many, { ...room, slotPt: 4 }).step).toBeGreaterThan(2);
    expect(layoutLabels(["1000000", "2000000"], { ...room, slotPt: 20, canWrap: false })).toMatchObject({
      rotationDeg: 0,
      step: 2,
    });
  });

  it("shows the labels of the chart's own interval, which have the room of the others", () => {
    const labels = ["North-America", "Mississippi-River", "Wide-as-well"];
    expect(layoutLabels(labels, { ...room, every: 2 })).toMatchObject({
      step: 2,
      rotationDeg: 0,
      lines: [["North-America"], [""], ["Wide-as-well"]],
    });
    const many = Array.from({ length: 40 }, (_, index) => `label${index}`);
    expect(layoutLabels(many, { ...room, slotPt: 4, every: 1 }).step).toBe(1);
  });

  it("obeys the chart's own turn", () => {
    expect(layoutLabels(["a", "b"], { ...room, rotationDeg: -90 })).toMatchObject({ rotationDeg: 90 });
    expect(layoutLabels(["very long label here"], { ...room, slotPt: 20, rotationDeg: 0 })).toMatchObject({
      rotationDeg: 0,
    });
  });
});

describe("wrapLabel", () => {
  it("gives up on a word that is wider than the line", () => {
    expect(wrapLabel("a verylongword", 30, width)).toBeUndefined();
  });
});
