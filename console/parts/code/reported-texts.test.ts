import { describe, expect, it } from "vitest";
import { ReportedTexts } from "./reported-texts.ts";

describe("texts that come back from the editor's owner", () => {
  it("are not news, even if somebody has typed on meanwhile", () => {
    const reported = new ReportedTexts();
    reported.add("a");
    reported.add("ab");
    expect(reported.isEcho("a")).toBe(true);
    reported.add("abc");
    expect(reported.isEcho("ab")).toBe(true);
    expect(reported.isEcho("abc")).toBe(true);
  });

  it("may be left out if the owner draws only the last", () => {
    const reported = new ReportedTexts();
    for (const text of ["a", "ab", "abc"]) reported.add(text);
    expect(reported.isEcho("abc")).toBe(true);
  });

  it("are news again once they have come back: what is saved, restored or undone outside", () => {
    const reported = new ReportedTexts();
    for (const text of ["a", "ab"]) reported.add(text);
    expect(reported.isEcho("ab")).toBe(true);
    expect(reported.isEcho("a")).toBe(false);
  });

  it("are forgotten when the owner has another text", () => {
    const reported = new ReportedTexts();
    for (const text of ["a", "ab"]) reported.add(text);
    expect(reported.isEcho("theirs")).toBe(false);
    expect(reported.isEcho("ab")).toBe(false);
  });
});
