import { describe, expect, it } from "vitest";
import { parseReplacement } from "./replacement.ts";

describe("parseReplacement", () => {
  it.each([
    ["", []],
    ["plain", ["plain"]],
    ["$1", [1]],
    ["a$0b", ["a", 0, "b"]],
    ["\\1\\0", [1, 0]],
    ["${1}0", [1, "0"]],
    ["$10", [10]],
    ["$123", [12, "3"]],
    ["\\\\1", ["\\1"]],
    ["\\\\", ["\\"]],
    ["$", ["$"]],
    ["$x ${x} ${1", ["$x ${x} ${1"]],
    ["\\x", ["\\x"]],
  ])("%j", (replacement, parts) => {
    expect(parseReplacement(replacement)).toEqual(parts);
  });
});
