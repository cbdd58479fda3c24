import { describe, expect, it } from "vitest";
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from "./objects.ts";
import { Parser, PdfKeyword } from "./parser.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const parse = (text: string) => new Parser(bytesOf(text)).readObject();

/** Objects as plain values, for comparison. */
function plain(object: PdfObject | undefined): unknown {
  if (object instanceof PdfName) return `/${object.value}`;
  if (object instanceof PdfRef) return `${object.number} R`;
  if (object instanceof PdfString) return String.fromCharCode(...object.bytes);
  if (object instanceof PdfDict) return Object.fromEntries([...object].map(([key, value]) => [key, plain(value)]));
  return Array.isArray(object) ? object.map(plain) : object;
}

describe("objects", () => {
  it("reads nested arrays and dictionaries", () => {
    const text = "<</A[1 2 0 R true null(s)<41>/N]/B<</C -1.5>>/D false/E null>>";
    expect(plain(parse(text))).toEqual({ A: [1, "2 R", true, null, "s", "A", "/N"], B: { C: -1.5 }, D: false });
  });

  it("distinguishes references from numbers", () => {
    expect(plain(parse("[1 0 R 1 0 2 0 R 3 4 5 -1 0 R 1.0 0 R 7 0 RG]"))).toEqual([
      "1 R",
      1,
      0,
      "2 R",
      3,
      4,
      5,
      -1,
      0,
      1,
      0,
      7,
      0,
    ]);
  });

  it("has no references in content streams", () => {
    const parser = new Parser(bytesOf("1 0 R"), 0, 5, false);
    expect([parser.read(), parser.read()]).toEqual([1, 0]);
    expect(parser.read()).toBeInstanceOf(PdfKeyword);
  });

  it("reads headers that touch their object", () => {
    expect(new Parser(bytesOf("12 3 obj<<>>")).readObjectHeader()).toEqual({ number: 12, generation: 3 });
    expect(new Parser(bytesOf("12\n3\r\nobj")).readObjectHeader()).toEqual({ number: 12, generation: 3 });
    expect(new Parser(bytesOf("12 3 R")).readObjectHeader()).toBeUndefined();
  });
});

describe("damage", () => {
  it("keeps what was read of an unclosed dictionary or array", () => {
    expect(plain(parse("<</A 1/B[1 2 endobj"))).toEqual({ A: 1, B: [1, 2] });
    expect(plain(parse("<</A 1/B endobj"))).toEqual({ A: 1 });
    expect(plain(parse("<</A"))).toEqual({});
  });

  it("skips what is not a key", () => {
    expect(plain(parse("<</A 1 garbage (x) 5 /B 2>>"))).toEqual({ A: 1, B: 2 });
  });

  it("refuses endless nesting instead of running out of stack", () => {
    for (const text of ["[".repeat(100_000), "<</A".repeat(100_000)]) {
      expect(() => parse(text)).toThrow(expect.objectContaining({ code: "pdf_damaged" }));
    }
  });
});
