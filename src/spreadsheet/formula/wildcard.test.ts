import { describe, expect, it } from "vitest";
import { WildcardPattern } from "./wildcard.ts";

describe("a text with wildcards", () => {
  it.each([
    ["apple", "APPLE", true],
    ["apple", "apples", false],
    ["a*", "apple", true],
    ["*le", "apple", true],
    ["*pp*", "apple", true],
    ["a*p*e", "apple", true],
    ["a*p*p*p*e", "apple", false],
    ["ab*ba", "aba", false],
    ["a?ple", "apple", true],
    ["a?ple", "aple", false],
    ["*?x?*", "axb", true],
    ["*?x?*", "ax", false],
    ["*x?", "xxa", true],
    ["a~*", "a*", true],
    ["a~*", "ab", false],
    ["~~", "~", true],
    ["", "", true],
    ["*", "", true],
    ["?", "", false],
  ])("%s matches the whole of %s: %s", (pattern, text, expected) => {
    expect(new WildcardPattern(pattern).matches(text)).toBe(expected);
  });

  it.each([
    ["b", "abc", 0, 1],
    ["b*d", "abcbd", 0, 1],
    ["b*x", "abcbd", 0, -1],
    ["?c", "abcbc", 2, 3],
    ["*c", "abc", 1, 1],
  ])("%s begins in %s from %i on at %i", (pattern, text, from, expected) => {
    expect(new WildcardPattern(pattern).find(text, from)).toBe(expected);
  });

  it("does not go back for each *, which would take longer than anybody waits", () => {
    const pattern = new WildcardPattern(`${"*a".repeat(500)}*b`);
    const text = "a".repeat(30_000);
    for (let iteration = 0; iteration < 20; iteration++) expect(pattern.matches(text)).toBe(false);
  });
});
