import { describe, expect, it } from "vitest";
import { failureOf } from "../domain/testing/failure-of.ts";
import { inflateWithFflate } from "./inflate.ts";
import { inflateNatively } from "./inflate-native.ts";
import { OFFICE_LIMITS } from "./limits.ts";
import { ZipArchive } from "./zip-archive.ts";
import { ZipWriter } from "./zip-writer.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function zipFile(parts: Record<string, Uint8Array | string>): Uint8Array {
  const writer = new ZipWriter();
  for (const [name, content] of Object.entries(parts))
    writer.add(name, typeof content === "string" ? bytesOf(content) : content);
  return writer.finish();
}

/** Overwrites the declared size of the only part in the central directory. */
function withDeclaredSize(bytes: Uint8Array, size: number): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  view.setUint32(view.getUint32(copy.length - 6, true) + 24, size, true);
  return copy;
}

describe.each([
  ["fflate", inflateWithFflate],
  ["the platform's zlib", inflateNatively],
])("an archive unpacked by %s", (_, inflate) => {
  const open = (bytes: Uint8Array) => ZipArchive.open(bytes, OFFICE_LIMITS, inflate);

  it("gives back what was written, in order", () => {
    const long = "lorem ipsum ".repeat(10_000);
    const zip = open(zipFile({ "b.xml": long, "word/ä.xml": "x", "empty.bin": "" }));
    expect(zip.names()).toEqual(["b.xml", "word/ä.xml", "empty.bin"]);
    expect(new TextDecoder().decode(zip.read("b.xml"))).toBe(long);
    expect(new TextDecoder().decode(zip.read("word/ä.xml"))).toBe("x");
    expect(zip.read("empty.bin")).toHaveLength(0);
    expect(zip.read("missing.xml")).toBeUndefined();
  });

  it("refuses a part that unpacks to more than it declares", () => {
    const zip = open(withDeclaredSize(zipFile({ "a.xml": new Uint8Array(5_000_000) }), 30_000));
    expect(failureOf(() => zip.read("a.xml")).code).toBe("archive_invalid");
  });

  it("refuses a part that unpacks to less than it declares", () => {
    const zip = open(withDeclaredSize(zipFile({ "a.xml": "abcabcabcabcabcabcabcabcabcabcabcabc" }), 30_000));
    expect(failureOf(() => zip.read("a.xml")).code).toBe("archive_invalid");
  });

  it("refuses a damaged stream", () => {
    const bytes = zipFile({ "a.xml": "the quick brown fox jumps over the lazy dog, the quick brown fox" });
    bytes.fill(0xff, 36, 60);
    expect(failureOf(() => open(bytes).read("a.xml")).code).toBe("archive_invalid");
  });
});

describe("the directory", () => {
  const open = (bytes: Uint8Array) => ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);

  it("refuses a bomb by its declared ratio before unpacking it", () => {
    const failure = failureOf(() => open(zipFile({ "a.xml": new Uint8Array(20_000_000) })));
    expect(failure.code).toBe("archive_too_large");
    expect(failure.message).toContain("200 times");
  });

  it("refuses too many parts and names the bound", () => {
    const parts = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`p${index}`, "x"]));
    expect(failureOf(() => open(zipFile(parts))).message).toBe("The archive has 2001 parts; 2000 are allowed.");
  });

  it.each([
    "../evil.xml",
    "a/../../b.xml",
    "/root.xml",
    "..\\b.xml",
    "\\b.xml",
    "c:evil.xml",
    "a//b.xml",
    "a/%2fb.xml",
  ])("refuses the unsafe name %s", (name) => {
    expect(failureOf(() => open(zipFile({ [name]: "x" }))).code).toBe("archive_invalid");
  });

  it("separates folders by slashes, as Office does, whatever separates them in the archive", () => {
    const zip = open(zipFile({ "_rels\\.rels": "1", "xl\\worksheets\\sheet1.xml": "2", "xl/workbook.xml": "3" }));
    expect(zip.names()).toEqual(["_rels/.rels", "xl/worksheets/sheet1.xml", "xl/workbook.xml"]);
    expect(new TextDecoder().decode(zip.read("xl/worksheets/sheet1.xml"))).toBe("2");
    expect(failureOf(() => open(zipFile({ "a\\b.xml": "1", "a/b.xml": "2" }))).message).toContain("two parts");
  });

  it("refuses two parts whose names differ only in case", () => {
    expect(failureOf(() => open(zipFile({ "a.xml": "1", "A.xml": "2" }))).message).toContain("two parts");
  });

  it.each([
    ["nothing", new Uint8Array(0)],
    ["text", bytesOf("this is not an archive at all, just a line of text")],
    ["half an archive", zipFile({ "a.xml": "hello" }).subarray(20)],
  ])("refuses %s", (_, bytes) => {
    expect(failureOf(() => open(bytes).read("a.xml")).code).toBe("archive_invalid");
  });
});

it("writes the same bytes for the same parts, and copies parts without unpacking them", () => {
  const first = zipFile({ "a.xml": "hello hello hello hello", "b.bin": "x" });
  expect(zipFile({ "a.xml": "hello hello hello hello", "b.bin": "x" })).toEqual(first);

  const source = ZipArchive.open(first, OFFICE_LIMITS, inflateNatively);
  const copy = new ZipWriter();
  for (const name of source.names()) copy.copy(name, source);
  expect(copy.finish()).toEqual(first);
});
