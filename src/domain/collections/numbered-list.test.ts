import { describe, expect, it } from "vitest";
import { numberedList, withNumberedLists } from "./numbered-list.ts";

describe("a numbered list", () => {
  it("is the values of numbered members, by order of number, also beyond what engines sort themselves", () => {
    expect(numberedList({ 7: "b", 2: "a" })).toEqual(["a", "b"]);
    expect(numberedList({ 99999999999: "c", 5000000000: "b", 3: "a" })).toEqual(["a", "b", "c"]);
  });

  it.each([[["a"]], [{ 1: "a", b: "c" }], [{ "01": "a" }], [{}], ["text"], [null], [undefined]])(
    "is nothing else: %j",
    (value) => {
      expect(numberedList(value)).toBe(value);
    },
  );

  it("is found at every level", () => {
    const date = new Date(0);
    expect(withNumberedLists({ lines: { 1: { notes: { 4: "x" } }, 3: "y" }, date })).toEqual({
      lines: [{ notes: ["x"] }, "y"],
      date,
    });
  });
});
