import { describe, expect, it } from "vitest";
import { splitPhpPattern } from "./php-pattern.ts";

describe("splitPhpPattern", () => {
  it.each([
    ["/abc/", "abc"],
    ["~a/b~", "a/b"],
    [" \n/a/", "a"],
    ["/a\\/b/", "a\\/b"],
    ["{a{2}}", "a{2}"],
    ["(a(b)c)", "a(b)c"],
    ["<a>", "a"],
    ["[a[bc]]", "a[bc]"],
    ["//", ""],
  ])("%j holds %j", (pattern, source) => {
    expect(splitPhpPattern(pattern).source).toBe(source);
  });

  it("reads the modifiers, between which blanks and line ends may stand", () => {
    expect(splitPhpPattern("/a/imsxuUD").flags).toEqual({
      ignoreCase: true,
      multiline: true,
      dotAll: true,
      extended: true,
      unicode: true,
      ungreedy: true,
      dollarEndOnly: true,
    });
    expect(splitPhpPattern("/a/i\nS ").flags).toMatchObject({ ignoreCase: true, multiline: false });
  });
});
