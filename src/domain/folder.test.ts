import { describe, expect, it } from "vitest";
import { folderAndAncestors, MAX_FOLDER_DEPTH, normalizeFolderPath } from "./folder.ts";

describe("normalizeFolderPath", () => {
  it.each([
    ["Sales", "Sales"],
    [" A / B//C/ ", "A/B/C"],
    ["", ""],
    [" / ", ""],
    ["e\u0301", "é"],
    ["__proto__", "__proto__"],
    ["..", ".."],
  ])("%j is kept as %j", (path, normal) => {
    expect(normalizeFolderPath(path)).toBe(normal);
  });

  it.each([
    ["a\nb"],
    ["a\u0000"],
    [
      Array(MAX_FOLDER_DEPTH + 1)
        .fill("a")
        .join("/"),
    ],
    ["x".repeat(501)],
  ])("%j is refused", (path) => {
    expect(normalizeFolderPath(path)).toBeUndefined();
  });
});

describe("folderAndAncestors", () => {
  it("lists every folder from the top", () => {
    expect(folderAndAncestors("A/B/C")).toEqual(["A", "A/B", "A/B/C"]);
    expect(folderAndAncestors("")).toEqual([]);
  });
});
