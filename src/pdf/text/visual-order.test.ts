import { describe, expect, it } from "vitest";
import { visualOrder } from "./visual-order.ts";

const reversed = (text: string) => [...text].reverse().join("");
const SHALOM = "\u05e9\u05dc\u05d5\u05dd";
const OLAM = "\u05e2\u05d5\u05dc\u05dd";

describe("the order on the line", () => {
  it.each([
    ["nothing to do", "plain text (1)", "plain text (1)"],
    ["Hebrew alone", `${SHALOM} ${OLAM}`, reversed(`${SHALOM} ${OLAM}`)],
    ["Hebrew with a number", `${SHALOM} 12.50`, `12.50 ${reversed(SHALOM)}`],
    ["Hebrew around Latin", `${SHALOM} ABC def ${OLAM}`, `${reversed(OLAM)} ABC def ${reversed(SHALOM)}`],
    ["a number behind Hebrew in Latin", `Name: ${SHALOM}, 5`, `Name: 5 ,${reversed(SHALOM)}`],
    ["brackets", `(${SHALOM})`, `(${reversed(SHALOM)})`],
    ["points stay with their letter", "\u05d1\u05bc\u05d0", "\u05d0\u05d1\u05bc"],
  ])("%s", (_, text, expected) => {
    expect(visualOrder(text)).toBe(expected);
  });
});

describe("Arabic letters", () => {
  it("take the forms for their positions", () => {
    // kaf teh alef beh: initial, medial, final, isolated
    expect(visualOrder("\u0643\u062a\u0627\u0628", () => true)).toBe(reversed("\ufedb\ufe98\ufe8e\ufe8f"));
  });

  it("join lam and alef, and leave forms that the font lacks", () => {
    expect(visualOrder("\u0633\u0644\u0627\u0645", () => true)).toBe(reversed("\ufeb3\ufefc\ufee1"));
    expect(visualOrder("\u0633\u0644\u0627\u0645")).toBe(reversed("\u0633\u0644\u0627\u0645"));
  });
});
