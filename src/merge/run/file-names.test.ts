import { describe, expect, it } from "vitest";
import { outputFileName } from "./file-names.ts";

describe("outputFileName", () => {
  it.each([
    ["Invoice 42", "Invoice 42.pdf"],
    ["Invoice 42.PDF", "Invoice 42.pdf"],
    ["a/b\\c:d", "a-b-c-d.pdf"],
    ["A-2026/118", "A-2026-118.pdf"],
    ["Offer 1 / 2", "Offer 1-2.pdf"],
    ["/a/", "a.pdf"],
    ["../../etc/passwd", "etc-passwd.pdf"],
    ["line\r\nbreak\u0000", "linebreak.pdf"],
    ["  two   blanks  ", "two blanks.pdf"],
    ["Grüße 你好 😀", "Grüße 你好 😀.pdf"],
    ["exe\u202efdp", "exefdp.pdf"],
    ["con", "_con.pdf"],
    ["...", "Fallback.pdf"],
    ["", "Fallback.pdf"],
    ["report.v2", "report.v2.pdf"],
  ])("%j becomes %j", (merged, name) => {
    expect(outputFileName(merged, "Fallback", "pdf")).toBe(name);
  });

  it("has a name even if nothing is left", () => {
    expect(outputFileName("///", "\u0000", "docx")).toBe("document.docx");
  });

  it("stays within 200 bytes without cutting a character", () => {
    const name = outputFileName("😀".repeat(100), "x", "pdf");
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
    expect(name).toBe(`${"😀".repeat(49)}.pdf`);
  });
});

it("makes a name of the longest text", () => {
  expect(outputFileName(`a${" ".repeat(300_000)}b / c`, "x", "pdf")).toBe("a b-c.pdf");
  expect(outputFileName(`${"a. ".repeat(100_000)}b`, "x", "pdf")).toMatch(/^a\. a\..*\.pdf$/);
  expect(outputFileName(`a${"..".repeat(150_000)}b`, "x", "pdf")).toMatch(/^a\.+pdf$/);
});
