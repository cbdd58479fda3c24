import { describe, expect, it } from "vitest";
import { linesThatStay } from "./split.ts";

const rules = { widowControl: true, keepLines: false };

describe("linesThatStay", () => {
  it("keeps everything that fits", () => {
    expect(linesThatStay(5, 5, rules)).toBe(5);
  });

  it("leaves no single last line for the next page", () => {
    expect(linesThatStay(5, 4, rules)).toBe(3);
  });

  it("leaves no single first line behind", () => {
    expect(linesThatStay(5, 1, rules)).toBe(0);
    expect(linesThatStay(3, 2, rules)).toBe(0);
    expect(linesThatStay(2, 1, rules)).toBe(0);
  });

  it("may end a page with one line of a paragraph that began before", () => {
    expect(linesThatStay(5, 1, rules, false)).toBe(1);
  });

  it("splits anywhere without widow control", () => {
    expect(linesThatStay(5, 4, { ...rules, widowControl: false })).toBe(4);
  });

  it("moves kept lines together", () => {
    expect(linesThatStay(5, 4, { ...rules, keepLines: true })).toBe(0);
  });
});
