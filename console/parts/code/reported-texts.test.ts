import { describe, expect, it } from "vitest";
import { ToldTexts } from "./told-texts.ts";

describe("texts that come back from the editor's owner", () => {
  it("are not news, even if somebody has typed on meanwhile", () => {
    const told = new ToldTexts();
    told.tell("a");
    told.tell("ab");
    expect(told.comesBack("a")).toBe(true);
    told.tell("abc");
    expect(told.comesBack("ab")).toBe(true);
    expect(told.comesBack("abc")).toBe(true);
  });

  it("may be left out if the owner draws only the last", () => {
    const told = new ToldTexts();
    for (const text of ["a", "ab", "abc"]) told.tell(text);
    expect(told.comesBack("abc")).toBe(true);
  });

  it("are news again once they have come back: what is saved, restored or undone outside", () => {
    const told = new ToldTexts();
    for (const text of ["a", "ab"]) told.tell(text);
    expect(told.comesBack("ab")).toBe(true);
    expect(told.comesBack("a")).toBe(false);
  });

  it("are forgotten when the owner has another text", () => {
    const told = new ToldTexts();
    for (const text of ["a", "ab"]) told.tell(text);
    expect(told.comesBack("theirs")).toBe(false);
    expect(told.comesBack("ab")).toBe(false);
  });
});
