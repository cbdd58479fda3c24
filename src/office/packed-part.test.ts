import { crc32, inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { TextPart } from "./packed-part.ts";

function unpacked(write: (part: TextPart) => void): string {
  const part = new TextPart();
  write(part);
  const { method, body, crc, size } = part.finish();
  const bytes = method === 8 ? inflateRawSync(body) : body;
  expect(bytes.length).toBe(size);
  expect(crc32(bytes)).toBe(crc);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

describe("a part that is packed while it is written", () => {
  it("is one stream of deflate, however many pieces it was packed in", () => {
    const pieces = Array.from({ length: 60_000 }, (_, index) => `<c r="A${index}"><v>${index * 3}</v></c>`);
    const text = unpacked((part) => {
      for (const piece of pieces) part.text(piece);
    });
    expect(text).toBe(pieces.join(""));
  });

  it("keeps characters of every width, in short texts, long ones and across slices", () => {
    const short = "é€😀";
    const long = "日本語テキスト ".repeat(40);
    // Every slice begins within a pair of surrogates, unless it is moved.
    const sliced = `x${"😀".repeat(300_000)}`;
    const text = unpacked((part) => {
      for (const each of [short, long, sliced, short]) part.text(each);
    });
    expect(text).toBe(short + long + sliced + short);
  });

  it("is stored if packing does not make it smaller", () => {
    const part = new TextPart();
    part.text("ab");
    expect(part.finish()).toMatchObject({ method: 0, size: 2 });
    expect(new TextPart().finish()).toMatchObject({ method: 0, size: 0, crc: 0 });
  });
});
