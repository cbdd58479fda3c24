import { describe, expect, it } from "vitest";
import { mergeLevels, mergeParagraphs } from "./text-properties.ts";

describe("mergeParagraphs", () => {
  it("keeps what the nearer place does not say, also within runs", () => {
    const merged = mergeParagraphs(
      { alignment: "ctr", indentPt: -18, run: { sizePt: 28, bold: true } },
      { alignment: "l", run: { sizePt: 20 } },
    );
    expect(merged).toEqual({ alignment: "l", indentPt: -18, run: { sizePt: 20, bold: true } });
  });
});

describe("mergeLevels", () => {
  it("merges each of the nine levels for itself", () => {
    const merged = mergeLevels([{ marginLeftPt: 0 }, { marginLeftPt: 36 }], [{}, { alignment: "r" }]);
    expect(merged).toHaveLength(9);
    expect(merged[1]).toEqual({ marginLeftPt: 36, alignment: "r" });
    expect(merged[8]).toEqual({});
  });
});
